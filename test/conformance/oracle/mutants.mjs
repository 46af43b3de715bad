// Shipped configs with a few small changes each, in a copy of their tree, so that their relative imports still lead somewhere.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** @returns a folder that holds `opencompass/configs` of the sources and nothing to import beside, and a function that removes it */
export function copyConfigs(sources) {
  const root = mkdtempSync(join(tmpdir(), 'preflight-mutants-'));
  mkdirSync(join(root, 'opencompass'));
  writeFileSync(join(root, 'opencompass/__init__.py'), '');
  cpSync(join(sources, 'opencompass/configs'), join(root, 'opencompass/configs'), { recursive: true });
  const folder = 'opencompass/configs';
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.py'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();
  return { root, paths, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Writes a changed copy beside a random config. @returns the request without its id */
export function mutantCase(random, { root, paths }, number) {
  const original = random.pick(paths);
  let text = readFileSync(join(root, original), 'utf8');
  for (let i = random.below(3); i >= 0; i--) text = mutated(random, text);
  const path = `${dirname(original)}/mutant_${number}.py`;
  writeFileSync(join(root, path), text);
  return { op: 'evaluate', root, path, original };
}

const token = /[A-Za-z_]\w*|\d+(?:\.\d+)?|'[^'\n]*'|"[^"\n]*"|==|\*\*|\+=|[-+*/%=<>()[\]{},.:]/g;
const words = [
  'None',
  'True',
  '0',
  '1',
  '-1',
  "'x'",
  "''",
  '[]',
  '{}',
  'dict()',
  'len',
  'str',
  'range(3)',
  '.format(1)',
  '[0]',
  '+',
  '*',
  '==',
  'not ',
  "f'{1}'",
  '.copy()',
  ' if 1 else 2',
  '*',
];

/** A word replaced, left out, doubled, swapped with another one of the text; or a line left out, doubled or moved. */
function mutated(random, text) {
  const tokens = [...text.matchAll(token)];
  if (tokens.length === 0 || random.chance(0.3)) return lineMutated(random, text);
  const at = random.pick(tokens);
  const [before, after] = [text.slice(0, at.index), text.slice(at.index + at[0].length)];
  switch (random.below(4)) {
    case 0:
      return before + random.pick(words) + after;
    case 1:
      return before + after;
    case 2:
      return before + at[0] + random.pick(words) + after;
    default:
      return before + random.pick(tokens)[0] + after;
  }
}

function lineMutated(random, text) {
  const lines = text.split('\n');
  const [from, to] = [random.below(lines.length), random.below(lines.length)];
  const [line] = random.chance(0.7) ? lines.splice(from, 1) : [lines[from]];
  if (random.chance(0.5)) lines.splice(to, 0, line);
  return lines.join('\n');
}

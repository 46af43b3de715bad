import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rules } from '../../server/src/engine/frameworks/registry.js';
import type { Diagnostic } from '../../server/src/engine/frameworks/face/rule.js';
import { afterFixes, findingsIn, folder } from './example-project.js';
import { readPage, type Example, type Marker } from './page.js';

describe('every rule has a page, and every page a rule', () => {
  it('with the same names', () => {
    const pages = readdirSync('docs/rules')
      .filter((name) => name !== 'README.md')
      .map((name) => name.replace(/\.md$/, ''));
    expect(pages.sort()).toEqual(rules.map(({ id }) => id).sort());
  });
});

describe.each(rules.map(({ id }) => id))('the page of %s', (id) => {
  const markdown = readFileSync(`docs/rules/${id}.md`, 'utf8');
  const examples = readPage(markdown);

  it('has the rule as its title, a config that fails and one that passes', () => {
    expect(markdown.startsWith(`# ${id}\n`)).toBe(true);
    expect(examples.filter(({ kind }) => kind === 'bad').some(({ markers }) => markers.some(({ rule }) => rule === id))).toBe(true);
    expect(examples.some(({ kind }) => kind === 'good')).toBe(true);
  });

  it('begins with what the rule says of itself', () => {
    expect(markdown.split('\n')[2]!.replaceAll('`', '')).toBe(`${rules.find((rule) => rule.id === id)!.title.replaceAll('`', '')}.`);
  });

  it('tells of a quick fix where an example has one, and the rule says how safe those are', () => {
    const { fix } = rules.find((rule) => rule.id === id)!;
    const offered = examples.flatMap((example) => check(example).flatMap(({ rule, fixes }) => (rule === id ? fixes : [])));
    const kinds = new Set(offered.map(({ safe }) => (safe ? 'safe' : 'unsafe')));
    expect(/\bQuick fix: /.test(markdown), 'the page tells of a quick fix').toBe(fix !== undefined);
    expect(
      examples.some(({ kind }) => kind === 'fixed'),
      'an example shows what it makes',
    ).toBe(fix !== undefined);
    expect(kinds.size > 0).toBe(fix !== undefined);
    if (fix !== 'either') expect([...kinds]).toEqual(fix === undefined ? [] : [fix]);
  });

  it.each(examples.map((example, i) => ({ name: `line ${String(example.line)}`, example, before: examples[i - 1] })))(
    '$name: $example.kind',
    ({ example, before }) => {
      const found = check(example);
      expect(found.map(asMarker)).toEqual(inOrder(example));
      if (example.kind === 'fixed') expect(repaired(before!, id)).toEqual([...example.files]);
    },
  );
});

// After a message is changed on purpose: npx vitest run test/rules -u
it('what is said of the examples, and the quick fixes offered, are those in findings.txt', async () => {
  const sections = rules.map(({ id }) => {
    const examples = readPage(readFileSync(`docs/rules/${id}.md`, 'utf8')).filter(({ kind }) => kind === 'bad');
    return [`━━ ${id}`, ...examples.flatMap((example) => check(example).flatMap(told))].join('\n');
  });
  await expect(`${sections.join('\n\n')}\n`).toMatchFileSnapshot('findings.txt');
});

/** A finding in lines: how severe, which rule, its message, what else it points at, and its fixes. */
function told({ severity, rule, message, related, fixes, unnecessary }: Diagnostic): string[] {
  return [
    `${severity} ${rule}${unnecessary ? ' (unnecessary)' : ''}: ${message}`,
    ...related.map((other) => `  see ${other.span.file.slice(folder.length)} ${other.span.start}–${other.span.end}: ${other.message}`),
    ...fixes.map(({ title, safe }) => `  ${safe ? 'safe' : 'unsafe'} fix: ${title}`),
  ];
}

function check({ files }: Example): Diagnostic[] {
  return findingsIn(files);
}

function asMarker({ rule, span, message }: Diagnostic): Marker & { message: string } {
  expect(message).toMatch(/^[^a-z].*[.?]$/s);
  return { file: span.file.slice(folder.length), start: span.start, end: span.end, rule, message: expect.any(String) as string };
}

/** The markers in the order of the files and of the text. */
function inOrder({ files, markers }: Example): (Marker & { message: unknown })[] {
  const names = [...files.keys()];
  return [...markers]
    .sort((a, b) => names.indexOf(a.file) - names.indexOf(b.file) || a.start - b.start)
    .map((marker) => ({ ...marker, message: expect.any(String) as unknown }));
}

/** The files of an example after the first fix of each of the rule's findings. */
function repaired(example: Example, id: string): [string, string][] {
  const fixes = check(example).flatMap((diagnostic) => (diagnostic.rule === id ? diagnostic.fixes.slice(0, 1) : []));
  return [...afterFixes(example.files, fixes)];
}

// Renames of random names in a checkout's configs, each followed by a look at every config that it may concern: bundled by run.mjs.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RememberingWorkspace } from '../../server/src/engine/core/remembering-workspace.js';
import { defaultSettings } from '../../server/src/engine/core/settings.js';
import { readIndex } from '../../server/src/engine/editor/index/workspace-index.js';
import { createProject } from '../../server/src/engine/project/project.js';
import { loadGrammarFromDisk } from '../../server/src/node/load-grammar.js';
import { createNodeWorkspace } from '../../server/src/node/node-workspace.js';
import { random } from '../fuzz/mutate.js';
import { Renamer } from './renamer.js';

const help = `Usage: npm run renames -- --sources DIR [options]

  --sources DIR  a checkout of OpenCompass or AISBench. Nothing is written there
  --count N      so many renames are made, those that are refused not counted (default 200)
  --seed S       which names, and what they become (default 1)
`;

const { values: options } = parseArgs({
  options: {
    sources: { type: 'string' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help || options.sources === undefined) process.stdout.write(help);
else process.exitCode = await main(resolve(options.sources));

async function main(root: string): Promise<number> {
  await loadGrammarFromDisk();
  const workspace = new RememberingWorkspace(createNodeWorkspace({ folders: [root] }));
  const project = createProject(workspace, defaultSettings);
  const files = [...readIndex(project).all.keys()].filter((file) => file.endsWith('.py')).sort();
  const next = random(Number(options.seed));
  const pick = <T>(items: readonly T[]): T => items[next(items.length)]!;
  const renamer = new Renamer(project);
  const refusals = new Map<string, number>();
  const tally = { made: 0, places: 0, files: 0, configs: 0, failed: 0 };
  while (tally.made < Number(options.count)) {
    const tried = renamer.tryOne(pick(files), pick);
    if (!tried) continue;
    if ('refused' in tried) {
      refusals.set(tried.refused, (refusals.get(tried.refused) ?? 0) + 1);
      continue;
    }
    tally.made++;
    tally.places += tried.places;
    tally.files += tried.files;
    tally.configs += tried.configs;
    if (tried.differs === undefined) continue;
    tally.failed++;
    process.stdout.write(`${tried.from} → ${tried.to} at ${tried.at}: ${tried.differs}\n`);
  }
  const { made, places, files: changed, configs, failed } = tally;
  process.stdout.write(
    `seed ${options.seed}: ${String(made)} renames of ${String(places)} places in ${String(changed)} files; ${String(configs)} configs evaluated before and after, ${String(failed)} renames changed one\n`,
  );
  process.stdout.write('refused:\n');
  for (const [why, count] of [...refusals].sort((a, b) => b[1] - a[1])) process.stdout.write(`${String(count).padStart(6)} ${why}\n`);
  return failed === 0 ? 0 : 1;
}

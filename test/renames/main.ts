// Renames of random names in a checkout's configs, each followed by a look at every config that it may concern: bundled by run.mjs.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { RememberingWorkspace } from '../../server/src/engine/core/remembering-workspace.js';
import { defaultSettings } from '../../server/src/engine/core/settings.js';
import type { FileId } from '../../server/src/engine/core/span.js';
import type { Workspace } from '../../server/src/engine/core/workspace.js';
import { readIndex, type WorkspaceIndex } from '../../server/src/engine/editor/index/workspace-index.js';
import { createProject } from '../../server/src/engine/project/project.js';
import { loadGrammarFromDisk } from '../../server/src/node/load-grammar.js';
import { createNodeWorkspace } from '../../server/src/node/node-workspace.js';
import { random } from '../fuzz/mutate.js';
import { Mover } from './mover.js';
import { PairWorkspace } from './pair-workspace.js';
import { Renamer, renameKinds, type RenameKind, type Tried } from './renamer.js';

const help = `Usage: npm run renames -- --sources DIR [options]

  --sources DIR  a checkout of OpenCompass, AISBench or lm-evaluation-harness. Nothing is written there
  --kind KIND    what is renamed: list (default), role, column, loader (a column, in the code of a dataset
                 class), dataset or model (the abbr of one), task (in a checkout of
                 lm-evaluation-harness: groups and tags, too), function (what \`!function\` names there). Of a list, all that the configs are is held against what
                 it was; of the others, the prompts of their first pairs. Roles are
                 renamed in a workspace of their own, with a random dataset and a random model of the checkout that are run together
  --tries N      at most so many renames are tried (default 4000)
  --count N      so many renames are made, those that are refused not counted (default 200)
  --once         no file is picked twice: a histogram of the reasons over as many configs as are tried
  --examples N   so many of what is refused are shown in full for each reason (default 0)
  --left         of columns, the lines are shown that still ask something for the old name, in all code that the datasets name
  --seed S       which names, and what they become (default 1)
`;

const { values: options } = parseArgs({
  options: {
    sources: { type: 'string' },
    kind: { type: 'string', default: 'list' },
    tries: { type: 'string', default: '4000' },
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    left: { type: 'boolean', default: false },
    once: { type: 'boolean', default: false },
    examples: { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
});

const kind = renameKinds.find((one) => one === options.kind);
if (options.help || options.sources === undefined || kind === undefined) process.stdout.write(help);
else process.exitCode = await main(resolve(options.sources), kind);

async function main(root: string, of: RenameKind): Promise<number> {
  await loadGrammarFromDisk();
  const workspace = new RememberingWorkspace(createNodeWorkspace({ folders: [root] }));
  const project = createProject(workspace, defaultSettings);
  const index = readIndex(project);
  const files = filesFor(of, index);
  const next = random(Number(options.seed));
  const pick = <T>(items: readonly T[]): T => items[next(items.length)]!;
  const shared = of === 'move' ? new Mover(project, index) : new Renamer(project, of);
  const withRoles = files.filter((file) => hasRoles(workspace, file));
  const models = withRoles.filter((file) => file.includes('/models/'));
  const datasets = withRoles.filter((file) => file.includes('/datasets/'));
  /** A role is in hundreds of configs of a checkout, which is refused: somebody has taken two of them over. */
  const tryRole = (): Tried | undefined => {
    const pair = new PairWorkspace(workspace, index, root, pick(datasets), pick(models));
    return new Renamer(createProject(pair, defaultSettings), of).tryOne(pick([pair.dataset, pair.model]), pick);
  };
  const refusals = new Map<string, string[]>();
  const tally = { made: 0, places: 0, files: 0, configs: 0, failed: 0 };
  let slowest = 0;
  let tries = 0;
  while (tally.made < Number(options.count) && tries < Number(options.tries) && files.length > 0) {
    const start = performance.now();
    const file = pick(files);
    if (options.once) files.splice(files.indexOf(file), 1);
    const tried = of === 'role' ? tryRole() : shared.tryOne(file, pick);
    if (!tried) continue;
    tries++;
    slowest = Math.max(slowest, performance.now() - start);
    if ('refused' in tried) {
      refusals.set(tried.refused, [...(refusals.get(tried.refused) ?? []), tried.said ?? '']);
      continue;
    }
    tally.made++;
    tally.places += tried.places;
    tally.files += tried.files;
    tally.configs += tried.configs;
    for (const line of options.left ? (tried.left ?? []) : []) process.stdout.write(`left of ${tried.from}: ${line}\n`);
    if (tried.differs === undefined) continue;
    tally.failed++;
    process.stdout.write(`${tried.from} → ${tried.to} at ${tried.at}: ${tried.differs}\n`);
  }
  const { made, places, files: changed, configs, failed } = tally;
  process.stdout.write(
    `${of}, seed ${options.seed}: ${String(made)} renames of ${String(places)} places in ${String(changed)} files; ${String(configs)} configs evaluated before and after, ${String(failed)} renames changed one\n`,
  );
  process.stdout.write(
    `${String(tries)} tried, ${String(tries - made)} refused; the slowest took ${slowest.toFixed(0)} ms with all that was held against each other\n`,
  );
  process.stdout.write('refused:\n');
  for (const [why, all] of [...refusals].sort((a, b) => b[1].length - a[1].length)) {
    process.stdout.write(`${String(all.length).padStart(6)} ${why}\n`);
    for (const said of all.slice(0, Number(options.examples))) process.stdout.write(`         ${said}\n`);
  }
  return failed === 0 ? 0 : 1;
}

/** What names are picked from; of what is moved, what others name by its place. */
function filesFor(of: RenameKind, index: WorkspaceIndex): FileId[] {
  if (of === 'move') return [...new Set([...index.all.values()].flatMap(({ imports }) => imports.map(({ file }) => file)))].sort();
  const ending = of === 'task' || of === 'function' ? '.yaml' : '.py';
  return [...(of === 'loader' ? index.code : index.all.keys())].filter((file) => file.endsWith(ending)).sort();
}

function hasRoles(workspace: Workspace, file: FileId): boolean {
  const read = workspace.read(file);
  return read.kind === 'text' && /\brole=/.test(read.text);
}

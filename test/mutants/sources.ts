import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Kind } from './mutation.js';
import { PythonSource } from './python-source.js';
import { TaskSource } from './task-source.js';
import { aisBenchOnly, configValueKinds } from './kinds/values.js';
import { baseKinds, classKinds } from './kinds/bases.js';
import { judgeKinds } from './kinds/judges.js';
import { containerKinds } from './kinds/containers.js';
import { everydayKinds } from './kinds/everyday.js';
import { habitKinds } from './kinds/habits.js';
import { keyKinds } from './kinds/keys.js';
import { runKinds } from './kinds/runs.js';
import { roleKinds } from './kinds/roles.js';
import { syntaxKinds } from './kinds/syntax.js';
import { taskEverydayKinds } from './kinds/task-everyday.js';
import { taskHabitKinds } from './kinds/task-habits.js';
import { taskKeyKinds } from './kinds/task-keys.js';
import { taskTemplateKinds } from './kinds/task-templates.js';
import { taskValueKinds } from './kinds/task-values.js';
import { templateKinds } from './kinds/templates.js';

/** A kind of faults in the configs of one language. */
export interface TextKind {
  readonly id: string;
  sites(file: string, text: string, slip: Parameters<Kind<unknown>['sites']>[1]): ReturnType<Kind<unknown>['sites']>;
}

/** The configs that a framework ships, and what can be wrong in them. */
export interface Shipped {
  readonly framework: 'opencompass' | 'aisbench' | 'lm-eval';
  /** The checkout: nothing outside of it is read. */
  readonly root: string;
  readonly files: readonly string[];
  readonly kinds: readonly TextKind[];
}

const layouts = [
  { framework: 'opencompass', folders: ['opencompass/configs', 'examples'], ending: /\.py$/ },
  { framework: 'aisbench', folders: ['ais_bench/benchmark/configs', 'ais_bench/configs'], ending: /\.py$/ },
  { framework: 'lm-eval', folders: ['lm_eval/tasks'], ending: /\.yaml$/ },
] as const;

/** @throws Error where the folder is no checkout of a framework */
export function shippedIn(source: string): Shipped {
  const root = resolve(source);
  const layout = layouts.find(({ folders }) => existsSync(join(root, folders[0])));
  if (!layout) throw new Error(`${source} has none of ${layouts.map(({ folders }) => folders[0]).join(', ')}.`);
  const files = layout.folders
    .map((folder) => join(root, folder))
    .filter(existsSync)
    .flatMap((folder) => filesBelow(folder, layout.ending));
  return { framework: layout.framework, root, files: inTurn(files, root), kinds: kindsOf(layout.framework) };
}

function filesBelow(folder: string, ending: RegExp): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** One file of each folder, then another of each: a family of a thousand tasks counts as much as one of three. */
function inTurn(files: readonly string[], root: string): readonly string[] {
  const folders = new Map<string, string[]>();
  for (const file of files) {
    const folder = relative(root, dirname(file)).split('/').slice(0, 5).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const queues = [...folders.values()];
  const longest = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => queues.flatMap((queue) => queue.slice(i, i + 1))).flat();
}

const pythonKinds = [
  ...roleKinds,
  ...templateKinds,
  ...keyKinds,
  ...configValueKinds,
  ...judgeKinds,
  ...baseKinds,
  ...classKinds,
  ...syntaxKinds,
  ...containerKinds,
  ...habitKinds,
  ...runKinds,
  ...everydayKinds,
];
const taskKinds = [...taskTemplateKinds, ...taskKeyKinds, ...taskValueKinds, ...taskHabitKinds, ...taskEverydayKinds];

function kindsOf(framework: Shipped['framework']): readonly TextKind[] {
  if (framework === 'lm-eval') return readAs(taskKinds, (file, text) => new TaskSource(file, text));
  const chosen = pythonKinds.filter(({ id }) => framework === 'aisbench' || !aisBenchOnly.has(id));
  return readAs(chosen, (file, text) => new PythonSource(file, text));
}

/** All kinds look at one file after the other: it is read as a tree once. */
function readAs<Source>(kinds: readonly Kind<Source>[], read: (file: string, text: string) => Source): readonly TextKind[] {
  const trees = new Map<string, Source>();
  const tree = (file: string, text: string): Source => {
    const there = trees.get(file) ?? read(file, text);
    trees.set(file, there);
    return there;
  };
  return kinds.map(({ id, sites }) => ({ id, sites: (file, text, slip) => sites(tree(file, text), slip) }));
}

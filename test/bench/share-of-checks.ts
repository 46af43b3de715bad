// How long a folder's configs take to evaluate, to render (with their stages, as whoever shows a prompt has it) and to check, one after the other in one engine: bundled by checks.mjs. Prints JSON: `passes` of a new
// engine, and of the same one once more, which knows the classes then, as an editor's does at each keystroke; `rules`, how long each took a further new engine: taking those times takes time itself.
import { readFileSync } from 'node:fs';
import { tuneForFiles, tuneHeap } from '../../server/src/cli/support/heap.js';
import { findConfigs } from '../../server/src/cli/support/find-configs.js';
import { defaultSettings } from '../../server/src/engine/core/settings.js';
import { languageByEnding } from '../../server/src/engine/core/language.js';
import { RememberingWorkspace } from '../../server/src/engine/core/remembering-workspace.js';
import { looksLikeConfig } from '../../server/src/engine/frameworks/registry.js';
import type { AroundRule } from '../../server/src/engine/checks/run/check-config.js';
import type { FileId } from '../../server/src/engine/core/span.js';
import { finish } from '../../server/src/engine/prompt/finish.js';
import { createProject, type Project, type ProjectOptions } from '../../server/src/engine/project/project.js';
import { loadGrammarFromDisk } from '../../server/src/node/load-grammar.js';
import { createNodeWorkspace } from '../../server/src/node/node-workspace.js';

interface Times {
  readonly prompts: number;
  readonly evaluate: number;
  readonly render: number;
  readonly check: number;
}

/** @param mostTargets so many prompts of a config are rendered */
async function main(root: string, folder: string, mostTargets: number): Promise<void> {
  // As `check` has V8 work.
  tuneHeap('check');
  await loadGrammarFromDisk();
  const { files } = findConfigs([folder], (file) => looksLikeConfig(readFileSync(file, 'utf8'), languageByEnding(file)!));
  tuneForFiles(files.length);
  const opened = (options: ProjectOptions): Project =>
    createProject(new RememberingWorkspace(createNodeWorkspace({ folders: [root] })), defaultSettings, options);
  const project = opened({});
  const passes = [timesOf(project, files, mostTargets), timesOf(project, files, mostTargets)];
  const rules = timesOfRules((aroundRule) => opened({ aroundRule }), files);
  process.stdout.write(JSON.stringify({ configs: files.length, passes, rules }));
}

function timesOf(project: Project, files: readonly FileId[], mostTargets: number): Times {
  const times = { prompts: 0, evaluate: 0, render: 0, check: 0 };
  const timed = <T>(what: 'evaluate' | 'render' | 'check', work: () => T): T => {
    const start = performance.now();
    const made = work();
    times[what] += performance.now() - start;
    return made;
  };
  for (const file of files) {
    const loaded = timed('evaluate', () => project.load(file));
    if (loaded)
      timed('render', () => {
        const targets = loaded.framework.targets(loaded.config, loaded.surroundings).slice(0, mostTargets);
        times.prompts += targets.length;
        for (const target of targets) finish(loaded.framework.render(target));
      });
    timed('check', () => project.check(file));
    project.release(file);
  }
  return times;
}

function timesOfRules(opened: (around: AroundRule) => Project, files: readonly FileId[]): Record<string, number> {
  const rules: Record<string, number> = {};
  const project = opened((rule, run) => {
    const start = performance.now();
    run();
    rules[rule] = (rules[rule] ?? 0) + performance.now() - start;
  });
  for (const file of files) {
    project.check(file);
    project.release(file);
  }
  return rules;
}

void main(process.argv[2] ?? '.', process.argv[3] ?? '.', Number(process.argv[4] ?? Infinity));

// How long a folder's configs take to evaluate, to render (with their stages, as whoever shows a prompt has it) and to check, one after the other in one engine: bundled by checks.mjs. Prints a list as JSON: of a new
// engine, and of the same one once more, which knows the classes then, as an editor's does at each keystroke.
import { readFileSync } from 'node:fs';
import { findConfigs } from '../../server/src/cli/support/find-configs.js';
import { defaultSettings } from '../../server/src/engine/core/settings.js';
import { languageByEnding } from '../../server/src/engine/core/language.js';
import { RememberingWorkspace } from '../../server/src/engine/core/remembering-workspace.js';
import { looksLikeConfig } from '../../server/src/engine/frameworks/registry.js';
import type { FileId } from '../../server/src/engine/core/span.js';
import { finish } from '../../server/src/engine/prompt/finish.js';
import { createProject, type Project } from '../../server/src/engine/project/project.js';
import { loadGrammarFromDisk } from '../../server/src/node/load-grammar.js';
import { createNodeWorkspace } from '../../server/src/node/node-workspace.js';

/** A config may pair hundreds of datasets with as many models; nobody looks at more of them. */
const mostTargets = 200;

async function main(root: string, folder: string): Promise<void> {
  await loadGrammarFromDisk();
  const { files } = findConfigs([folder], (file) => looksLikeConfig(readFileSync(file, 'utf8'), languageByEnding(file)!));
  let rules: Record<string, number> = {};
  const around = (rule: string, run: () => void): void => {
    const start = performance.now();
    run();
    rules[rule] = (rules[rule] ?? 0) + performance.now() - start;
  };
  const project = createProject(new RememberingWorkspace(createNodeWorkspace({ folders: [root] })), defaultSettings, {
    aroundRule: around,
  });
  const passes = [1, 2].map(() => {
    rules = {};
    return { configs: files.length, ...timesOf(project, files), rules };
  });
  process.stdout.write(JSON.stringify(passes));
}

function timesOf(project: Project, files: readonly FileId[]): { evaluate: number; render: number; check: number } {
  const times = { evaluate: 0, render: 0, check: 0 };
  const timed = <T>(what: keyof typeof times, work: () => T): T => {
    const start = performance.now();
    const made = work();
    times[what] += performance.now() - start;
    return made;
  };
  for (const file of files) {
    const loaded = timed('evaluate', () => project.load(file));
    if (loaded)
      timed('render', () => {
        for (const target of loaded.framework.targets(loaded.config, loaded.surroundings).slice(0, mostTargets))
          finish(loaded.framework.render(target));
      });
    timed('check', () => project.check(file));
    project.release(file);
  }
  return times;
}

void main(process.argv[2] ?? '.', process.argv[3] ?? '.');

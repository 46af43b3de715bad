// The tasks of the folder `visitors`, as users write them for runs of the real lm-evaluation-harness: YAML with the functions and the data beside it.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainMode } from './plain-mode.mjs';

/**
 * All files below a folder, by their names relative to it.
 * @param {string} folder
 * @returns {Record<string, Buffer>}
 */
export function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.pyc'))
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}

/** All files by their names, relative to the folder in which the harness is started. */
export const files = filesBelow(fileURLToPath(new URL('visitors', import.meta.url)));

/**
 * Each task and group with the file that it is written in.
 * @type {[string, string][]}
 */
export const tasks = Object.entries(files).flatMap(([file, content]) => {
  const name = /^"?(?:task|group)"?: "?(\w+)"?$/m.exec(content.toString())?.[1];
  return name !== undefined && file.endsWith('.yaml') && !basename(file).startsWith('_') ? [[name, file]] : [];
});

/** Those of them that are groups. */
export const groups = tasks
  .map(([name]) => name)
  .filter((name) => /^(?:trips_|(?:stall|clinic)_group$|exam_(?:all|stem|cloze)$)/.test(name));

/** How the harness is started. */
export const modes = {
  plain: plainMode,
  'three shots': { ...plainMode, num_fewshot: 3 },
  'no shots': { ...plainMode, num_fewshot: 0 },
  instructed: { ...plainMode, system_instruction: 'Think first. ', num_fewshot: 1, fewshot_seed: 42 },
  chat: { ...plainMode, apply_chat_template: true },
  'chat with shots': { ...plainMode, apply_chat_template: true, num_fewshot: 2, system_instruction: 'Think first.\n' },
  'chat in one turn': { ...plainMode, apply_chat_template: true, fewshot_as_multiturn: false, num_fewshot: 2, fewshot_seed: 0 },
  part: { ...plainMode, limit: 0.5, num_fewshot: 1 },
  // For groups there is no such list of all their tasks.
  samples: { ...plainMode, samples: [3, 1] },
};

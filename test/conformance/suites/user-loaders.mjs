// Suite that asks Python itself: dataset classes of a user's kind, written for this project, with OpenCompass's own base class.
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linesOfPython } from '../end-to-end/python.mjs';
import { files, loads } from '../end-to-end/user-loaders.mjs';
import { parseLossless } from '../json.mjs';
import { compareLoaded } from './loaders.mjs';

const program = fileURLToPath(new URL('../end-to-end/run_loaders.py', import.meta.url));
const source = fileURLToPath(new URL('../end-to-end/loaders/user_loaders.py', import.meta.url));

export const userLoaders = {
  name: 'end-to-end loaders',
  goldens: [],
  sourcesOption: 'sources',
  needsSources: true,
  needsOpenCompass: true,
  cases: async ({ openCompass, sources }) => {
    const root = mkdtempSync(join(tmpdir(), 'preflight-loaders-'));
    const end = () => rmSync(root, { recursive: true, force: true });
    try {
      copyFileSync(source, join(root, 'user_loaders.py'));
      // A link that leads out of the folder is not followed.
      cpSync(join(sources, 'opencompass'), join(root, 'opencompass'), {
        recursive: true,
        filter: (path) => !path.includes('/opencompass/configs'),
      });
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        writeFileSync(join(root, name), text);
      }
      const answers = await linesOfPython(openCompass, program, { root, loads }, parseLossless);
      return { cases: answers.map((answer, i) => caseOf(root, answer, loads[i], i)), end };
    } catch (error) {
      end();
      throw error;
    }
  },
};

function caseOf(root, answer, [name, given], number) {
  return {
    request: {
      id: `${name}#${number}`,
      op: 'dataset-rows',
      framework: 'opencompass',
      root,
      class: `user_loaders.${name}`,
      arguments: given,
      env: {},
    },
    compare: (actual) => compareLoaded(answer, actual),
  };
}

import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { transform } from 'esbuild';

/**
 * A plugin of esbuild: several entry points as CommonJS that share their code, each part a file that is loaded when it is asked for. esbuild splits only
 * modules of ECMAScript; made CommonJS behind that, they start sooner: Node's other loader need not be there, and V8 reads each class once, where a bundle of one file
 * wraps in a function what is imported late.
 */
export const splitCommonJs = {
  name: 'split-commonjs',
  setup(build) {
    const { target, sourcemap, minify, supported } = build.initialOptions;
    // The map of the first step goes on to the second one within the text.
    Object.assign(build.initialOptions, { splitting: true, format: 'esm', write: false, sourcemap: sourcemap ? 'inline' : false });
    build.onEnd(async ({ outputFiles = [] }) => {
      await Promise.all(
        outputFiles.map(async ({ path, text }) => {
          const { code, map } = await transform(text, {
            format: 'cjs',
            platform: 'node',
            target,
            minify,
            supported: { ...supported, 'dynamic-import': false },
            sourcemap: sourcemap ? 'external' : false,
            sourcefile: path,
            legalComments: 'none',
            banner: '"use strict";',
          });
          await mkdir(dirname(path), { recursive: true });
          const name = path.slice(dirname(path).length + 1);
          await writeFile(path, inAscii(code) + (map ? `//# sourceMappingURL=${name}.map\n` : ''));
          if (map) await writeFile(`${path}.map`, map);
        }),
      );
    });
  },
};

/**
 * esbuild writes ASCII but in regular expressions and comments; one other character, and V8 holds the whole text with two bytes for each and takes longer
 * to read it.
 */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

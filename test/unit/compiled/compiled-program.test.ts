import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CodeCache } from '../../../server/src/node/compiled/code-cache.js';
import { CompiledProgram } from '../../../server/src/node/compiled/compiled-program.js';

let folder: string;
let cache: CodeCache;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-program-'));
  cache = CodeCache.open(join(folder, 'compiled'))!;
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const filler = `// ${'x'.repeat(20_000)}\n`;
const main = 'main-ABCDEF12.js';
const other = 'other-12ABCDEF.js';

/** A program of two parts, of which the first asks the second and Node. */
function write(answer = 41): string {
  writeFileSync(
    join(folder, main),
    `"use strict";${filler}const { join } = require("node:path"); const { answer } = require("./${other}"); exports.answer = () => join(__dirname, String(answer() + 1)); exports.same = require("./${other}");`,
  );
  writeFileSync(
    join(folder, other),
    `"use strict";${filler}exports.answer = function () { return ${String(answer)}; }; exports.calls = [];`,
  );
  return join(folder, main);
}

const kept = (): string[] => readdirSync(join(folder, 'compiled')).map((name) => name.replace(/^[0-9a-f]+-/, ''));

function answerOf(program: CompiledProgram, file: string): string {
  return (program.load(file) as { answer: () => string }).answer();
}

describe('a program of parts', () => {
  it('is loaded with the parts that it asks for, each once, and what Node has', () => {
    const file = write();
    const program = new CompiledProgram(undefined);
    expect(answerOf(program, file)).toBe(join(folder, '42'));
    const { same } = program.load(file) as { same: unknown };
    expect(program.load(join(folder, other))).toBe(same);
  });

  it('says which file an exception comes from', () => {
    writeFileSync(join(folder, main), '"use strict";\nthrow new Error("broken");');
    const error = new CompiledProgram(cache).load.bind(new CompiledProgram(cache), join(folder, main));
    expect(error).toThrow('broken');
    expect(() => new CompiledProgram(cache).load(join(folder, 'gone.js'))).toThrow(/ENOENT/);
  });

  it('runs from the code that was kept', () => {
    const file = write();
    const first = new CompiledProgram(cache);
    expect(answerOf(first, file)).toBe(join(folder, '42'));
    first.keep();
    expect(kept().sort()).toEqual([main, other]);
    // V8 knows a kept code by the length of its text: if it is used, the program still does what the first text said.
    write(51);
    expect(answerOf(new CompiledProgram(cache), file)).toBe(join(folder, '42'));
    expect(answerOf(new CompiledProgram(undefined), file)).toBe(join(folder, '52'));
  });

  it('is read anew where its text has another length, and where what is kept is no code', () => {
    const file = write();
    const first = new CompiledProgram(cache);
    first.load(file);
    first.keep();
    write(1000);
    expect(answerOf(new CompiledProgram(cache), file)).toBe(join(folder, '1001'));
    for (const name of readdirSync(join(folder, 'compiled'))) writeFileSync(join(folder, 'compiled', name), Buffer.alloc(5000, 7));
    expect(answerOf(new CompiledProgram(cache), file)).toBe(join(folder, '1001'));
  });

  it('is kept again by a program that has worked much longer, or had a part without code', () => {
    const file = write();
    const now = vi.spyOn(performance, 'now');
    const keepAfter = (ms: number): number => {
      const program = new CompiledProgram(cache);
      program.load(file);
      now.mockReturnValue(ms);
      program.keep();
      const [name] = readdirSync(join(folder, 'compiled'));
      return readFileSync(join(folder, 'compiled', name!)).readUInt32LE(0);
    };
    expect(keepAfter(100)).toBe(100);
    expect(keepAfter(299)).toBe(100);
    expect(keepAfter(300)).toBe(300);
    rmSync(
      join(
        folder,
        'compiled',
        readdirSync(join(folder, 'compiled')).find((name) => name.endsWith(other))!,
      ),
    );
    expect(keepAfter(200)).toBe(200);
  });

  it('keeps no part that is short, or is not named by what is in it', () => {
    const file = write();
    writeFileSync(join(folder, 'plain.js'), `"use strict";${filler}require("./${main}");`);
    writeFileSync(join(folder, 'short-ABCDEF12.js'), 'require("./plain.js");');
    const program = new CompiledProgram(cache);
    program.load(join(folder, 'short-ABCDEF12.js'));
    expect(answerOf(program, file)).toBe(join(folder, '42'));
    program.keep();
    expect(kept().sort()).toEqual([main, other]);
  });
});

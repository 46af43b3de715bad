import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
import type { CodeCache, CompiledCode } from './code-cache.js';

/** What the build names by a hash of what is in it: of a part with another name the code might be that of another text. */
const namedByContent = /-[0-9A-Z]{8}\.js$/;
/** What is shorter is compiled as fast as its code is read. */
const worthKeeping = 16_384;
/** Code is kept again by a program that has worked so many times as long as the one that it is of. */
const longer = 3;

type Part = (exports: object, require: (name: string) => unknown, module: { exports: object }, file: string, folder: string) => void;

/**
 * The parts of a program, which are CommonJS, with V8's code of them where that is kept: it need not be made anew, neither when a part is loaded nor when a function is
 * first called.
 */
export class CompiledProgram {
  private readonly modules = new Map<string, { exports: object }>();
  private readonly scripts = new Map<string, Script>();
  /** V8's release, flags and processor: its code is for those only. */
  private readonly tag = cachedDataVersionTag();
  /** For how long the program that the code is of had worked; 0 where a part has none. */
  private workMs = Infinity;

  /** @param cache undefined where there is none: then nothing is kept */
  constructor(private readonly cache: CodeCache | undefined) {}

  /** The exports of a part, which is loaded once. @param file its absolute path @throws what the part throws, and what reading it does */
  load(file: string): unknown {
    const there = this.modules.get(file);
    if (there) return there.exports;
    const module = { exports: {} };
    this.modules.set(file, module);
    const others = createRequire(file);
    const require = (name: string): unknown => (name.startsWith('./') ? this.load(join(dirname(file), name)) : others(name));
    const part = this.compiled(file).runInThisContext() as Part;
    part.call(module.exports, module.exports, require, module, file, dirname(file));
    return module.exports;
  }

  /**
   * Keeps the code of all functions that were called so far, where that is much more than was kept. Takes some 30 ms, and is to be called when the work is done, or much of it.
   */
  keep(): void {
    const workMs = Math.round(performance.now());
    // Another tag: the flags of V8 have been changed, and its code would be for them.
    if (!this.cache || workMs < longer * this.workMs || cachedDataVersionTag() !== this.tag) return;
    this.workMs = workMs;
    const codes = new Map<string, CompiledCode>();
    for (const [file, script] of this.scripts) codes.set(this.keptAs(file), { data: script.createCachedData(), workMs });
    this.cache.write(codes);
  }

  private compiled(file: string): Script {
    const text = readFileSync(file, 'utf8');
    const code = `(function (exports, require, module, __filename, __dirname) {${text}\n})`;
    if (!this.cache || text.length < worthKeeping || !namedByContent.test(file)) return new Script(code, { filename: file });
    const kept = this.cache.read(this.keptAs(file));
    const script = new Script(code, { filename: file, ...(kept && { cachedData: kept.data }) });
    this.workMs = Math.min(this.workMs, kept && !script.cachedDataRejected ? kept.workMs : 0);
    this.scripts.set(file, script);
    return script;
  }

  private keptAs(file: string): string {
    return `${this.tag.toString(16)}-${basename(file)}`;
  }
}

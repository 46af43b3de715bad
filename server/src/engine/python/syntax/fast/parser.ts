import type { FileId } from '../../../core/span.js';
import { giveUp } from './give-up.js';
import { Scanner } from './scanner.js';

/** The innermost function, lambda, class, or the module. */
export interface FastScope {
  readonly kind: 'module' | 'class' | 'function' | 'lambda';
  /** Within `async def`. */
  readonly async: boolean;
  /** Set when a `yield` is met. */
  generator: boolean;
}

/** Far less than what the stack bears. */
const deepest = 120;

/** What the fast parser knows while it reads. */
export class FastParser {
  scope: FastScope = { kind: 'module', async: false, generator: false };
  /** Depth of loops around the statement within its scope. */
  loops = 0;
  /** Where the last `yield` stands: none may within a comprehension. */
  lastYield = -1;
  private depth = 0;

  constructor(
    readonly file: FileId,
    readonly tokens: Scanner,
  ) {}

  /** A parser of the expression at `at` in the same text, as if within brackets. */
  at(at: number): FastParser {
    const inner = new FastParser(this.file, new Scanner(this.tokens.text, at, 1));
    inner.depth = this.depth;
    return inner;
  }

  /** Must be called around whatever may hold itself. */
  deeper<T>(parse: (parser: FastParser) => T): T {
    if (++this.depth > deepest) giveUp();
    const result = parse(this);
    this.depth--;
    return result;
  }

  within<T>(kind: FastScope['kind'], async: boolean, parse: () => T): { readonly result: T; readonly generator: boolean } {
    const { scope, loops } = this;
    const inner: FastScope = { kind, async, generator: false };
    this.scope = inner;
    this.loops = 0;
    const result = parse();
    this.scope = scope;
    this.loops = loops;
    return { result, generator: inner.generator };
  }
}

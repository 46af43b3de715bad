import type { Assertion, PatternShape } from './re-shape.js';

/** Steps of a pattern; each goes on with the one behind it where nothing else is said. */
export type Instruction =
  | { readonly op: 'character'; readonly test: (code: number) => boolean }
  | { readonly op: 'assertion'; readonly which: Assertion }
  /** What the group has found, once more. */
  | { readonly op: 'reference'; readonly slot: number }
  /** Goes on where the group has found something, else at `otherwise`. */
  | { readonly op: 'given'; readonly slot: number; otherwise: number }
  /** Tries `first`, and if that fails `second`. */
  | { readonly op: 'split'; first: number; second: number }
  | { readonly op: 'jump'; to: number }
  /** Keeps the place in a slot: two for each group. */
  | { readonly op: 'save'; readonly slot: number }
  | { readonly op: 'look'; readonly program: Program; readonly ahead: boolean; readonly negative: boolean; readonly width: number }
  | { readonly op: 'done' };

export type Program = readonly Instruction[];

/** More instructions than this are not made: bounded repetitions within each other multiply. */
const longest = 20_000;

/** Thrown where a pattern is too large. */
export class TooLong extends Error {}

/** What runs a pattern. Bounded repetitions are written out. @throws TooLong */
export function compileShape(shape: PatternShape, ignoreCase: boolean): Program {
  const compiler = new Compiler(ignoreCase, new Map());
  return compiler.whole(shape);
}

class Compiler {
  private readonly program: Instruction[] = [];

  constructor(
    private readonly ignoreCase: boolean,
    private readonly tests: Map<string, (code: number) => boolean>,
  ) {}

  whole(shape: PatternShape): Program {
    this.add({ op: 'save', slot: 0 });
    this.shape(shape);
    this.add({ op: 'save', slot: 1 });
    this.add({ op: 'done' });
    return this.program;
  }

  private get here(): number {
    return this.program.length;
  }

  private add<T extends Instruction>(instruction: T): T {
    if (this.program.length >= longest) throw new TooLong();
    this.program.push(instruction);
    return instruction;
  }

  private shape(shape: PatternShape): void {
    switch (shape.kind) {
      case 'character':
        this.add({ op: 'character', test: this.test(shape.source) });
        break;
      case 'assertion':
        this.add({ op: 'assertion', which: shape.which });
        break;
      case 'reference':
        this.add({ op: 'reference', slot: 2 * shape.number });
        break;
      case 'condition':
        this.condition(shape);
        break;
      case 'sequence':
        for (const part of shape.parts) this.shape(part);
        break;
      case 'choice':
        this.choice(shape.branches);
        break;
      case 'repetition':
        this.repetition(shape);
        break;
      case 'group':
        this.add({ op: 'save', slot: 2 * shape.number });
        this.shape(shape.of);
        this.add({ op: 'save', slot: 2 * shape.number + 1 });
        break;
      case 'look':
        this.add({
          op: 'look',
          program: new Compiler(this.ignoreCase, this.tests).whole(shape.of),
          ahead: shape.ahead,
          negative: shape.negative,
          width: shape.width,
        });
    }
  }

  private condition({ number, yes, no }: Extract<PatternShape, { kind: 'condition' }>): void {
    const given = this.add({ op: 'given' as const, slot: 2 * number, otherwise: 0 });
    this.shape(yes);
    const end = this.add({ op: 'jump' as const, to: 0 });
    given.otherwise = this.here;
    this.shape(no);
    end.to = this.here;
  }

  private choice(branches: readonly PatternShape[]): void {
    const ends: { to: number }[] = [];
    branches.forEach((branch, i) => {
      if (i === branches.length - 1) {
        this.shape(branch);
        return;
      }
      const split = this.add({ op: 'split' as const, first: this.here + 1, second: 0 });
      this.shape(branch);
      ends.push(this.add({ op: 'jump' as const, to: 0 }));
      split.second = this.here;
    });
    for (const end of ends) end.to = this.here;
  }

  private repetition({ of, min, max, lazy }: Extract<PatternShape, { kind: 'repetition' }>): void {
    for (let i = 0; i < min; i++) this.shape(of);
    if (max === undefined) {
      const loop = this.here;
      const split = this.add({ op: 'split' as const, first: 0, second: 0 });
      this.shape(of);
      this.add({ op: 'jump', to: loop });
      this.aim(split, loop + 1, this.here, lazy);
      return;
    }
    const splits: { readonly split: { first: number; second: number }; readonly body: number }[] = [];
    for (let i = min; i < max; i++) {
      const split = this.add({ op: 'split' as const, first: 0, second: 0 });
      splits.push({ split, body: this.here });
      this.shape(of);
    }
    for (const { split, body } of splits) this.aim(split, body, this.here, lazy);
  }

  private aim(split: { first: number; second: number }, body: number, end: number, lazy: boolean): void {
    split.first = lazy ? end : body;
    split.second = lazy ? body : end;
  }

  /** Whether a code point is of a class. JavaScript knows; what it said is kept. */
  private test(source: string): (code: number) => boolean {
    const there = this.tests.get(source);
    if (there) return there;
    const regex = new RegExp(`^${source}$`, this.ignoreCase ? 'iu' : 'u');
    const known = new Map<number, boolean>();
    const test = (code: number): boolean => {
      let is = known.get(code);
      if (is === undefined) known.set(code, (is = regex.test(String.fromCodePoint(code))));
      return is;
    };
    this.tests.set(source, test);
    return test;
  }
}

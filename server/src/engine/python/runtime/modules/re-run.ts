import { isWordCharacter } from './re-syntax.js';
import type { Program } from './re-program.js';
import type { Assertion } from './re-shape.js';

/** What has been found. */
export interface FoundMatch {
  /** Where the groups stand (UTF-16); group 0 is the whole. */
  readonly groups: readonly (readonly [start: number, end: number] | undefined)[];
  /** The group that was closed last; 0 where there is none. */
  readonly lastGroup: number;
}

/**
 * Runs a pattern on a text by trying one way after the other, as Python does, but no place of the pattern twice at one place of the text: what has
 * failed there fails again, unless the pattern refers to groups. So the work grows with the text, and not faster, but for such patterns and for what looks ahead.
 */
export class Matcher {
  /** Work that has not been counted yet. */
  private pending = 0;
  /** Whether what groups hold decides what fails: then no way is passed over because it has failed before. */
  private readonly refers: boolean;

  constructor(
    private readonly program: Program,
    private readonly text: string,
    private readonly groupCount: number,
    /** Counts work; throws LimitError when there is too much of it. */
    private readonly count: (steps: number) => void,
  ) {
    this.refers = program.some(refers);
  }

  /** Behind those of the groups: the number of the group that was closed last. */
  private get lastSlot(): number {
    return 2 * (this.groupCount + 1);
  }

  /** The first match from `from` on; with `here` only one that starts there. */
  find(from: number, here: boolean): FoundMatch | undefined {
    const tried = new Set<number>();
    for (let start = from; start <= this.text.length; start += this.widthAt(start)) {
      const slots = this.run(this.program, start, tried);
      if (slots) {
        this.settle();
        const groups = Array.from({ length: this.groupCount + 1 }, (_, i) =>
          slots[2 * i]! >= 0 && slots[2 * i + 1]! >= 0 ? ([slots[2 * i]!, slots[2 * i + 1]!] as const) : undefined,
        );
        return { groups, lastGroup: Math.max(0, slots[this.lastSlot]!) };
      }
      if (here) break;
    }
    this.settle();
    return undefined;
  }

  private widthAt(at: number): number {
    return (this.text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  }

  /** Four instructions are about as much work as a step of the evaluation. */
  private settle(): void {
    this.count(this.pending >> 2);
    this.pending = 0;
  }

  /** @param tried where choices have been made, as far as they led to nothing */
  private run(program: Program, start: number, tried: Set<number>): Int32Array | undefined {
    const slots = new Int32Array(this.lastSlot + 1).fill(-1);
    /** What to go back to: the place in the program and in the text; or a slot as -1 - slot and what it held. */
    const back: number[] = [];
    let pc = 0;
    let at = start;
    for (;;) {
      if (++this.pending > 1000) this.settle();
      const instruction = program[pc]!;
      let holds = true;
      switch (instruction.op) {
        case 'character': {
          const code = this.text.codePointAt(at);
          holds = code !== undefined && instruction.test(code);
          if (holds) at += code! > 0xffff ? 2 : 1;
          pc++;
          break;
        }
        case 'split': {
          const place = at * program.length + pc;
          holds = this.refers || !tried.has(place);
          if (!holds) break;
          this.pending += 3;
          if (!this.refers) tried.add(place);
          back.push(instruction.second, at);
          pc = instruction.first;
          break;
        }
        case 'jump':
          pc = instruction.to;
          break;
        case 'save':
          back.push(-1 - instruction.slot, slots[instruction.slot]!);
          slots[instruction.slot] = at;
          if (instruction.slot > 1 && instruction.slot % 2 === 1) {
            back.push(-1 - this.lastSlot, slots[this.lastSlot]!);
            slots[this.lastSlot] = instruction.slot >> 1;
          }
          pc++;
          break;
        case 'given':
          // Only what has been closed counts.
          pc = slots[instruction.slot + 1]! >= 0 ? pc + 1 : instruction.otherwise;
          break;
        case 'assertion':
          holds = this.holds(instruction.which, at);
          pc++;
          break;
        case 'reference': {
          const [from, to] = [slots[instruction.slot]!, slots[instruction.slot + 1]!];
          holds = from >= 0 && to >= from && this.text.startsWith(this.text.slice(from, to), at);
          this.pending += Math.max(0, to - from);
          if (holds) at += to - from;
          pc++;
          break;
        }
        case 'look': {
          const from = instruction.ahead ? at : this.before(at, instruction.width);
          const found = from < 0 ? undefined : this.run(instruction.program, from, new Set());
          holds = (found !== undefined) !== instruction.negative;
          if (found && holds) this.keep(found, slots, back);
          pc++;
          break;
        }
        case 'done':
          return slots;
      }
      if (holds) continue;
      let to = back.length;
      while (to > 0 && back[to - 2]! < 0) {
        slots[-1 - back[to - 2]!] = back[to - 1]!;
        to -= 2;
      }
      if (to === 0) return undefined;
      pc = back[to - 2]!;
      at = back[to - 1]!;
      back.length = to - 2;
    }
  }

  /** What groups within an assertion have found is kept. */
  private keep(found: Int32Array, slots: Int32Array, back: number[]): void {
    for (let slot = 2; slot < found.length; slot++) {
      if (found[slot]! < 0) continue;
      back.push(-1 - slot, slots[slot]!);
      slots[slot] = found[slot]!;
    }
  }

  /** The place `width` characters before another; below 0 where there are not so many. */
  private before(at: number, width: number): number {
    let place = at;
    for (let i = 0; i < width && place >= 0; i++) {
      const pair = place >= 2 && (this.text.codePointAt(place - 2) ?? 0) > 0xffff;
      place -= pair ? 2 : 1;
    }
    return place;
  }

  private holds(which: Assertion, at: number): boolean {
    const { text } = this;
    switch (which) {
      case 'start':
        return at === 0;
      case 'lineStart':
        return at === 0 || text[at - 1] === '\n';
      case 'end':
        return at === text.length;
      case 'lastLine':
        return at === text.length || (at === text.length - 1 && text[at] === '\n');
      case 'lineEnd':
        return at === text.length || text[at] === '\n';
      case 'asciiBoundary':
      case 'notAsciiBoundary':
        return (this.asciiWordAt(at) !== this.asciiWordAt(at - 1)) === (which === 'asciiBoundary');
      default:
        return (this.wordAt(at) !== this.wordAt(this.before(at, 1))) === (which === 'boundary');
    }
  }

  private asciiWordAt(at: number): boolean {
    const code = at < 0 ? NaN : this.text.charCodeAt(at);
    return code < 128 && isWordCharacter(code);
  }

  private wordAt(at: number): boolean {
    const code = at < 0 ? undefined : this.text.codePointAt(at);
    return code !== undefined && isWordCharacter(code);
  }
}

/** Whether an instruction, or one within what it looks for, refers to a group. */
function refers(instruction: Program[number]): boolean {
  return instruction.op === 'reference' || instruction.op === 'given' || (instruction.op === 'look' && instruction.program.some(refers));
}

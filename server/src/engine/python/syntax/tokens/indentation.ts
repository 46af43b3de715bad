/** A problem of indentation at the first character of a line. */
export type IndentProblem =
  | 'unexpected indent'
  | 'expected an indented block'
  | 'unindent does not match any outer indentation level'
  | 'inconsistent use of tabs and spaces in indentation'
  | 'too many levels of indentation';

interface Level {
  readonly column: number;
  /** The column when a tab counts as one: both must agree on what is deeper (`Parser/tokenizer.c`). */
  readonly tabless: number;
}

const maxLevels = 100;

/** Follows the indentation of logical lines as CPython's tokenizer and parser do. */
export class Indentation {
  private levels: Level[] = [{ column: 0, tabless: 0 }];

  /** Measures the white space of `text` from `start` to `end`; a form feed starts anew. */
  static measure(text: string, start: number, end: number): Level {
    let column = 0;
    let tabless = 0;
    for (let i = start; i < end; i++) {
      const c = text.charCodeAt(i);
      if (c === 9) column = (Math.floor(column / 8) + 1) * 8;
      else column = c === 12 ? 0 : column + 1;
      tabless = c === 12 ? 0 : tabless + 1;
    }
    return { column, tabless };
  }

  /** Forgets all levels. */
  reset(): void {
    this.levels = [{ column: 0, tabless: 0 }];
  }

  /**
   * Takes the next logical line.
   * @param expected whether the line before ended in a colon
   */
  line(level: Level, expected: boolean): IndentProblem | undefined {
    const top = this.levels[this.levels.length - 1]!;
    if (level.column === top.column) {
      if (level.tabless !== top.tabless) return 'inconsistent use of tabs and spaces in indentation';
      return expected ? 'expected an indented block' : undefined;
    }
    if (level.column > top.column) return this.deeper(level, top, expected);
    const problem = this.shallower(level);
    return expected ? 'expected an indented block' : problem;
  }

  private deeper(level: Level, top: Level, expected: boolean): IndentProblem | undefined {
    this.levels.push(level);
    if (this.levels.length > maxLevels) return 'too many levels of indentation';
    if (level.tabless <= top.tabless) return 'inconsistent use of tabs and spaces in indentation';
    return expected ? undefined : 'unexpected indent';
  }

  private shallower(level: Level): IndentProblem | undefined {
    while (this.levels.length > 1 && level.column < this.levels[this.levels.length - 1]!.column) this.levels.pop();
    const top = this.levels[this.levels.length - 1]!;
    if (level.column !== top.column) return 'unindent does not match any outer indentation level';
    return level.tabless === top.tabless ? undefined : 'inconsistent use of tabs and spaces in indentation';
  }
}

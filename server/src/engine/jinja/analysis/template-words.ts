import type { JinjaAt } from '../syntax/jinja-ast.js';
import { mostTokens, type JinjaToken } from '../syntax/jinja-tokens.js';
import { tokenize } from '../syntax/lexer.js';
import { TemplateFault } from '../syntax/template-fault.js';
import type { WhiteSpace } from '../syntax/white-space.js';

/** A word within the tags of a template. `call`: a filter, a test, or what is called; `name`: a variable. */
export interface JinjaWord extends JinjaAt {
  readonly kind: 'keyword' | 'call' | 'name';
}

/** Words of expressions; the first word of a statement is one, whatever it is (jinja2 3.1 `parser.py`). */
const operators: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else', 'recursive']);
const constants: ReadonlySet<string> = new Set(['true', 'false', 'none', 'True', 'False', 'None']);

/** Which of it is sent changes no word. */
const asWritten: WhiteSpace = { trimBlocks: false, lstripBlocks: false, keepTrailingNewline: true };

/** The words of a template by how they stand, up to where it cannot be read; constants and members behind a dot are left out. */
export function wordsOf(source: string): JinjaWord[] {
  const words: JinjaWord[] = [];
  try {
    const tokens = tokenize(source, asWritten);
    let [before, token] = [undefined as JinjaToken | undefined, tokens.next().value];
    for (let count = 0; token.type !== 'eof' && count < mostTokens; count++) {
      const after = tokens.next().value;
      const kind = token.type === 'name' ? kindOf(token, before, after) : undefined;
      if (kind) words.push({ kind, start: token.start, end: token.end });
      // `is not defined` is `is defined` otherwise.
      if (!(token.value === 'not' && before?.value === 'is')) before = token;
      token = after;
    }
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error;
  }
  return words;
}

function kindOf({ value }: JinjaToken, before: JinjaToken | undefined, after: JinjaToken): JinjaWord['kind'] | undefined {
  if (before?.type === 'block_begin') return 'keyword';
  if (before?.type === 'pipe' || (before?.type === 'name' && before.value === 'is' && value !== 'not')) return 'call';
  if (before?.type === 'dot') return after.type === 'lparen' ? 'call' : undefined;
  if (operators.has(value)) return 'keyword';
  if (constants.has(value)) return undefined;
  return after.type === 'lparen' ? 'call' : 'name';
}

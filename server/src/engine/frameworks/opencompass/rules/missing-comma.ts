import { lex } from '../../../python/syntax/tokens/lex.js';
import type { Token } from '../../../python/syntax/tokens/token.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { say } from '../../../core/say.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';

/** Two names side by side in a list, which Python joins to one text: a comma was left out. */
export const missingComma: ConfigRule = {
  id: 'missing-comma',
  title: 'Two names side by side in a list, without a comma between them',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'A list with one name that nothing is called, in place of two',
  scope: 'document',
  *check({ file, evaluation, text }: CheckContext): Iterable<Finding> {
    const source = evaluation.language === 'python' ? text(file) : '';
    // Nearly no config has two such texts side by side: only then it is cut into tokens.
    if (!sideBySide.test(source)) return;
    const tokens: Token[] = [];
    lex(source, tokens);
    for (const [first, second] of joinedNames(source, tokens)) {
      const joined = source.slice(first.start + 1, first.end - 1) + source.slice(second.start + 1, second.end - 1);
      const at = { file, start: first.end, end: first.end };
      yield {
        span: { file, start: first.start, end: second.end },
        message: say`Without a comma between them Python makes one text of both: the list has '${joined}' in it, and neither of the two.`,
        fixes: oneEdit(say`Put a comma between them`, false, { span: at, newText: ',' }),
      };
    }
  },
};

const sideBySide = /(['"])[\w@.+-]{1,60}\1(?:\s|#[^\n]*\n)+(['"])[\w@.+-]{1,60}\2\s*[,\]#]|\bstop\w*['"]?\s*[=:]\s*\[[^\]\n]*['"] +['"]/;
const name = /^(['"])[A-Za-z][\w@.+-]*\1$/;

/** Where a name is not at its end: what follows it belongs to it. */
const openEnd = /[-_./+@]['"]$/;
const openStart = /^['"][-_./+@]/;

/** Pairs of texts that are an item of a list together, and each a name by itself. */
function* joinedNames(source: string, tokens: readonly Token[]): Iterable<readonly [Token, Token]> {
  const textOf = ({ start, end }: Token): string => source.slice(start, end);
  const meaningful = tokens.filter(({ kind }) => kind !== 'newline');
  const around = (opening: number): readonly string[] => meaningful.slice(Math.max(0, opening - 2), opening).map(textOf);
  const open: number[] = [];
  for (const [i, token] of meaningful.entries()) {
    if (token.kind === 'mark') track(open, textOf(token), i);
    const second = meaningful[i + 1];
    const opening = open.at(-1);
    if (token.kind !== 'string' || second?.kind !== 'string' || opening === undefined) continue;
    const [before, after] = [meaningful[i - 1], meaningful[i + 2]];
    if (!before || !after || ![',', '['].includes(textOf(before)) || ![',', ']'].includes(textOf(after))) continue;
    if (textOf(meaningful[opening]!) !== '[' || isColumns(around(opening))) continue;
    const [a, b] = [textOf(token), textOf(second)];
    const isStop = isShort.test(a) && isShort.test(b) && !/\n/.test(source.slice(token.end, second.start)) && isStops(around(opening));
    if (isStop || (name.test(a) && name.test(b) && !openEnd.test(a) && !openStart.test(b))) yield [token, second];
  }
}

/** Keeps the index of the bracket that is open. */
function track(open: number[], mark: string, at: number): void {
  if ('([{'.includes(mark)) open.push(at);
  else if (')]}'.includes(mark)) open.pop();
}

/** What ends an answer is short: parts of a long text are meant as one. */
const isShort = /^(['"])\S{1,20}\1$/;

/** Whether a list is one of texts that end an answer. */
function isStops([key = '', mark = '']: readonly string[]): boolean {
  return /^['"]?(?:stopping_criteria|stop_words|stop)['"]?$/.test(key) && (mark === '=' || mark === ':');
}

/** Of columns `comma-in-column` tells more. */
function isColumns([key = '', mark = '']: readonly string[]): boolean {
  return /^['"]?input_columns['"]?$/.test(key) && (mark === '=' || mark === ':');
}

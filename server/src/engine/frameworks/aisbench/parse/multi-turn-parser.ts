import { PyError } from '../../../core/errors.js';
import { pyRepr } from '../../../python/runtime/semantics.js';
import { ListValue, textOf, type Value } from '../../../core/value.js';
import { Fault } from '../../opencompass/values/fault.js';
import type { ParseMode, Parsed, Parser } from '../../opencompass/parse/parser.js';
import { PromptList } from '../../opencompass/values/prompt-list.js';
import { field, textLike, withEntry } from '../../opencompass/values/python-value.js';
import { named } from '../values/faults.js';
import { roundBounds } from '../template/round-bounds.js';

/** What `infer_mode` may be. */
export const inferModes = ['last', 'every', 'every_with_gt'] as const;

/**
 * Asks a conversation turn by turn: the prompt is cut before each of its answers (turns with the role BOT, by this very name), and each part is
 * parsed on its own. AISBench 3.1.0 `openicl/icl_inferencer/icl_multiturn_inferencer.py`.
 */
export class MultiTurnParser implements Parser {
  /** @param inferMode `every`: the model's own answers so far; `every_with_gt`: the row's; `last`: only before the last answer */
  constructor(
    private readonly parser: Parser,
    private readonly inferMode: Value | undefined,
    private readonly findsRounds = true,
  ) {}

  parse(prompt: Value, mode: ParseMode): Parsed {
    const histories = named(() => this.historiesOf(prompt)).map((history) => this.parser.parse(history, mode));
    const generateRole = histories.at(-1)?.generateRole;
    return {
      value: new ListValue(
        histories.map(({ value }) => value),
        prompt.span,
      ),
      ...(generateRole && { generateRole }),
    };
  }

  private historiesOf(prompt: Value): PromptList[] {
    const given = this.inferMode ? (textOf(this.inferMode) ?? '') : 'every';
    const how = inferModes.find((mode) => mode === given);
    if (how === undefined)
      throw new Fault(
        'infer-mode',
        'ValueError',
        `infer_mode must be every, last or every_with_gt, but is ${pyRepr(this.inferMode!).text}`,
        this.inferMode?.span,
      );
    const [start, end] = roundBounds(prompt, this.findsRounds);
    const all = prompt.kind === 'list' ? prompt.items : [];
    const turns = all.slice(start, end);
    const answers = turns.flatMap((turn, i) => (textOf(field(turn, 'role')) === 'BOT' ? [i] : []));
    if (how === 'last' && answers.length === 0) throw new PyError('IndexError', 'list index out of range', prompt.span);
    const said = how === 'every' ? withOwnAnswers(turns, answers) : turns;
    const asked = how === 'last' ? answers.slice(-1) : answers;
    return asked.map((answer) => new PromptList([...all.slice(0, start), ...said.slice(0, answer), ...all.slice(end)], prompt.span));
  }
}

/** What the model will have answered stands as `⟦gen#0⟧`, by the number of the turn. */
function withOwnAnswers(turns: readonly Value[], answers: readonly number[]): Value[] {
  return turns.map((turn, i) => {
    const number = answers.indexOf(i);
    return number < 0 || turn.kind !== 'dict' ? turn : withEntry(turn, 'prompt', textLike(`⟦gen#${String(number)}⟧`, turn.span));
  });
}

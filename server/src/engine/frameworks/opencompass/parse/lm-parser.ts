import { PyError } from '../../../core/errors.js';
import { TracedText, type Note } from '../../../core/traced-text.js';
import { ListValue, StrValue, type DictValue, type Value } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { exampleNote, joinTurns, roleNote } from './join-turns.js';
import {
  collectRoles,
  generates,
  mergedRole,
  rolesWithTurns,
  roundPositions,
  splitRounds,
  textOr,
  type MetaChecks,
  type Roles,
} from './meta-roles.js';
import { PromptList } from '../values/prompt-list.js';
import { add, field, hashOf, raisedKeyError, notedText, withPlaceholder } from '../values/python-value.js';
import { hasMeta, walkSections } from './sections.js';
import type { ParseMode, Parsed, Parser } from './parser.js';

/**
 * Wraps a prompt list into one text with the tokens of a meta template, for language models. OpenCompass 0.5.3 `models/base.py`,
 * `LMTemplateParser`.
 */
export class LmParser implements Parser {
  private readonly roles: Roles;

  /** @throws PyError what the constructor raises on a malformed meta template */
  constructor(private readonly meta: Value | undefined) {
    this.roles = hasMeta(meta) ? collectRoles(meta, checks) : new Map();
  }

  parse(prompt: Value, mode: ParseMode): Parsed {
    if (prompt.kind === 'str') return { value: prompt };
    if (prompt instanceof PromptList) return this.parseList(prompt, mode);
    if (prompt.kind !== 'list' && prompt.kind !== 'tuple') throw new PyError('AssertionError', '', prompt.span);
    // Plain messages are taken for a batch of prompts.
    return {
      value: new ListValue(
        prompt.items.map((item) => this.parse(withPlaceholder(item), mode).value),
        prompt.span,
      ),
    };
  }

  private parseList(prompt: PromptList, mode: ParseMode): Parsed {
    if (!hasMeta(this.meta)) return { value: joinTurns(prompt) };
    const text = new TextWithRoles(this.meta, this.roles, mode);
    const goOn = walkSections(prompt, text);
    const begin = notedText(textOr(this.meta, 'begin'), { part: 'meta-begin' });
    let value = add(begin, text.value);
    if (goOn) value = add(value, notedText(textOr(this.meta, 'end'), { part: 'meta-end' }), '+=');
    return { value, ...(text.generateRole && { generateRole: text.generateRole }) };
  }
}

const checks: MetaChecks = {
  roundMissing: () => 'round is required in meta template',
  roundNoList: () => '',
  reservedNoList: () => '',
  badItem: () => '',
  checkRole: (role) => {
    for (const key of ['begin', 'end']) {
      const value = role.get(key);
      if (value?.kind === 'list')
        throw new PyError('NotImplementedError', 'Using List[str|int] is as the begin or endof a prompt is not supported yet.', value.span);
    }
  },
};

/** The text of one prompt as it grows, section by section. */
class TextWithRoles {
  value: Value = new StrValue(TracedText.empty, nowhere);
  /** The role that cut the prompt. */
  generateRole: DictValue | undefined;
  private turnNumber = 0;

  constructor(
    private readonly meta: Value,
    private readonly roles: Roles,
    private readonly mode: ParseMode,
  ) {}

  text(text: Value): void {
    this.append(notedText(text, { turn: this.turnNumber++ }));
  }

  dialogue(items: readonly Value[], section: 'round' | 'ice'): boolean {
    const round = field(this.meta, 'round') as ListValue;
    const positions = roundPositions(round.items);
    const rounds = splitRounds(items, (turn) => {
      const role = field(turn, 'role');
      const position = positions.get(hashOf(role));
      if (position === undefined) throw raisedKeyError(role);
      return position;
    });
    let goOn = true;
    rounds.forEach((part, i) => {
      const filled = rolesWithTurns(this.roles, new ListValue([...part], round.span), true);
      const stops = this.mode === 'gen' && section === 'round' && i === rounds.length - 1;
      goOn = this.appendRound(round, filled, stops, exampleNote(part.find((turn) => turn.kind === 'dict')));
    });
    return goOn;
  }

  /** All roles of the meta template in its order, used or not. `example` says whose text this is. */
  private appendRound(round: ListValue, filled: Roles, stops: boolean, example: Note): boolean {
    if (round.items.length === 0)
      throw new PyError('UnboundLocalError', "cannot access local variable 'cont' where it is not associated with a value", round.span);
    return round.items.every((item) => this.appendItem(item, filled, stops, example));
  }

  turn(item: Value): boolean {
    const filled = rolesWithTurns(this.roles, item, true);
    if (item.kind !== 'list') return this.appendItem(item, filled, false, {});
    return this.appendRound(item, filled, false, {});
  }

  private appendItem(item: Value, filled: Roles, stops: boolean, example: Note): boolean {
    const turn = this.turnNumber++;
    if (item.kind === 'str') {
      this.append(notedText(item, { ...example, turn }));
      return true;
    }
    if (item.kind !== 'dict') throw new PyError('AssertionError', '', item.span);
    const role = mergedRole(item, filled);
    const note = { ...example, ...roleNote(item), turn };
    const begin = notedText(textOr(role, 'begin'), { ...note, part: 'role-begin' });
    if (stops && generates(role)) {
      this.generateRole = role;
      this.append(begin);
      return false;
    }
    const rest = add(
      notedText(textOr(role, 'prompt'), { ...note, part: 'prompt' }),
      notedText(textOr(role, 'end'), { ...note, part: 'role-end' }),
    );
    this.append(add(begin, rest, '+='));
    return true;
  }

  private append(text: Value): void {
    this.value = add(this.value, text, '+=');
  }
}

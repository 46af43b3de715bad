import { isDialogue } from '../../../config/dialogue.js';
import { pyStr } from '../../../python/runtime/semantics.js';
import type { DictValue } from '../../../core/value.js';
import { StrValue, type Value } from '../../../core/value.js';
import { checkArguments } from '../values/arguments.js';
import { Fault } from '../values/fault.js';
import { PromptList, extend, formatColumns, marker, replaceIn } from '../values/prompt-list.js';
import { field, holds, isAbsentOrNone, isTruthy, subscriptOf, withPlaceholder } from '../values/python-value.js';
import { masked, type Row } from '../values/row.js';
import { safeFormat } from '../values/safe-format.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

/** What a prompt or ice template can do for the inferencers, whichever class it is. */
export interface Template {
  readonly className: string;
  readonly value: DictValue;
  /** How the framework tells templates apart: a dialogue, a text or labels, or plain messages. */
  readonly promptType: 'meta' | 'origin' | 'raw_messages';
  /** Undefined where it is None. */
  readonly iceToken: StrValue | undefined;
  /** The template itself; undefined where the class has no such attribute. */
  readonly template: Value | undefined;
  /** One in-context example. */
  iceItem(row: Row, label: Value): Value;
  /** The prompt of a generating inferencer. `outputColumn` is masked with `maskToken`; undefined masks nothing. */
  item(row: Row, outputColumn: string | undefined, maskToken: Value, ice: Value): Value;
  /** The prompt of a scoring inferencer for one label. */
  labelItem(row: Row, ice: Value, label: Value): Value;
}

/** A text, a dialogue, or one of these a label. OpenCompass 0.5.3 `openicl/icl_prompt_template.py`. */
export class PromptTemplate implements Template {
  readonly className: string = 'PromptTemplate';
  readonly promptType: 'meta' | 'origin';
  readonly iceToken: StrValue | undefined;
  readonly template: StrValue | DictValue;
  private readonly sepToken: StrValue | undefined;

  /**
   * @param value the config dict
   * @throws PyError what the constructor raises: wrong types, an ice token that a text does not hold
   */
  constructor(readonly value: DictValue) {
    checkArguments(value, 'PromptTemplate', ['template'], ['ice_token', 'sep_token']);
    const template = field(value, 'template');
    if (template.kind === 'unknown') throw new UnknownPrompt(template.reason, template.span);
    if (template.kind !== 'str' && template.kind !== 'dict') throw new Fault('template-type', 'AssertionError', '', template.span);
    this.template = template;
    this.iceToken = tokenOf(value.get('ice_token'));
    this.sepToken = tokenOf(value.get('sep_token'));
    this.promptType = template.kind === 'dict' && isDialogue(template) ? 'meta' : 'origin';
    this.checkTexts();
  }

  /** Only texts are searched for the ice token: a dialogue without it loses its examples silently. What is unknown may hold it. */
  private checkTexts(): void {
    const { template } = this;
    const values = template.kind === 'dict' ? [...template.entries.values()].map((entry) => withPlaceholder(entry.value)) : [template];
    for (const value of values) {
      if (value.kind !== 'str' && value.kind !== 'list' && value.kind !== 'dict')
        throw new Fault(
          'template-part-type',
          'TypeError',
          `dictionary of template expects a str, list or a dict, but got '${pyStr(value).text}'`,
          value.span,
        );
      if (
        value.kind === 'str' &&
        this.iceToken &&
        isTruthy(this.iceToken) &&
        !value.text.includes(this.iceToken.text) &&
        !hasUnknown(value)
      )
        throw new Fault('ice-token-missing', 'LookupError', `'${this.iceToken.text}' not in '${value.text}'`, value.span);
    }
  }

  iceItem(row: Row, label: Value): Value {
    let item = this.encode(this.chosen(label), true);
    // The result is thrown away by the framework, so the separator stays in; what it raises counts.
    if (this.sepToken) replaceIn(item, this.sepToken, emptyText(this.sepToken));
    if (this.iceToken) item = replaceIn(item, this.iceToken, emptyText(this.iceToken));
    return fill(item, row);
  }

  item(row: Row, outputColumn: string | undefined, maskToken: Value, ice: Value): Value {
    let item = this.encode(this.promptType === 'origin' ? this.first() : this.template, false);
    if (this.iceToken) item = replaceIn(item, this.iceToken, ice);
    if (this.sepToken) item = replaceIn(item, this.sepToken, emptyText(this.sepToken));
    return fill(item, outputColumn === undefined ? row : masked(row, outputColumn, maskToken));
  }

  labelItem(row: Row, ice: Value, label: Value): Value {
    let item = this.encode(this.chosen(label), false);
    if (this.sepToken) item = replaceIn(item, this.sepToken, emptyText(this.sepToken));
    if (this.iceToken) item = replaceIn(item, this.iceToken, ice);
    return fill(item, row);
  }

  /** The part of the template for a label: all of it, unless it is a dict of labels. */
  private chosen(label: Value): Value {
    if (this.template.kind === 'str' || this.promptType === 'meta') return this.template;
    return withPlaceholder(subscriptOf(this.template, label));
  }

  /** A generating inferencer takes the first label's template, whatever the row's answer. */
  private first(): Value {
    if (this.template.kind === 'str') return this.template;
    const [entry] = this.template.entries.values();
    return withPlaceholder(entry?.value ?? this.template);
  }

  /** A dialogue as a prompt list with section markers; a text as it is. Examples show no begin and no end. */
  protected encode(template: Value, asExample: boolean): Value {
    if (template.kind === 'str') return template;
    const list = new PromptList([], template.span);
    if (holds(template, 'begin') && !asExample) {
      list.items.push(marker('begin', 'begin', template));
      section(list, field(template, 'begin'));
      list.items.push(marker('begin', 'end', template));
    }
    const body = asExample ? 'ice' : 'round';
    list.items.push(marker(body, 'begin', template));
    extend(list, field(template, 'round'));
    list.items.push(marker(body, 'end', template));
    if (holds(template, 'end') && !asExample) {
      // The framework opens the end section with the marker that closes it.
      list.items.push(marker('end', 'end', template));
      section(list, field(template, 'end'));
      list.items.push(marker('end', 'end', template));
    }
    return list;
  }
}

function section(list: PromptList, given: Value): void {
  if (given.kind === 'list') extend(list, given);
  else list.items.push(withPlaceholder(given));
}

function fill(item: Value, row: Row): Value {
  return item instanceof PromptList ? formatColumns(item, row) : safeFormat(item, row);
}

function emptyText(near: StrValue): StrValue {
  return new StrValue(near.traced.slice(0, 0), near.span);
}

function tokenOf(token: Value | undefined): StrValue | undefined {
  if (isAbsentOrNone(token)) return undefined;
  if (token.kind === 'str') return token;
  if (token.kind === 'unknown') throw new UnknownPrompt(token.reason, token.span);
  throw new Fault('argument-type', 'TypeError', `Expected an object in [None, 'str'] type, but got ${pyStr(token).text}`, token.span);
}

function hasUnknown({ traced }: StrValue): boolean {
  return traced.pieces.some(({ origin }) => origin.kind === 'unknown');
}

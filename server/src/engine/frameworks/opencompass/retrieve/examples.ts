import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { leftOutReason, leftOutText } from '../../../prompt/shown-shots.js';
import { asInteger, typeName } from '../../../python/runtime/semantics.js';
import { nowhere, type Span } from '../../../core/span.js';
import { TracedText, type Note } from '../../../core/traced-text.js';
import { DictValue, ListValue, NoneValue, StrValue, type Value } from '../../../core/value.js';
import type { DatasetReader } from './dataset-reader.js';
import { Fault } from '../values/fault.js';
import { PromptList, joinedList } from '../values/prompt-list.js';
import { add, frameworkText, subscriptOf, withPlaceholder } from '../values/python-value.js';
import type { Retriever } from './retriever.js';
import type { Row } from '../values/row.js';
import type { Template } from '../template/template.js';

/** The rows that examples are taken from. `at` may make a row up for any index. */
export interface TrainRows {
  readonly count: number;
  at(index: number): DictValue;
}

/**
 * The in-context examples in one piece, ready to stand in for the ice token: a text, a prompt list, or for raw messages a plain list.
 * OpenCompass 0.5.3 `openicl/icl_retriever/icl_base_retriever.py`, `generate_ice`.
 * @throws PyError AssertionError for ids without an ice template, KeyError for a row without the output column or with an unknown label
 */
export function makeExamples(retriever: Retriever, template: Template | undefined, train: TrainRows, reader: DatasetReader): Value {
  const shots = retriever.ids.map((id, shot) =>
    template ? oneExample(id, shot, template, train, reader, retriever) : missingTemplate(retriever),
  );
  const last = shots.at(-1);
  if (retriever.left !== undefined && last)
    shots.push(leftOut(last, retriever.left, leftOutReason(shots.length, shots.length + retriever.left)));
  if (template?.promptType === 'raw_messages')
    return new ListValue(
      shots.flatMap((s) => (s.kind === 'list' ? s.items : [])),
      template.value.span,
    );
  const plain = template?.promptType === 'meta';
  const separator = plain ? frameworkText('', say`no separator`) : withPlaceholder(retriever.separator);
  const end = plain ? frameworkText('', say`no end`) : withPlaceholder(retriever.endOfExamples);
  if (shots[0] instanceof PromptList) return joinLists(shots, separator, end);
  return add(joinTexts(shots, separator), end);
}

/** What stands for the examples that are not shown: one like the last that is, with a hole for each text. */
function leftOut(like: Value, count: number, reason: string): Value {
  const hole = (text: string, span: Span): StrValue => new StrValue(TracedText.of(text, { kind: 'unknown', reason }), span);
  if (like.kind === 'str') return hole(leftOutText(count), like.span);
  if (like.kind !== 'list') return like;
  let turns = 0;
  const items = like.items.map((item) => {
    if (item.kind !== 'dict') return item;
    const copy = new DictValue(item.span, item.className);
    for (const [id, entry] of item.entries) {
      const isText =
        entry.key.kind === 'str' && (entry.key.text === 'prompt' || entry.key.text === 'content') && entry.value.kind === 'str';
      copy.entries.set(id, isText ? { ...entry, value: hole(turns++ === 0 ? leftOutText(count) : '⟨…⟩', entry.value.span) } : entry);
    }
    return copy;
  });
  return like instanceof PromptList ? new PromptList(items, like.span) : new ListValue(items, like.span);
}

function missingTemplate(retriever: Retriever): Value {
  throw new Fault(
    'ice-template-missing',
    'AssertionError',
    'You have not specified ice_template while retrieving examples from train set! Please either specify ice_template or use `ZeroRetriever`.',
    retriever.ids[0]?.span,
  );
}

/** Which row a run takes is not said of one that stands in for it. */
function oneExample(id: Value, shot: number, template: Template, train: TrainRows, reader: DatasetReader, { standIn }: Retriever): Value {
  const row = rowAt(train, id);
  const column = reader.outputColumn ?? new NoneValue(nowhere);
  const label = subscriptOf(row.columns, column);
  return notedDeep(template.iceItem(row, label), standIn ? { shot } : { shot, shotRow: row.index });
}

function rowAt(train: TrainRows, id: Value): Row {
  const given = asInteger(id);
  if (given === undefined) throw new PyError('TypeError', `list indices must be integers or slices, not ${typeName(id)}`, id.span);
  const index = given < 0n ? given + BigInt(train.count) : given;
  if (index < 0n || index >= BigInt(train.count)) throw new PyError('IndexError', 'list index out of range', id.span);
  return { split: 'train', index: Number(index), columns: train.at(Number(index)) };
}

/** A separator stands behind every example, the last one too; then the end. */
function joinLists(shots: readonly Value[], separator: Value, end: Value): Value {
  let list = new PromptList([], shots[0]?.span ?? nowhere);
  for (const shot of shots) list = joinedList(list, shot instanceof PromptList ? joinedList(shot, separator) : add(shot, separator));
  list.items.push(end);
  return list;
}

function joinTexts(shots: readonly Value[], separator: Value): Value {
  if (separator.kind !== 'str')
    throw new PyError('AttributeError', `'${typeName(separator)}' object has no attribute 'join'`, separator.span);
  let text: StrValue | undefined;
  shots.forEach((shot, i) => {
    if (shot.kind !== 'str') {
      const name = shot instanceof PromptList ? 'PromptList' : typeName(shot);
      throw new PyError('TypeError', `sequence item ${String(i)}: expected str instance, ${name} found`, shot.span);
    }
    text = text ? new StrValue(text.traced.concat(separator.traced).concat(shot.traced), text.span) : shot;
  });
  return text ?? frameworkText('', say`no examples`);
}

/** The note on every text of an example: on the text itself, or on each turn's. */
function notedDeep(value: Value, note: Note): Value {
  if (value.kind === 'str') return new StrValue(value.traced.noted(note), value.span);
  if (value instanceof PromptList)
    return new PromptList(
      value.items.map((item) => notedDeep(item, note)),
      value.span,
    );
  if (value.kind === 'list')
    return new ListValue(
      value.items.map((item) => notedDeep(item, note)),
      value.span,
    );
  if (value.kind !== 'dict') return value;
  const copy = new DictValue(value.span, value.className);
  for (const [key, entry] of value.entries)
    copy.entries.set(key, { ...entry, value: entry.value.kind === 'str' ? notedDeep(entry.value, note) : entry.value });
  return copy;
}

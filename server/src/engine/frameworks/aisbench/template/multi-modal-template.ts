import { PyError } from '../../../core/errors.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { DictValue, StrValue, type Value } from '../../../core/value.js';
import { formatColumns, PromptList } from '../../opencompass/values/prompt-list.js';
import { field, holds, iterate, noAttribute, textLike, withEntry } from '../../opencompass/values/python-value.js';
import type { Row } from '../../opencompass/values/row.js';
import { safeFormat } from '../../opencompass/values/safe-format.js';
import { GeneratingTemplate } from './generating-template.js';

const separator = '<AIS_CONTENT_TAG>';

/** What a segment of the row's `content` starts with; which part of `prompt_mm` shows it, by which key, and the one column that it fills. */
const kinds = [
  { start: '<AIS_TEXT_START>', part: 'text', key: 'text', column: 'question' },
  { start: '<AIS_IMAGE_START>', part: 'image', key: 'image_url', column: 'image' },
  { start: '<AIS_VIDEO_START>', part: 'video', key: 'video_url', column: 'video' },
  { start: '<AIS_AUDIO_START>', part: 'audio', key: 'audio_url', column: 'audio' },
] as const;

type Kind = (typeof kinds)[number];

/**
 * Turns with texts, images, video and audio. The row's column `content` says which parts there are and in which order; `prompt_mm` says how each
 * kind looks. Examples are not put in. AISBench 3.1.0 `openicl/icl_prompt_template/icl_prompt_template_mm.py`, `utils/prompt/prompt.py`.
 */
export class MultiModalTemplate extends GeneratingTemplate {
  override readonly className = 'MMPromptTemplate';

  constructor(
    config: DictValue,
    private readonly ownAddresses = true,
  ) {
    super(config);
  }

  override item(row: Row): Value {
    for (const turn of iterate(field(this.template, 'round'))) if (turn.kind !== 'dict') throw noAttribute(turn, 'keys');
    const list = this.encode(this.template, false);
    if (!(list instanceof PromptList)) return list;
    return new PromptList(
      list.items.map((item) => filled(item, row, this.ownAddresses ? undefined : new Map())),
      list.span,
    );
  }
}

/** @param addresses those of a turn that later parts of the same kind share; undefined where each has its own */
function filled(item: Value, row: Row, addresses: Map<string, Value> | undefined): Value {
  if (item.kind === 'dict')
    return holds(item, 'prompt_mm') ? withEntry(item, 'prompt_mm', partsOf(field(item, 'prompt_mm'), row, addresses)) : item;
  const text = formatColumns(new PromptList([item], item.span), row).items[0]!;
  // The framework looks for turns by `in`, which finds the word in a text as well.
  if (text.kind === 'str' && text.text.includes('prompt_mm'))
    throw new PyError('TypeError', "string indices must be integers, not 'str'", text.span);
  return text;
}

/** The parts of one turn, a segment of the row's `content` each; a segment of no known kind is left out. */
function partsOf(looks: Value, row: Row, addresses: Map<string, Value> | undefined): Value {
  const content = field(row.columns, 'content');
  if (content.kind !== 'str') throw noAttribute(content, 'split');
  const parts = segmentsOf(content).flatMap((segment) => {
    const kind = kinds.find(({ start }) => segment.text.startsWith(start));
    return kind ? [partOf(kind, field(looks, kind.part), without(segment, kind.start), row, addresses)] : [];
  });
  return new PromptList(parts, looks.span);
}

function segmentsOf(content: StrValue): StrValue[] {
  const segments: StrValue[] = [];
  let from = 0;
  for (const text of content.text.split(separator)) {
    segments.push(new StrValue(content.traced.slice(from, from + text.length), content.span));
    from += text.length + separator.length;
  }
  return segments;
}

function without(segment: StrValue, mark: string): StrValue {
  return new StrValue(segment.traced.replace(mark, textLike('', segment.span).traced), segment.span);
}

/** One part as `prompt_mm` has it, with the segment in its column; an address may stand alone or in a dict of its own. */
function partOf(kind: Kind, look: Value, segment: StrValue, row: Row, addresses: Map<string, Value> | undefined): Value {
  const columns = new DictValue(row.columns.span);
  columns.set(kind.column, segment);
  const fill = (text: Value): Value => safeFormat(text, { ...row, columns });
  const given = field(look, kind.key);
  const isNested = kind.key !== 'text' && given.kind === 'dict';
  const value = isNested ? (addresses?.get(kind.part) ?? withEntry(given, 'url', fill(field(given, 'url')))) : fill(given);
  if (isNested) addresses?.set(kind.part, value);
  if (look.kind !== 'dict') throw new PyError('TypeError', `'${typeName(look)}' object does not support item assignment`, look.span);
  return withEntry(look, kind.key, value);
}

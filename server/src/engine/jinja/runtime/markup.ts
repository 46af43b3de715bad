import { TracedText } from '../../core/traced-text.js';
import { say } from '../../core/say.js';
import type { Span } from '../../core/span.js';
import { ListValue, TupleValue, UnknownValue, type StrValue, type Value } from '../../core/value.js';
import { StrSubclassValue } from '../../python/runtime/objects.js';
import { BuiltinValue, type Arguments } from '../../python/runtime/runtime.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';

/** A str that is marked as HTML (markupsafe's `Markup`): what is added to it gets escaped. It prints as it is. */
export class MarkupValue extends StrSubclassValue {
  constructor(traced: TracedText, span: Span) {
    super('Markup', traced, span);
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', "'": '&#39;', '"': '&#34;' };

/** `markupsafe.escape` of a str: what is marked already stays. Characters that need no escape keep their origins. */
export function escapeHtml(value: StrValue): MarkupValue {
  return value instanceof MarkupValue ? value : new MarkupValue(escapeText(value.traced), value.span);
}

/** The text with the five characters that HTML reserves as entities. */
export function escapeText(text: TracedText): TracedText {
  const parts: TracedText[] = [];
  let from = 0;
  for (const { index, 0: character } of text.text.matchAll(/[&<>'"]/g)) {
    parts.push(text.slice(from, index), text.slice(index, index + 1).recomputed(entities[character]!));
    from = index + 1;
  }
  parts.push(text.slice(from));
  return TracedText.join(parts.filter((part) => part.length > 0));
}

/** Methods of a str that give Markup again, or a list or tuple of it (markupsafe 3.0 `__init__.py`), with the index of the argument that is escaped, if one is. */
const marking: ReadonlyMap<string, number | undefined> = new Map([
  ...[
    'capitalize', 'title', 'lower', 'upper', 'swapcase', 'casefold', 'lstrip', 'rstrip', 'strip', 'expandtabs', 'zfill', 'removeprefix', 'removesuffix',
    'partition', 'rpartition', 'split', 'rsplit', 'splitlines',
  ].map((name) => [name, undefined] as const),
  ...['replace', 'ljust', 'rjust', 'center'].map((name) => [name, 1] as const),
  ['join', 0],
]); // oxfmt-ignore

/** What they make of text that is marked is not followed. */
const notFollowed: ReadonlySet<string> = new Set(['format', 'format_map', 'translate', 'unescape', 'striptags']);

/** An attribute of Markup. @param found what it is of a plain str */
export function markupAttribute(object: MarkupValue, name: string, found: Value | undefined): Value | undefined {
  if (notFollowed.has(name)) return unfollowedMarkup(name, object.span);
  if (!(found instanceof BuiltinValue) || !marking.has(name)) return found;
  const at = marking.get(name);
  return new BuiltinValue(
    found.path,
    found.span,
    (runtime, args) => marked(found.invoke(runtime, at === undefined ? args : withEscaped(args, at, object.span))),
    found.callableKind,
    found.members,
    object,
  );
}

/** Markup of a str, and of each that a list or tuple holds. */
export function marked(value: Value): Value {
  if (value.kind === 'str') return value instanceof MarkupValue ? value : new MarkupValue(value.traced, value.span);
  if (value.kind === 'list') return new ListValue(value.items.map(marked), value.span);
  return value.kind === 'tuple' ? new TupleValue(value.items.map(marked), value.span) : value;
}

/** What `%` and methods make of text that is marked, where that is not followed. */
export function unfollowedMarkup(name: string, span: Span): UnknownValue {
  return new UnknownValue(say`What ${name} makes of a text that is marked as HTML is not followed.`, span);
}

function withEscaped({ positional, keywords }: Arguments, at: number, span: Span): Arguments {
  return { positional: positional.map((value, index) => (index === at ? escaped(value, span) : value)), keywords };
}

/** A str, or each of a list that is joined. @throws UnknownSignal */
function escaped(value: Value, span: Span): Value {
  if (value.kind === 'str') return escapeHtml(value);
  if (value.kind !== 'list' && value.kind !== 'tuple') return value;
  if (value.items.some(({ kind }) => kind !== 'str')) throw new UnknownSignal(unfollowedMarkup('join', span));
  return new ListValue(
    value.items.map((item) => escaped(item, span)),
    value.span,
  );
}

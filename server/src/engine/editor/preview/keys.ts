import { encloses, type Span } from '../../core/span.js';
import type { TracedText } from '../../core/traced-text.js';
import type { DictEntry, Value } from '../../core/value.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import type { KeyOf } from './preview-shape.js';

/** Keys of a target that are told to the page: a config of a person has some dozens. */
const mostKeys = 1000;
/** Places that are told of one key beside its value's own. */
const mostPlaces = 200;

/**
 * The keys of a target's dataset and model, each with the places whose texts it brings into the prompt: the text of its value, and those that the value takes from elsewhere. A `role`
 * brings all of its dict.
 */
export function keysOf({ dataset, model }: Target): readonly KeyOf<Span>[] {
  const keys: KeyOf<Span>[] = [];
  const texts = new Texts();
  const seen = new Set<Value>();
  const waiting: Value[] = [model?.metaTemplate, dataset.value].filter((value) => value !== undefined);
  while (waiting.length > 0 && keys.length < mostKeys) {
    const value = waiting.pop()!;
    if (seen.has(value)) continue;
    seen.add(value);
    if (value.kind === 'list' || value.kind === 'tuple') waiting.push(...value.items.slice(0, mostKeys));
    if (value.kind !== 'dict') continue;
    for (const entry of value.entries.values()) {
      const isRole = entry.key.kind === 'str' && entry.key.text === 'role';
      const key = keyOf(entry, isRole ? value : entry.value, texts);
      if (key) keys.push(key);
      waiting.push(entry.value);
    }
  }
  return keys;
}

function keyOf({ keySpan, valueSpan }: DictEntry, made: Value, texts: Texts): KeyOf<Span> | undefined {
  if (keySpan.start === keySpan.end) return undefined;
  const inOneFile = keySpan.file === valueSpan.file && valueSpan.end >= keySpan.end;
  const at = inOneFile ? { ...keySpan, end: valueSpan.end } : keySpan;
  const own = made.kind === 'dict' && encloses(made.span, keySpan) ? made.span : valueSpan;
  const makes: Span[] = [own];
  for (const span of texts.of(made)) if (makes.length <= mostPlaces && !makes.some((place) => encloses(place, span))) makes.push(span);
  return { at, makes };
}

/** Where the texts of values stand. */
class Texts {
  private readonly known = new Map<TracedText, readonly Span[]>();

  *of(value: Value): IterableIterator<Span> {
    const waiting: Value[] = [value];
    for (let count = 0; waiting.length > 0 && count < mostKeys; count++) {
      const next = waiting.pop()!;
      if (next.kind === 'str') yield* this.spansOf(next.traced);
      if (next.kind === 'list' || next.kind === 'tuple') waiting.push(...next.items.slice(0, mostKeys));
      if (next.kind === 'dict') for (const entry of next.entries.values()) waiting.push(entry.value);
    }
  }

  /** A text belongs to all the dicts around it, and may have a hundred thousand pieces: those that stand side by side, as a text and the escape sequence behind it, are one, and so are those of a text that is repeated. */
  private spansOf(text: TracedText): readonly Span[] {
    const known = this.known.get(text);
    if (known) return known;
    const spans = new Map<string, Span>();
    let run: Span | undefined;
    const keep = (): void => {
      if (run) spans.set(`${String(run.start)} ${String(run.end)} ${run.file}`, run);
    };
    for (const { origin } of text.pieces) {
      if (origin.kind !== 'source') continue;
      const { span } = origin;
      if (run?.end === span.start && run.file === span.file) run = { ...run, end: span.end };
      else {
        keep();
        run = span;
      }
    }
    keep();
    const found = [...spans.values()];
    this.known.set(text, found);
    return found;
  }
}

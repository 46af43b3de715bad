import type { Project } from '../../project/project.js';
import type { FileId, Span } from '../../core/span.js';
import type { DictEntry, Value } from '../../core/value.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import { say } from '../../core/say.js';
import type { KeyPath } from './preview-shape.js';

/** Values that are looked through: a config of a person has some dozens. */
const mostValues = 2000;

interface Written {
  readonly start: number;
  readonly end: number;
  readonly key: string;
}

/**
 * Under which key of the pair, and in which variable of its file, a text is written that the prompt holds: `infer_cfg.prompt_template.template.round[0].prompt`, `meta_template.begin`,
 * `doc_to_text`. Each way is told once, by its number.
 */
export class KeyPaths {
  private readonly written = new Map<FileId, Written[]>();
  private readonly numbers = new Map<string, number>();
  private readonly found: KeyPath[] = [];
  private readonly known = new Map<string, number | undefined>();
  /** The same place as an object: the pieces of many shots have it. */
  private readonly seen = new Map<Span, number | undefined>();

  constructor(
    private readonly project: Project,
    { dataset, model }: Target,
  ) {
    this.look(dataset.value, '');
    if (model?.metaTemplate) this.look(model.metaTemplate, 'meta_template');
  }

  /** All ways that were asked for, by their numbers. */
  get all(): readonly KeyPath[] {
    return this.found;
  }

  /** The number of the way to a text of a config; undefined where no key of the pair holds it. */
  numberOf(span: Span): number | undefined {
    if (!this.seen.has(span)) this.seen.set(span, this.lookedUp(span));
    return this.seen.get(span);
  }

  private lookedUp({ file, start, end }: Span): number | undefined {
    const place = `${file}|${String(start)}|${String(end)}`;
    if (this.known.has(place)) return this.known.get(place);
    const around = (this.written.get(file) ?? []).filter((text) => text.start <= start && start < Math.max(text.end, text.start + 1));
    const number = around.length === 0 ? undefined : this.number(keyOf(around), this.variableAt(file, start));
    this.known.set(place, number);
    return number;
  }

  private number(key: string, variable: string | undefined): number {
    const name = JSON.stringify([key, variable]);
    const number = this.numbers.get(name) ?? this.found.length;
    if (number === this.found.length) this.found.push({ key, ...(variable !== undefined && { variable }) });
    this.numbers.set(name, number);
    return number;
  }

  /** The variable of a Python file in whose value a place lies. */
  private variableAt(file: FileId, offset: number): string | undefined {
    if (this.project.document(file)?.language !== 'python') return undefined;
    const entries = [...(this.project.evaluate(file)?.value.entries.values() ?? [])];
    const holds = ({ keySpan, valueSpan }: DictEntry): boolean =>
      keySpan.file === file && valueSpan.file === file && keySpan.start <= offset && offset < valueSpan.end;
    const found = entries.find(holds)?.key;
    return found?.kind === 'str' ? found.text : undefined;
  }

  private look(value: Value, key: string): void {
    const seen = new Set<Value>();
    const waiting: (readonly [Value, string])[] = [[value, key]];
    for (let at = 0; at < waiting.length && seen.size < mostValues; at++) {
      const [next, path] = waiting[at]!;
      if (seen.has(next)) continue;
      seen.add(next);
      if (next.kind === 'str') this.add(next, path);
      if (next.kind === 'list' || next.kind === 'tuple')
        next.items.slice(0, mostValues).forEach((item, i) => waiting.push([item, `${path}[${String(i)}]`]));
      if (next.kind === 'dict') for (const entry of next.entries.values()) waiting.push([entry.value, below(path, entry.key)]);
    }
  }

  private add(text: Extract<Value, { kind: 'str' }>, key: string): void {
    const spans = [text.span, ...text.traced.pieces.flatMap(({ origin }) => (origin.kind === 'source' ? [origin.span] : []))];
    for (const { file, start, end } of spans) {
      const known = this.written.get(file);
      if (known) known.push({ start, end, key });
      else this.written.set(file, [{ start, end, key }]);
    }
  }
}

/** The key of the smallest text; a variable may be used under several. */
function keyOf(around: readonly Written[]): string {
  const smallest = Math.min(...around.map(({ start, end }) => end - start));
  const keys = new Set(around.flatMap(({ start, end, key }) => (end - start === smallest ? [key] : [])));
  const [first = ''] = keys;
  return keys.size === 1 ? first : say`${first} and ${keys.size - 1} more`;
}

/** As one reads it: `round`, `['</E>']`. */
function below(path: string, key: Value): string {
  const name = key.kind === 'str' ? key.text : undefined;
  if (name !== undefined && /^[A-Za-z_]\w*$/.test(name)) return path === '' ? name : `${path}.${name}`;
  return `${path}[${name === undefined ? '…' : `'${name}'`}]`;
}

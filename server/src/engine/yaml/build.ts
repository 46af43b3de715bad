import { isAlias, isMap, isPair, isScalar, isSeq, type Alias, type Node, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import { PyError } from '../core/errors.js';
import type { Limits, Problem } from '../core/evaluation.js';
import { equals, keyOf } from '../python/runtime/semantics.js';
import { pushAll } from '../core/push-all.js';
import { say } from '../core/say.js';
import { mostOfName, shownLine } from '../core/shown.js';
import type { FileId, Span } from '../core/span.js';
import { DictValue, ListValue, NoneValue, RefValue, UnknownValue, str, type DictEntry, type Value } from '../core/value.js';
import { collectionOf, decodeBinary } from './collections.js';
import { decodePlain, decodeQuoted, type LooseText } from './loose-text.js';
import { resolveTag, scalarValue, type ScalarTag } from './resolve.js';
import { scalarText, type ScalarStyle } from './scalar-text.js';

/** How many nodes a document may have when every alias is counted as what it stands for, and every mapping that is merged as its entries. */
const maxExpanded = 1_000_000;
const yamlTag = 'tag:yaml.org,2002:';

/**
 * Which of PyYAML's loaders reads the document: mmengine's `Loader`, which makes Python objects of `!!python/…`, or the one of lm-evaluation-harness,
 * a `SafeLoader` that knows `!function` (0.4.13 `tasks/_yaml_loader.py`).
 */
export type YamlLoader = 'mmengine' | 'lm-eval';

interface Anchored {
  readonly value: Value;
  /** Nodes in it, aliases counted as what they stand for; undefined while it is being built. */
  size: number | undefined;
}

/** An escape sequence of one half of a character. */
const halfCharacter = /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F]/;
/** Line breaks of YAML 1.1 that are none of YAML 1.2. */
const otherBreak = /[\x85\u2028\u2029]/;

/** Makes values of YAML nodes as PyYAML does. */
export class ValueBuilder {
  readonly problems: Problem[] = [];
  /** The first exception that PyYAML raises. */
  error: PyError | undefined;
  private readonly anchors = new Map<string, Anchored>();
  private readonly told = new Set<string>();
  private size = 0;
  private depth = 0;
  /** Whether some text may be one of `oddScalar`: looked for once, since hardly any document has one. */
  private readonly mayBeOdd: boolean;

  constructor(
    private readonly file: FileId,
    private readonly text: string,
    private readonly limits: Limits,
    private readonly loader: YamlLoader,
    /** Where scalars over several lines are not what the reader made of them. */
    private readonly loose: readonly LooseText[],
  ) {
    this.mayBeOdd = halfCharacter.test(text) || otherBreak.test(text);
  }

  /** The value of a node; `around` says where a node that is not written stands. */
  value(node: unknown, around: Span): Value {
    this.size++;
    if (isAlias(node)) return this.alias(node);
    if (isScalar(node)) return this.scalar(node, around);
    if (!isMap(node) && !isSeq(node)) return new NoneValue(around);
    if (this.depth >= this.limits.depth) return this.tooDeep(node, around);
    this.depth++;
    try {
      return isMap(node) ? this.map(node, around) : this.sequence(node, around);
    } finally {
      this.depth--;
    }
  }

  private tooDeep(node: Node, around: Span): Value {
    const span = this.spanOf(node, around);
    const message = say`Lists and mappings are nested more than ${this.limits.depth} deep.`;
    this.tellOnce(span, message);
    return new UnknownValue(message, span);
  }

  /** A limit is one problem, however often it is met. */
  private tellOnce(span: Span, message: string): void {
    if (this.told.has(message)) return;
    this.told.add(message);
    this.problems.push({ kind: 'limit', span, message });
  }

  /** The range of a node without the blank lines behind it. */
  spanOf(node: Node, around: Span): Span {
    if (!node.range) return around;
    const [start, valueEnd] = node.range;
    let end = valueEnd;
    const block = isScalar(node) ? node.type?.startsWith('BLOCK') : !('flow' in node && node.flow === true);
    if (block && !isAlias(node)) while (end > start && /\s/.test(this.text[end - 1]!)) end--;
    return { file: this.file, start, end };
  }

  /** Builds under the node's anchor, so that an alias to what is still being built is seen. */
  private anchored(node: Node, value: Value, fill: () => Value): Value {
    if (!('anchor' in node) || typeof node.anchor !== 'string') return fill();
    if (this.anchors.has(node.anchor))
      this.raise(
        'ComposerError',
        this.spanOf(node, value.span),
        say`The anchor &${node.anchor} appears a second time: PyYAML raises ComposerError: found duplicate anchor.`,
        'syntax-error',
      );
    const entry: Anchored = { value, size: undefined };
    this.anchors.set(node.anchor, entry);
    const before = this.size;
    const filled = fill();
    this.anchors.set(node.anchor, { value: filled, size: this.size - before + 1 });
    return filled;
  }

  private alias(node: Alias): Value {
    const span = { file: this.file, start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0 };
    const target = this.anchors.get(node.source);
    if (!target)
      return this.raise(
        'ComposerError',
        span,
        say`There is no anchor &${node.source} above this alias: PyYAML raises ComposerError: found undefined alias.`,
        'syntax-error',
      );
    if (target.size === undefined)
      return new UnknownValue(say`*${node.source} is inside &${node.source}: a value that contains itself.`, span);
    this.size += target.size;
    return this.size > maxExpanded ? this.tooMany(span) : target.value;
  }

  /** One bomb is one problem, however many aliases are past the limit. */
  private tooMany(span: Span): Value {
    const message = say`The aliases of this document stand for more than ${maxExpanded} values.`;
    this.tellOnce(span, message);
    return new UnknownValue(message, span);
  }

  private raise(type: string, span: Span, message: string, kind: Problem['kind'] = 'raises'): Value {
    this.problems.push({ kind, span, message });
    this.error ??= new PyError(type, message, span);
    return new UnknownValue(message, span);
  }

  private scalar(node: Scalar, around: Span): Value {
    const span = this.spanOf(node, around);
    return this.anchored(node, new NoneValue(span), () => this.scalarOf(node, span));
  }

  private scalarOf(node: Scalar, span: Span): Value {
    const style: ScalarStyle = (node.type ?? 'PLAIN') as ScalarStyle;
    const whole = { ...span, end: node.range?.[1] ?? span.end };
    const odd = this.mayBeOdd ? this.oddScalar(style, whole) : undefined;
    if (odd) return odd;
    const text = this.textOf(node, whole);
    const special = node.tag ? this.specialScalar(node.tag, text, span) : undefined;
    if (special) return special;
    const tag = node.tag && node.tag !== '!' ? ownTag(node.tag, this.loader) : style === 'PLAIN' ? resolveTag(text) : 'str';
    if (!tag) return this.unknownTag(node.tag ?? `${yamlTag}${text === '=' ? 'value' : 'merge'}`, span);
    const value = scalarValue(tag, text, () => scalarText(text, style, this.text, whole), span);
    return (
      value ??
      this.raise(
        'ValueError',
        span,
        say`PyYAML cannot read ${shownLine(JSON.stringify(text), mostOfName)} as ${tag} and raises ValueError.`,
      )
    );
  }

  /** What PyYAML takes for something else than the reader does. */
  private oddScalar(style: ScalarStyle, span: Span): Value | undefined {
    const written = this.text.slice(span.start, span.end);
    // Of libyaml, which the harness uses (0.4.13 `tasks/_yaml_loader.py`).
    if (this.loader === 'lm-eval' && style === 'QUOTE_DOUBLE' && halfCharacter.test(written))
      return this.raise(
        'ScannerError',
        span,
        say`YAML syntax: an escape sequence of two halves, as JSON has them, is no character here: the harness raises ScannerError. Write the character itself.`,
        'syntax-error',
      );
    if (!otherBreak.test(written)) return undefined;
    return new UnknownValue(say`This text has a character that PyYAML takes for a line break: what it makes of it is not followed.`, span);
  }

  private textOf(node: Scalar, { start, end }: Span): string {
    const decode = node.type?.startsWith('QUOTE') ? decodeQuoted : decodePlain;
    if (this.isMisread(node, start, end)) return decode(this.text.slice(start, end));
    return typeof node.value === 'string' ? node.value : (node.source ?? '');
  }

  /** Scalars over several lines that PyYAML reads otherwise than the reader. */
  private isMisread(node: Scalar, start: number, end: number): boolean {
    if (this.loose.length > 0 && this.loose.some((loose) => loose.start <= start && end <= loose.end))
      return /[\r\n]/.test(this.text.slice(start, end));
    // Of an empty line behind an escaped line break PyYAML makes a line break.
    return node.type === 'QUOTE_DOUBLE' && /\\(?:\r\n?|\n)[ \t]*[\r\n]/.test(this.text.slice(start, end));
  }

  /** PyYAML makes Python objects of `!!python/…` by running code; of any other tag it makes an error. */
  private unknownTag(tag: string, span: Span): Value {
    if (this.loader === 'mmengine' && tag.startsWith(yamlTag + 'python/'))
      return new UnknownValue(say`What ${tag} makes is only known when it is run.`, span);
    return this.raise(
      'ConstructorError',
      span,
      say`PyYAML raises ConstructorError: could not determine a constructor for the tag '${tag}'.`,
    );
  }

  /** Scalars of which no plain value is made. */
  private specialScalar(tag: string, text: string, span: Span): Value | undefined {
    if (tag === yamlTag + 'binary')
      return (
        decodeBinary(text, span) ?? this.raise('ConstructorError', span, say`PyYAML raises ConstructorError: failed to decode base64 data.`)
      );
    if (this.loader === 'lm-eval') return tag === '!function' ? new RefValue(text, span, 'function', this.file) : undefined;
    const name = tag.startsWith(yamlTag + 'python/name:') ? tag.slice((yamlTag + 'python/name:').length) : undefined;
    return name === undefined ? undefined : new RefValue(name, span, 'class');
  }

  private sequence(node: YAMLSeq, around: Span): Value {
    const span = this.spanOf(node, around);
    const list = new ListValue([], span);
    return this.anchored(node, list, () => {
      for (const item of node.items) list.items.push(this.value(item, { ...span, start: span.end }));
      return this.tagged(list, node.tag, 'seq', span);
    });
  }

  private map(node: YAMLMap, around: Span): Value {
    const span = this.spanOf(node, around);
    const dict = new DictValue(span);
    return this.anchored(node, dict, () => {
      this.fillMap(dict, node);
      return this.tagged(dict, node.tag, 'map', span);
    });
  }

  private tagged(value: ListValue | DictValue, tag: string | undefined, usual: string, span: Span): Value {
    if (tag === undefined || tag === '!' || tag === yamlTag + usual) return value;
    const name = tag.startsWith(yamlTag) ? tag.slice(yamlTag.length) : '';
    return (name === 'python/tuple' && this.loader === 'lm-eval' ? undefined : collectionOf(name, value)) ?? this.unknownTag(tag, span);
  }

  /** Merged entries come first, as PyYAML's `flatten_mapping` puts them; of equal keys the last wins, at the first one's place. */
  private fillMap(dict: DictValue, node: YAMLMap): void {
    const merged: DictEntry[] = [];
    const own: DictEntry[] = [];
    for (const pair of node.items) {
      if (!isPair(pair)) continue;
      const at = this.nodeSpan(pair.key, dict.span);
      if (isMergeKey(pair.key)) pushAll(merged, this.bounded(this.mergedEntries(this.value(pair.value, at), at), at));
      else own.push(this.entry(pair.key, pair.value, at));
    }
    for (const entry of merged) this.put(dict, entry);
    const written = new Map<string, DictEntry>();
    for (const entry of own) this.putOwn(dict, entry, written);
  }

  private putOwn(dict: DictValue, entry: DictEntry, written: Map<string, DictEntry>): void {
    const id = this.put(dict, entry);
    if (id === undefined) return;
    const earlier = written.get(id);
    written.set(id, entry);
    if (!earlier) return;
    const idle = equals(earlier.value, entry.value) === true;
    const message = idle
      ? say`This key appears again further down in the same mapping, with the same value. PyYAML takes the last one.`
      : say`This key appears again further down in the same mapping: PyYAML takes the last one and silently drops this value.`;
    this.problems.push({
      idle,
      kind: 'duplicate-key',
      span: earlier.keySpan,
      message,
      related: [{ span: entry.keySpan, message: say`This value counts.` }],
    });
  }

  private entry(keyNode: unknown, valueNode: unknown, at: Span): DictEntry {
    const key = isScalar(keyNode) && keyNode.type === 'PLAIN' && keyNode.value === '=' ? str('=', at) : this.value(keyNode, at);
    const value = this.value(valueNode, { ...at, start: at.end });
    return { key, value, keySpan: at, valueSpan: this.nodeSpan(valueNode, value.span) };
  }

  private nodeSpan(node: unknown, around: Span): Span {
    return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? this.spanOf(node, around) : around;
  }

  /** @returns under what the entry stands, undefined where it cannot be put */
  private put(dict: DictValue, entry: DictEntry): string | undefined {
    const id = this.keyId(entry);
    if (id === undefined) return undefined;
    const there = dict.entries.get(id);
    if (there) Object.assign(there, { value: entry.value, keySpan: entry.keySpan, valueSpan: entry.valueSpan });
    else dict.entries.set(id, { ...entry });
    return id;
  }

  private keyId(entry: DictEntry): string | undefined {
    if (entry.key.kind === 'unknown') return undefined;
    if (entry.key.kind === 'list' || entry.key.kind === 'dict' || entry.key.kind === 'set') {
      this.raise(
        'ConstructorError',
        entry.keySpan,
        say`A ${entry.key.kind} cannot be a key: PyYAML raises ConstructorError: found unhashable key.`,
      );
      return undefined;
    }
    return keyOf(entry.key);
  }

  /** What is merged again and again is as much work as if it were written. */
  private bounded(entries: DictEntry[], at: Span): DictEntry[] {
    this.size += entries.length;
    if (this.size <= maxExpanded) return entries;
    this.tooMany(at);
    return [];
  }

  /** What `<<` brings in: a mapping, or a list of mappings of which earlier ones win. */
  private mergedEntries(value: Value, at: Span): DictEntry[] {
    if (value.kind === 'dict') return [...value.entries.values()];
    if (value.kind === 'list' && value.items.every((item) => item.kind === 'dict'))
      return value.items.toReversed().flatMap((item) => (item.kind === 'dict' ? [...item.entries.values()] : []));
    if (value.kind !== 'unknown')
      this.raise('ConstructorError', at, say`'<<' takes a mapping or a list of mappings: PyYAML raises ConstructorError.`);
    return [];
  }
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<' && key.tag === undefined;
}

function ownTag(tag: string, loader: YamlLoader): ScalarTag | undefined {
  const full = tag.startsWith(yamlTag) ? tag.slice(yamlTag.length) : '';
  const name = loader === 'mmengine' ? full.replace(/^python\/(?=str$|int$|float$|bool$|none$)/, '') : full.replace(/^none$/, '');
  if (name === 'none') return 'null';
  return ['str', 'int', 'float', 'bool', 'null', 'timestamp'].includes(name)
    ? (name as ScalarTag)
    : name === 'python/unicode' && loader === 'mmengine'
      ? 'str'
      : undefined;
}

import { isAlias, isMap, isPair, isScalar, isSeq, type Alias, type Node, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { Limits, Problem } from '../evaluation.js';
import { keyOf } from '../python/semantics.js';
import type { FileId, Span } from '../text/span.js';
import { DictValue, ListValue, NoneValue, RefValue, TupleValue, UnknownValue, str, type DictEntry, type Value } from '../value.js';
import { resolveTag, scalarValue, type ScalarTag } from './resolve.js';
import { scalarText, type ScalarStyle } from './scalar-text.js';

/** How many nodes a document may have when every alias is counted as what it stands for. */
const maxExpanded = 1_000_000;
const yamlTag = 'tag:yaml.org,2002:';

interface Anchored {
  readonly value: Value;
  /** Nodes in it, aliases counted as what they stand for; undefined while it is being built. */
  size: number | undefined;
}

/** Makes values of YAML nodes as PyYAML's Loader does. */
export class ValueBuilder {
  readonly problems: Problem[] = [];
  private readonly anchors = new Map<string, Anchored>();
  private size = 0;
  private depth = 0;

  constructor(
    private readonly file: FileId,
    private readonly text: string,
    private readonly limits: Limits,
  ) {}

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
    const message = `Lists and mappings are nested more than ${this.limits.depth} deep.`;
    if (!this.problems.some((problem) => problem.message === message)) this.problems.push({ kind: 'limit', span, message });
    return new UnknownValue(message, span);
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
    if (!target) return this.fail(span, 'syntax-error', `No anchor &${node.source} stands above this alias.`);
    if (target.size === undefined) return new UnknownValue(`*${node.source} stands within &${node.source}: a value that holds itself.`, span);
    this.size += target.size;
    if (this.size > maxExpanded) return this.fail(span, 'limit', `The aliases of this document stand for more than ${maxExpanded} values.`);
    return target.value;
  }

  private fail(span: Span, kind: Problem['kind'], message: string): Value {
    // One bomb is one problem, however many aliases are past the limit.
    if (kind !== 'limit' || !this.problems.some((problem) => problem.message === message)) this.problems.push({ kind, span, message });
    return new UnknownValue(message, span);
  }

  private scalar(node: Scalar, around: Span): Value {
    const span = this.spanOf(node, around);
    return this.anchored(node, new NoneValue(span), () => this.scalarOf(node, span));
  }

  private scalarOf(node: Scalar, span: Span): Value {
    const text = typeof node.value === 'string' ? node.value : (node.source ?? '');
    const style: ScalarStyle = (node.type ?? 'PLAIN') as ScalarStyle;
    const whole = { ...span, end: node.range?.[1] ?? span.end };
    const python = node.tag ? this.pythonTag(node.tag, span) : undefined;
    if (python) return python;
    const tag = node.tag && node.tag !== '!' ? ownTag(node.tag) : style === 'PLAIN' ? resolveTag(text) : 'str';
    if (!tag) return this.unknownTag(node.tag ?? `${yamlTag}${text === '=' ? 'value' : 'merge'}`, span);
    const value = scalarValue(tag, text, () => scalarText(text, style, this.text, whole), span);
    return value ?? this.fail(span, 'raises', `PyYAML cannot read ${JSON.stringify(text)} as ${tag} and raises ValueError.`);
  }

  /** PyYAML makes Python objects of `!!python/…` by running code; of any other tag it makes an error. */
  private unknownTag(tag: string, span: Span): Value {
    if (tag.startsWith(yamlTag + 'python/')) return new UnknownValue(`What ${tag} makes is only known when it is run.`, span);
    return this.fail(span, 'raises', `PyYAML raises ConstructorError: could not determine a constructor for the tag '${tag}'.`);
  }

  private pythonTag(tag: string, span: Span): Value | undefined {
    const name = tag.startsWith(yamlTag + 'python/name:') ? tag.slice((yamlTag + 'python/name:').length) : undefined;
    return name === undefined ? undefined : new RefValue(name, span, 'class');
  }

  private sequence(node: YAMLSeq, around: Span): Value {
    const span = this.spanOf(node, around);
    const list = new ListValue([], span);
    return this.anchored(node, list, () => {
      for (const item of node.items) list.items.push(this.value(item, { ...span, start: span.end }));
      if (node.tag === yamlTag + 'python/tuple') return new TupleValue(list.items, span);
      return node.tag === undefined || node.tag === yamlTag + 'seq' ? list : this.unknownTag(node.tag, span);
    });
  }

  private map(node: YAMLMap, around: Span): Value {
    const span = this.spanOf(node, around);
    const dict = new DictValue(span);
    return this.anchored(node, dict, () => {
      this.fillMap(dict, node);
      return node.tag === undefined || node.tag === yamlTag + 'map' ? dict : this.unknownTag(node.tag, span);
    });
  }

  /** Merged entries come first, as PyYAML's `flatten_mapping` puts them; of equal keys the last wins, at the first one's place. */
  private fillMap(dict: DictValue, node: YAMLMap): void {
    const merged: DictEntry[] = [];
    const own: DictEntry[] = [];
    for (const pair of node.items) {
      if (!isPair(pair)) continue;
      const at = this.nodeSpan(pair.key, dict.span);
      if (isMergeKey(pair.key)) merged.push(...this.mergedEntries(this.value(pair.value, at), at));
      else own.push(this.entry(pair.key, pair.value, at));
    }
    for (const entry of [...merged, ...own]) this.put(dict, entry);
  }

  private entry(keyNode: unknown, valueNode: unknown, at: Span): DictEntry {
    const key = isScalar(keyNode) && keyNode.type === 'PLAIN' && keyNode.value === '=' ? str('=', at) : this.value(keyNode, at);
    const value = this.value(valueNode, { ...at, start: at.end });
    return { key, value, keySpan: at, valueSpan: this.nodeSpan(valueNode, value.span) };
  }

  private nodeSpan(node: unknown, around: Span): Span {
    return isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? this.spanOf(node, around) : around;
  }

  private put(dict: DictValue, entry: DictEntry): void {
    const id = this.keyId(entry);
    if (id === undefined) return;
    const there = dict.entries.get(id);
    if (there) Object.assign(there, { value: entry.value, keySpan: entry.keySpan, valueSpan: entry.valueSpan });
    else dict.entries.set(id, { ...entry });
  }

  private keyId(entry: DictEntry): string | undefined {
    if (entry.key.kind === 'unknown') return undefined;
    if (entry.key.kind === 'list' || entry.key.kind === 'dict') {
      this.fail(entry.keySpan, 'raises', `A ${entry.key.kind} cannot be a key: PyYAML raises ConstructorError: found unhashable key.`);
      return undefined;
    }
    return keyOf(entry.key);
  }

  /** What `<<` brings in: a mapping, or a list of mappings of which earlier ones win. */
  private mergedEntries(value: Value, at: Span): DictEntry[] {
    if (value.kind === 'dict') return [...value.entries.values()];
    if (value.kind === 'list' && value.items.every((item) => item.kind === 'dict'))
      return value.items.toReversed().flatMap((item) => (item.kind === 'dict' ? [...item.entries.values()] : []));
    if (value.kind !== 'unknown') this.fail(at, 'raises', "'<<' takes a mapping or a list of mappings: PyYAML raises ConstructorError.");
    return [];
  }
}

function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.value === '<<' && key.tag === undefined;
}

function ownTag(tag: string): ScalarTag | undefined {
  const name = tag.startsWith(yamlTag) ? tag.slice(yamlTag.length).replace(/^python\/(?=str$|int$|float$|bool$|none$)/, '') : '';
  if (name === 'none') return 'null';
  return ['str', 'int', 'float', 'bool', 'null', 'timestamp'].includes(name) ? (name as ScalarTag) : name === 'python/unicode' ? 'str' : undefined;
}


import type { Config, DatasetConfig } from '../../config/config.js';
import { oncePer } from '../../core/once-per.js';
import type { FileId, Span } from '../../core/span.js';
import { original, textOf, type DictEntry, type DictValue, type StrValue, type Value } from '../../core/value.js';
import type { Fields } from '../../frameworks/face/fields.js';
import type { CheckContext } from '../../frameworks/face/rule.js';

/** The dicts that a dataset is made of: what their schemas name decides what the framework does. */
const kinds = [
  'dataset',
  'reader-cfg',
  'infer-cfg',
  'eval-cfg',
  'evaluator',
  'postprocessor',
  'prompt-template',
  'dialogue',
  'dialogue-item',
  'retriever',
  'inferencer',
  'generation-kwargs',
  'model',
  'meta-template',
  'meta-role',
];

/** Of these what is said does not depend on a word in them: names and paths are looked at for each dataset. */
const wording: ReadonlySet<string> = new Set(['abbr', 'name', 'path', 'prompt', 'template', 'content']);

/** So many of the datasets that one place makes are compared with each further one. */
const mostCompared = 8;
/** So many values of a config are compared, and of each so many dicts and lists within each other; what is beyond counts as different. */
const mostValues = 2_000_000;
const deepest = 40;
/** So many characters of a text cost what a value does. */
const charactersEach = 32;

const found = new WeakMap<Config, ReadonlyMap<DatasetConfig, DatasetConfig>>();

/**
 * For each dataset of which something is written in the document the first one that the same code makes in the same way: a loop over subjects makes hundreds that differ in
 * a name. What is wrong with one is wrong with all, at the same place.
 */
export function firstsOfDatasets({ config, file, framework }: CheckContext): ReadonlyMap<DatasetConfig, DatasetConfig> {
  let firsts = found.get(config);
  if (!firsts) {
    const written = config.datasets.filter((dataset) => isWrittenIn(file, dataset));
    found.set(config, (firsts = new LookAlikes(decisiveKeys(framework.fields)).firstsOf(written)));
  }
  return firsts;
}

/** The datasets of which something is written in the document, without those that are made as an earlier one is. */
export function distinctDatasets(context: CheckContext): readonly DatasetConfig[] {
  return firstsIn(firstsOfDatasets(context));
}

const firstsIn = oncePer((firsts: ReadonlyMap<DatasetConfig, DatasetConfig>): readonly DatasetConfig[] => [...new Set(firsts.values())]);

export function isWrittenIn(file: FileId, { value, inferCfg, readerCfg }: DatasetConfig): boolean {
  return value.span.file === file || inferCfg?.span.file === file || readerCfg?.span.file === file;
}

const decisiveKeys = oncePer((fields: Fields): ReadonlySet<string> => {
  const keys = kinds.flatMap((kind) => Object.keys(fields.schema(kind)?.properties ?? {}));
  return new Set(keys.filter((key) => !wording.has(key)));
});

class LookAlikes {
  private left = mostValues;

  constructor(private readonly decisive: ReadonlySet<string>) {}

  firstsOf(datasets: readonly DatasetConfig[]): Map<DatasetConfig, DatasetConfig> {
    const firsts = new Map<DatasetConfig, DatasetConfig>();
    const byFile = new Map<FileId, Map<number, DatasetConfig[]>>();
    for (const dataset of datasets) {
      const { file, start } = dataset.value.span;
      let byStart = byFile.get(file);
      if (!byStart) byFile.set(file, (byStart = new Map()));
      const others = byStart.get(start);
      if (!others) byStart.set(start, [dataset]);
      const first = others?.find((other) => this.areAlike(other.value, dataset.value, '', 0));
      if (!first && others && others.length < mostCompared) others.push(dataset);
      firsts.set(dataset, first ?? dataset);
    }
    return firsts;
  }

  private areAlike(one: Value, other: Value, key: string, depth: number): boolean {
    // What a loop makes each time anew holds much that it does not: that is looked at no further.
    if (one === other) return true;
    const a = original(one);
    const b = original(other);
    if (a === b) return true;
    if (a.kind !== b.kind || depth > deepest || --this.left < 0) return false;
    if (a.kind === 'dict') return isSamePlace(a.span, b.span) && this.areAlikeDicts(a, b as DictValue, depth);
    if (a.kind === 'list' || a.kind === 'tuple') {
      const { items } = b as typeof a;
      if (!isSamePlace(a.span, b.span) || a.items.length !== items.length) return false;
      for (let i = 0; i < items.length; i++) if (!this.areAlike(a.items[i]!, items[i]!, key, depth + 1)) return false;
      return true;
    }
    return this.isAlikeLeaf(a, b, this.decisive.has(key));
  }

  private areAlikeDicts(a: DictValue, b: DictValue, depth: number): boolean {
    if (a.entries.size !== b.entries.size) return false;
    const others = b.entries.values();
    for (const entry of a.entries.values()) {
      const other = others.next().value!;
      const key = textOf(entry.key);
      if (key === undefined || (entry.key !== other.key && key !== textOf(other.key)) || !isSameEntry(entry, other)) return false;
      if (!this.areAlike(entry.value, other.value, key, depth + 1)) return false;
    }
    return true;
  }

  private isAlikeLeaf(a: Value, b: Value, isDecisive: boolean): boolean {
    const isHere = isSamePlace(a.span, b.span);
    switch (a.kind) {
      case 'str':
        this.left -= a.text.length / charactersEach;
        return areAlikeTexts(a, b as StrValue, isHere, isDecisive);
      case 'bool':
      case 'int':
      case 'float':
        return !isDecisive || (isHere && a.value === (b as typeof a).value);
      case 'ref':
      case 'callable':
        return isHere && a.path === (b as typeof a).path;
      case 'none':
        return isHere || !isDecisive;
      default:
        return false;
    }
  }
}

function isSamePlace(a: Span, b: Span): boolean {
  return a === b || (a.start === b.start && a.end === b.end && a.file === b.file);
}

function isSameEntry(a: DictEntry, b: DictEntry): boolean {
  return isSamePlace(a.keySpan, b.keySpan) && isSamePlace(a.valueSpan, b.valueSpan);
}

/** Texts of one place that differ in a word, and words that stand for each other. */
function areAlikeTexts({ text: a }: StrValue, { text: b }: StrValue, isHere: boolean, isDecisive: boolean): boolean {
  if (isHere && a === b) return true;
  if (isDecisive) return false;
  return (isPlain(a) && isPlain(b)) || (isHere && differInWord(a, b));
}

/** Nothing in it is more than a word or a path: no braces, no line break, no mark of another notation. */
function isPlain(text: string): boolean {
  return text.length <= longestWord && plain.test(text);
}

const longestWord = 200;
const plain = /^[\p{L}\p{N}_ .,:;/()&+-]*$/u;

/** Whether what differs is plain words that nothing holds: a name in a sentence, and not `{name}`. */
function differInWord(a: string, b: string): boolean {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a.charCodeAt(start) === b.charCodeAt(start)) start++;
  let end = 0;
  while (end < shortest - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++;
  const before = a.slice(Math.max(0, start - longestWord), start);
  const behind = a.slice(a.length - end, a.length - end + longestWord);
  return isPlain(a.slice(start, a.length - end)) && isPlain(b.slice(start, b.length - end)) && isFree(before, behind);
}

/** Whether the words around a place are those of a sentence. */
function isFree(before: string, behind: string): boolean {
  return !/[{$<[%@\\][^\s{}<>[\]]*$/.test(before) && !/^[^\s{}<>[\]]*[}>\]%]/.test(behind);
}

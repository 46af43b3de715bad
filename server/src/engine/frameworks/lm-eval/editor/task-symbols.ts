import type { Evaluation } from '../../../core/evaluation.js';
import { textOf, type DictEntry, type DictValue, type Value } from '../../../core/value.js';
import type { DocumentSymbol } from '../../face/editor.js';
import { shortRepr } from '../../../core/short-repr.js';

/** How deep the outline goes: a key, its keys or items, and theirs. */
const deepest = 3;
const mostChildren = 200;
const mostDetail = 40;

/** The outline of a task, a group or an included file: its own keys as they are written, and what dicts and lists of dicts hold. */
export function taskSymbols({ file, value, taskFile }: Evaluation): DocumentSymbol[] {
  return symbolsOf(taskFile?.own ?? value, file, 1).sort((a, b) => a.nameSpan.start - b.nameSpan.start);
}

function symbolsOf(dict: DictValue, file: string, depth: number): DocumentSymbol[] {
  return [...dict.entries.values()]
    .filter(
      ({ key, keySpan, valueSpan }) =>
        key.kind === 'str' && keySpan.file === file && valueSpan.file === file && keySpan.start <= valueSpan.start,
    )
    .slice(0, mostChildren)
    .map((entry) => symbolOf(entry, file, depth));
}

function symbolOf({ key, keySpan, value, valueSpan }: DictEntry, file: string, depth: number): DocumentSymbol {
  const name = textOf(key)!;
  const children = depth < deepest ? childrenOf(value, file, depth + 1) : [];
  const whole = { file, start: keySpan.start, end: Math.max(keySpan.end, valueSpan.end) };
  return {
    name,
    detail: children.length > 0 ? '' : shortRepr(value, mostDetail),
    kind: kindOf(name),
    span: whole,
    nameSpan: keySpan,
    children: children.filter(({ span }) => span.start >= whole.start && span.end <= whole.end),
  };
}

function childrenOf(value: Value, file: string, depth: number): DocumentSymbol[] {
  if (value.kind === 'dict') return symbolsOf(value, file, depth);
  if (value.kind !== 'list') return [];
  const named = value.items.slice(0, mostChildren).flatMap((item) => {
    const name = item.kind === 'dict' ? nameOf(item) : undefined;
    return name === undefined || item.kind !== 'dict' || item.span.file !== file ? [] : [{ name, item }];
  });
  return named.map(({ name, item }) => ({ name, detail: '', kind: 'value', span: item.span, nameSpan: item.span, children: [] }));
}

/** What an item of a list is called: a metric, a filter, a step of one, a member of a group. */
function nameOf(item: DictValue): string | undefined {
  for (const key of ['metric', 'name', 'function', 'task', 'group']) {
    const value = item.get(key);
    if (value?.kind === 'str') return value.text;
    if (value?.kind === 'ref') return value.name;
  }
  return undefined;
}

function kindOf(name: string): DocumentSymbol['kind'] {
  if (name === 'task' || name === 'group') return 'dataset';
  if (/^doc_to_|^description$|^gen_prefix$/.test(name)) return 'template';
  return /_list$/.test(name) ? 'list' : 'value';
}

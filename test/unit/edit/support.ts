import { assumedLanguage } from '../../../server/src/engine/core/language.js';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import type { TextEdit } from '../../../server/src/engine/core/text-edit.js';
import type { DictEntry, DictValue, StrValue, TupleValue, Value } from '../../../server/src/engine/core/value.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** The values of a document of three languages, by its name. */
export function evaluate(file: string, text: string): DictValue {
  return evaluateDocument(file, text, assumedLanguage(file), new MemoryWorkspace({ [file]: text })).value;
}

/** What stands under a path of keys and indices. */
function at(root: Value, ...path: readonly (string | number)[]): Value {
  return path.reduce<Value>((value, key) => {
    const next =
      value.kind === 'dict'
        ? value.get(String(key))
        : value.kind === 'list' || value.kind === 'tuple'
          ? value.items[Number(key)]
          : undefined;
    if (!next) throw new Error(`nothing under ${key}`);
    return next;
  }, root);
}

export function dictAt(root: Value, ...path: readonly (string | number)[]): DictValue {
  return at(root, ...path) as DictValue;
}

export function strAt(root: Value, ...path: readonly (string | number)[]): StrValue {
  return at(root, ...path) as StrValue;
}

export function tupleAt(root: Value, ...path: readonly (string | number)[]): TupleValue {
  return at(root, ...path) as TupleValue;
}

export function entryAt(dict: DictValue, key: string): DictEntry {
  const entry = dict.entry(key);
  if (!entry) throw new Error(`no ${key}`);
  return entry;
}

/** The text with the edit made; undefined where there is none. */
export function apply(text: string, edit: TextEdit | undefined): string | undefined {
  return edit && text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end);
}

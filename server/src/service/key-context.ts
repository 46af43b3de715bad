import type { ConfigKind } from '../config/config.js';
import type { Document } from '../project.js';
import { looksLikeTask } from '../sniff.js';

/** The same for a task or a group of lm-evaluation-harness. */
const kindOfTaskKey: Readonly<Record<string, ConfigKind>> = {
  fewshot_config: 'fewshot-config',
  generation_kwargs: 'generation-kwargs',
  metric_list: 'metric',
  filter_list: 'filter',
  filter: 'filter-step',
  aggregate_metric_list: 'aggregate-metric',
  task: 'group-member',
};

/** How far back the brackets around a place are looked for, in UTF-16 units. */
const reach = 20_000;
/** How many lines around one are looked at for its neighbours. */
const farthest = 500;

/** The kind of dict that stands under a key. */
const kindOfKey: Readonly<Record<string, ConfigKind>> = {
  infer_cfg: 'infer-cfg',
  reader_cfg: 'reader-cfg',
  eval_cfg: 'eval-cfg',
  meta_template: 'meta-template',
  prompt_template: 'prompt-template',
  ice_template: 'prompt-template',
  template: 'dialogue',
  retriever: 'retriever',
  inferencer: 'inferencer',
  reserved_roles: 'meta-role',
  models: 'model',
  datasets: 'dataset',
};

/**
 * The kind of the dict around a place, told by the names that its brackets are given to (in YAML, by the keys above it): for code that the
 * evaluation did not reach. Undefined where the names tell nothing.
 */
export function kindAround(document: Document, offset: number): ConfigKind | undefined {
  if (isTask(document)) return kindInTask(document, offset);
  return kindOf(document.language === 'yaml' ? ownersByIndent(document, offset) : ownersByBracket(document.text, offset));
}

/** Whether a document is a task, a group or an included file of lm-evaluation-harness, by a look at its text. */
export function isTask({ text, language }: Document): boolean {
  return language === 'yaml' && looksLikeTask(text);
}

function kindInTask(document: Document, offset: number): ConfigKind | undefined {
  const [owner] = ownersByIndent(document, offset);
  if (owner === undefined) return /^group[ \t]*:/m.test(document.text) ? 'group' : 'task';
  return Object.hasOwn(kindOfTaskKey, owner) ? kindOfTaskKey[owner] : undefined;
}

/** @param owners names of the keys around, innermost first */
function kindOf(owners: readonly string[]): ConfigKind | undefined {
  for (const [index, owner] of owners.entries()) {
    if (owner === 'round' || owner === 'begin' || owner === 'end') {
      return owners.slice(index).some((outer) => /(^|_)meta_template$/.test(outer)) ? 'meta-role' : 'dialogue-item';
    }
    const known = Object.hasOwn(kindOfKey, owner) ? owner : (/(infer_cfg|reader_cfg|eval_cfg|meta_template|datasets|models)$/.exec(owner)?.[1] ?? '');
    if (Object.hasOwn(kindOfKey, known)) return kindOfKey[known];
  }
  return undefined;
}

/** The keys that the dict around a place has already, in front of the place and behind it. Of YAML only told for block mappings. */
export function keysAround(document: Document, offset: number): ReadonlySet<string> {
  const { text, language } = document;
  if (language === 'yaml') return keysOfBlock(document, offset);
  const own = `${reversed(level(text, offset - 1, -1))}\n${level(text, offset, 1)}`;
  return new Set([...own.matchAll(/(?:^|[\s,([{])["']?(\w+)["']?\s*[=:](?!=)/gm)].map(([, key]) => key!));
}

/** The keys of the lines that start in the same column, up and down to a line that starts further to the left or is another item of a list. */
function keysOfBlock(document: Document, offset: number): ReadonlySet<string> {
  const { line } = document.lines.positionAt(offset);
  const lineAt = (at: number): string => document.text.slice(document.lines.lineStart(at), document.lines.lineEnd(at));
  const indentOf = (text: string): string => /^[\s-]*/.exec(text)![0];
  const column = indentOf(lineAt(line)).length;
  const keys = new Set<string>();
  const add = (text: string): void => {
    const key = /^[\s-]*["']?(\w+)["']?\s*:(?=\s|$)/.exec(text)?.[1];
    if (key !== undefined) keys.add(key);
  };
  for (const step of [-1, 1]) {
    // The item of a list starts with its hyphen.
    if (step === -1 && indentOf(lineAt(line)).includes('-')) continue;
    for (let at = line + step; at >= 0 && at < document.lines.lineCount && Math.abs(at - line) < farthest; at += step) {
      const text = lineAt(at);
      const indent = indentOf(text);
      if (/^\s*(?:#|$)/.test(text) || indent.length > column) continue;
      if (indent.length < column || (step === 1 && indent.includes('-'))) break;
      add(text);
      if (indent.includes('-')) break;
    }
  }
  return keys;
}

/** What stands at the level of brackets of a place, up to the bracket that ends it; read in one direction. */
function level(text: string, from: number, step: 1 | -1): string {
  const [opening, closing] = step === 1 ? ['([{', ')]}'] : [')]}', '([{'];
  let own = '';
  let depth = 0;
  for (let at = from; at >= 0 && at < text.length && Math.abs(at - from) < reach; at += step) {
    const c = text[at]!;
    if (closing.includes(c) && depth-- === 0) break;
    if (depth === 0) own += c;
    if (opening.includes(c)) depth++;
  }
  return own;
}

function reversed(text: string): string {
  return [...text].reverse().join('');
}

/** The names in front of the brackets that are open at `offset`, innermost first. Strings with brackets in them may mislead it. */
function ownersByBracket(text: string, offset: number): string[] {
  const owners: string[] = [];
  let depth = 0;
  const first = Math.max(0, offset - reach);
  for (let at = offset - 1; at >= first; at--) {
    const c = text[at]!;
    if (c === ')' || c === ']' || c === '}') depth++;
    else if (c === '(' || c === '[' || c === '{') {
      if (depth > 0) depth--;
      else {
        const name = nameBefore(text.slice(Math.max(0, at - 200), at));
        if (name !== undefined) owners.push(name);
      }
    }
  }
  return owners;
}

/** The name that what follows the text is given to: `name = `, `'name': dict`. */
function nameBefore(text: string): string | undefined {
  // Most brackets are given to no name, which their neighbour tells sooner than the search from each of the characters before it.
  return /[:=t]/.test(text.trimEnd().slice(-1)) ? /(\w+)["']?\s*[:=]\s*(?:dict)?$/.exec(text)?.[1] : undefined;
}

/** The keys of the lines above with less indentation, innermost first. */
function ownersByIndent(document: Document, offset: number): string[] {
  const owners: string[] = [];
  const { line, character } = document.lines.positionAt(offset);
  let indent = character;
  for (let above = line - 1; above >= 0 && indent > 0; above--) {
    const text = document.text.slice(document.lines.lineStart(above), document.lines.lineEnd(above));
    const key = /^([\s-]*)["']?(\w+)["']?\s*:/.exec(text);
    if (key && key[1]!.length < indent) {
      indent = key[1]!.length;
      owners.push(key[2]!);
    }
  }
  return owners;
}

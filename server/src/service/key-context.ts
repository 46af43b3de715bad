import type { ConfigKind } from '../config/config.js';
import type { Document } from '../project.js';

/** How far back the brackets around a place are looked for, in UTF-16 units. */
const reach = 20_000;

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
  return kindOf(document.language === 'yaml' ? ownersByIndent(document, offset) : ownersByBracket(document.text, offset));
}

/** @param owners names of the keys around, innermost first */
function kindOf(owners: readonly string[]): ConfigKind | undefined {
  for (const [index, owner] of owners.entries()) {
    if (owner === 'round' || owner === 'begin' || owner === 'end') {
      return owners.slice(index).some((outer) => /(^|_)meta_template$/.test(outer)) ? 'meta-role' : 'dialogue-item';
    }
    const kind = kindOfKey[owner] ?? kindOfKey[/(infer_cfg|reader_cfg|eval_cfg|meta_template|datasets|models)$/.exec(owner)?.[1] ?? ''];
    if (kind) return kind;
  }
  return undefined;
}

/** The keys that the dict around a place has already, in front of the place and behind it. Not told for YAML. */
export function keysAround({ text, language }: Document, offset: number): ReadonlySet<string> {
  if (language === 'yaml') return new Set();
  const own = `${reversed(level(text, offset - 1, -1))}\n${level(text, offset, 1)}`;
  return new Set([...own.matchAll(/(?:^|[\s,([{])["']?(\w+)["']?\s*[=:](?!=)/gm)].map(([, key]) => key!));
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
        const name = /([\w]+)["']?\s*[:=]\s*(?:dict)?$/.exec(text.slice(Math.max(0, at - 200), at))?.[1];
        if (name !== undefined) owners.push(name);
      }
    }
  }
  return owners;
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

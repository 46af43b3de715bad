import type { Document } from '../core/document.js';

/** How far back the brackets around a place are looked for, in UTF-16 units. */
const reach = 20_000;
/** How many lines around one are looked at for its neighbours. */
const farthest = 500;

/**
 * The keys that the dict around a place has already, in front of the place and behind it, each with the name or short text that it is given, as it is written; '' for
 * any other value. Of YAML only told for block mappings.
 */
export function keysAround(document: Document, offset: number): ReadonlyMap<string, string> {
  const { text, language } = document;
  if (language === 'yaml') return keysOfBlock(document, offset);
  const own = `${reversed(level(text, offset - 1, -1))}\n${level(text, offset, 1)}`;
  return new Map([...own.matchAll(entryOfLevel)].map(([, key, value]) => [key!, value!]));
}

const entryOfLevel = /(?:^|[\s,([{])["']?(\w+)["']?\s*[=:](?!=)[ \t]*((?:[\w.]+|'[\w.]*'|"[\w.]*")?)/gm;

/** The key whose value, or whose beginning, stands at a place between brackets: `path` of `dict(type=A, path='|')`. Undefined where there is none. */
export function keyAt(text: string, offset: number): string | undefined {
  const own = reversed(level(text, offset - 1, -1));
  return /^\s*["']?(\w+)/.exec(own.slice(own.lastIndexOf(',') + 1))?.[1];
}

/** The keys of the lines that start in the same column, up and down to a line that starts further to the left or is another item of a list. */
function keysOfBlock(document: Document, offset: number): ReadonlyMap<string, string> {
  const { line } = document.lines.positionAt(offset);
  const lineAt = (at: number): string => document.text.slice(document.lines.lineStart(at), document.lines.lineEnd(at));
  const indentOf = (text: string): string => /^[\s-]*/.exec(text)![0];
  const column = indentOf(lineAt(line)).length;
  const keys = new Map<string, string>();
  const add = (text: string): void => {
    const entry = /^[\s-]*["']?(\w+)["']?\s*:(?=\s|$)[ \t]*([\w.]*)/.exec(text);
    if (entry) keys.set(entry[1]!, entry[2]!);
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
export function ownersByBracket(text: string, offset: number): string[] {
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
export function ownersByIndent(document: Document, offset: number): string[] {
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

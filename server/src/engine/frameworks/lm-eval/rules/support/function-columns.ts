import type { FileId } from '../../../../core/span.js';
import type { RefValue } from '../../../../core/value.js';
import type { CheckContext } from '../../../face/rule.js';
import { findFunction } from '../../load/function.js';

/** The columns that the code of a function names, by its text alone. */
export interface FunctionColumns {
  /** `doc["question"]`, `doc.get("question")`. */
  readonly read: ReadonlySet<string>;
  /** `{"question": …}`, `doc["question"] = …`. */
  readonly made: ReadonlySet<string>;
}

/** Longer modules are not looked at. */
const mostText = 200_000;

/** What a `!function` and the functions of its module that it names read and make; undefined where its source is out of reach. */
export function columnsOfFunction(ref: RefValue, { surroundings }: CheckContext): FunctionColumns | undefined {
  const found = findFunction(ref, surroundings);
  const text = found.kind === 'found' ? textOf(found.file, surroundings.workspace) : undefined;
  return text === undefined ? undefined : columnsIn(codeOf(text, ref.name));
}

function textOf(file: FileId, workspace: CheckContext['surroundings']['workspace']): string | undefined {
  const read = workspace.read(file);
  return read.kind === 'text' && read.text.length <= mostText ? read.text : undefined;
}

/** The definition of a name at the top of a module, and of the others there that it leads to. */
function codeOf(text: string, name: string): string {
  const definitions = new Map<string, string>();
  for (const part of text.split(/^(?=(?:async[ \t]+)?(?:def|class)[ \t])/m)) {
    const own = /^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)/.exec(part)?.[1];
    if (own !== undefined) definitions.set(own, part);
  }
  const wanted = new Set([name]);
  // A set that grows while it is gone through is gone through to its end.
  for (const one of wanted)
    for (const [word] of (definitions.get(one) ?? '').matchAll(/\b[A-Za-z_]\w*/g)) if (definitions.has(word)) wanted.add(word);
  return [...wanted].map((one) => definitions.get(one) ?? '').join('\n');
}

function columnsIn(code: string): FunctionColumns {
  const [read, made] = [new Set<string>(), new Set<string>()];
  for (const [, item, entry] of code.matchAll(
    /(?:\[|\.get\()\s*["']([A-Za-z_]\w*)["'](?!\s*\]\s*=(?!=))|["']([A-Za-z_]\w*)["']\s*(?::|\]\s*=(?!=))/g,
  )) {
    if (item !== undefined) read.add(item);
    if (entry !== undefined) made.add(entry);
  }
  return { read, made };
}

import { oncePer } from '../../../../core/once-per.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext } from '../../../face/rule.js';
import { classFileText } from './class-file-text.js';

/** What datasets call their splits. */
export const usualSplits: readonly string[] = ['train', 'validation', 'test', 'dev', 'val'];

/** What loads splits that the source does not name. */
const loadsOthers = /\b(?:load_dataset|load_from_disk|from_file|super)\(|\*\*/;

/**
 * The splits that a class goes through one by one (`for split in ['dev', 'val', 'test']:`), where its source loads no others; undefined where it does not tell. What another branch
 * of it loads, as from another hub, is not known.
 */
export function namedSplits(context: CheckContext, facts: ClassFacts): readonly string[] | undefined {
  const text = facts.file === undefined ? undefined : classFileText(context, facts);
  return text === undefined ? undefined : splitsIn(facts)(text);
}

const splitsIn = oncePer(({ name }: ClassFacts) => {
  let known: { readonly text: string; readonly splits: readonly string[] | undefined } | undefined;
  return (text: string): readonly string[] | undefined => {
    if (known?.text !== text) known = { text, splits: findSplits(text, name) };
    return known.splits;
  };
});

/** A loop over splits that are written out: few modules have one. */
const loopOfSplits = /\bfor \w*split\w* in [[(]([^\])]*)[\])]:/;

function findSplits(text: string, className: string): readonly string[] | undefined {
  if (!loopOfSplits.test(text)) return undefined;
  const own = new RegExp(`^class ${className}\\b[^]*?(?=^\\S|(?![^]))`, 'm').exec(text)?.[0] ?? '';
  if (loadsOthers.test(own)) return undefined;
  const [, list = ''] = loopOfSplits.exec(own) ?? [];
  const names = [...list.matchAll(/['"](\w+)['"]/g)].map(([, name]) => name!);
  if (names.length < 2 || !names.every((name) => usualSplits.includes(name))) return undefined;
  // What is called otherwise elsewhere may be another one.
  return usualSplits.every((name) => names.includes(name) || !new RegExp(`['"]${name}['"]`).test(own)) ? names : undefined;
}

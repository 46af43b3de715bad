import { hasWord, ofName } from '../../core/word-places.js';
import type { CheckContext, Fix } from '../../frameworks/face/rule.js';
import type { TextEdit } from '../../core/text-edit.js';
import { problemRule, writeSuggestion } from '../support/problems.js';
import { say } from '../../core/say.js';

const changeName = writeSuggestion((name) => say`Change to ${name}`, false);

/** A name that the base config does not define. mmengine 0.11 `config/config.py`. */
export const baseNameMissing = problemRule(
  {
    id: 'base-name-missing',
    title: 'A name that the base config does not define',
    severity: 'error',
    fix: 'unsafe',
    prevents: "KeyError: 'gsm8k_dataset'",
  },
  (problem, context) => changeName(problem, context).map((fix) => keepingUses(context, fix)),
);

/** Where the document uses the name further on, it stays the name of what is imported. */
function keepingUses({ text }: Pick<CheckContext, 'text'>, fix: Fix): Fix {
  return {
    ...fix,
    edits: fix.edits.map((edit) =>
      isUsedElsewhere(text(edit.span.file), edit) ? { ...edit, newText: `${edit.newText} as ${nameAt(text(edit.span.file), edit)}` } : edit,
    ),
  };
}

function isUsedElsewhere(source: string, edit: TextEdit): boolean {
  const name = nameAt(source, edit);
  if (!/^[\p{L}\p{N}_]+$/u.test(name) || /^\s+as\b/.test(source.slice(edit.span.end))) return false;
  return [source.slice(0, edit.span.start), source.slice(edit.span.end)].some((part) => hasWord(part, name, ofName));
}

function nameAt(source: string, { span }: TextEdit): string {
  return source.slice(span.start, span.end);
}

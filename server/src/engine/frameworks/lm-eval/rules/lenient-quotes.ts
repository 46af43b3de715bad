import type { StrValue } from '../../../core/value.js';
import type { Span } from '../../../core/span.js';
import type { Fix } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { problemRule } from '../../../checks/support/problems.js';
import { valuesOfTask } from './support/walk.js';
import { say } from '../../../core/say.js';

/** A quoted text that goes on further to the left than YAML allows: only libyaml, which PyYAML uses, reads it. */
export const lenientQuotes = problemRule(
  {
    id: 'lenient-quotes',
    title: 'A quoted text that not every YAML reader accepts',
    severity: 'hint',
    fix: 'safe',
    prevents: 'A file that other readers of YAML, and PyYAML without libyaml, refuse',
  },
  ({ span }, context) => {
    const value = valuesOfTask(context).find((one): one is StrValue => one.kind === 'str' && isAt(one.span, span));
    return value ? onOneLine(value) : [];
  },
);

function isAt(a: Span, b: Span): boolean {
  return a.file === b.file && a.start === b.start && a.end === b.end;
}

/** The same text, as every reader of YAML takes it. */
function onOneLine({ span, text }: StrValue): Fix[] {
  return oneEdit(say`Write it on one line`, true, { span, newText: JSON.stringify(text) });
}

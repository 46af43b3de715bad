import { say } from '../../../core/say.js';
import { keywords } from '../../../python/syntax/fast/scanner.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { nameOf, unreadableIn, type Unreadable } from '../config/written-config.js';

const words = [...keywords.keys()].join('|');

/** Without one of these in a text, it has nothing of the kind, and its values need not be gone through. */
const suspects: readonly RegExp[] = [
  // Words are found sooner than the beginnings of lines.
  /(?:def|class)\b(?<=^[ \t]*\w+)|^import[ \t]+[\w.]+[ \t]*(?:#.*)?$|\blambda\b/m,
  /\b(?:inf|infinity|nan)\b/i,
  // Keys.
  new RegExp(`['"](?:${words})['"]|\\b(?:False|None|True)\\s*:`),
  /"[^"\n]*'[^"\n]*"\s*[:\]]|\\['nr\\][^'"\n]*['"]\s*[:\]]/,
  // What is gone through once, or is a view of a dict: not where a loop goes through it.
  /[=:]\s*(?:\([^\n=]*\bfor\b|[\w.[\]'"]+\.(?:keys|values|items)\(\)|(?:map|filter|zip|enumerate|reversed|iter)\()|\.(?:keys|values|items)\(\)[ \t]*(?:[,#]|$)/m,
  // What Python has itself, and that is not called.
  /[=:,([]\s*(?:all|any|bool|dict|float|int|len|list|max|min|print|set|sorted|str|sum|tuple)\s*[,)\]}\n]/,
];

/** What a run writes of a config into a file, and cannot read again. */
export const ownCode: ConfigRule = {
  id: 'own-code',
  title: 'Something in a config that a run writes down and cannot read again, like a function of its own',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  prevents: 'SyntaxError: invalid syntax, when the run reads the config that it has written',
  scope: 'document',
  *check(context): Iterable<Finding> {
    // What does not load is not written down, and broken text may leave anything behind.
    if (!context.evaluation.ok) return;
    const text = context.text(context.file);
    if (!suspects.some((suspect) => suspect.test(text))) return;
    for (const found of unreadableIn(context.evaluation)) if (isOwn(context, found)) yield findingOf(found);
  },
};

/** Whether it was written in this document, and stands there. */
function isOwn({ file }: CheckContext, found: Unreadable): boolean {
  if (found.span.file !== file) return false;
  if (found.kind === 'code') return found.value.span.file === file;
  return found.kind !== 'module' || found.name !== undefined;
}

function findingOf(found: Unreadable): Finding {
  const { span } = found;
  switch (found.kind) {
    case 'key':
      return { span, message: ofKey(found.text) };
    case 'number':
      return { span, message: ofNumber(found.text) };
    case 'builtin':
      return { span, message: ofBuiltin(found.text) };
    case 'iterable':
      return { span, message: ofIterable(found.text) };
    case 'module':
      return { span, message: ofModule(found.name ?? nameOf(found.value), found.value.path) };
    case 'code': {
      const related = [{ span: found.value.span, message: say`it is defined here` }];
      return found.name === undefined ? { span, message: within(nameOf(found.value)), related } : { span, message: atTop(found.name) };
    }
  }
}

function within(name: string): string {
  return say`Of ${name}, which this config defines, a run keeps only the name: it writes the config into a file, reads it again, and raises. Define it in a module, and import it.`;
}

function atTop(name: string): string {
  return say`Of ${name}, which this config defines, a run keeps only the name: it writes the config into a file, reads it again, and raises. Define it in a module, and import it, or end the config with \`del ${name}\`.`;
}

function ofModule(name: string, path: string): string {
  return say`The module ${name} is written into the file with the config that a run reads again, and that raises. End the config with \`del ${name}\`, or import the module under a name of its own: \`import ${path} as _${name}\`.`;
}

function ofBuiltin(name: string): string {
  return say`Of ${name} a run keeps only the name: it writes the config into a file, reads it again, and raises.`;
}

function ofIterable(typeName: string): string {
  return say`What is written of a ${typeName} into the file with the config, which a run reads again, is no Python that gives it back: the run raises. Write list(…) around it.`;
}

function ofNumber(text: string): string {
  return say`A run writes the config into a file, reads it again, and raises NameError: there ${text} is a name that nothing defines.`;
}

function ofKey(text: string): string {
  return say`The key ${text} is written into the file with the config that a run reads again, and that raises SyntaxError: mmengine puts it there as it is.`;
}

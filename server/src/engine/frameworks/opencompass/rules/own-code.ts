import { say } from '../../../core/say.js';
import { ModuleValue } from '../../../python/runtime/runtime.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { nameOf, unreadableIn, type UnreadablePlace } from '../config/written-config.js';

/** Without one of these in a text, it defines none. */
const definition = /^[ \t]*(?:def|class|import)\b|\blambda\b/m;

/** A function, a class or a module of the config's own in what a run writes into a file. */
export const ownCode: ConfigRule = {
  id: 'own-code',
  title: 'A function or class of the config itself, where a run needs one of a module',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  prevents: 'SyntaxError: invalid syntax, when the run reads the config that it has written',
  scope: 'document',
  *check(context): Iterable<Finding> {
    if (!definition.test(context.text(context.file))) return;
    for (const place of unreadableIn(context.evaluation)) if (isOwn(context, place)) yield finding(place);
  },
};

/** Whether something was defined, or imported, by the text of this document, and stands there. */
function isOwn({ file }: CheckContext, { value, span, name }: UnreadablePlace): boolean {
  return span.file === file && (value instanceof ModuleValue ? name !== undefined : value.span.file === file);
}

function finding({ value, span, name }: UnreadablePlace): Finding {
  if (name === undefined)
    return { span, message: within(nameOf(value)), related: [{ span: value.span, message: say`it is defined here` }] };
  return { span, message: value instanceof ModuleValue ? ofModule(name, value.path) : atTop(name) };
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

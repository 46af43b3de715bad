import { UnknownValue } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { leave } from '../builtins/leave.js';
import { BuiltinValue, ModuleValue } from '../runtime.js';
import { say } from '../../../core/say.js';

const exit = new BuiltinValue('sys.exit', nowhere, leave(false));

/** The module `sys`: all that is followed is how to leave. */
export const sys = new ModuleValue('sys', nowhere, (runtime, name) =>
  name === 'exit' ? exit : new UnknownValue(say`what the interpreter says of itself depends on the machine`, runtime.span),
);

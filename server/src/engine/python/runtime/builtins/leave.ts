import { NoneValue, type Value } from '../../../core/value.js';
import { positional } from '../call-arguments.js';
import { RaisedError } from '../exceptions.js';
import { ExceptionValue } from '../objects.js';
import type { Arguments, Runtime } from '../runtime.js';

/**
 * A function that raises SystemExit. Loading a config ends with it, since mmengine catches no more than Exception.
 * @param keepsNone whether the exception has None for an argument where there is no code: that of `exit()` has, that of `sys.exit()` has not
 */
export function leave(keepsNone: boolean): (runtime: Runtime, args: Arguments) => Value {
  return (runtime, args) => {
    const [code = new NoneValue(runtime.span)] = positional('exit', args, 0, 1);
    throw new RaisedError(new ExceptionValue('SystemExit', exitArguments(code, keepsNone), runtime.span), runtime.span);
  };
}

function exitArguments(code: Value, keepsNone: boolean): readonly Value[] {
  if (keepsNone) return [code];
  if (code.kind === 'none') return [];
  return code.kind === 'tuple' ? code.items : [code];
}

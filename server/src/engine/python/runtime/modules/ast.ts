import { literalEval } from '../literal-eval.js';
import { bind, unknown } from '../call-arguments.js';
import { charge } from '../../../core/cost.js';
import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { typeName } from '../semantics.js';
import { lookingFunction, moduleOf, type ModuleFunction } from './module.js';

/** `ast.literal_eval(node_or_string)` of a text. @throws PyError as `literalEval` */
const evaluateLiteral: ModuleFunction = (runtime, args) => {
  const [source] = bind('literal_eval', args, ['node_or_string'], 1);
  if (source!.kind === 'object') return unknown(runtime, say`syntax trees of the module ast are not modelled`);
  if (source!.kind !== 'str') throw new PyError('ValueError', `malformed node or string: ${typeName(source!)}`);
  // Parsing takes about as long as so many steps; more so where the text has errors.
  charge(200 + 4 * source!.text.length);
  return literalEval(source!);
};

/** The module `ast`, of which only reading literals is followed. */
export const ast = moduleOf('ast', { literal_eval: lookingFunction('ast.literal_eval', evaluateLiteral) });

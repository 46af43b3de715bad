import type { Expression } from '../tree/ast.js';
import type { ParseContext } from './context.js';

/** What CPython calls an expression that it refuses as a target. */
function described(target: Expression): string {
  switch (target.type) {
    case 'Call':
      return 'function call';
    case 'Constant':
      return target.value === 'Ellipsis' ? 'ellipsis' : target.value;
    case 'Int':
    case 'Float':
    case 'Complex':
    case 'String':
    case 'Bytes':
      return 'literal';
    case 'FString':
      return 'f-string expression';
    case 'Dict':
      return 'dict literal';
    case 'Set':
      return 'set display';
    case 'Comprehension':
      return target.of === 'generator' ? 'generator expression' : `${target.of} comprehension`;
    case 'Comparison':
      return 'comparison';
    case 'Conditional':
      return 'conditional expression';
    case 'NamedExpression':
      return 'named expression';
    case 'Lambda':
      return 'lambda';
    case 'Yield':
      return 'yield expression';
    case 'Await':
      return 'await expression';
    default:
      return 'expression';
  }
}

/**
 * Reports a target that Python cannot bind. Stars may stand in a tuple or list only, one at most.
 * @param deed `assign to` or `delete`, as CPython words it
 */
export function checkTarget(context: ParseContext, target: Expression, deed: 'assign to' | 'delete', starAllowed = false): void {
  switch (target.type) {
    case 'Name':
    case 'Attribute':
    case 'Subscript':
    case 'Missing':
      return;
    case 'Tuple':
    case 'List':
      checkMembers(context, target.elements, deed);
      return;
    case 'Starred':
      if (deed === 'delete') context.problem(target, 'cannot delete starred');
      else if (!starAllowed) context.compilerProblem(target, 'starred assignment target must be in a list or tuple');
      checkTarget(context, target.value, deed);
      return;
    default:
      context.problem(target, `cannot ${deed} ${described(target)}`);
  }
}

function checkMembers(context: ParseContext, members: readonly Expression[], deed: 'assign to' | 'delete'): void {
  const stars = members.filter((member) => member.type === 'Starred');
  if (deed === 'assign to' && stars.length > 1) context.compilerProblem(stars[1]!, 'multiple starred expressions in assignment');
  for (const member of members) checkTarget(context, member, deed, true);
}

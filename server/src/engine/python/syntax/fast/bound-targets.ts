import type { Expression } from '../tree/ast.js';
import { giveUp } from './give-up.js';

/** Gives up on a target that Python cannot bind, or delete. */
export function checkBound(target: Expression, deed: 'assign to' | 'delete' = 'assign to', starAllowed = false): void {
  switch (target.type) {
    case 'Name':
    case 'Attribute':
    case 'Subscript':
      return;
    case 'Tuple':
    case 'List':
      if (target.elements.filter((member) => member.type === 'Starred').length > 1) giveUp();
      for (const member of target.elements) checkBound(member, deed, true);
      return;
    case 'Starred':
      if (deed === 'delete' || !starAllowed) giveUp();
      checkBound(target.value, deed);
      return;
    default:
      giveUp();
  }
}

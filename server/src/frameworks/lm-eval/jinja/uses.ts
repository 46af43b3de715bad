import type { Template } from './ast.js';

/** How a template uses a variable that it does not define itself. */
export interface Use {
  readonly name: string;
  /** UTF-16 offsets of the name in the template's text. */
  readonly start: number;
  readonly end: number;
}

/** The free variables of a template in the order in which they are written. */
export function usesOf(_template: Template): Use[] {
  return [];
}

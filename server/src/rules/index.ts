import type { Rule } from './rule.js';

/** Every rule, in the order in which their findings are listed at one place. */
export const rules: readonly Rule[] = [];

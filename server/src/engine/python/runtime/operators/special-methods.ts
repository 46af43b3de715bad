import type { BinaryOperator } from '../../syntax/tree/ast.js';

/** The operators of Python by the names of their special methods: `add` is that of `__add__`, and of `operator.add`. */
export const operatorsByName = {
  add: '+',
  sub: '-',
  mul: '*',
  truediv: '/',
  floordiv: '//',
  mod: '%',
  pow: '**',
  matmul: '@',
  and: '&',
  or: '|',
  xor: '^',
  lshift: '<<',
  rshift: '>>',
} as const satisfies Readonly<Record<string, BinaryOperator>>;

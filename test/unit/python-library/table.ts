import { describe, expect, it } from 'vitest';
import { evaluateDocument } from '../../../server/src/engine/project/evaluate-document.js';
import { findUnknown } from '../../../server/src/engine/python/runtime/find-unknown.js';
import { pyRepr } from '../../../server/src/engine/python/runtime/semantics.js';
import { MemoryWorkspace, type Workspace } from '../../../server/src/engine/core/workspace.js';
import type { Value } from '../../../server/src/engine/core/value.js';

const file = '/ws/config.py';

/** The value that a program gives to `r`; throws what the program raises as an Error of the text `Type: message`. */
export function result(program: string, workspace: Workspace = new MemoryWorkspace({})): Value {
  const evaluation = evaluateDocument(file, program, 'python', workspace);
  if (evaluation.error) throw new Error(`${evaluation.error.type}: ${evaluation.error.text}`);
  const value = evaluation.value.get('r');
  if (!value) throw new Error(`no r: ${evaluation.problems.map((p) => p.message).join(' ')}`);
  return value;
}

/** What CPython would print for `r`: its repr, or the exception; `unknown: reason` where it is not known. */
export function shown(program: string, workspace?: Workspace): string {
  try {
    const value = result(program, workspace);
    const unknown = findUnknown(value);
    return unknown ? `unknown: ${unknown.reason}` : pyRepr(value).text;
  } catch (error) {
    return (error as Error).message;
  }
}

/** One test a row: a program that sets `r`, or an expression, and what CPython 3.11 prints for it. */
export function table(title: string, rows: readonly (readonly [program: string, expected: string])[]): void {
  describe(title, () => {
    it.each(rows)('%s', (program, expected) => {
      expect(shown(isProgram(program) ? program : `r = ${program}`)).toBe(expected);
    });
  });
}

function isProgram(text: string): boolean {
  return text.includes('\n') || /^\w+ ?=[^=]/.test(text);
}

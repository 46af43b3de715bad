import { expect } from 'vitest';
import type { Project } from '../../../server/src/engine/project/project.js';

/** The text of a file of a project's workspace; empty where there is none. */
export function textOf(project: Project, file: string): string {
  const read = project.workspace.read(file);
  return read.kind === 'text' ? read.text : '';
}

/** @param search with a bar in front of the place */
export function offsetIn(project: Project, file: string, search: string): number {
  const at = textOf(project, file).indexOf(search.replace('|', ''));
  expect(at).toBeGreaterThan(-1);
  return at + search.indexOf('|');
}

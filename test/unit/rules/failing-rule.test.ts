import { expect, it, vi } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { syntaxError } from '../../../server/src/engine/checks/rules/syntax-error.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

it('leaves a rule out that fails by a fault of our own, and says so to who asked to be told', () => {
  const check = vi.spyOn(syntaxError, 'check').mockImplementation(() => {
    throw new RangeError('Maximum call stack size exceeded');
  });
  const text = "models = [dict(type='X', abbr='m')]\ndatasets = [dict(abbr='d')]\nraise ValueError('x')\n";
  const workspace = new MemoryWorkspace({ '/ws/eval.py': text });
  const failed: string[] = [];
  const project = createProject(workspace, defaultSettings, {
    ruleFailed: (file, rule, error) => failed.push(`${file} ${rule} ${String(error)}`),
  });
  expect(project.check('/ws/eval.py').map(({ rule }) => rule)).toContain('raises');
  expect(failed).toEqual(['/ws/eval.py syntax-error RangeError: Maximum call stack size exceeded']);
  expect(() => createProject(workspace, defaultSettings).check('/ws/eval.py')).toThrow(RangeError);
  check.mockRestore();
});

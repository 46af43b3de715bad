import { expect, it } from 'vitest';
import { readSource } from '../../../server/src/engine/classes/source-module.js';

it.each([
  ['setattr(sys.modules[__name__], name, len)', true],
  ['this = sys.modules.get(__name__)', true],
  ['this = sys.modules[guard.__module__]', true],
  ['def guard():\n    this = inspect.getmodule(guard)', true],
  ["def guard():\n    sys.modules['ipdb'] = None", false],
  ['if name in sys.modules:\n    del sys.modules[name]', false],
])('takes a module for one that may have other names only where it gets at itself: %s', (text, dynamic) => {
  expect(readSource('/ws/m.py', `${text}\n`).dynamic).toBe(dynamic);
});

import { expect, it } from 'vitest';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { installedFieldOrder } from '../../../server/src/engine/data/datasets/installed-order.js';

it.each([
  ['19.0.1', 'sorted'],
  ['23.0.0', 'sorted'],
  ['24.0.0', 'met'],
  ['26.0.1', 'met'],
])('is that of the pyarrow that is installed: %s', (version, order) => {
  const files = { '/site/pyarrow/__init__.py': '', [`/site/pyarrow-${version}.dist-info/METADATA`]: '' };
  expect(installedFieldOrder(new MemoryWorkspace(files, ['/site']), '/ws/eval.py')).toBe(order);
});

it('is not known where none is within reach, or nothing says which', () => {
  const orderOf = (files: Record<string, string>) => installedFieldOrder(new MemoryWorkspace(files, ['/site']), '/ws/eval.py');
  expect(orderOf({})).toBeUndefined();
  expect(orderOf({ '/site/pyarrow/__init__.py': '' })).toBeUndefined();
});

import { expect, it } from 'vitest';
import { RememberingWorkspace } from '../../../server/src/engine/core/remembering-workspace.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

it('reads a file once', () => {
  const below = new MemoryWorkspace({ '/ws/a.py': 'a = 1' });
  const workspace = new RememberingWorkspace(below);
  expect(workspace.read('/ws/a.py')).toEqual({ kind: 'text', text: 'a = 1' });
  below.write('/ws/a.py', 'a = 2');
  expect(workspace.read('/ws/a.py')).toEqual({ kind: 'text', text: 'a = 1' });
});

it('looks again for what was not there', () => {
  const below = new MemoryWorkspace({});
  const workspace = new RememberingWorkspace(below);
  expect(workspace.read('/ws/a.py').kind).toBe('none');
  below.write('/ws/a.py', 'a = 1');
  expect(workspace.read('/ws/a.py').kind).toBe('text');
});

it('keeps no more than it may', () => {
  const below = new MemoryWorkspace({ '/ws/a.py': '12345', '/ws/b.py': '1234567', '/ws/c.py': '12345' });
  const workspace = new RememberingWorkspace(below, 10);
  for (const file of ['/ws/a.py', '/ws/b.py', '/ws/c.py']) {
    workspace.read(file);
    below.write(file, 'changed');
  }
  expect(['/ws/a.py', '/ws/b.py', '/ws/c.py'].map((file) => workspace.read(file))).toMatchObject([
    { text: '12345' },
    { text: 'changed' },
    { text: '12345' },
  ]);
});

it('lists a folder once, and again one that was not there', () => {
  const below = new MemoryWorkspace({ '/ws/a.py': '' });
  const workspace = new RememberingWorkspace(below);
  expect(workspace.list('/ws')).toEqual(['a.py']);
  expect(workspace.list('/ws/later')).toBeUndefined();
  below.write('/ws/b.py', '');
  below.write('/ws/later/c.py', '');
  expect(workspace.list('/ws')).toEqual(['a.py']);
  expect(workspace.list('/ws/later')).toEqual(['c.py']);
});

it('remembers what is there, and what is not within its folders', () => {
  const below = new MemoryWorkspace({ '/ws/a.py': 'a = 1' }, ['/ws']);
  const workspace = new RememberingWorkspace(below);
  const looked = (): unknown[] => ['/ws/a.py', '/ws/b.py', '/site/c.py'].map((file) => workspace.stat(file)?.kind);
  expect(looked()).toEqual(['file', undefined, undefined]);
  below.remove('/ws/a.py');
  below.write('/ws/b.py', '');
  below.write('/site/c.py', '');
  // A package root may have been found meanwhile.
  expect(looked()).toEqual(['file', undefined, 'file']);
});

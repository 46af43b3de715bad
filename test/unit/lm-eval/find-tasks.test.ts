import { describe, expect, it } from 'vitest';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { isLargerTree, taskFilesBelow } from '../../../server/src/engine/frameworks/lm-eval/load/find-tasks.js';

it('looks into no file of a folder that has very many of them without an ending', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`/ws/data/${String(i)}`, '']));
  const asked: string[] = [];
  class Counted extends MemoryWorkspace {
    override list(directory: string): readonly string[] | undefined {
      asked.push(directory);
      return super.list(directory);
    }

    foldersIn(directory: string): ReadonlySet<string> {
      return new Set(super.list(directory)?.filter((name) => super.list(`${directory}/${name}`)));
    }
  }
  const workspace = new Counted({ ...many, '/ws/data/deep/a.yaml': 'task: a\n' });
  expect(taskFilesBelow('/ws', workspace)).toEqual(['/ws/data/deep/a.yaml']);
  expect(asked).toEqual(['/ws', '/ws/data', '/ws/data/deep']);
});

it('reads a folder of pictures once: none of them can be a folder', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`/ws/data/${String(i)}.jpg`, '']));
  class Small extends MemoryWorkspace {
    foldersIn(directory: string): ReadonlySet<string> {
      throw new Error(`${directory} is read again`);
    }
  }
  expect(taskFilesBelow('/ws', new Small({ ...many, '/ws/data/deep/a.yaml': 'task: a\n' }))).toEqual(['/ws/data/deep/a.yaml']);
});

describe('a folder', () => {
  const asked: string[] = [];
  class Counted extends MemoryWorkspace {
    override list(directory: string): readonly string[] | undefined {
      asked.push(directory);
      return super.list(directory);
    }
  }
  const folders = (count: number, file: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`/ws/${String(i)}/${file}`, '']));

  it.each([
    ['few files and folders', folders(5, 'a.yaml'), false],
    ['many files', { ...folders(1, 'a.yaml'), ...folders(1, 'b.yaml'), ...folders(5, 'c.yaml'), '/ws/0/d/e.yaml': '' }, true],
    ['many folders of nothing', folders(6, 'a.txt'), true],
  ])('of %s', (_, files, isLarger) => {
    expect(isLargerTree('/ws', new MemoryWorkspace(files), 6)).toBe(isLarger);
  });

  it('is looked into no further than until it is known to be large', () => {
    expect(isLargerTree('/ws', new Counted(folders(1_000, 'a.txt')), 10)).toBe(true);
    expect(asked).toHaveLength(11);
  });
});

import { expect, it } from 'vitest';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { taskFilesBelow } from '../../../server/src/engine/frameworks/lm-eval/load/find-tasks.js';

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

import { describe, expect, it } from 'vitest';
import { ClassIndex } from '../../../server/src/engine/classes/class-index.js';
import { loadedColumns, type LoadedColumns } from '../../../server/src/engine/classes/columns/load-columns.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const source = `from os import environ
from datasets import Dataset

def where(path, local=False):
    info = {'kind': 'path'}
    if info['kind'] == path:
        return None
    table = json.load(path)
    return table['place'] if local else 'nowhere'

def rows(path, key='q'):
    made = []
    for line in open(path):
        made.append({key: line, 'a': 1})
    return made

def names(path):
    return Shared.take(path)

class Shared:
    @classmethod
    def take(cls, path):
        return cls.name()

class One(Shared):
    @staticmethod
    def name():
        return 'one'

    @staticmethod
    def load(path):
        path = where(path, local=True)
        data = rows(path)
        data.append({'q': 1, names(path): 2})
        return Dataset.from_list(data)

class Two(Shared):
    @staticmethod
    def name():
        return 'two'

    @staticmethod
    def load(path):
        path = where(path, local=True)
        data = rows(path)
        data.append({names(path): 3, where(path, local=False): 4})
        return Dataset.from_list(data)
`;

function read(index: ClassIndex, name: string): LoadedColumns {
  const found = index.findInFile('/ws/mine.py', name);
  if (found?.kind !== 'class') throw new Error('no class');
  return loadedColumns(index, found.source)!;
}

const fresh = (): ClassIndex => new ClassIndex(new MemoryWorkspace({ '/ws/mine.py': source }, ['/ws']));

describe('functions that several loaders call', () => {
  it.each([['One'], ['Two']])('tell %s the same, whoever asked first', (name) => {
    const alone = read(fresh(), name);
    const index = fresh();
    read(index, 'One');
    read(index, 'Two');
    expect(read(index, name)).toEqual(alone);
  });

  it('tell each class what its own methods say', () => {
    const index = fresh();
    expect(read(index, 'One').some).toContain('one');
    expect(read(index, 'Two').some).toContain('two');
    expect(read(index, 'Two').some).not.toContain('one');
    expect(read(index, 'Two').some).toContain('nowhere');
  });
});

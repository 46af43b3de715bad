import { expect, it } from 'vitest';
import type { FileId } from '../../../server/src/engine/core/span.js';
import { MemoryWorkspace, type Workspace } from '../../../server/src/engine/core/workspace.js';
import { WorkspaceAbove } from '../../../server/src/engine/core/workspace-above.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import { main, resultIn } from './support.js';

const files = { '/ws/d/a.txt': '', '/ws/d/b.txt': '', '/ws/d/s/c.txt': '', '/ws/d/s/d.txt': '' };

/** A file system that keeps the names of a directory in another order. */
class Backwards extends WorkspaceAbove {
  override storedOrder(directory: FileId): readonly string[] | undefined {
    return this.below.list(directory)?.toReversed();
  }
}

function result(expression: string, above: (below: Workspace) => Workspace): unknown {
  const text = `import glob, os\nfrom pathlib import Path\nr = ${expression}\n`;
  return JSON.parse(toGolden(resultIn(above(new MemoryWorkspace({ ...files, [main]: text }, ['/ws'])), main, '/ws')).json);
}

it.each([
  ["os.listdir('d')", ['s', 'b.txt', 'a.txt']],
  ["[os.path.basename(p) for p in glob.glob('d/*.txt')]", ['b.txt', 'a.txt']],
  ["[p.name for p in Path('d').glob('*.txt')]", ['b.txt', 'a.txt']],
  ["[p.name for p in Path('d').glob('**/*.txt')]", ['b.txt', 'a.txt', 'd.txt', 'c.txt']],
  ["[p.name for p in Path('d').iterdir()]", ['s', 'b.txt', 'a.txt']],
  ["[n for _, _, names in os.walk('d') for n in names]", ['b.txt', 'a.txt', 'd.txt', 'c.txt']],
  ["sorted(os.listdir('d'))", ['a.txt', 'b.txt', 's']],
])('%s has the names as the file system keeps them', (expression, names) => {
  expect(result(expression, (below) => new Backwards(below))).toEqual(names);
});

it('names are in alphabetical order where no other one is known', () => {
  expect(result("os.listdir('d')", (below) => new WorkspaceAbove(below))).toEqual(['a.txt', 'b.txt', 's']);
});

import { expect, it } from 'vitest';
import type { FileId } from '../../../server/src/engine/core/span.js';
import { MemoryWorkspace, type ReadResult, type Stat } from '../../../server/src/engine/core/workspace.js';
import { WorkspaceAbove } from '../../../server/src/engine/core/workspace-above.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import { resultIn } from './support.js';

const main = '/home/ws/main.py';
const files = { '/home/ws/d/a.txt': '', '/home/ws/d/s/b.txt': '', '/home/ws/f': '' };

/** Folders above the workspace are out of reach. */
class Within extends WorkspaceAbove {
  override read(file: FileId): ReadResult {
    return file.startsWith('/home/ws') ? super.read(file) : { kind: 'none', why: 'outside', reason: 'It is outside.' };
  }

  override stat(file: FileId): Stat | undefined {
    return file.startsWith('/home/ws') ? super.stat(file) : undefined;
  }

  override list(directory: FileId): readonly string[] | undefined {
    return directory.startsWith('/home/ws') ? super.list(directory) : undefined;
  }
}

function result(expression: string): unknown {
  const text = `import glob\nfrom pathlib import Path\nr = ${expression}\n`;
  return JSON.parse(toGolden(resultIn(new Within(new MemoryWorkspace({ ...files, [main]: text }, ['/home/ws'])), main, '/home/ws')).json);
}

it.each([
  ["glob.glob('/home/ws/d/*.txt')", ['/home/ws/d/a.txt']],
  ["glob.glob('/home/ws/d/a.txt')", ['/home/ws/d/a.txt']],
  ["glob.glob('/home/ws/d/**/*.txt', recursive=True)", ['/home/ws/d/a.txt', '/home/ws/d/s/b.txt']],
  ["glob.glob('/home/ws/gone/*.txt')", []],
  ["glob.glob('/home/ws/gone/**', recursive=True)", ['/home/ws/gone/']],
  ["glob.glob('/home/ws/d/s/')", ['/home/ws/d/s/']],
  ["glob.glob('/home/ws/f/')", []],
  ["glob.glob('/home/ws/f/*')", []],
  ["glob.glob('/home/ws/f/**/*', recursive=True)", []],
  ["glob.glob('/home/ws/gone/a.txt')", []],
  ["glob.glob('/home/ws/*/gone/*.txt')", []],
])('%s does not look at the folders above', (expression, paths) => {
  expect(result(expression)).toEqual(paths);
});

it('what is above stays unknown where it is listed', () => {
  expect(result("glob.glob('/home/*/d')")).toHaveProperty('$unknown');
});

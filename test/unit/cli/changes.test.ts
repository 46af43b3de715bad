import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileChanges } from '../../../server/src/cli/check/changes.js';

let folder = '';
beforeEach(() => {
  // In a folder of its own: what the test before has made beside it is heard here, too.
  folder = join(mkdtempSync(join(tmpdir(), 'preflight-changes-')), 'own');
  mkdirSync(folder);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dirname(folder), { recursive: true });
});

const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 600));

describe('changes of files', () => {
  it('that come while a check runs are checked behind it', async () => {
    const again = vi.fn<() => void>();
    const changes = new FileChanges(again);
    changes.await([folder]);
    writeFileSync(join(folder, 'a.py'), '1');
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(1), 3000);
    writeFileSync(join(folder, 'a.py'), '2');
    await settled();
    expect(again).toHaveBeenCalledTimes(1);
    changes.await([folder]);
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(2), 3000);
    changes.await([folder]);
    await settled();
    expect(again).toHaveBeenCalledTimes(2);
  });

  it('are none where no check reads the file', async () => {
    const again = vi.fn<() => void>();
    new FileChanges(again).await([folder]);
    for (const name of ['a.py~', '.a.py.swp', 'a.log', 'a.pyc']) writeFileSync(join(folder, name), '');
    await settled();
    expect(again).not.toHaveBeenCalled();
    writeFileSync(join(folder, '_base_yaml'), '');
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(1), 3000);
  });

  it('are heard of a folder that goes and comes again', async () => {
    const again = vi.fn<() => void>();
    const changes = new FileChanges(again);
    const inner = join(folder, 'configs.v2');
    mkdirSync(inner);
    changes.await([inner]);
    renameSync(inner, join(folder, 'away'));
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(1), 3000);
    changes.goOn();
    renameSync(join(folder, 'away'), inner);
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(2), 3000);
    changes.await([inner]);
    writeFileSync(join(inner, 'a.py'), '');
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(3), 3000);
  });

  it('are heard of a file that is not there yet, and of no other beside it', async () => {
    const again = vi.fn<() => void>();
    new FileChanges(again).await([join(folder, 'preflight.json'), join(folder, 'none', 'x.py')]);
    writeFileSync(join(folder, 'other.json'), '');
    await settled();
    expect(again).not.toHaveBeenCalled();
    writeFileSync(join(folder, 'preflight.json'), '');
    await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(1), 3000);
  });
});

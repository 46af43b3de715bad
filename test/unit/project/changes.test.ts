import { describe, expect, it } from 'vitest';
import { CacheKey } from '../../../server/src/engine/core/cache-key.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace, type Workspace } from '../../../server/src/engine/core/workspace.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { evalConfig } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

/** Notes each change that what is remembered hears of: the file, and whether someone types. */
function heard(project: Project): unknown[] {
  const log: unknown[] = [];
  const concerns = (file: string, typing: boolean): boolean => log.push([file, typing]) < 0;
  project.remember(new CacheKey<number>('heard'), () => ({ value: 1, concerns }));
  return log;
}

describe('what is remembered hears', () => {
  it('of typing, and of the end of it, as typing', () => {
    const { project, file } = fixture('x = 1\n');
    const log = heard(project);
    project.update(file, 'x = 2\n', 2, 'python');
    project.close(file);
    expect(log).toEqual([
      [file, true],
      [file, true],
    ]);
  });

  it('nothing of a text that is as it was', () => {
    const { project, file } = fixture('x = 1\n');
    const log = heard(project);
    expect(project.update(file, 'x = 1\n', 2, 'python')).toEqual([]);
    expect(project.close(file)).toEqual([]);
    expect(project.close('/ws/other.py')).toEqual([]);
    expect(log).toEqual([]);
  });

  it('of what is refused, taken back, or changed on disk, as no typing', () => {
    const { project, file } = fixture('x = 1\n');
    const log = heard(project);
    project.refuse({ file, version: 1, message: 'too much', offset: 0 });
    expect(project.forgive(file)).toEqual([file]);
    expect(project.forgive(file)).toEqual([]);
    project.fileChanged('/ws/base.py');
    expect(log).toEqual([
      [file, false],
      [file, false],
      ['/ws/base.py', false],
    ]);
  });

  it('nothing of what happens on disk to a file that is edited', () => {
    const { project, file } = fixture('x = 1\n');
    project.update(file, 'x = 2\n', 2, 'python');
    const log = heard(project);
    expect(project.fileChanged(file)).toEqual([]);
    expect(log).toEqual([]);
  });
});

describe('a file that is made and opened at once', () => {
  it('is found by what lacked it, when the disk tells of it', () => {
    const { project, workspace, file } = fixture('with read_base():\n    from .base import x\n');
    expect(project.evaluate(file)?.problems).toHaveLength(1);
    workspace.write('/ws/base.py', 'x = 1\n');
    expect(project.update('/ws/base.py', 'x = 1\n', 1, 'python')).toEqual([]);
    expect(project.fileChanged('/ws/base.py')).toEqual([file]);
    expect(project.evaluate(file)?.problems).toEqual([]);
  });

  it('has been read by others as it was before, when it changed and is opened at once', () => {
    const { project, workspace, file } = fixture('# file: eval.py\nwith read_base():\n    from .base import x\n# file: base.py\ny = 1\n');
    expect(project.evaluate(file)?.problems).toHaveLength(1);
    workspace.write('/ws/base.py', 'x = 1\n');
    expect(project.update('/ws/base.py', 'x = 1\n', 1, 'python')).toEqual([]);
    expect(project.fileChanged('/ws/base.py')).toEqual([file]);
    expect(project.evaluate(file)?.problems).toEqual([]);
  });

  it('is known to what follows the files before the disk tells of it', () => {
    const { project, workspace } = fixture('x = 1\n');
    workspace.write('/ws/new.py', '');
    const log: unknown[] = [];
    const concerns = (file: string): boolean => log.push(file) < 0;
    project.remember(new CacheKey<number>('following'), () => ({ value: 1, concerns, follows: true }));
    project.update('/ws/new.py', '', 1, 'python');
    project.update('/ws/eval.py', 'x = 1\n', 2, 'python');
    expect(log).toEqual(['/ws/new.py']);
  });
});

describe('a document', () => {
  it('is read once while it is closed, and again when it was released', () => {
    const { project, workspace } = fixture('# file: eval.py\nx = 1\n# file: base.py\ny = 1\n');
    const read = project.document('/ws/base.py');
    workspace.write('/ws/base.py', 'y = 2\n');
    expect(project.document('/ws/base.py')).toBe(read);
    project.release('/ws/base.py');
    expect(project.document('/ws/base.py')?.text).toBe('y = 2\n');
  });

  it('that is open is not released', () => {
    const { project, file } = fixture('x = 1\n');
    const evaluation = project.evaluate(file);
    project.release(file);
    expect(project.evaluate(file)).toBe(evaluation);
    expect([project.isOpen(file), project.isOpen('/ws/base.py')]).toEqual([true, false]);
  });

  it('does not depend on itself, though it be a base of its own', () => {
    const { project, file } = fixture('with read_base():\n    from .eval import x\nx = 1\n');
    expect(project.dependents(file)).toEqual([]);
  });

  it('is checked again when rows are there that were being read', async () => {
    const { project, file } = fixture(evalConfig);
    let read = (): void => undefined;
    project.reads.add(new Promise<void>((resolve) => (read = resolve)));
    const before = project.check(file);
    expect(project.check(file)).not.toBe(before);
    read();
    await project.reads.pending;
    expect(project.check(file)).toBe(project.check(file));
  });
});

describe('an evaluation', () => {
  const code = "import os\nlake = os.environ.get('LAKE')\n";

  it('has the environment and the progress that the project was made with', () => {
    const seen: string[] = [];
    const { project, file } = fixture(
      code,
      {},
      { environment: () => ({ kind: 'set', value: 'deep' }), progress: { at: (place) => seen.push(place) } },
    );
    const { value } = project.evaluate(file)!;
    expect(value.get('lake')).toMatchObject({ kind: 'str', text: 'deep' });
    expect(seen).toContain(file);
  });

  it('has an empty environment where none is given', () => {
    const workspace = new MemoryWorkspace({ '/far/eval.py': code }, ['/ws']);
    const { value } = createProject(workspace, defaultSettings).evaluate('/far/eval.py')!;
    expect(value.get('lake')?.kind).toBe('none');
  });
});

describe('what a program runs in', () => {
  it("has the folders of data of the file's own settings, below the folder that is open", () => {
    const { project, file } = fixture('x = 1\n', { dataRoots: ['data'] });
    expect(project.running(file)).toMatchObject({ workingDirectory: '/ws', dataRoots: ['/ws/data'] });
  });

  it('is the only open folder for a file of a package elsewhere, which a config of that folder takes its datasets from', () => {
    const files = { '/site/opencompass/sets.py': 'x = 1\n', '/ws/preflight.json': '{"dataRoots": ["far"]}', '/ws/eval.py': 'x = 1\n' };
    const running = (folders: string[]): unknown => {
      const workspace = Object.create(new MemoryWorkspace(files), { folders: { value: folders } }) as Workspace;
      return createProject(workspace, defaultSettings).running('/site/opencompass/sets.py');
    };
    expect(running(['/ws'])).toMatchObject({ workingDirectory: '/ws', dataRoots: ['/ws/far'] });
    expect(running(['/ws', '/other'])).toMatchObject({ workingDirectory: undefined, dataRoots: [] });
  });

  it('has no folder to work in where none is open', () => {
    const files = new MemoryWorkspace({ '/ws/eval.py': 'x = 1\n' });
    const workspace = Object.create(files, { folders: { value: undefined } }) as Workspace;
    expect(createProject(workspace, defaultSettings).running('/ws/eval.py').workingDirectory).toBeUndefined();
  });
});

it('the project file above a document is told', () => {
  const { project, file } = fixture('# file: eval.py\nx = 1\n# file: preflight.json\n{"release": {}}\n');
  expect(project.preflight(file)?.file).toBe('/ws/preflight.json');
});

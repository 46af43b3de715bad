import { describe, expect, test } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** Rules on a config with one base, and the kind of what it imports. */
function imported(file: string, module: string, files: Readonly<Record<string, string>>): string[] {
  const config = `from mmengine.config import read_base\nwith read_base():\n    from ${module} import models\ndatasets = []\n`;
  const project = createProject(new MemoryWorkspace({ ...files, [file]: config }, ['/ws']), defaultSettings);
  const { value, hidden } = project.evaluate(file)!;
  return [...project.check(file).map(({ rule }) => rule), (hidden.get('models') ?? value.get('models'))!.kind];
}

const models = "models = [dict(type='M', abbr='m')]\n";

describe('a base that is not there on purpose', () => {
  const missing = ['base-not-found', 'unknown'];
  const left = ['depends-on-environment', 'unknown'];

  test.each([
    ['by a folder', 'internal/\n', left],
    ['by a pattern', '*_local.py\n', missing],
    ['but not where it is taken back', 'internal/*\n!internal/secret.py\n', missing],
    ['nor without a pattern', '', missing],
  ])('is left out by .gitignore %s', (_what, patterns, said) =>
    expect(imported('/ws/eval.py', '.internal.secret', { '/ws/.gitignore': patterns })).toEqual(said),
  );

  test('the nearest .gitignore counts', () => {
    const files = { '/ws/.gitignore': 'internal/\n', '/ws/a/internal/.gitignore': '!secret.py\n' };
    expect(imported('/ws/a/eval.py', '.internal.secret', files)).toEqual(missing);
    expect(imported('/ws/a/eval.py', '.internal.secret', { '/ws/.gitignore': 'a/internal/\n' })).toEqual(left);
  });

  test('a pattern for the top of the repository holds below the package, too', () => {
    const files = { '/ws/.gitignore': 'configs/internal/\n', '/ws/opencompass/configs/m.py': models };
    expect(imported('/ws/eval.py', 'opencompass.configs.internal.local', files)).toEqual(left);
    expect(imported('/ws/eval.py', 'opencompass.configs.models.local', files)).toEqual(missing);
  });
});

describe('a base by its path that is not there', () => {
  function said(patterns: string): string[] {
    const config = "_base_ = ['internal/secret.py']\ndatasets = [dict(type='opencompass.datasets.BBHDataset')]\n";
    const project = createProject(new MemoryWorkspace({ '/ws/.gitignore': patterns, '/ws/eval.py': config }, ['/ws']), defaultSettings);
    const found = project.check('/ws/eval.py').map(({ rule, severity }) => `${severity} ${rule}`);
    return found.filter((one) => / (?:raises|base|depends)/.test(one));
  }

  test('raises', () => expect(said('')).toContain('error base-not-found'));

  test('is left out by .gitignore', () => expect(said('internal/\n')).toEqual(['information depends-on-environment']));
});

describe('a config that is copied into a package before it is run', () => {
  const package_ = { '/ws/opencompass/configs/models/pond/pond.py': models };

  test('has the bases that lie there', () => {
    expect(imported('/ws/tests/case/our_configs/models/pond/mine.py', '.pond', package_)).toEqual(['depends-on-environment', 'list']);
    expect(imported('/ws/tests/case/our_configs/datasets/mine.py', '..models.pond.pond', package_)).toEqual([
      'depends-on-environment',
      'list',
    ]);
  });

  test('lies in the order of the package', () => {
    expect(imported('/ws/tests/case/our_configs/models/lake/mine.py', '.pond', package_)).toEqual(['base-not-found', 'unknown']);
    expect(imported('/ws/pond/mine.py', '.pond', package_)).toEqual(['base-not-found', 'unknown']);
  });

  test('is none within the package', () =>
    ['configs/copy/models', 'models'].forEach((folder) =>
      expect(imported(`/ws/opencompass/${folder}/pond/mine.py`, '.pond', package_)).toEqual(['base-not-found', 'unknown']),
    ));
});

describe('a file that a config reads and that is not there', () => {
  const reading =
    "import os\nfrom opencompass.datasets import BBHDataset\nhint = open(os.path.join(os.path.dirname(__file__), 'texts', 'a.txt')).read()\na_datasets = [dict(type=BBHDataset)]\n";
  const models = 'from mmengine.config import read_base\nwith read_base():\n    from .reads import hint\ndatasets = []\n';

  function said(patterns: string): string[] {
    const workspace = new MemoryWorkspace({ '/ws/.gitignore': patterns, '/ws/reads.py': reading, '/ws/eval.py': models }, ['/ws']);
    const project = createProject(workspace, defaultSettings);
    return ['/ws/reads.py', '/ws/eval.py']
      .flatMap((file) => project.check(file).map(({ rule, severity }) => `${severity} ${rule}`))
      .filter((one) => / (?:raises|base|depends)/.test(one));
  }

  test('raises', () => expect(said('*.md\n')).toEqual(['error raises', 'warning base-broken']));

  test('is left out by .gitignore, and what is made of it is not known', () =>
    expect(said('*.txt\n')).toEqual(['information depends-on-environment']));
});

describe('a file that a task includes and that is not there', () => {
  const said = (patterns: string): string[] => {
    const files = {
      '/ws/.gitignore': patterns,
      '/ws/t.yaml': 'task: t\ninclude: local/base.yaml\ndataset_path: a/b\ndoc_to_text: "{{q}}"\n',
    };
    return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
      .check('/ws/t.yaml')
      .map(({ rule, severity }) => `${severity} ${rule}`);
  };

  test('raises', () => expect(said('')).toContain('error base-not-found'));

  test('is left out by .gitignore', () => {
    expect(said('local/\n')).toContain('information depends-on-environment');
    expect(said('local/\n').filter((one) => one.startsWith('error'))).toEqual([]);
  });
});

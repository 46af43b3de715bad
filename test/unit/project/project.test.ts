import { describe, expect, it } from 'vitest';
import { CacheKey } from '../../../server/src/engine/core/cache-key.js';
import { languageByEnding } from '../../../server/src/engine/core/language.js';
import { evalConfig, modelConfig, workspaceFixture } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

const broken = modelConfig.replace("begin='<user>'", "begin='<human>'");

describe('answers', () => {
  it('are the same object until something changes', () => {
    const { project, file } = fixture(workspaceFixture());
    const evaluation = project.evaluate(file);
    const loaded = project.load(file);
    const diagnostics = project.check(file);
    expect(evaluation?.ok).toBe(true);
    expect(loaded?.config.datasets.map(({ abbr }) => abbr)).toEqual(['demo']);
    expect(project.evaluate(file)).toBe(evaluation);
    expect(project.load(file)).toBe(loaded);
    expect(project.check(file)).toBe(diagnostics);
    project.update(file, evalConfig + 'x = 1\n', 2, 'python');
    expect(project.evaluate(file)).not.toBe(evaluation);
    expect(project.evaluate(file)?.value.get('x')).toMatchObject({ kind: 'int', value: 1n });
  });

  it('are undefined for what cannot be read', () => {
    const { project } = fixture(evalConfig);
    expect(project.evaluate('/ws/none.py')).toBeUndefined();
    expect(project.load('/ws/none.py')).toBeUndefined();
    expect(project.check('/ws/none.py')).toEqual([]);
    expect(project.document('/ws/readme.md')).toBeUndefined();
  });

  it('come with the version of the document', () => {
    const { project, file } = fixture(evalConfig);
    project.update(file, 'x = 1', 7, 'python');
    expect(project.document(file)).toMatchObject({ version: 7, text: 'x = 1' });
    expect(project.document('/ws/eval.py')!.version).toBe(7);
    project.close(file);
    expect(project.document(file)).toMatchObject({ version: 0, text: evalConfig });
  });
});

describe('a base', () => {
  const humanBegin = (project: ReturnType<typeof fixture>['project']): string => {
    const meta = project.load('/ws/eval.py')!.config.models[0]!.metaTemplate;
    const round = meta?.kind === 'dict' ? meta.get('round') : undefined;
    const human = round?.kind === 'list' ? round.items[0] : undefined;
    const begin = human?.kind === 'dict' ? human.get('begin') : undefined;
    return begin?.kind === 'str' ? begin.text : '';
  };

  it('that is open is read as it stands in the editor', () => {
    const { project } = fixture(workspaceFixture());
    expect(humanBegin(project)).toBe('<user>');
    expect(project.update('/ws/models/river.py', broken, 1, 'python')).toEqual(['/ws/eval.py']);
    expect(humanBegin(project)).toBe('<human>');
    expect(project.close('/ws/models/river.py')).toEqual(['/ws/eval.py']);
    expect(humanBegin(project)).toBe('<user>');
  });

  it('that is opened unchanged changes nothing', () => {
    const { project, file } = fixture(workspaceFixture());
    const evaluation = project.evaluate(file);
    expect(project.update('/ws/models/river.py', modelConfig, 1, 'python')).toEqual([]);
    expect(project.close('/ws/models/river.py')).toEqual([]);
    expect(project.evaluate(file)).toBe(evaluation);
  });

  it('that changes on disk is read again', () => {
    const { project, workspace } = fixture(workspaceFixture());
    expect(humanBegin(project)).toBe('<user>');
    workspace.write('/ws/models/river.py', broken);
    expect(humanBegin(project)).toBe('<user>');
    expect(project.fileChanged('/ws/models/river.py')).toEqual(['/ws/eval.py']);
    expect(humanBegin(project)).toBe('<human>');
  });

  it('of a base counts too', () => {
    const { project, workspace } = fixture(
      workspaceFixture({ 'models/river.py': 'from mmengine.config import read_base\nwith read_base():\n    from .deep import models\n' }) +
        `# file: models/deep.py\n${modelConfig}`,
    );
    expect(humanBegin(project)).toBe('<user>');
    workspace.write('/ws/models/deep.py', broken);
    expect(project.fileChanged('/ws/models/deep.py')).toEqual(['/ws/eval.py']);
    expect(humanBegin(project)).toBe('<human>');
  });

  it('that is missing is found as soon as it appears, and missed when its folder goes', () => {
    const { project, workspace, file } = fixture(workspaceFixture());
    workspace.remove('/ws/models/river.py');
    project.fileChanged('/ws/models/river.py');
    expect(project.check(file).map(({ rule }) => rule)).toContain('base-not-found');
    workspace.write('/ws/models/river.py', modelConfig);
    expect(project.fileChanged('/ws/models/river.py')).toEqual([file]);
    expect(project.check(file).map(({ rule }) => rule)).not.toContain('base-not-found');
    workspace.remove('/ws/models/river.py');
    expect(project.fileChanged('/ws/models')).toEqual([file]);
    expect(project.evaluate(file)?.ok).toBe(false);
  });

  describe('in a package that is nowhere', () => {
    const main = 'from mmengine.config import read_base\nwith read_base():\n    from lake.configs.river import models\n';
    const rules = (project: ReturnType<typeof fixture>['project']): string[] => project.check('/ws/eval.py').map(({ rule }) => rule);

    it('is found when the package appears', () => {
      const { project, workspace, file } = fixture(main);
      expect(rules(project)).toEqual(['depends-on-environment']);
      workspace.write('/ws/lake/configs/river.py', modelConfig);
      expect(project.fileChanged('/ws/lake')).toEqual([file]);
      expect(rules(project)).toEqual([]);
      expect(humanBegin(project)).toBe('<user>');
    });

    it('is found when the package appears that a base of it imports from', () => {
      const { project, workspace, file } = fixture(
        `# file: eval.py\n$0${main.replace('lake.configs.river', '.middle')}# file: middle.py\n${main}`,
      );
      expect(project.evaluate(file)?.hidden.get('models')?.kind ?? project.evaluate(file)?.value.get('models')?.kind).toBe('unknown');
      workspace.write('/ws/lake/configs/river.py', modelConfig);
      expect(project.fileChanged('/ws/lake/configs/river.py')).toEqual([file]);
      expect(project.evaluate(file)?.hidden.get('models')?.kind ?? project.evaluate(file)?.value.get('models')?.kind).toBe('list');
    });

    it('is not looked for while somebody types elsewhere', () => {
      const { project, file } = fixture(main);
      const evaluation = project.evaluate(file);
      expect(project.update('/ws/other.py', 'x = 1\n', 1, 'python')).toEqual([]);
      expect(project.evaluate(file)).toBe(evaluation);
    });
  });

  it('knows who depends on it', () => {
    const { project, file } = fixture(workspaceFixture());
    project.update('/ws/other.py', 'x = 1', 1, 'python');
    expect(project.dependents('/ws/models/river.py')).toEqual([file]);
    expect(project.dependents(file)).toEqual([]);
  });
});

describe('a class', () => {
  it('that appears has configs read anew, and not evaluated', () => {
    const { project, workspace, file } = fixture("datasets = []\nmodels = [dict(type='opencompass.models.Own', abbr='own', path='p')]\n");
    project.check(file);
    const [evaluation, loaded] = [project.evaluate(file), project.load(file)];
    expect(loaded).toBeDefined();
    workspace.write('/ws/notes/own.txt', 'Own');
    expect(project.fileChanged('/ws/notes/own.txt')).toEqual([]);
    expect(project.load(file)).toBe(loaded);
    workspace.write('/ws/opencompass/models/__init__.py', 'class Own: pass\n');
    expect(project.fileChanged('/ws/opencompass')).toEqual([file]);
    expect(project.evaluate(file)).toBe(evaluation);
    expect(project.load(file)).not.toBe(loaded);
  });
});

describe('who is told of a change', () => {
  it('are the open documents, and not the one that changes', () => {
    const { project, workspace, file } = fixture(workspaceFixture());
    workspace.write('/ws/closed.py', project.document(file)!.text);
    expect(project.evaluate('/ws/closed.py')?.ok).toBe(true);
    project.update('/ws/other.py', 'x = 1', 1, 'python');
    expect(project.update('/ws/other.py', 'x = 2', 2, 'python')).toEqual([]);
    // Something hangs on any change: all that is open may be different.
    project.remember(new CacheKey<number>('any'), () => ({ value: 1, concerns: () => true }));
    expect(project.update('/ws/other.py', 'x = 3', 3, 'python')).toEqual([file]);
    project.check(file);
    expect(project.fileChanged('/ws/models/river.py')).toEqual([file]);
  });
});

it('the ending of a name tells the language', () => {
  const names = ['a.py', 'a.yaml', 'a.yml', 'a.json', 'a.jsonc', 'a.txt', 'a.yaml.txt', 'a.json.txt', 'py'];
  expect(names.map(languageByEnding)).toEqual(['python', 'yaml', 'yaml', 'json', 'json', undefined, undefined, undefined, undefined]);
});

describe('what is refused', () => {
  it.each([
    ['in the middle of a line', 'x = 1\ny = 2\n', 8, '= 2'],
    ['in the last line', 'x = 1\ny = 2', 6, 'y = 2'],
    ['nowhere that is known', 'x = 1\ny = 2\n', undefined, 'x = 1'],
  ])('%s is marked to the end of its line', (_where, text, offset, marked) => {
    const { project, file } = fixture(text);
    project.refuse({ file, version: 1, message: 'Too much.', offset });
    expect(project.check(file).map(({ rule, span }) => [rule, text.slice(span.start, span.end)])).toEqual([['limit', marked]]);
    expect(project.evaluate(file)).toMatchObject({ ok: false, baseImports: [], problems: [{ kind: 'limit', message: 'Too much.' }] });
  });
});

describe('checks', () => {
  it('are silent on ordinary Python, broken or not', () => {
    expect(fixture('import os\nprint(os.getcwd(\n').project.check('/ws/eval.py')).toEqual([]);
    expect(fixture('models = [1, 2]\nraise ValueError(1)\n').project.check('/ws/eval.py')).toEqual([]);
  });

  it('speak on a config that is too broken to be evaluated', () => {
    const { project, file } = fixture('from mmengine.config import read_base\nwith read_base():\n    from .a import (\n');
    expect(project.check(file).length).toBeGreaterThan(0);
  });

  it('follow the settings', () => {
    const { project, workspace, file } = fixture(workspaceFixture());
    workspace.remove('/ws/models/river.py');
    expect(project.check(file)).not.toEqual([]);
    project.configure({ ...project.settings, rules: { 'base-not-found': 'off' } });
    expect(project.check(file).map(({ rule }) => rule)).not.toContain('base-not-found');
  });
});

describe('what a project remembers', () => {
  it('is kept until a file that it concerns changes', () => {
    const { project } = fixture(evalConfig);
    const key = new CacheKey<number>('count');
    let count = 0;
    const ask = (): number =>
      project.remember(key, () => ({ value: ++count, concerns: (file, typing) => file === '/ws/rows.jsonl' && !typing }));
    expect([ask(), ask()]).toEqual([1, 1]);
    project.fileChanged('/ws/other.jsonl');
    expect(ask()).toBe(1);
    expect(project.fileChanged('/ws/rows.jsonl')).toEqual(['/ws/eval.py']);
    expect(ask()).toBe(2);
    project.configure(project.settings);
    expect(ask()).toBe(3);
  });
});

import { describe, expect, it } from 'vitest';
import { completions } from '../../../server/src/engine/editor/completion.js';
import { datasetConfig, evalConfig, workspaceFixture } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

/** What is offered at `$0`, each as `label → text of the line after it was taken`. */
function offered(source: string): Record<string, string> {
  const { project, file, offset, texts } = fixture(source);
  const text = texts.get(file)!;
  return Object.fromEntries(
    completions(project, file, offset).map(({ label, span, newText }) => {
      const edited = text.slice(0, span.start) + newText + text.slice(span.end);
      return [
        label,
        edited
          .slice(edited.lastIndexOf('\n', span.start - 1) + 1)
          .split('\n')[0]!
          .trim(),
      ];
    }),
  );
}

describe('completion', () => {
  it('offers the roles of the models', () => {
    const inEval = (text: string) => workspaceFixture({ 'eval.py': `${evalConfig}${text}` });
    expect(Object.keys(offered(inEval("t = dict(template=dict(round=[dict(role='$0')]))\n")))).toEqual(['HUMAN', 'BOT', 'SYSTEM']);
    expect(offered(inEval("t = dict(round=[dict(role='H$0')])\n"))['HUMAN']).toBe("t = dict(round=[dict(role='HUMAN')])");
    expect(Object.keys(offered('infer_cfg = dict(template=dict(round=[{\'role\': "$0"}]))\n'))).toEqual(['HUMAN', 'BOT', 'SYSTEM']);
  });

  it('offers the columns of the datasets within braces', () => {
    expect(offered(datasetConfig.replace('{question}', '{$0'))).toEqual({
      question: "dict(role='HUMAN', prompt='Question: {question}\\n'),",
      answer: "dict(role='HUMAN', prompt='Question: {answer}\\n'),",
    });
    expect(offered(datasetConfig.replace('{question}', '{que$0}'))['question']).toBe(
      "dict(role='HUMAN', prompt='Question: {question}\\n'),",
    );
    expect(offered(datasetConfig.replace('{question}', '{{$0'))).toEqual({});
  });

  it('does not offer what the dict has already', () => {
    const meta = (text: string) => Object.keys(offered(`meta_template = ${text}\n`));
    expect(meta("dict(\n    begin='<s>',\n    $0\n    round=[dict(role='HUMAN', end='')],\n)")).toEqual([
      'end',
      'reserved_roles',
      'eos_token_id',
    ]);
    expect(meta("{'begin': '', '$0': 1, 'round': [{'end': ''}]}")).not.toContain('round');
    expect(meta("dict(round=[dict(role='HUMAN', $0)], end='')")).toContain('end');
  });

  it('offers the keys of the dict around, in calls, braces and YAML', () => {
    expect(offered(datasetConfig.replace("fallback_role='HUMAN', ", 'fall$0'))['fallback_role']).toContain("role='SYSTEM', fallback_role=");
    expect(offered("infer_cfg = {'prompt_template': {'ice$0'}}\n")['ice_token']).toBe("infer_cfg = {'prompt_template': {'ice_token'}}");
    expect(offered('# file: a.yaml\ninfer_cfg:\n  retr$0\n')['retriever']).toBe('retriever:');
  });

  it('offers nothing in ordinary code and in texts', () => {
    expect(offered('x = foo(a, b$0)\n')).toEqual({});
    expect(offered(datasetConfig.replace('Be brief.', 'Be brief, pl$0'))).toEqual({});
  });
});

describe('completion of bases', () => {
  const files = workspaceFixture({ 'eval.py': '' }).replace('# file: eval.py\n', '');
  const inBlock = (text: string) => `# file: eval.py\nfrom mmengine.config import read_base\n\nwith read_base():\n    ${text}\n${files}`;

  it('offers the folders and modules behind the dots', () => {
    expect(offered(inBlock('from .$0'))).toEqual({ datasets: 'from .datasets', models: 'from .models' });
    expect(offered(inBlock('from .datasets.de$0'))).toEqual({ demo: 'from .datasets.demo' });
    expect(offered(inBlock('from .datasets.$0 import demo_datasets'))).toEqual({ demo: 'from .datasets.demo import demo_datasets' });
  });

  it('offers the modules of a package', () => {
    const configs = '# file: opencompass/configs/datasets/gsm8k.py\ngsm8k_datasets = []\n# file: opencompass/__init__.py\n\n';
    expect(Object.keys(offered(inBlock('from opencompass.configs.$0') + configs))).toEqual(['datasets']);
    expect(Object.keys(offered(inBlock('from opencompass.configs.datasets.g$0') + configs))).toEqual(['gsm8k']);
    expect(offered(inBlock('from nothing.$0'))).toEqual({});
  });

  it('offers the names of a base that the import lacks', () => {
    const all = ['demo_reader_cfg', 'demo_infer_cfg', 'demo_datasets'];
    expect(Object.keys(offered(inBlock('from .datasets.demo import $0')))).toEqual(all);
    expect(Object.keys(offered(inBlock('from .datasets.demo import demo_datasets, demo_i$0')))).toEqual(all.slice(0, 2));
    expect(Object.keys(offered(inBlock('from .datasets.demo import (\n        demo_datasets,\n        $0')))).toEqual(all.slice(0, 2));
    expect(offered(inBlock('from .datasets.demo import demo_datasets as d$0'))).toEqual({});
  });

  it('leaves imports of code alone', () => {
    expect(offered(`${inBlock('from .datasets.demo import demo_datasets').replace(files, '')}from .$0\n${files}`)).toEqual({});
  });

  it('offers the paths of _base_', () => {
    const inList = (text: string) => `# file: eval.py\n_base_ = ${text}\nmodels = [dict(abbr='a', type='X')]\n${files}`;
    expect(Object.keys(offered(inList("'./$0'")))).toEqual(['datasets/', 'models/']);
    expect(offered(inList("['./models/river.py', 'datasets/d$0']"))['demo.py']).toBe("_base_ = ['./models/river.py', 'datasets/demo.py']");
    expect(offered(inList("[\n    './models/river.py',\n    'datasets/$0',\n]"))['demo.py']).toBe("'datasets/demo.py',");
  });
});

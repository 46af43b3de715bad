import { describe, expect, it } from 'vitest';
import { completions } from '../../../server/src/engine/editor/completion.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFixture } from '../../support/configs.js';
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

/** What is offered at `$0` under a label, and the document once it is taken with all that comes along. */
function taken(source: string, label: string): string | undefined {
  const { project, file, offset, texts } = fixture(source);
  const found = completions(project, file, offset).find((item) => item.label === label);
  if (!found) return undefined;
  const edits = [...(found.also ?? []), { span: found.span, newText: found.newText }].reverse().sort((a, b) => b.span.start - a.span.start);
  return edits.reduce((text, { span, newText }) => text.slice(0, span.start) + newText + text.slice(span.end), texts.get(file)!);
}

describe('completion of classes', () => {
  const retriever = datasetConfig.replace('type=ZeroRetriever', 'type=$0');

  it('offers those that fit the place', () => {
    const labels = (source: string) => Object.keys(offered(source));
    expect(labels(retriever)).toContain('FixKRetriever');
    expect(labels(retriever).every((name) => name.endsWith('Retriever'))).toBe(true);
    expect(labels(datasetConfig.replace('type=GenInferencer', 'type=$0')).every((name) => name.endsWith('Inferencer'))).toBe(true);
    expect(labels(datasetConfig.replace('type=JsonlDataset', 'type=J$0'))).toContain('JsonlDataset');
    expect(labels(datasetConfig.replace("'AccEvaluator'", '$0'))).toContain('GenericLLMEvaluator');
    expect(labels("models = [dict(abbr='a', type='$0')]\n")).toContain('HuggingFacewithChatTemplate');
    expect(labels(datasetConfig.replace("abbr='demo'", "abbr='demo', other=dict(type=$0)"))).toEqual([]);
    expect(labels("x = dict(type=$0)\nmodels = [dict(abbr='a')]\n")).toEqual([]);
  });

  it('brings the import along, beside others of its module', () => {
    expect(taken(retriever, 'FixKRetriever')).toBe(
      datasetConfig
        .replace('import ZeroRetriever', 'import ZeroRetriever, FixKRetriever')
        .replace('type=ZeroRetriever', 'type=FixKRetriever'),
    );
    const without = retriever.replace('from opencompass.openicl.icl_retriever import ZeroRetriever\n', '');
    expect(taken(without, 'FixKRetriever')).toContain(
      'import PromptTemplate\nfrom opencompass.openicl.icl_retriever import FixKRetriever\n\ndemo_reader_cfg',
    );
    expect(taken(`"""A text."""\nmodels = [dict(abbr='a', type=$0)]\n`, 'VLLM')).toBe(
      `"""A text."""\n\nfrom opencompass.models import VLLM\nmodels = [dict(abbr='a', type=VLLM)]\n`,
    );
    expect(taken("models = [dict(abbr='a', type=$0)]\n", 'VLLM')).toMatch(/^from opencompass.models import VLLM\n\nmodels/);
  });

  it('brings none where the name is there, or the class is a text', () => {
    expect(taken(retriever, 'ZeroRetriever')).toBe(datasetConfig);
    expect(taken(retriever.replace('import ZeroRetriever', 'import *'), 'FixKRetriever')).toContain('import *\n');
    expect(taken("models = [dict(abbr='a', type='$0')]\n", 'VLLM')).toBe("models = [dict(abbr='a', type='VLLM')]\n");
  });

  it('knows the names of the source within reach', () => {
    const source = [
      '# file: opencompass/__init__.py\n\n# file: opencompass/openicl/__init__.py\n\n',
      '# file: opencompass/openicl/icl_retriever/__init__.py\nfrom .own import *\nfrom .zero import ZeroRetriever\n',
      '# file: opencompass/openicl/icl_retriever/own.py\nclass OwnRetriever:\n    pass\nclass _HiddenRetriever:\n    pass\nhelper = 1\n',
      '# file: opencompass/openicl/icl_retriever/zero.py\nclass ZeroRetriever:\n    pass\n',
    ].join('');
    expect(Object.keys(offered(`# file: eval.py\n${retriever}${source}`)).sort()).toEqual(['OwnRetriever', 'ZeroRetriever']);
  });
});

describe('completion of keys by the class at hand', () => {
  it('offers what the class takes', () => {
    const template = (type: string) => Object.keys(offered(`x_infer_cfg = dict(prompt_template=dict(type=${type}, $0))\n`));
    expect(template('PromptTemplate')).toEqual(['template', 'ice_token', 'sep_token']);
    expect(template('RawPromptTemplate')).toEqual(['messages', 'format_variables', 'ice_token']);
    expect(template('MineOnly')).toEqual([]);
    const model = Object.keys(offered("from opencompass.models import Claude\nmodels = [dict(type=Claude, abbr='a', $0)]\n"));
    expect(model).toEqual(expect.arrayContaining(['key', 'path', 'max_out_len', 'meta_template']));
    expect(model).not.toContain('model_kwargs');
    expect(
      Object.keys(offered('x_infer_cfg:\n  - 1\n# file: a.yaml\ninfer_cfg:\n  retriever:\n    type: FixKRetriever\n    $0\n')),
    ).toEqual(['fix_id_list', 'ice_separator', 'ice_eos_token', 'ice_num']);
  });

  it('offers what the source says, but for what the framework gives', () => {
    const source = '# file: mine.py\nclass Mine:\n    def __init__(self, dataset, near=3):\n        pass\n';
    const config = '# file: eval.py\nfrom mine import Mine\nx_infer_cfg = dict(retriever=dict(type=Mine, $0))\n';
    expect(Object.keys(offered(config + source))).toEqual(['near']);
  });
});

describe('completion of abbrs', () => {
  const inEval = (text: string) => Object.keys(offered(workspaceFixture({ 'eval.py': `${evalConfig}${text}` })));

  it('offers datasets and models where they are named', () => {
    expect(inEval("model_dataset_combinations = [dict(models=[dict(abbr='$0')], datasets=datasets)]\n")).toEqual(['river-7b']);
    expect(inEval("model_dataset_combinations = [dict(models=models, datasets=[dict(abbr='d$0')])]\n")).toEqual(['demo']);
    expect(inEval("summarizer = dict(dataset_abbrs=['x', '$0'])\n")).toEqual(['demo']);
    expect(inEval("summarizer = dict(dataset_abbrs=['x', ['$0', 'naive_average']])\n")).toEqual(['demo']);
    expect(inEval("summarizer = dict(summary_groups=[dict(name='$0', subsets=['x'])])\n")).toEqual([]);
    expect(inEval("summarizer = dict(summary_groups=[dict(name='all', subsets=['$0'])])\n")).toEqual(['demo']);
  });
});

describe('completion in a task of the harness', () => {
  const source = [
    '# file: lm_eval/__init__.py\n\n# file: lm_eval/config/task.py\nclass TaskConfig(dict):\n    task: str\n',
    '# file: lm_eval/api/metrics.py\n@register_aggregation("mean")\ndef mean(): ...\n@register_metric(\n    metric="acc",\n)\ndef acc(): ...\n@register_metric("mine")\ndef mine(): ...\n',
    '# file: lm_eval/filters/__init__.py\nfrom . import own\n# file: lm_eval/filters/own.py\n@register_filter("own_filter")\nclass F: ...\n',
    '# file: lm_eval/filters/unused.py\n@register_filter("unused")\nclass G: ...\n',
  ].join('');
  const task = (text: string) => `# file: a.yaml\ntask: a\ndoc_to_text: "{{q}}"\noutput_type: generate_until\n${text}`;
  const metric = task('metric_list:\n  - metric: $0\n');
  const filter = task('filter_list:\n  - name: a\n    filter:\n      - function: $0\n');

  it('offers the names that the harness within reach registers', () => {
    expect(Object.keys(offered(metric + source))).toEqual(['acc', 'mine']);
    expect(Object.keys(offered(filter + source))).toEqual(['own_filter']);
  });

  it('offers those of the newest release where none is', () => {
    expect(Object.keys(offered(metric))).toContain('acc_norm');
    expect(Object.keys(offered(filter))).toContain('take_first');
    expect(Object.keys(offered(task('aggregate_metric_list:\n  - aggregation: $0\n')))).toEqual(['mean']);
    expect(Object.keys(offered(task('fewshot_config:\n  sampler: $0\n')))).toEqual(['default', 'first_n']);
  });
});

describe('snippets', () => {
  /** A snippet with what stands in its places from the start. */
  function filled(body: string): string {
    const defaults = new Map<string, string>();
    const whole = body.replace(/\$\{(\d+):((?:[^}\\]|\\.)*)\}/g, (_, number: string, text: string) => {
      defaults.set(number, text.replace(/\\([}$\\])/g, '$1'));
      return `$${number}`;
    });
    return whole.replace(/\$(\d+)/g, (_, number: string) => defaults.get(number)!).replaceAll('\\\\', '\\');
  }
  const snippets = (source: string) => {
    const { project, file, offset } = fixture(source);
    return completions(project, file, offset).filter(({ kind }) => kind === 'snippet');
  };

  it('are whole configs without a fault', () => {
    for (const [name, count] of [
      ['configs/new.py', 3],
      ['tasks/new.yaml', 2],
    ] as const) {
      const found = snippets(`# file: ${name}\n$0`);
      expect(found.length).toBe(count);
      for (const { newText, label } of found) {
        const member =
          '# file: tasks/first.yaml\ntask: first_task\ndataset_path: made/rows\ndoc_to_text: a\ndoc_to_target: b\noutput_type: generate_until\n';
        const { project, file } = fixture(`# file: ${name}\n${filled(newText)}${member}`);
        expect([label, project.check(file)]).toEqual([label, []]);
        expect(project.load(file)?.config.evaluation.ok).toBe(true);
      }
    }
  });

  it('are offered where something new may begin', () => {
    expect(snippets(`${datasetConfig}\n$0`).length).toBe(3);
    expect(snippets(`${datasetConfig}\nge$0`).length).toBe(3);
    expect(snippets(datasetConfig.replace('    retriever=', '$0    retriever='))).toEqual([]);
    expect(snippets(`${datasetConfig}\nx = ge$0`)).toEqual([]);
    expect(snippets('# file: lib/new.py\n$0')).toEqual([]);
    expect(snippets('# file: tasks/a.yaml\ntask: a\ndoc_to_text: b\n$0')).toEqual([]);
  });

  it('bring along the imports that are missing', () => {
    expect(taken(`${modelConfig}\n$0`, 'generative dataset')).toMatch(
      /^from opencompass.models import HuggingFaceCausalLM\nfrom opencompass.datasets import CustomDataset\n/,
    );
    expect(taken(`${datasetConfig}\n$0`, 'generative dataset')).toContain('from opencompass.datasets import JsonlDataset, CustomDataset\n');
  });
});

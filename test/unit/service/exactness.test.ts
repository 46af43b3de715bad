import { describe, expect, it } from 'vitest';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import type { PreviewSelection } from '../../../server/src/engine/editor/preview/preview-shape.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const rows = (split: string, count: number): string =>
  Array.from({ length: count }, (_, i) => JSON.stringify({ q: `${split}${String(i)}`, a: String(i) })).join('\n');

const task = (more = ''): string =>
  `task: own\ndataset_path: json\ndataset_kwargs: {data_files: {train: train.jsonl, test: test.jsonl}}\ntraining_split: train\ntest_split: test
output_type: generate_until\ndoc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\nnum_fewshot: 2\n${more}`;

const data = { '/ws/train.jsonl': rows('t', 8), '/ws/test.jsonl': rows('x', 3) };

async function shown(
  text: string,
  selection: PreviewSelection = {},
  settings: { rowFile?: string; trainRowFile?: string; release?: Record<string, string> } = {},
  files: Record<string, string> = data,
): Promise<PreviewData> {
  const project = createProject(new MemoryWorkspace({ '/ws/own.yaml': text, ...files }, ['/ws']), { ...defaultSettings, ...settings });
  let result = preview(project, '/ws/own.yaml', { selection });
  for (let { pending } = project.reads; pending; { pending } = project.reads) {
    await pending;
    result = preview(project, '/ws/own.yaml', { selection });
  }
  if (result.kind !== 'preview') throw new Error(result.reason);
  return result.preview;
}

describe('how exact a preview is', () => {
  it('is exact with the rows and shots of a run', async () => {
    const { exactness, output } = await shown(task(), { row: 2 });
    expect(output?.text).toBe('t0 0\n\nt5 5\n\nx2');
    expect(exactness).toEqual({ level: 'exact', reason: '', reasons: [] });
  });

  it('draws with the seed that is given, for the rows that are asked', async () => {
    const text = async (run: PreviewSelection['run']): Promise<string | undefined> => (await shown(task(), { row: 2, run })).output?.text;
    expect(await text({ samples: [2] })).toBe('t7 7\n\nt0 0\n\nx2');
    expect(await text({ limit: 3 })).toBe('t0 0\n\nt5 5\n\nx2');
    expect(await text({ seed: '1' })).not.toBe(await text({}));
    expect((await shown(task(), { row: 2, run: { seed: null } })).exactness.level).toBe('unknown');
    expect((await shown(task(), { row: 2, run: { samples: [0] } })).exactness.level).toBe('unknown');
  });

  it.each([
    ['[doc for doc in docs]', 'list'],
    ['(doc for doc in docs)', 'generator'],
    ['None', 'NoneType'],
  ])('raises where the documents are %s: the harness asks a Dataset for its columns', async (made, type) => {
    const utils = `def made(docs):\n    return ${made}\n`;
    const { exactness } = await shown(task('process_docs: !function utils.made\n'), {}, {}, { ...data, '/ws/utils.py': utils });
    expect([exactness.level, exactness.reason]).toEqual(['raises', `AttributeError: '${type}' object has no attribute 'features'`]);
  });

  it('is not known where some releases of the library load the files together and others raise', async () => {
    const mixed = {
      ...data,
      '/ws/train.jsonl': '{"q": "t", "a": "1", "more": [1]}\n{"q": "u", "a": "2", "more": false}\n{"q": "v", "a": "3", "more": null}',
    };
    const { exactness } = await shown(task().replace('num_fewshot: 2', 'num_fewshot: 0'), {}, {}, mixed);
    expect([exactness.level, exactness.reasons.map(({ kind }) => kind)]).toEqual(['close', ['library-release']]);
    const raising = task().replace('{{q}}', '{{q.x.y}}').replace('num_fewshot: 2', 'num_fewshot: 0');
    const { exactness: raised } = await shown(raising, {}, {}, mixed);
    expect(raised.level).toBe('unknown');
    expect(raised.reason).toMatch(/^With these rows the framework raises UndefinedError: .* turns on the releases/);
    const known = { release: { datasets: '4.6.0' } };
    expect((await shown(raising, {}, known, mixed)).exactness.level).toBe('raises');
  });

  describe('where a function of the task calls what is not followed, and may raise', () => {
    const calling = (body: string): Promise<PreviewData> => {
      const utils = `import nltk\n\ndef made(doc):\n    ${body}\n    return doc["q"]\n`;
      const text = task().replace('"{{q}}"', '!function utils.made');
      return shown(text, {}, {}, { ...data, '/ws/utils.py': utils });
    };
    const reason = 'nltk.download(…) in line 4 of utils.py is not run here: where it raises, a run stops.';

    it('is not called exact', async () => {
      const { exactness, output } = await calling('nltk.download("punkt")');
      expect(output?.text.endsWith('x0')).toBe(true);
      expect(exactness).toEqual({ level: 'close', reason, reasons: [{ kind: 'unfollowed-call', message: reason }] });
    });

    it('is exact where nothing is made of what tells what goes on', async () => {
      expect((await calling('print("x")')).exactness.level).toBe('exact');
      expect((await calling('pass')).exactness.level).toBe('exact');
    });

    it('is not where only the examples are made so', async () => {
      const fields = 'fewshot_config: {doc_to_target: !function utils.made}\n';
      const utils = 'import nltk\n\ndef made(doc):\n    nltk.download("punkt")\n    return doc["q"]\n';
      const { exactness } = await shown(task(fields), {}, {}, { ...data, '/ws/utils.py': utils });
      expect(exactness).toMatchObject({ level: 'close', reason });
      expect((await shown(task(fields), { shots: 0 }, {}, { ...data, '/ws/utils.py': utils })).exactness.level).toBe('exact');
    });
  });

  describe('where a function that the prompt does not need cannot be imported', () => {
    const harness = {
      '/ws/lm_eval/__init__.py': '',
      '/ws/lm_eval/utils.py': 'def simple_parse_args_string(text):\n    return {}\n',
    };
    const importing = async (fields: string, module: string): Promise<Pick<PreviewData['exactness'], 'level' | 'reason'>> => {
      const files = { ...data, ...harness, '/ws/scores.py': module };
      const { exactness, output } = await shown(task(fields), {}, {}, files);
      expect(output?.text.endsWith('x0')).toBe(true);
      return exactness;
    };
    const results = 'process_results: !function scores.made\n';
    const made = 'def made(doc, results):\n    return {}\n';

    it.each([
      ['it is missing', results, 'x = 1\n', "AttributeError: Module '/ws/scores.py' has no function 'made' (from YAML in /ws)"],
      ['its module raises', results, `raise RuntimeError("no")\n${made}`, 'RuntimeError: no'],
      ['its module cannot be read', results, 'def made(:\n', 'SyntaxError'],
      ['it is a metric', 'metric_list: [{metric: !function scores.gone}]\n', made, "has no function 'gone'"],
      [
        'its module imports what the harness lacks',
        results,
        `from lm_eval.utils import eval_logger\n${made}`,
        "ImportError: cannot import name 'eval_logger'",
      ],
      [
        'its module imports a module that the harness lacks',
        results,
        `from lm_eval.gone import x\n${made}`,
        "No module named 'lm_eval.gone'",
      ],
      ['it is named by a path', 'process_results: !function ../scores.made\n', made, "ImportError: Cannot import module '../scores'"],
    ])('is never sent: %s', async (_, fields, module, reason) => {
      const { level, reason: said } = await importing(fields, module);
      expect([level, said]).toEqual(['never-sent', expect.stringContaining(reason)]);
    });

    it('is not exact where it is not known whether it can be', async () => {
      expect(await importing('process_results: !function elsewhere.made\n', made)).toMatchObject({
        level: 'close',
        reason: 'The module elsewhere is not within reach: where it cannot be imported, a run stops.',
      });
      const reads = `with open("not/here.json") as f:\n    x = f.read()\n${made}`;
      expect((await importing(results, reads)).level).toBe('close');
    });

    it.each([
      ['all is there', `import re\nimport nltk\nfrom lm_eval.utils import simple_parse_args_string\n${made}`],
      ['a handler waits for it', `try:\n    from lm_eval.utils import eval_logger\nexcept ImportError:\n    eval_logger = None\n${made}`],
      ['only types need it', `from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from lm_eval.utils import gone\n${made}`],
    ])('is exact where %s', async (_, module) => {
      expect((await importing(results, module)).level).toBe('exact');
    });

    it('knows by the release what the harness lacks whose source is not within reach', async () => {
      const files = (module: string): Record<string, string> => ({ ...data, '/ws/scores.py': module + made });
      const text = task(results);
      const imports = (name: string): string => `from lm_eval.utils import ${name} as x\n`;
      const level = async (module: string, release: string): Promise<string> =>
        (await shown(text, {}, { release: { 'lm-eval': release } }, files(module))).exactness.level;
      expect(await level(imports('eval_logger'), '0.4.7')).toBe('exact');
      expect(await level(imports('eval_logger'), '0.4.8')).toBe('never-sent');
      expect(await level(imports('load_yaml_config'), '0.4.11')).toBe('exact');
      expect(await level(imports('load_yaml_config'), '0.4.12')).toBe('never-sent');
      expect(await level(imports('whatever'), '0.4.12')).toBe('exact');
      expect(await level(`try:\n    ${imports('eval_logger')}except ImportError:\n    x = None\n`, '0.4.13')).toBe('exact');
      expect(await level(`def other():\n    ${imports('eval_logger')}`, '0.4.13')).toBe('exact');
    });
  });

  it('tells columns of one name apart, and names those without, as pandas does', async () => {
    const text = `task: own\ndataset_path: csv\ndataset_kwargs: {data_files: {test: test.csv}}\ntest_split: test\noutput_type: generate_until
doc_to_text: "{{q}}"\ndoc_to_target: "{{q}}"\nfewshot_config: {samples: [{q: x}]}\ndescription: "{{a}} "\n`;
    const asked = text.replace('"{{q}}"', '!function utils.made');
    const utils = 'def made(doc):\n    return str(doc)\n';
    const { exactness, output } = await shown(asked, {}, {}, { '/ws/test.csv': 'q,a,a,\nx,1,2,3\n', '/ws/utils.py': utils });
    expect([output?.text, exactness.level]).toEqual(["1 {'q': 'x', 'a': 1, 'a.1': 2, 'Unnamed: 3': 3}", 'exact']);
  });

  it.each([
    ['num_fewshot: "2"', "TypeError: '>' not supported between instances of 'str' and 'int'"],
    ['num_fewshot: 0o2', "TypeError: '>' not supported between instances of 'str' and 'int'"],
    ['num_fewshot: 2.0', "TypeError: can't multiply sequence by non-int of type 'float'"],
    ['repeats: "2"', "TypeError: can't multiply sequence by non-int of type 'str'"],
    ['repeats: null', "TypeError: can't multiply sequence by non-int of type 'NoneType'"],
    ['repeats: 0', 'IndexError: list index out of range'],
    ['dataset_name: 2024', "TypeError: argument of type 'int' is not iterable"],
    ['filter_list: [{filter: [{function: take_first}]}]', "KeyError: 'name'"],
    ['filter_list: [{name: x, filter: [{regex_pattern: a}]}]', "KeyError: 'function'"],
    ['metric_list: [exact]', "ValueError: 'metric' key not provided for an entry in 'metric_list', must be specified!"],
  ])('is never sent with %s', async (field, reason) => {
    const text = field.startsWith('num_fewshot') ? task().replace('num_fewshot: 2', field) : task(`${field}\n`);
    expect((await shown(text, { row: 0 })).exactness).toMatchObject({ level: 'never-sent', reason });
  });

  it.each([
    ['num_fewshot: "2"', 'never-sent'],
    ['num_fewshot: "2"\nfewshot_split: train', 'exact'],
    ['num_fewshot: 2.0', 'exact'],
  ])('goes by the pool with %s where the run says how many', async (field, level) => {
    expect((await shown(task().replace('num_fewshot: 2', field), { row: 0, shots: 1 })).exactness.level).toBe(level);
  });

  it.each([
    'repeats: 3',
    'dataset_name: null',
    'filter_list: [{name: x, filter: [{function: take_first}]}]',
    'metric_list: [{metric: exact_match}]',
  ])('is exact with %s', async (field) => {
    expect((await shown(task(`${field}\n`), { row: 0 })).exactness.level).toBe('exact');
  });

  it('raises where a run cannot load the files together, although each of them can be read', async () => {
    const answered = '{"q": "x0", "a": "0"}';
    const lacking = '{"q": "x0"}';
    const load = async (train: string, test: string): Promise<PreviewData> =>
      shown(task().replace('num_fewshot: 2', 'num_fewshot: 0'), {}, {}, { '/ws/train.jsonl': train, '/ws/test.jsonl': test });
    const { exactness } = await load(lacking, answered);
    expect(exactness.level).toBe('raises');
    expect(exactness.reason).toContain('DatasetGenerationCastError');
    expect((await load(answered, answered)).exactness.level).toBe('exact');
  });

  it('is not exact where another file of the dataset is missing, which may be where a run is started', async () => {
    const { exactness } = await shown(task().replace('num_fewshot: 2', 'num_fewshot: 0'), {}, {}, { '/ws/test.jsonl': rows('x', 3) });
    expect(exactness.level).toBe('close');
    expect(exactness.reason).toContain('FileNotFoundError');
  });

  it('raises for a filter that the harness does not have, as each release words it', async () => {
    const filter = (name: string): string => task(`filter_list: [{name: f, filter: [{function: ${name}}]}]\n`);
    const unknown = `KeyError: "Unknown filter 'regexp'. Did you mean: regex, regex_pos?\\nAvailable: custom, format_span, lowercase, majority_vote, map, multi_choice_regex, regex, regex_pos, remove_whitespace, take_first, take_first_k, uppercase"`;
    expect((await shown(filter('regexp'), { row: 2 })).exactness).toMatchObject({ level: 'raises', reason: unknown });
    expect((await shown(filter('regexp'), { row: 2 }, { release: { 'lm-eval': '0.4.8' } })).exactness).toMatchObject({
      level: 'raises',
      reason: "KeyError: 'regexp'",
    });
    const next = await shown(filter('regexp'), { row: 2 }, { release: { 'lm-eval': '0.5.0.dev1' } });
    expect(next.exactness.reason).toContain('multi_choice_regex, noop, regex');
    expect((await shown(filter('noop'), { row: 2 }, { release: { 'lm-eval': '0.5.0.dev1' } })).exactness.reason).not.toContain('filter');
    const old = await shown(filter('regexp'), { row: 2 }, { release: { 'lm-eval': '0.4.5' } });
    expect(old.exactness.reason).toBe('TypeError: the first argument must be callable');
    expect((await shown(filter('regex'), { row: 2 })).exactness.level).toBe('exact');
    const own = {
      ...data,
      '/ws/utils.py': 'from lm_eval.api.registry import register_filter\n\n@register_filter("regexp")\nclass Own:\n    pass\n',
    };
    expect((await shown(filter('regexp'), { row: 2 }, {}, own)).exactness.level).toBe('exact');
  });

  it.each([
    ['0.4.9.2', 'ValueError: Sample larger than population or is negative'],
    ['0.4.10', 'AssertionError: Error: no documents available for sampling.'],
  ])('raises where the rows for examples are all left out, as %s does', async (release, reason) => {
    const left = { ...data, '/ws/utils.py': 'def left(dataset):\n    return dataset.filter(lambda d: d["q"][0] == "x")\n' };
    const shots = task('process_docs: !function utils.left\n');
    expect((await shown(shots, { row: 1 }, { release: { 'lm-eval': release } }, left)).exactness).toMatchObject({
      level: 'raises',
      reason,
    });
  });

  it('goes over the rows for examples with what fewshot_config says only where a split for them is given', async () => {
    const files = { ...data, '/ws/utils.py': 'def back(dataset):\n    return dataset.select(range(len(dataset) - 1, -1, -1))\n' };
    const text = async (fields: string): Promise<string | undefined> => (await shown(task(fields), { row: 2 }, {}, files)).output?.text;
    const processed = 'fewshot_config: {process_docs: !function utils.back}\n';
    expect(await text(processed)).toBe('t0 0\n\nt5 5\n\nx2');
    expect(await text(`${processed}process_docs: !function utils.back\n`)).toBe('t7 7\n\nt2 2\n\nx0');
    expect(await text(`${processed}fewshot_split: train\n`)).toBe('t7 7\n\nt2 2\n\nx2');
  });

  it('raises for samples beyond the last row', async () => {
    const { exactness } = await shown(task(), { row: 2, run: { samples: [2, 3] } });
    expect(exactness.level).toBe('raises');
    expect(exactness.reason).toMatch(/^AssertionError: Elements of --samples .* k=3\.$/);
  });

  it('is not exact where messages are scored without a chat template', async () => {
    const scores = task().replace('generate_until', 'loglikelihood');
    const { exactness } = await shown(scores, { row: 1, chatTemplate: 'messages' });
    expect(exactness).toMatchObject({ level: 'unknown', reason: expect.stringContaining('what is scored is the text') as string });
    expect((await shown(scores, { row: 1, chatTemplate: 'chatml' })).exactness.level).toBe('close');
    expect((await shown(task(), { row: 1, chatTemplate: 'messages' })).exactness.level).toBe('exact');
    const rolling = task().replace('generate_until', 'loglikelihood_rolling');
    expect((await shown(rolling, { row: 1, chatTemplate: 'messages' })).exactness.level).toBe('exact');
  });

  it('says where rows are placeholders', async () => {
    const { exactness } = await shown(task(), {}, {}, {});
    expect(exactness.level).toBe('placeholder-rows');
    expect(exactness.reasons.map(({ kind }) => kind)).toContain('placeholder-rows');
  });

  it('says where shots stand in for those of a run', async () => {
    const ownShots = await shown(task(), { row: 1 }, { rowFile: '/ws/train.jsonl' });
    expect(ownShots.output?.text).toBe('t0 0\n\nt7 7\n\nt1');
    expect(ownShots.exactness.level).toBe('stand-in-shots');
    const named = await shown(task(), { row: 0 }, { rowFile: '/ws/other.jsonl', trainRowFile: '/ws/more.jsonl' }, {
      '/ws/other.jsonl': rows('o', 2),
      '/ws/more.jsonl': rows('m', 4),
    }); // oxfmt-ignore
    expect(named.output?.text).toMatch(/^m\d \d\n\nm\d \d\n\no0$/);
    expect(named.exactness).toMatchObject({ level: 'stand-in-shots', reason: 'The in-context examples are rows of more.jsonl.' });
  });

  it('is exact with a row of a file where the shots are the same for each', async () => {
    const { exactness } = await shown(task('fewshot_config: {sampler: first_n}\n'), { row: 1 }, { rowFile: '/ws/train.jsonl' });
    expect(exactness.level).toBe('exact');
  });

  it('is close with a chat template of a shipped family', async () => {
    const { exactness } = await shown(task(), { row: 0, chatTemplate: 'chatml' });
    expect(exactness).toMatchObject({ level: 'close', reasons: [{ kind: 'guessed-template' }] });
  });
});

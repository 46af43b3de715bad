import { describe, expect, it } from 'vitest';
import { inlayHints, type TokensOfShots } from '../../../server/src/engine/editor/inlay-hints.js';
import { inlayKinds, type InlayKind } from '../../../server/src/engine/frameworks/face/editor.js';
import { readInlayKinds } from '../../../server/src/engine/project/read-settings.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFixture } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

/** The hints of the document with the cursor, or of the first one: each as the text in front of it, and what it says. */
function hinted(source: string, kinds: readonly InlayKind[] = inlayKinds): string[] {
  const { project, file, texts } = fixture(source);
  const text = texts.get(file)!;
  return inlayHints(project, { file, start: 0, end: text.length }, new Set(kinds)).map(
    ({ at, label }) => `${text.slice(at.start, at.end)} ${label}`,
  );
}

const fromAbove = `# file: evals/eval.py\n${evalConfig.replaceAll('from .', 'from ..')}# file: datasets/demo.py\n${datasetConfig}# file: models/river.py\n${modelConfig}`;

describe('inlay hints', () => {
  it('say the abbr that the framework gives', () => {
    expect(hinted(datasetConfig.replace("abbr='demo', ", '').replace("path='demo'", "path='a/b', name='c'"), ['abbr'])).toEqual([
      'JsonlDataset abbr=a_b_c',
    ]);
    const model = modelConfig.replace("abbr='river-7b', path='river'", "path='org/river'");
    expect(hinted(model, ['abbr'])).toEqual(['HuggingFaceCausalLM abbr=opencompass.models.HuggingFaceCausalLM_org_river']);
    // The folder above depends on where the run is started.
    expect(hinted(modelConfig.replace("abbr='river-7b', ", ''), ['abbr'])).toEqual([]);
    expect(hinted(`${datasetConfig}${modelConfig}`, ['abbr'])).toEqual([]);
  });

  it('say nothing where a loop makes several', () => {
    const loop = (path: string) =>
      datasetConfig.replace(
        /demo_datasets = \[\n.*\n\]/,
        `demo_datasets = [dict(type=JsonlDataset, path=${path}, infer_cfg=demo_infer_cfg) for x in ['a', 'b']]`,
      );
    expect(hinted(loop('x'), ['abbr'])).toEqual([]);
    expect(hinted(loop("'same'"), ['abbr'])).toEqual(['JsonlDataset abbr=same']);
  });

  it('say which parser a model has', () => {
    expect(hinted(modelConfig, ['parser'])).toEqual(['HuggingFaceCausalLM LM parser']);
    expect(hinted(modelConfig.replaceAll('HuggingFaceCausalLM', 'OpenAI'), ['parser'])).toEqual(['OpenAI API parser']);
    expect(hinted(modelConfig.replaceAll('HuggingFaceCausalLM', 'Mine'), ['parser'])).toEqual([]);
  });

  it('say how long an answer may be', () => {
    const both = `${datasetConfig}${modelConfig}`;
    expect(hinted(both, ['maxOutLen'])).toEqual(['GenInferencer max_out_len=32']);
    expect(hinted(both.replace('type=GenInferencer', 'type=GenInferencer, max_out_len=8'), ['maxOutLen'])).toEqual([]);
    expect(hinted(both.replaceAll('GenInferencer', 'PPLInferencer'), ['maxOutLen'])).toEqual([]);
    expect(hinted(datasetConfig, ['maxOutLen'])).toEqual([]);
    expect(hinted(both.replace('max_out_len=32, ', ''), ['maxOutLen'])).toEqual([]);
    const two = both.replace('batch_size=1),', "batch_size=1),\n    dict(type=HuggingFaceCausalLM, abbr='b', path='b', max_out_len=8),");
    expect(hinted(two, ['maxOutLen'])).toEqual(['GenInferencer max_out_len=8…32']);
  });

  it('say how many shots there are', () => {
    const shots = (retriever: string) =>
      hinted(datasetConfig.replaceAll('ZeroRetriever', 'FixKRetriever').replace('type=FixKRetriever', retriever), ['shots']);
    expect(shots('type=FixKRetriever, fix_id_list=list(range(5))')).toEqual(['FixKRetriever 5 shots']);
    expect(shots('type=FixKRetriever, fix_id_list=[3]')).toEqual(['FixKRetriever 1 shot']);
    expect(shots('type=FixKRetriever')).toEqual([]);
    expect(shots("type='BM25Retriever', ice_num=4")).toEqual(["'BM25Retriever' 4 shots"]);
    expect(shots("type='TopkRetriever'")).toEqual(["'TopkRetriever' 1 shot"]);
    expect(hinted(datasetConfig, ['shots'])).toEqual([]);
    const base = '# file: base.yaml\nnum_fewshot: 5\ndoc_to_text: b\noutput_type: generate_until\n';
    expect(hinted(`# file: a.yaml\ninclude: base.yaml\ntask: a\n${base}`, ['shots'])).toEqual(['a 5 shots']);
    expect(hinted(`# file: a.yaml\ninclude: base.yaml\ntask: a\nnum_fewshot: 2\n${base}`, ['shots'])).toEqual([]);
  });

  it('say how many tokens the examples have, of several datasets the least and the most, once all are known', () => {
    const few = datasetConfig
      .replaceAll('ZeroRetriever', 'FixKRetriever')
      .replace('type=FixKRetriever', 'type=FixKRetriever, fix_id_list=[0]');
    const loop = `${few}\ndemo_datasets = [dict(demo_datasets[0], abbr=name) for name in ['a', 'b']]\n`;
    const shown = (text: string, tokensOf: TokensOfShots): string[] => {
      const { project, file, texts } = fixture(text);
      return inlayHints(project, { file, start: 0, end: texts.get(file)!.length }, new Set(['shotTokens']), tokensOf).map(
        ({ label }) => label,
      );
    };
    const counts = new Map([
      ['demo', 1234],
      ['a', 7],
      ['b', 1200],
    ]);
    const counted: TokensOfShots = ({ dataset: { abbr } }) => ({ tokens: counts.get(abbr)!, estimated: false });
    expect(shown(few, counted)).toEqual(['1,234 tokens']);
    expect(shown(loop, counted)).toEqual(['7…1,200 tokens']);
    expect(shown(loop, (target) => ({ ...counted(target)!, estimated: target.dataset.abbr === 'b' }))).toEqual(['≈ 7…1,200 tokens']);
    expect(shown(loop, (target) => (target.dataset.abbr === 'b' ? null : counted(target)))).toEqual([]);
    expect(shown(loop, (target) => (target.dataset.abbr === 'a' ? undefined : counted(target)))).toEqual([]);
    const many = (count: number): string =>
      `${few}\ndemo_datasets = [dict(demo_datasets[0], abbr=str(i)) for i in range(${String(count)})]\n`;
    const asked: string[] = [];
    const ask: TokensOfShots = ({ dataset: { abbr } }) => ({ tokens: asked.push(abbr), estimated: false });
    expect(shown(many(400), ask)).toEqual(['1…400 tokens']);
    expect(asked).toHaveLength(400);
    expect(shown(many(401), ask)).toEqual([]);
    expect(shown(datasetConfig, counted)).toEqual([]);
    expect(
      shown('# file: a.yaml\ntask: a\nnum_fewshot: 2\ndoc_to_text: b\noutput_type: generate_until\n', () => ({
        tokens: 5,
        estimated: true,
      })),
    ).toEqual(['≈ 5 tokens']);
  });

  it('say which file a base is, where what is written does not', () => {
    expect(hinted(fromAbove, ['bases'])).toEqual(['..datasets.demo → datasets/demo.py', '..models.river → models/river.py']);
    expect(hinted(workspaceFixture(), ['bases'])).toEqual([]);
    const packaged = evalConfig.replace('.datasets.demo', 'opencompass.configs.datasets.demo');
    const files = `# file: evals/eval.py\n${packaged}# file: opencompass/__init__.py\n# file: opencompass/configs/datasets/demo.py\n${datasetConfig}`;
    expect(hinted(files, ['bases'])).toEqual([]);
    const base = '# file: base/b.yaml\ndoc_to_text: b\n# file: tasks/c.yaml\ndoc_to_text: b\n';
    expect(hinted(`# file: tasks/a.yaml\ninclude: ../base/b.yaml\ntask: a\n${base}`, ['bases'])).toEqual(['../base/b.yaml → base/b.yaml']);
    expect(hinted(`# file: tasks/a.yaml\ninclude: c.yaml\ntask: a\n${base}`, ['bases'])).toEqual([]);
  });

  it('are those of the range, and of the document alone', () => {
    const { project, file, texts } = fixture(fromAbove);
    const at = texts.get(file)!.indexOf('..models');
    const within = inlayHints(project, { file, start: at, end: at + 20 }, new Set(inlayKinds));
    expect(within.map(({ label }) => label)).toEqual(['→ models/river.py']);
    expect(hinted(workspaceFixture({ 'eval.py': evalConfig }), ['parser', 'maxOutLen', 'abbr'])).toEqual([]);
    expect(hinted('x = 1\n')).toEqual([]);
  });
});

describe('the settings of hints', () => {
  const read = (raw: unknown) => {
    const problems: string[] = [];
    return [[...readInlayKinds(raw, problems)], problems.length];
  };

  it('are each switched off by false', () => {
    expect(read(undefined)).toEqual([[...inlayKinds], 0]);
    expect(read({ abbr: false, bases: true })).toEqual([['parser', 'maxOutLen', 'shots', 'shotTokens', 'bases'], 0]);
    expect(read(false)).toEqual([[], 0]);
  });

  it('are named where they cannot be used', () => {
    expect(read({ abbrs: false })).toEqual([[...inlayKinds], 1]);
    expect(read({ abbr: 'no' })).toEqual([[...inlayKinds], 1]);
    expect(read('off')).toEqual([[...inlayKinds], 1]);
  });
});

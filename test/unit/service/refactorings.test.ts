import { describe, expect, it } from 'vitest';
import { refactorings } from '../../../server/src/engine/editor/refactor/refactorings.js';
import { datasetConfig, modelConfig } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

/** What is offered at `$0`: the title, and the document with it. */
function offered(source: string): Record<string, string> {
  const { project, file, offset, texts } = fixture(source);
  return Object.fromEntries(
    refactorings(project, { file, start: offset, end: offset }).map(({ title, edits }) => [
      title,
      [...edits]
        .sort((a, b) => b.span.start - a.span.start)
        .reduce((text, { span, newText }) => text.slice(0, span.start) + newText + text.slice(span.end), texts.get(file)!),
    ]),
  );
}

const template = /dict\(\n {12}begin=[^]*?\n {8}\),/;
const withTemplate = (text: string) => datasetConfig.replace(template, () => `${text},`);
const bare = '(for models without a meta template)';

describe('extracting a part of a dataset', () => {
  const inline = `${datasetConfig.slice(0, datasetConfig.indexOf('demo_infer_cfg'))}demo_datasets = [
    dict(
        abbr='demo',
        type=JsonlDataset,
        path='demo',
        reader_cfg=demo_reader_cfg,
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template='{question}'),
            retriever=dict(type=ZeroRetriever),
            $0inferencer=dict(type=GenInferencer),
        ),
    ),
]
`;

  it('gives it a name above the statement', () => {
    const after = offered(inline)['Extract infer_cfg into demo_infer_cfg']!;
    expect(after).toContain("demo_infer_cfg = dict(\n    prompt_template=dict(type=PromptTemplate, template='{question}'),\n");
    expect(after).toContain('        infer_cfg=demo_infer_cfg,\n    ),\n]');
    expect(after.indexOf('demo_infer_cfg = ')).toBeLessThan(after.indexOf('demo_datasets = ['));
  });

  it('takes no name that is there', () => {
    const taken = inline.replace('demo_datasets = [', 'demo_infer_cfg = 1\ndemo_datasets = [');
    expect(Object.keys(offered(taken))).toEqual(['Extract infer_cfg into demo_infer_cfg_2']);
  });

  it('leaves texts over several lines as they are', () => {
    const after = offered(inline.replace("'{question}'", "'''a\n        {question}'''"))['Extract infer_cfg into demo_infer_cfg'];
    expect(after).toContain("template='''a\n        {question}'''");
  });

  it('is not offered within a loop, nor for what has a name', () => {
    expect(offered(inline.replace('    ),\n]', '    )\n    for x in [1]\n]'))).toEqual({});
    expect(offered(datasetConfig.replace('infer_cfg=demo', 'infer_cfg=$0demo'))).toEqual({});
    expect(offered(inline.replace("'{question}'", 'nothing'))).toEqual({});
  });
});

describe('writing a template otherwise', () => {
  it('makes a text a dialogue, where the prompt is the same', () => {
    const text = withTemplate("'Q: {question}$0\\nA:'");
    expect(offered(text)[`Write the template as a dialogue ${bare}`]).toContain(
      "template=dict(round=[dict(role='HUMAN', prompt='Q: {question}\\nA:')]),",
    );
    // A meta template would put something around a turn, and not around a text.
    expect(offered(`${text}${modelConfig}`)).toEqual({});
    const plain = modelConfig.replace(' meta_template=meta_template,', '');
    expect(Object.keys(offered(`${text}${plain}`))).toEqual(['Write the template as a dialogue']);
  });

  it('makes a dialogue a text, where the prompt is the same', () => {
    const dialogue = withTemplate("dict(round=[dict(role='HUMAN', prompt='Q: {question}'), dict(role='BOT', $0prompt='A: {answer}')])");
    expect(offered(dialogue)[`Write the template as a text ${bare}`]).toContain("template=('Q: {question}\\n' 'A: {answer}'),");
    expect(offered(`${dialogue}${modelConfig}`)).toEqual({});
  });

  it('is offered once, however often a loop makes the template', () => {
    const looped = withTemplate("dict(round=[dict($0role='HUMAN', prompt='{question}')])").replace(
      /demo_infer_cfg = ([^]*?\n\)\n)/,
      (_, infer: string) =>
        `demo_datasets = []\nfor name in ['a', 'b', 'c']:\n    demo_infer_cfg = ${infer}    demo_datasets.append(dict(abbr=name, type=JsonlDataset, path=name, reader_cfg=demo_reader_cfg, infer_cfg=demo_infer_cfg))\n`,
    );
    const { project, file, offset } = fixture(looped.slice(0, looped.lastIndexOf('demo_datasets = [')));
    const titles = refactorings(project, { file, start: offset, end: offset }).map(({ title }) => title);
    expect(titles).toEqual([`Write the template as a text ${bare}`]);
  });

  it('leaves out the turn of which nothing is left', () => {
    const dialogue = withTemplate("dict(round=[dict(role='HUMAN', prompt='Q: {question}'), dict(role='BOT', $0prompt='{answer}')])");
    expect(offered(dialogue)[`Write the template as a text ${bare}`]).toContain("template='Q: {question}',");
  });

  it('makes the bare text of a dialogue a turn', () => {
    const dialogue = withTemplate("dict(begin=['$0Be brief.'], round=[dict(role='HUMAN', prompt='{question}')])");
    expect(offered(dialogue)[`Write the text as a turn of HUMAN ${bare}`]).toContain("begin=[dict(role='HUMAN', prompt='Be brief.')]");
    expect(Object.keys(offered(`${dialogue}${modelConfig}`))).toEqual([]);
  });

  it('leaves alone what a variable gives, and what cannot be known', () => {
    expect(offered(withTemplate('text$0').replace('demo_infer_cfg = ', "text = '{question}'\ndemo_infer_cfg = "))).toEqual({});
    expect(offered(withTemplate("f'{open(0).read()}{{question}}$0'"))).toEqual({});
    expect(offered(withTemplate("'Q: {question}$0'").replace('demo_datasets', 'x = (\ndemo_datasets'))).toEqual({});
  });
});

describe('putting the text of a base in place of its import', () => {
  const readBase = 'from mmengine.config import read_base\n';
  const run = (block: string, more = '') =>
    `# file: evals/run.py\n${readBase}\nwith read_base():\n${block}\ndatasets = demo_datasets\n${more}# file: demo.py\n${datasetConfig}`;
  const after = (source: string) => Object.entries(offered(source)).find(([title]) => title.startsWith('Put the text of'))?.[1];

  it('takes the place of a block with one import', () => {
    expect(after(run('    from ..demo imp$0ort demo_datasets\n'))).toBe(
      `${readBase}\n${datasetConfig.trim()}\n\ndatasets = demo_datasets\n`,
    );
  });

  it('stands behind other imports, with other names', () => {
    const both = run('    from ..demo imp$0ort demo_datasets as x_datasets\n    from ..other import other\n').replace(
      'datasets = demo',
      'datasets = x',
    );
    expect(after(`${both}# file: other.py\nother = 1\n`)).toBe(
      `${readBase}\nwith read_base():\n    from ..other import other\n\n${datasetConfig.trim()}\n\nx_datasets = demo_datasets\n\ndatasets = x_datasets\n`,
    );
    const last = run('    from ..other import other\n    from ..demo imp$0ort *\n');
    expect(after(`${last}# file: other.py\nother = 1\n`)).toBe(
      `${readBase}\nwith read_base():\n    from ..other import other\n\n${datasetConfig.trim()}\n\ndatasets = demo_datasets\n`,
    );
  });

  it('imports from here what the base imports', () => {
    const source = `# file: evals/run.py\n${readBase}with read_base():\n    from ..sets.all imp$0ort demo_datasets\n# file: sets/all.py\n${readBase}\nwith read_base():\n    from .demo import demo_datasets\n\nmore = 1\n# file: sets/demo.py\n${datasetConfig}`;
    expect(after(source)).toBe(`${readBase}with read_base():\n    from ..sets.demo import demo_datasets\n\nmore = 1\n`);
  });

  it('is not offered where names are in each other’s way, nor for what is not found', () => {
    expect(after(run('    from ..demo imp$0ort demo_datasets\n', 'demo_reader_cfg = 1\n'))).toBeUndefined();
    expect(after(run('    from ..demo import demo_datasets\n    from ..gone imp$0ort x\n'))).toBeUndefined();
  });
});

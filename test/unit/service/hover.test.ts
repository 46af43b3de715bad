import { describe, expect, it } from 'vitest';
import { hover } from '../../../server/src/engine/editor/hover.js';
import { evalConfig, workspaceFixture } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

function at(source: string): string {
  const { project, file, offset } = fixture(source);
  expect(offset).toBeGreaterThan(0);
  return hover(project, file, offset)?.markdown ?? '';
}

/** The workspace with the cursor put into one of its files, behind the first occurrence of a text. */
function inFile(name: 'eval.py' | 'datasets/demo.py' | 'models/river.py', search: string, behind = 1): string {
  const source = workspaceFixture();
  const start = source.indexOf(search, source.indexOf(`# file: ${name}\n`)) + behind;
  return at(source.slice(0, start) + '$0' + source.slice(start));
}

describe('hover on a field', () => {
  it('tells its meaning, its path and its value', () => {
    const text = inFile('datasets/demo.py', 'input_columns');
    expect(text).toContain('**input_columns**');
    expect(text).toContain('reader_cfg.input_columns` · list of 1');
    expect(text).toContain("['question']");
  });

  it('works where the dict is bound to a name first, and in braces', () => {
    expect(
      at(
        "infer_cfg = {'prompt_template': {'type': 'PromptTemplate', 'ice_to$0ken': '</E>', 'template': '</E>{q}'}, 'retriever': {'type': 'ZeroRetriever'}, 'inferencer': {'type': 'GenInferencer'}}\ndatasets = [dict(abbr='a', infer_cfg=infer_cfg)]\n",
      ),
    ).toContain('**ice_token**');
  });

  it('says that a value is unknown, and why', () => {
    const text = at(
      "import secrets\nmodels = [dict(type='HuggingFaceCausalLM', abbr='a', pa$0th=secrets.token_hex(), meta_template=dict(round=[dict(role='BOT', generate=True)]))]\n",
    );
    expect(text).toMatch(/Unknown: \w+/);
  });
});

describe('hover on a role', () => {
  it('tells which models of the document define it', () => {
    const source = workspaceFixture({
      'eval.py': `${evalConfig}datasets.append(dict(abbr='x', infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='SYS$0TEM', prompt='{q}')])))))\n`,
    });
    const text = at(source);
    expect(text).toContain('**SYSTEM** · role');
    expect(text).toContain('`river-7b` (reserved role, `river.py`)');
  });

  it('tells which lack it', () => {
    const source = workspaceFixture({
      'eval.py': `${evalConfig}datasets.append(dict(abbr='x', infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='JUD$0GE', prompt='{q}')])))))\n`,
    });
    expect(at(source)).toContain('Not defined by `river-7b`.');
  });

  it('of a document without models says so', () => {
    expect(inFile('datasets/demo.py', "'BOT'", 2)).toContain('no models with a meta template');
  });
});

describe('hover on a name', () => {
  it('tells the file that it came from, and its value', () => {
    expect(inFile('eval.py', 'demo_datasets')).toMatch(/^`demo_datasets` · from `demo\.py`\n\nlist of 1/);
    expect(inFile('eval.py', '*demo_datasets', 3)).toContain('from `demo.py`');
  });

  it('explains a known class, and keeps silent in comments', () => {
    expect(inFile('datasets/demo.py', 'import ZeroRetriever', 9)).toContain('**ZeroRetriever**');
    expect(at('# demo_datas$0ets\ndemo_datasets = [dict(abbr="a", infer_cfg=dict())]\n')).toBe('');
  });
});

describe('hover where the evaluation did not come', () => {
  it('tells a field by the brackets around it', () => {
    const wrap = (body: string) => `def make():\n    return ${body}\n\nraise ValueError('no')\n`;
    expect(at(wrap("dict(infer_cfg=dict(prompt_template=dict(template=dict(round=[dict(ro$0le='HUMAN')]))))"))).toContain('**role**');
    expect(at(wrap("dict(meta_template=dict(round=[dict(api_ro$0le='HUMAN')]))"))).toContain('**api_role**');
    expect(at(wrap("dict(other=dict(ro$0le='HUMAN'))"))).toBe('');
  });

  it('tells it by indentation in YAML', () => {
    expect(at('# file: a.yaml\nmodels:\n  - abbr: a\n    meta_template:\n      round:\n        - ro$0le: HUMAN\n  bad: [\n')).toContain(
      '**role**',
    );
  });
});

describe('hover on the class of a model', () => {
  it('tells what its constructor takes, its parser, and where that is known from', () => {
    const text = at(`# file: opencompass/models/__init__.py
from .pond import Pond
# file: opencompass/models/pond.py
class Base:
    def __init__(self, path, meta_template=None):
        self.template_parser = APITemplateParser(meta_template)

class Pond(Base):
    def __init__(self, depth, **kwargs):
        super().__init__(**kwargs)
# file: eval.py
from opencompass.models import Pond
models = [dict(type=Po$0nd, abbr='pond', path='p', depth=1)]
`);
    expect(text).toContain('Pond(depth, path, meta_template=…)');
    expect(text).toContain('API parser · from your source, `pond.py`');
  });

  it('says of a class that is only known by name which version that is', () => {
    expect(at(`from opencompass.models import OpenAI\nmodels = [dict(type=Open$0AI, abbr='a', path='p')]\n`)).toMatch(
      /OpenAI\(path=….*\n```\n\nAPI parser · table of OpenCompass 0\.5\.3/s,
    );
  });
});

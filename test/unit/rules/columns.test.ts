import { describe, expect, it } from 'vitest';
import { isNameSlip } from '../../../server/src/engine/checks/support/slip.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const rules = new Set(['unfilled-placeholder', 'double-braces', 'comma-in-column', 'unknown-column']);

const pondClass = `from opencompass.datasets.base import BaseDataset
from datasets import Dataset, load_dataset

class BaseDataset:
    def __init__(self, reader_cfg={}, k=1, n=1, **kwargs):
        pass

class Exact(BaseDataset):
    @staticmethod
    def load(path):
        return Dataset.from_list([{'question': 1, 'option_A': 2, 'answer': 3}])

class Unknown(BaseDataset):
    @staticmethod
    def load(path):
        return load_dataset(path)
`;

interface Given {
  readonly type?: string;
  readonly reader?: string;
  readonly prompt?: string;
  readonly before?: string;
  readonly template?: string;
  readonly more?: string;
  readonly framework?: 'aisbench';
}

const configOf = ({
  type,
  reader,
  prompt,
  before = '',
  template,
  more = '',
}: Given): string => `from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
${type === undefined ? 'from opencompass.datasets import JsonlDataset as Pond' : `from opencompass.datasets.pond import ${type} as Pond`}
${before}
pond_datasets = [
    dict(
        abbr='pond',
        type=Pond,
        path='pond.jsonl', ${more}
        reader_cfg=dict(${reader ?? "input_columns=['question', 'option_A'], output_column='answer'"}),
        infer_cfg=dict(
            prompt_template=dict(${template ?? `type=PromptTemplate, template=${prompt ?? "'{question} {option_A}'"}`}),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer),
        ),
    ),
]
`;

/** The diagnostics of these rules, and the text that each stands at. */
function found(given: Given, more: Readonly<Record<string, string>> = {}) {
  const text = given.framework ? configOf(given).replaceAll('opencompass.', 'ais_bench.benchmark.') : configOf(given);
  const files = { '/ws/opencompass/__init__.py': '', '/ws/opencompass/datasets/pond.py': pondClass, '/ws/pond.py': text, ...more };
  const diagnostics = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
    .check('/ws/pond.py')
    .filter(({ rule }) => rules.has(rule));
  return diagnostics.map((diagnostic) => ({
    diagnostic,
    at: text.slice(diagnostic.span.start, diagnostic.span.end),
    fixed: fixed(text, diagnostic),
  }));
}

function fixed(text: string, { fixes }: Diagnostic): string | undefined {
  const edit = fixes[0]?.edits[0];
  return edit && text.slice(0, edit.span.start) + edit.newText + text.slice(edit.span.end);
}

const shown = (given: Given, more?: Readonly<Record<string, string>>): string[] =>
  found(given, more).map(({ diagnostic: { rule, severity }, at }) => `${severity} ${rule} ${at}`);

describe('a placeholder', () => {
  it.each([
    ["'{qestion} {option_A}'", ['{qestion}']],
    ["'{question} {OPTION_A}'", ['{OPTION_A}']],
    ["'{qusetion} {option_A}'", ['{qusetion}']],
    ["'{question {option_A}'", ['{question']],
    ["'{ question } {option_A}'", ['{ question }']],
    ["'question} {option_A}'", ['question}']],
    ["'%(question)s {option_A}'", ['%(question)s']],
    ["'$question {option_A}'", ['$question']],
    ["'｛question｝ {option_A}'", ['｛question｝']],
    ["'｛question} {option_A}'", ['｛question}']],
    ["'{question｝ {option_A}'", ['{question｝']],
  ])('of %s is found by reader_cfg, and the fix leaves none', (prompt, places) => {
    const all = found({ prompt });
    expect(all.map(({ at, diagnostic }) => `${diagnostic.severity} ${at}`)).toEqual(places.map((place) => `warning ${place}`));
    const clean = all[0]!.fixed!;
    expect(clean).toContain('{question} {option_A}');
  });

  it('that is a part of a row is not filled, whether the column is asked for or not', () => {
    expect(shown({ prompt: "'{row.question} {option_A}'" })).toEqual(['warning unfilled-placeholder {row.question}']);
    expect(shown({ prompt: `"{question} {item['option_A']} {option_A}"` })).toEqual([`warning unfilled-placeholder {item['option_A']}`]);
    expect(shown({ prompt: "'{question} {option_A}: print({row.question})'" })).toEqual([]);
  });

  it('is nothing where it may be a column, or is TeX, JSON or code', () => {
    for (const prompt of ["'{question} {option_B}'", "r'$\\frac{question1}{b}$'", `'{"question": 1} [{x}] {level}'`])
      expect(shown({ prompt })).toEqual([]);
  });

  it('is judged by the class where that tells all columns', () => {
    expect(shown({ type: 'Exact', prompt: "'{question} {level}'" })).toEqual(['warning unfilled-placeholder {level}']);
    // A single letter, where the config says that it is a column.
    const lettered = "input_columns=['question', 'option_A', 'A'], output_column='answer'";
    expect(shown({ type: 'Exact', prompt: "'{question} {A} {B}'", reader: lettered })).toEqual(['warning unfilled-placeholder {A}']);
    expect(shown({ type: 'Exact', prompt: String.raw`r'{question} \bar{x} {subdivision}'` })).toEqual([]);
    expect(shown({ type: 'Unknown', prompt: "'{question} {level}'" })).toEqual(['information unfilled-placeholder {level}']);
  });

  it('is found in texts that are put together', () => {
    expect(shown({ before: "HEAD = 'Q: {qestion}'", prompt: "HEAD + '{option_A}'" })).toEqual(['warning unfilled-placeholder {qestion}']);
    expect(shown({ before: "HINT = 'x'", prompt: "f'{HINT} {{qestion}} {{option_A}}'" })).toEqual([
      'warning unfilled-placeholder {{qestion}}',
    ]);
    const inBase = shown(
      { before: 'from mmengine.config import read_base\nwith read_base():\n    from .texts import HEAD', prompt: 'HEAD' },
      { '/ws/texts.py': "HEAD = 'Q: {qestion}'\n" },
    );
    expect(inBase).toEqual(['warning unfilled-placeholder dict(type=PromptTemplate, template=HEAD)']);
  });

  it('is found in dialogues, labels and messages', () => {
    const dialogue = "dict(begin=[dict(role='SYSTEM', prompt='{qestion}')], round=[dict(role='HUMAN', prompt='{optoin_A}')])";
    expect(shown({ prompt: dialogue })).toHaveLength(2);
    expect(shown({ prompt: `{'A': ${dialogue}, 'B': '{anwser} {question} {option_A}'}` })).toHaveLength(3);
    const messages = "type='RawPromptTemplate', messages=[dict(role='user', content='{qestion}')]";
    expect(shown({ template: messages })).toHaveLength(1);
    expect(shown({ template: messages.replace(')]', ')], format_variables=False') })).toEqual([]);
  });

  it('is written into an f-string with the braces that it needs', () => {
    const before = "HINT = 'x'";
    expect(found({ before, prompt: "f'{HINT} $question {{option_A}}'" })[0]!.fixed).toContain("f'{HINT} {{question}} {{option_A}}'");
    expect(found({ before, prompt: "f'{HINT} {{ question }} {{option_A}}'" })[0]!.fixed).toContain("f'{HINT} {{question}} {{option_A}}'");
  });

  it('of a judge is a column of the rows, the answer or the reference', () => {
    const judge = (prompt: string): Given => ({
      before: `JUDGE = dict(type='LMEvaluator', prompt_template=dict(type=PromptTemplate, template='${prompt}'))`,
      more: 'eval_cfg=dict(evaluator=JUDGE),',
    });
    expect(shown(judge('{question} {answer} {prediction} {judge_rules}'))).toEqual([]);
    expect(shown(judge('{question} {answr} {prediciton}'))).toEqual([
      'warning unfilled-placeholder {answr}',
      'warning unfilled-placeholder {prediciton}',
    ]);
  });

  it('of a judge is meant for the answer, where nothing else gives it', () => {
    const judge = (prompt: string): Given => ({
      before: `JUDGE = dict(type='LMEvaluator', prompt_template=dict(type=PromptTemplate, template='${prompt}'))`,
      more: 'eval_cfg=dict(evaluator=JUDGE),',
    });
    const [one, ...more] = found(judge('{question} {answer} {model_output}'));
    expect(more).toEqual([]);
    expect(`${one!.diagnostic.severity} ${one!.diagnostic.rule} ${one!.at}`).toBe('warning unfilled-placeholder {model_output}');
    expect(one!.fixed).toContain("template='{question} {answer} {prediction}'");
    expect(shown(judge('{question} {model_output} {prediction2} {prediction}'))).toEqual([]);
    expect(shown(judge('{question} {judgement} {model_output}'))).toEqual([]);
    expect(
      shown({ ...judge('{question} {model_output}'), reader: "input_columns=['question', 'model_output'], output_column='answer'" }),
    ).toEqual([]);
  });

  it('of a judge of AISBench is the column of the answer that judge_reader_cfg names', () => {
    const judge = (prompt: string): Given => ({
      before: `JUDGE = dict(judge_reader_cfg=dict(input_columns=['question', 'model_answer'], output_column='model_pred_uuid'), prompt_template=dict(type=PromptTemplate, template='${prompt}'))`,
      more: 'judge_infer_cfg=JUDGE,',
      framework: 'aisbench',
    });
    expect(shown(judge('{question} {prediction}'))).toEqual(['warning unfilled-placeholder {prediction}']);
    expect(shown(judge('{question} {model_answer}'))).toEqual([]);
  });

  it('of a picture is the one column that fills its address', () => {
    const media = (url: string): Given => ({
      framework: 'aisbench',
      reader: "input_columns=['question', 'image'], output_column='answer'",
      template: `type='MMPromptTemplate', template=dict(round=[dict(role='HUMAN', prompt_mm={'text': {'type': 'text', 'text': '{question}'}, 'image': {'type': 'image_url', 'image_url': {'url': '${url}'}}})])`,
    });
    expect(shown(media('data:image/jpeg;base64,{image}'))).toEqual([]);
    const [one, ...more] = found(media('data:image/jpeg;base64,{img}'));
    expect(more).toEqual([]);
    expect(`${one!.diagnostic.severity} ${one!.diagnostic.rule} ${one!.at}`).toBe('warning unfilled-placeholder {img}');
    expect(one!.fixed).toContain("'data:image/jpeg;base64,{image}'");
  });

  it('in two pairs of braces is a column in braces', () => {
    const [one] = found({ prompt: "'{{question}} {option_A} {{x}}'" });
    expect(one!.diagnostic.rule).toBe('double-braces');
    expect(one!.fixed).toContain("'{question} {option_A} {{x}}'");
    expect(shown({ before: "HINT = 'x'", prompt: "f'{HINT} {{question}} {{option_A}}'" })).toEqual([]);
  });
});

describe('a column of reader_cfg', () => {
  it('is an error where the class gives none of the name and every run asks for it', () => {
    const reader = "input_columns=['question', 'option_A'], output_column='anwser'";
    const [one, ...more] = found({ type: 'Exact', reader });
    expect(more).toEqual([]);
    expect(`${one!.diagnostic.severity} ${one!.diagnostic.rule} ${one!.at}`).toBe('error unknown-column anwser');
    expect(one!.fixed).toContain("output_column='answer'");
    expect(shown({ reader })).toEqual(['warning unknown-column anwser']);
    expect(shown({ reader: reader.replace('anwser', 'Answer') })).toEqual([]);
    expect(shown({ reader: reader.replace('anwser', 'gold_label') })).toEqual([]);
  });

  it('is a slip of one that the class gives, or that templates ask for', () => {
    const reader = "input_columns=['quesiton', 'option_A'], output_column='answer'";
    expect(shown({ type: 'Exact', reader })).toEqual(['warning unknown-column quesiton']);
    expect(shown({ reader })).toEqual(['warning unknown-column quesiton']);
    expect(shown({ type: 'Exact', reader: "input_columns=['question', 'option_A', 'level'], output_column='answer'" })).toEqual([]);
  });

  it('is one name between quotes', () => {
    const [one] = found({ reader: "input_columns=['question, option_A'], output_column='answer'" });
    expect(`${one!.diagnostic.rule} ${one!.at}`).toBe("comma-in-column 'question, option_A'");
    expect(one!.fixed).toContain("['question', 'option_A']");
    expect(found({ reader: "input_columns='question,option_A', output_column='answer'" })[0]!.fixed).toContain("'question option_A'");
  });
});

describe('a slip', () => {
  it.each(['opt1 opt2', 'option_A option_B', 'A B', 'text1 text', 'en de', 'src ref'])('is not what makes two of %s', (pair) => {
    const [name, meant] = pair.split(' ');
    expect(isNameSlip(name!, meant!, 'strong')).toBe(false);
  });

  it.each(['qestion question', 'Question question', 'quetsion question', 'scr src', 'a A', 'question_tpye question_type'])(
    'makes %s',
    (pair) => {
      const [name, meant] = pair.split(' ');
      expect(isNameSlip(name!, meant!, 'strong')).toBe(true);
    },
  );
});

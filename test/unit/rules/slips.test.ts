import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';

// Slips that users make of which no page of a rule has an example, and what is offered for them.

function checked(text: string, file = '/ws/config.py', others: Readonly<Record<string, string>> = {}): readonly Diagnostic[] {
  return createProject(new MemoryWorkspace({ ...others, [file]: text }, ['/ws']), defaultSettings).check(file);
}

/** Rule and severity of what is found, without hints. */
function names(found: readonly Diagnostic[]): readonly string[] {
  return found.flatMap(({ rule, severity }) => (severity === 'hint' ? [] : [`${severity} ${rule}`]));
}

function fixed(text: string, found: readonly Diagnostic[], rule: string): string {
  const edits = found.find((one) => one.rule === rule)!.fixes[0]!.edits.toSorted((a, b) => b.span.start - a.span.start);
  return edits.reduce((result, { span, newText }) => result.slice(0, span.start) + newText + result.slice(span.end), text);
}

const model = (keys: string): string =>
  `from opencompass.models import HuggingFacewithChatTemplate\nmodels = [dict(type=HuggingFacewithChatTemplate, abbr='pond', path='pond/pond-7b', ${keys})]\n`;

const dataset = (reader: string, inferencer = ''): string => `from opencompass.datasets import JsonlDataset
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever

quiz_datasets = [
    dict(
        abbr='quiz',
        type=JsonlDataset,
        path='data/quiz.jsonl',
        reader_cfg=dict(input_columns=['question'], output_column='answer'${reader}),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template='Q: {question}'),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer${inferencer}),
        ),
    ),
]
`;

const task = (fields: string): string => `task: quiz
dataset_path: example/pond
training_split: train
test_split: test
output_type: generate_until
doc_to_text: "Q: {{question}}"
doc_to_target: "{{answer}}"
${fields}`;

describe('numbers that must be above zero', () => {
  it.each([
    [model('max_out_len=64, batch_size=0'), ['error wrong-type']],
    [model('max_out_len=-1, batch_size=8'), ['warning wrong-type']],
    [model('max_seq_len=0, batch_size=8'), ['warning wrong-type']],
    [dataset('', ', max_out_len=0'), ['warning wrong-type']],
    [model('max_out_len=64, max_seq_len=2048, batch_size=8'), []],
  ])('%#', (text, expected) => {
    expect(names(checked(text))).toEqual(expected);
  });
});

describe('a range', () => {
  it('needs its brackets, and is offered them', () => {
    const text = dataset(", test_range='0:5'");
    const found = checked(text);
    expect(names(found)).toEqual(['error wrong-type']);
    expect(fixed(text, found, 'wrong-type')).toBe(dataset(", test_range='[0:5]'"));
  });

  it('may be anything that stands behind a list', () => {
    expect(names(checked(dataset(", test_range='[:5]', train_range=5")))).toEqual([]);
  });
});

describe('lists in a list of datasets', () => {
  it('are unpacked beside those that are, past comments', () => {
    const text =
      'from opencompass.models import OpenAI\na_datasets = [dict()]\nb_datasets = [dict()]\ndatasets = [\n    a_datasets,  # a, b\n    *b_datasets,\n]\nmodels = []\n';
    const found = checked(text);
    expect(names(found)).toContain('error wrong-type');
    expect(fixed(text, found, 'wrong-type')).toBe(text.replace('    a_datasets', '    *a_datasets'));
  });
});

describe('typographic quotes', () => {
  it('are replaced in pairs', () => {
    const text = 'from opencompass.models import OpenAI\nmodels = [dict(type=OpenAI, abbr=‘pond’, path=“p”)]\n';
    expect(fixed(text, checked(text), 'syntax-error')).toBe(text.replace('‘pond’', "'pond'"));
  });
});

describe('metrics', () => {
  it('of choices give a generated text no number', () => {
    const text = task('metric_list:\n  - metric: acc\n');
    const found = checked(text, '/ws/task.yaml');
    expect(names(found)).toContain('warning unknown-metric');
    expect(fixed(text, found, 'unknown-metric')).toBe(task('metric_list:\n  - metric: exact_match\n'));
  });

  it('may have an aggregation that takes pairs', () => {
    const text = task('metric_list:\n  - metric: acc\n    aggregation: !function utils.accuracy\n');
    const found = checked(text, '/ws/task.yaml', { '/ws/utils.py': 'def accuracy(items):\n    return 1\n' });
    expect(names(found)).not.toContain('warning unknown-metric');
  });

  it('of the library evaluate are not computed for choices', () => {
    const text = task('doc_to_choice: [A, B]\nmetric_list:\n  - metric: accuracy\n').replace('generate_until', 'multiple_choice');
    const found = checked(text, '/ws/task.yaml');
    expect(names(found)).toContain('warning unknown-metric');
    expect(fixed(text, found, 'unknown-metric')).toBe(text.replace('accuracy', 'acc'));
  });

  it('have a direction that is no text', () => {
    const found = checked(task('metric_list:\n  - metric: exact_match\n    higher_is_better: "false"\n'), '/ws/task.yaml');
    expect(names(found)).toContain('warning wrong-field-type');
  });
});

describe('a filter', () => {
  it('is a list', () => {
    const text = task('filter_list:\n  - name: first\n    filter:\n      function: take_first\n');
    const found = checked(text, '/ws/task.yaml');
    expect(names(found)).toContain('error wrong-field-type');
    const after = fixed(text, found, 'wrong-field-type');
    expect(names(checked(after, '/ws/task.yaml'))).not.toContain('error wrong-field-type');
  });
});

describe('a function', () => {
  it('is of a module, not of a file', () => {
    const text = task('process_docs: !function utils.py.docs\n');
    const found = checked(text, '/ws/task.yaml', { '/ws/utils.py': 'def docs(dataset):\n    return dataset\n' });
    expect(names(found)).toContain('error function-missing');
    expect(fixed(text, found, 'function-missing')).toBe(text.replace('utils.py.docs', 'utils.docs'));
  });
});

describe('a run', () => {
  it('reads datasets as lists', () => {
    const text = dataset('')
      .replace('= [\n    dict(', '= dict(')
      .replace(/\),\n\]\n$/, ')\n');
    expect(names(checked(text))).toContain('error run-part');
  });

  it('finds the answer in no prompt that compares labels', () => {
    const text = dataset('')
      .replaceAll('GenInferencer', 'PPLInferencer')
      .replace("template='Q: {question}'", "template={'A': '{answer} A', 'B': '{question} B'}");
    expect(names(checked(text))).toContain('warning output-column-asked');
  });
});

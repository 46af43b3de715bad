import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const rules = new Set(['unfilled-placeholder', 'unknown-column', 'prompt-raises']);

/** A class of which only the data tell the columns. */
const pondClass = `import json
from datasets import Dataset

class BaseDataset:
    def __init__(self, reader_cfg={}, k=1, n=1, **kwargs):
        dataset = self.load(**kwargs)

class Lines(BaseDataset):
    @staticmethod
    def load(path):
        with open(path) as f:
            return Dataset.from_list([json.loads(line) for line in f])
`;

const rows = '{"question": "What croaks?", "gold": "A frog"}\n{"question": "What fishes?", "gold": "A heron"}\n';

/** What is found in a config with this reader_cfg and prompt. @param data the lines of its data; null: they are elsewhere @param infer more of its infer_cfg */
function found(reader: string, prompt: string, data: string | null = rows, infer = 'retriever=dict(type=ZeroRetriever),'): string[] {
  const text = `from pond_lines import Lines
from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import FixKRetriever, ZeroRetriever

pond_datasets = [
    dict(
        abbr='pond',
        type=Lines,
        path='data/pond.jsonl',
        reader_cfg=dict(${reader}),
        infer_cfg=dict(
            prompt_template=dict(type=PromptTemplate, template='${prompt}'${prompt.includes('</E>') ? ", ice_token='</E>'" : ''}),
            ${infer}
            inferencer=dict(type=GenInferencer),
        ),
    ),
]
`;
  const files = {
    '/ws/pond_lines.py': pondClass,
    '/ws/pond.py': text,
    ...(data !== null && { '/ws/data/pond.jsonl': data }),
  };
  return createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings)
    .check('/ws/pond.py')
    .filter(({ rule }) => rules.has(rule))
    .map(({ rule, severity, span, message }) => `${severity} ${rule} ${text.slice(span.start, span.end)}: ${message}`);
}

const asked = "input_columns=['question'], output_column=";

describe('columns of data on this machine', () => {
  it('are all that a reader_cfg can name', () => {
    expect(found(`${asked}'answer'`, '{question}')).toEqual([
      'error unknown-column answer: The rows of pond.jsonl have no column answer, only question and gold: the run raises KeyError when it asks for the answers.',
    ]);
    expect(found(`${asked}'gold'`, '{question}')).toEqual([]);
    // Without the data it is not known.
    expect(found(`${asked}'answer'`, '{question}', null)).toEqual([]);
  });

  it('prove that a name is no slip', () => {
    const slip = `${asked}'anwser'`;
    expect(found(slip, '{question}', null)).toHaveLength(1);
    expect(found(slip, '{question}', rows.replaceAll('gold', 'anwser'))).toEqual([]);
    expect(found(slip, '{question}', rows.replaceAll('gold', 'answer'))).toEqual([
      'error unknown-column anwser: The rows of pond.jsonl have no column anwser, only question and answer: the run raises KeyError when it asks for the answers. Did you mean answer?',
    ]);
  });

  it('are loaded: what that raises is an error at the path', () => {
    const mixed = '{"question": "What croaks?", "gold": 1}\n{"question": "What fishes?", "gold": "A heron"}\n';
    expect(found(`${asked}'gold'`, '{question}', mixed)).toEqual([
      "error prompt-raises path: Loading the data of pond raises ArrowInvalid: Could not convert 'A heron' with type str: tried to convert to int64.",
    ]);
    expect(found(`${asked}'gold'`, '{question}', '{"question": "What croaks?}')).toEqual([
      'error prompt-raises path: Loading the data of pond raises JSONDecodeError: Unterminated string starting at: line 1 column 14 (char 13).',
    ]);
    // A file that is not here may be where it runs.
    expect(found(`${asked}'gold'`, '{question}', null)).toEqual([]);
  });

  it('are all that fills a template', () => {
    expect(found(`${asked}'gold'`, '{question} {hint}')).toEqual([
      'warning unfilled-placeholder {hint}: No column fills {hint}: the rows of pond.jsonl have question and gold. The model reads it as it stands.',
    ]);
    expect(found(`${asked}'gold'`, '{question} {hint}', rows.replaceAll('"gold"', '"hint": "It hops.", "gold"'))).toEqual([]);
  });

  it('are not known where they are not read', () => {
    expect(found(`${asked}'answer'`, '{question}', '')).toEqual([]);
  });
});

describe('data on this machine', () => {
  const twoShots = (ids: string): string =>
    `ice_template=dict(type=PromptTemplate, template={'A frog': '{question} A', 'A heron': '{question} B'}), retriever=dict(type=FixKRetriever, fix_id_list=[${ids}]),`;

  it('are too few for the examples', () => {
    const reader = `${asked}'gold', train_split='test'`;
    expect(found(reader, '</E>{question}', rows, twoShots('0, 1'))).toEqual([]);
    expect(found(reader, '</E>{question}', rows, twoShots('0, 7'))).toEqual([
      'error prompt-raises 7: Building the prompt of row 1 of pond raises AssertionError: Index 7 is out of range of 2.',
    ]);
    expect(found(reader, '</E>{question}', null, twoShots('0, 7'))).toEqual([]);
  });

  it('have a label that no template is for', () => {
    const reader = `${asked}'gold', train_split='test'`;
    // A number comes from the class that reads it, and no place of the data is known.
    expect(found(reader, '</E>{question}', rows.replaceAll(/"A \w+"/g, '7'), twoShots('0, 1'))).toEqual([
      'error prompt-raises infer_cfg: Building the prompt of row 1 of pond raises KeyError: 7.',
    ]);
    expect(found(reader, '</E>{question}', rows.replace('A heron', 'An otter'), twoShots('0, 1'))).toEqual([
      expect.stringMatching(/^error prompt-raises .*: Building the prompt of row 1 of pond raises KeyError: 'An otter'\.$/s),
    ]);
  });
});

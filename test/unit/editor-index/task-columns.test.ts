import { expect, it } from 'vitest';
import { doneAtOnce } from '../../../server/src/engine/core/steps.js';
import { definitions } from '../../../server/src/engine/editor/definition.js';
import { readIndex } from '../../../server/src/engine/editor/index/workspace-index.js';
import { highlightsAt, referencesAt } from '../../../server/src/engine/editor/references/references.js';
import { renamableAt, renameAt } from '../../../server/src/engine/editor/references/rename.js';
import { fixture, type Fixture } from '../../support/fixture.js';

const utils = `import datasets

def clean(text):
    return text.strip()

def process_docs(dataset):
    def _one(doc):
        ctx = doc["ctx"]
        out = {
            "query": clean(ctx),
            "choices": [clean(end) for end in doc["endings"]],
        }
        out["gold"] = int(doc["label"])
        return out
    return dataset.map(_one)

def only_first(dataset):
    return dataset.select(range(1))

def process_results(doc, results):
    return {"acc": doc["query"] == results[0]}
`;

const pond = `task: pond
dataset_path: pond
test_split: test
process_docs: !function utils.process_docs
doc_to_text: "{{query}}"
doc_to_target: "{{gold}}"
doc_to_choice: "{{choices}}"
`;

/** `name:line` of each place, lines from 1. */
function shown(
  { texts }: Pick<Fixture, 'texts'>,
  spans: readonly { readonly file: string; readonly start: number; readonly end: number }[],
): string[] {
  return spans
    .map(({ file, start, end }) => {
      const text = texts.get(file)!;
      return `${file.slice('/ws/'.length)}:${String(text.slice(0, start).split('\n').length)} ${text.slice(start, end)}`;
    })
    .sort();
}

function workspace(yaml: string, python = utils): Fixture {
  return fixture(`# file: pond.yaml\n${yaml}# file: lake.yaml\n${pond.replace('task: pond', 'task: lake')}# file: utils.py\n${python}`);
}

it('leads from a column of a template to the code of process_docs that writes it', () => {
  const made = workspace(pond.replace('{{query}}', '{{que$0ry}}'));
  const found = definitions(made.project, made.file, made.offset);
  expect(
    shown(
      made,
      found.map(({ target }) => target),
    ),
  ).toEqual(['utils.py:10 query']);
  expect(
    shown(
      made,
      found.map(({ origin }) => origin),
    ),
  ).toEqual(['pond.yaml:5 query']);
});

it('leads to a key that is set later', () => {
  const made = workspace(pond.replace('{{gold}}', '{{$0gold}}'));
  expect(
    shown(
      made,
      definitions(made.project, made.file, made.offset).map(({ target }) => target),
    ),
  ).toEqual(['utils.py:13 gold']);
});

it('leads to where the code asks the data for a column, and nowhere from one that it only hands on', () => {
  const made = workspace(pond.replace('{{query}}', '{{e$0ndings}}'));
  expect(
    shown(
      made,
      definitions(made.project, made.file, made.offset).map(({ target }) => target),
    ),
  ).toEqual(['utils.py:11 endings']);
  const kept = workspace(pond.replace('{{query}}', '{{que$0ry}}').replace('utils.process_docs', 'utils.only_first'));
  expect(definitions(kept.project, kept.file, kept.offset)).toEqual([]);
});

it('finds the templates of all tasks that have a column by the same code, from each side', () => {
  const expected = ['lake.yaml:5 query', 'pond.yaml:5 query', 'utils.py:10 query'];
  const inTask = workspace(pond.replace('{{query}}', '{{que$0ry}}'));
  const references = (made: Fixture): string[] =>
    shown(
      made,
      doneAtOnce(referencesAt(made.project, readIndex(made.project), made.file, made.offset)).map(({ span }) => span),
    );
  expect(references(inTask)).toEqual(expected);
  const inCode = workspace(pond, utils.replace('"query":', '"que$0ry":'));
  expect(references(inCode)).toEqual(expected);
});

it('marks a column in the file', () => {
  const made = workspace(pond, utils.replace('"query":', '"que$0ry":'));
  expect(
    shown(
      made,
      highlightsAt(made.project, made.file, made.offset).map(({ span }) => span),
    ),
  ).toEqual(['utils.py:10 query']);
});

it('does not rename it: other code may ask for it', () => {
  const made = workspace(pond.replace('{{query}}', '{{que$0ry}}'));
  const renamed = doneAtOnce(renameAt(made.project, readIndex(made.project), made.file, made.offset, 'question'));
  expect(renamed).toMatchObject({ refused: 'The rows of the task have the column query by this name.' });
});

it('does not rename it from the code either', () => {
  const made = workspace(pond, utils.replace('"query":', '"que$0ry":'));
  const renamed = doneAtOnce(renameAt(made.project, readIndex(made.project), made.file, made.offset, 'question'));
  const refused =
    'The function process_docs gives rows the column query. Templates, and other code that is handed these rows, ask for it by this name: it cannot have another.';
  expect(renamed).toEqual({ refused });
  expect(renamableAt(made.project, readIndex(made.project), made.file, made.offset)).toEqual({ refused });
});

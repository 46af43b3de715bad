import { describe, expect, test } from 'vitest';
import { fixture } from '../../support/fixture.js';

const config = `from mmengine.config import read_base
pond_infer_cfg = dict(
    prompt_template=dict(type='PromptTemplate', template=dict(round=[
        dict(role='HUMAN', prompt='{question}'),
    ])),
    retriever=dict(type='ZeroRetriever'),
    inferencer=dict(type='GenInferencer'),
)
pond_datasets = [
    dict(type='PondDataset', abbr='pond', reader_cfg=dict(input_columns=['question'], output_column='answer'), infer_cfg=pond_infer_cfg),
]
`;

/** Rule and line, from 1, of what is said of a config in which a text was replaced. */
function said(from: string, to: string, more = ''): string[] {
  const { project, file } = fixture(config.replace(from, () => to) + more);
  const { lines } = project.document(file)!;
  return project.check(file).map(({ rule, span }) => `${rule} ${String(lines.positionAt(span.start).line + 1)}`);
}

describe('one syntax fault is one error, where a person would mend it', () => {
  test.each([
    ['a bracket that does not open', 'round=[', 'round=', 5],
    ['a bracket that does not close', "'{question}'),", "'{question}',", 5],
    ['a quote at the end', "'{question}'", "'{question}", 4],
    ['a quote at the start', "'{question}'", "{question}'", 4],
    ['a comma', "role='HUMAN', ", "role='HUMAN' ", 4],
    ['an equals sign', 'template=dict(', 'template dict(', 3],
    ['an indent', 'pond_datasets = [', '  pond_datasets = [', 9],
    ['the call of a dict', 'pond_infer_cfg = dict(', 'pond_infer_cfg = dict', 3],
  ])('%s', (_what, from, to, line) => expect(said(from, to)).toEqual([`syntax-error ${String(line)}`]));

  test('two in two statements are two', () =>
    expect(said('round=[', 'round=', 'lake_datasets = [1 2]\n')).toEqual(['syntax-error 5', 'syntax-error 12']));
});

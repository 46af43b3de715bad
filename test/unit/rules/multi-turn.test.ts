import { describe, expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

// Conversations of AISBench, which are cut in front of each turn that the model writes.

const config = (turns: string): string => `from ais_bench.benchmark.datasets import MTBenchDataset, MTBenchEvaluator
from ais_bench.benchmark.openicl.icl_inferencer import MultiTurnGenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import MultiTurnPromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever

talk_datasets = [
    dict(
        abbr='talk',
        type=MTBenchDataset,
        path='talk.jsonl',
        reader_cfg=dict(input_columns=['question', 'answer'], output_column='answer'),
        infer_cfg=dict(
            prompt_template=dict(type=MultiTurnPromptTemplate, template=dict(round=[${turns}])),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=MultiTurnGenInferencer, infer_mode='every'),
        ),
        eval_cfg=dict(evaluator=dict(type=MTBenchEvaluator)),
    )
]
`;

const asked = `dict(role='HUMAN', prompt='{question}')`;
const said = `dict(role='BOT', prompt='{answer}')`;

function found(text: string): readonly string[] {
  const file = '/ws/talk.py';
  return createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings)
    .check(file)
    .map(({ rule, span, fixes }) => {
      const edits = [...(fixes[0]?.edits ?? [])].sort((a, b) => b.span.start - a.span.start);
      const after = edits.reduce((all, edit) => all.slice(0, edit.span.start) + edit.newText + all.slice(edit.span.end), text);
      return `${rule} ${text.slice(span.start, span.end)} → ${/round=\[(.*)\]\)\)?,/.exec(after)?.[1] ?? ''}`;
    });
}

describe('roles of a conversation', () => {
  it.each([
    [`${asked}, ${said}`],
    [`${asked}, dict(role='BOT', prompt='')`],
    [`${asked}, dict(role='BOT')`],
    [`dict(role='HUMAN', prompt='Q: {question}'), ${said}`],
  ])('are right: %s', (turns) => expect(found(config(turns))).toEqual([]));

  it.each([
    [asked.replace('HUMAN', 'USER'), said, `'USER'`],
    [asked, said.replace('BOT', 'ASSISTANT'), `'ASSISTANT'`],
    [asked.replace('HUMAN', 'BOT'), said, `'BOT'`],
    [asked, said.replace('BOT', 'HUMAN'), `'HUMAN'`],
  ])('are found where they are others: %s, %s', (first, second, at) =>
    expect(found(config(`${first}, ${second}`))).toEqual([`unknown-role ${at} → ${asked}, ${said}`]),
  );

  it('are swapped, and told of once', () =>
    expect(found(config(`${asked.replace('HUMAN', 'BOT')}, ${said.replace('BOT', 'HUMAN')}`))).toEqual([
      `unknown-role 'BOT' → ${asked}, ${said}`,
    ]));

  it('show the answer to the model', () =>
    expect(found(config(`dict(role='HUMAN', prompt='{answer}'), ${said}`))).toEqual([
      `output-column-asked {answer} → dict(role='HUMAN', prompt='{answer}'), ${said}`,
    ]));
});

import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/config.py';

/** What is found of a prompt, as what stands at its place and the text that its fix makes. @param literal as it is written */
function found(literal: string): readonly (readonly [string, string])[] {
  const text = `from opencompass.openicl.icl_inferencer import GenInferencer
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
quiz_datasets = [dict(abbr='quiz', type='JsonlDataset', reader_cfg=dict(input_columns=['question'], output_column='answer'), infer_cfg=dict(
    prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt=${literal})])),
    retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]
`;
  const project = createProject(new MemoryWorkspace({ [file]: text }, ['/ws']), defaultSettings);
  return project
    .check(file)
    .filter(({ rule }) => rule === 'latex-escape')
    .map(({ span, fixes }) => {
      let fixed = text;
      for (const { span: at, newText } of [...(fixes[0]?.edits ?? [])].reverse())
        fixed = fixed.slice(0, at.start) + newText + fixed.slice(at.end);
      return [text.slice(span.start, span.end), /prompt=(.*)\)\]\)\),$/m.exec(fixed)![1]!] as const;
    });
}

describe('commands of LaTeX whose first letter is an escape', () => {
  it('are found where Python makes a control character of it', () => {
    expect(found(String.raw`'{question} \boxed{}'`)).toEqual([[String.raw`\b`, String.raw`'{question} \\boxed{}'`]]);
    expect(found(String.raw`f'{{question}} \frac{{1}}{{2}} and \vec{{x}}'`)).toEqual([
      [String.raw`\f`, String.raw`f'{{question}} \\frac{{1}}{{2}} and \\vec{{x}}'`],
    ]);
    expect(found(String.raw`'{question} $\alpha \times 2$, \text{so}, \rightarrow'`)).toEqual([
      [String.raw`\a`, String.raw`'{question} $\\alpha \\times 2$, \\text{so}, \\rightarrow'`],
    ]);
  });

  it('are no words behind a tab or a line end, and none where the backslash stays', () => {
    for (const literal of [
      String.raw`'{question}\ttext\ttimes:\r\n'`,
      String.raw`'{question}\tthe\tan\ttotal'`,
      String.raw`'{question} \\boxed{}'`,
      String.raw`r'{question} \boxed{} \frac{1}{2}'`,
      String.raw`'{question} \x08 \b1'`,
    ])
      expect(found(literal), literal).toEqual([]);
  });
});

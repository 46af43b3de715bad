import { describe, expect, it, vi } from 'vitest';
import { semanticTokens } from '../../../server/src/engine/editor/semantic-tokens.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFixture } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

/** The tokens of a document: the text of each, and what it means. */
function meanings(source: string): string[] {
  const { project, file, texts } = fixture(source);
  return semanticTokens(project, file).map(({ span, meaning }) => `${meaning} ${texts.get(file)!.slice(span.start, span.end)}`);
}

describe('semantic tokens', () => {
  it('tell roles and columns', () => {
    expect(meanings(datasetConfig)).toEqual([
      'role SYSTEM',
      'role HUMAN',
      'role HUMAN',
      'column {question}',
      'role BOT',
      'column {answer}',
    ]);
  });

  it('tell columns from other braces', () => {
    const prompt = (text: string) =>
      meanings(datasetConfig.replace("'Question: {question}\\n'", text)).filter((token) => /column|ice/.test(token));
    expect(prompt("'{other} {{question}} {question}{answer}'")).toEqual(['column {question}', 'column {answer}', 'column {answer}']);
    // Of an escape and of an f-string the braces are not what stands there.
    expect(prompt("'\\x7bquestion}'")).toEqual(['column question', 'column {answer}']);
    expect(prompt("'{qu\\x65stion}'")).toEqual(['column {answer}']);
    expect(meanings(datasetConfig.replace("role='BOT'", "role='\\x42'"))).not.toContain('role \\x42');
    expect(prompt("f'{1}. {{question}}'")).toEqual(['column question', 'column {answer}']);
    expect(prompt("'''a\n{question}'''")).toEqual(['column {question}', 'column {answer}']);
  });

  it('tell columns of the class, whose code is read once for datasets that differ in their abbrs', () => {
    const config = datasetConfig
      .replace('from opencompass.datasets import JsonlDataset', 'from mine.pond import PondDataset as JsonlDataset')
      .replace("'Question: {question}\\n'", "'{question} {hint} {other}'")
      .replace('demo_datasets = [', 'demo_datasets = [dict(one, abbr=str(i)) for i in range(20) for one in [')
      .replace(/\]\n$/, ']]\n');
    const { project, file, texts } = fixture(
      `# file: demo.py\n${config}# file: mine/pond.py\nfrom opencompass.datasets.base import BaseDataset\nclass PondDataset(BaseDataset):\n    @staticmethod\n    def load(path):\n        return Dataset.from_list([{'question': 1, 'hint': 2, 'answer': 3}])\n`,
    );
    const remembered = vi.spyOn(project.classes, 'remember');
    const tokens = semanticTokens(project, file).map(({ span }) => texts.get(file)!.slice(span.start, span.end));
    expect(tokens.filter((token) => token.startsWith('{'))).toEqual(['{question}', '{hint}', '{answer}']);
    const purposes = remembered.mock.calls.map(([, purpose]) => purpose).filter((purpose) => purpose.startsWith('columns '));
    expect(new Set(purposes).size).toBe(1);
  });

  it('tell ice tokens', () => {
    const iced = datasetConfig
      .replace('type=PromptTemplate,', "type=PromptTemplate,\n        ice_token='</E>',")
      .replace('Be brief.', '</E>Be brief.');
    expect(meanings(iced).filter((token) => token.startsWith('ice'))).toEqual(['ice </E>', 'ice </E>']);
  });

  it('tell special tokens of meta templates', () => {
    const model = modelConfig.replace('<user>', '<|im_start|>user\\n').replace('</bot>', '[/INST]</s>');
    expect(meanings(model)).toEqual([
      ...['role HUMAN', 'special <|im_start|>', 'special </user>', 'role BOT', 'special <bot>', 'special [/INST]', 'special </s>'],
      ...['role SYSTEM', 'special <system>', 'special </system>'],
    ]);
  });

  it('are those of the document alone', () => {
    expect(meanings(workspaceFixture({ 'eval.py': evalConfig }))).toEqual([]);
    expect(meanings("x = 'HUMAN {question}'\n")).toEqual([]);
  });
});

describe('semantic tokens of tasks', () => {
  const task = (fields: string) => meanings(`# file: pond.yaml\ntask: pond\ndataset_path: d\noutput_type: generate_until\n${fields}`);

  it('tell columns from what is of Jinja, and from what a template has for itself', () => {
    expect(
      task(
        'doc_to_text: "{% for hint in hints if hint is not none %}{{ loop.index }} {{hint|upper}} {{ range(3)|join(sep) }}{% endfor %} if x"\n',
      ),
    ).toEqual([
      ...[
        'keyword for',
        'variable hint',
        'keyword in',
        'column hints',
        'keyword if',
        'variable hint',
        'keyword is',
        'keyword not',
        'function none',
      ],
      ...['variable loop', 'variable hint', 'function upper', 'function range', 'function join', 'column sep', 'keyword endfor'],
    ]);
  });

  it('tell a field that is a column, texts over several lines, and what stands before a fault', () => {
    expect(task('doc_to_text: |\n  {{ riddle.strip() }}\n  {{ place.name }}\ndoc_to_target: place\n')).toEqual([
      ...['column riddle', 'function strip', 'column place', 'column place'],
    ]);
    expect(task('doc_to_text: "{% if a %}{{ b | }}"\n')).toEqual(['keyword if', 'variable a', 'variable b']);
    expect(task('doc_to_text: "plain {text} if a"\n')).toEqual([]);
  });
});

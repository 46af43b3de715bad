import { describe, expect, it } from 'vitest';
import { codeActions, fixAll } from '../../../server/src/engine/editor/code-actions.js';
import { datasetConfig } from '../../support/configs.js';
import { fixture } from '../../support/fixture.js';

const task = `# file: tasks/pond.yaml
task: pond
dataset_path: made/pond
test_split: test
output_type: generate_until
doc_to_text: "{{question | trimm}}"
doc_to_target: "{{answer}}"
dataset_name: no
generation_kwargs:
  until: ["\\n"]
`;

const templates = `models = [dict(
    type='OpenAISDK', abbr='m', path='p',
    meta_template=dict(round=[dict(role='HUMAN'), dict(role='BOT', generate=True)]),
)]
`;

describe('what can be done about a finding', () => {
  it('is its fixes, to ignore it, and to read its page, in that order', () => {
    const { project, file, texts } = fixture(task);
    const start = texts.get(file)!.indexOf('trimm');
    const actions = codeActions(project, file, { file, start: start + 2, end: start + 2 });
    expect(actions.map(({ title, preferred, does }) => [title, preferred, does.kind])).toEqual([
      ['Write trim', false, 'edit'],
      ['Ignore unknown-filter on this line', false, 'edit'],
      ['Open the page of unknown-filter', false, 'open-docs'],
    ]);
    expect(actions[0]!.does).toEqual({ kind: 'edit', edits: [{ span: { file, start, end: start + 'trimm'.length }, newText: 'trim' }] });
  });

  it('is to ignore a rule once, however many of its findings stand in the line', () => {
    const { project, file, texts } = fixture(`# file: demo.py\n${datasetConfig.replace('{question}', '{{question}} {{answer}}')}`);
    const actions = codeActions(project, file, { file, start: 0, end: texts.get(file)!.length });
    const titles = actions.map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Write {'))).toEqual(['Write {question}', 'Write {answer}']);
    expect(titles.filter((title) => title === 'Ignore double-braces on this line').length).toBe(1);
  });

  it('is to ignore it by a comment above a text that goes on in the next line, which a comment behind the line would end', () => {
    const source = task.replace('dataset_name: no', 'dataset_name: no\ndescription: Questions about the\n  pond.\nfewshot_split: train');
    const { project, file, texts } = fixture(source);
    const text = texts.get(file)!;
    const actions = codeActions(project, file, { file, start: 0, end: text.length });
    const ignoring = actions.find(({ title }) => title === 'Ignore description-glue on this line')!;
    const [edit] = ignoring.does.kind === 'edit' ? ignoring.does.edits : [];
    const after = text.slice(0, edit!.span.start) + edit!.newText + text.slice(edit!.span.end);
    expect(after).toContain('# preflight: ignore[description-glue]\ndescription: Questions about the\n  pond.\n');
    const found = fixture(`# file: tasks/pond.yaml\n${after}`);
    expect(found.project.check(found.file).map(({ rule }) => rule)).not.toContain('syntax-error');
  });

  it('is offered as far as the finding reaches, and no further', () => {
    const { project, file, texts } = fixture(task);
    const start = texts.get(file)!.indexOf('trimm');
    const titles = (from: number, to: number): number => codeActions(project, file, { file, start: from, end: to }).length;
    expect([titles(start - 3, start - 1), titles(start - 3, start), titles(start + 5, start + 9), titles(start + 6, start + 9)]).toEqual([
      0, 3, 3, 0,
    ]);
  });

  it('prefers a safe fix', () => {
    const { project, file } = fixture(templates);
    const fixes = codeActions(project, file, { file, start: 0, end: templates.length }).filter(({ title }) => title.startsWith('Add'));
    expect(fixes.map(({ title, preferred }) => [title, preferred])).toEqual([
      ["Add api_role='HUMAN'", true],
      ["Add api_role='BOT'", true],
    ]);
  });
});

describe('all safe fixes at once', () => {
  it('are one for each finding', () => {
    const { project, file } = fixture(templates);
    expect(fixAll(project, file).map(({ newText }) => newText)).toEqual([
      expect.stringContaining("api_role='HUMAN'"),
      expect.stringContaining("api_role='BOT'"),
    ]);
  });

  it('leave alone what is a guess', () => {
    const { project, file } = fixture(task);
    expect(fixAll(project, file)).toEqual([]);
  });
});

describe('where there is very much to do', () => {
  const { project, file, texts } = fixture(
    `${task}fewshot_config:\n${Array.from({ length: 1_500 }, (_, i) => `  wrong${String(i)}: 1\n`).join('')}`,
  );

  it('help is offered with the first findings of a range', () => {
    const actions = codeActions(project, file, { file, start: 0, end: texts.get(file)!.length });
    expect(project.check(file).length).toBeGreaterThan(1_500);
    expect(new Set(actions.filter(({ does }) => does.kind === 'edit').map(({ diagnostic }) => diagnostic)).size).toBe(1_000);
    expect(actions.some(({ title }) => title.startsWith('Ignore'))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import type { Diagnostic } from '../../../server/src/engine/frameworks/face/rule.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const rows =
  '{"question": "What croaks?", "answer": "A frog", "label": "0", "number": 3, "gold": [0, 1]}\n{"question": "What fishes?", "answer": "A heron", "label": "1", "number": 5, "gold": [1]}\n';

function taskWith(lines: string): string {
  return `task: pond\ndataset_path: json\ndataset_kwargs:\n  data_files: {test: data/test.jsonl}\ntest_split: test\nfewshot_split: test\n${lines}`;
}

/** What is found in a task with these lines once the rows of its dataset are in memory. */
async function check(lines: string): Promise<readonly Diagnostic[]> {
  return settled(
    createProject(new MemoryWorkspace({ '/ws/pond.yaml': taskWith(lines), '/ws/data/test.jsonl': rows }, ['/ws']), defaultSettings),
  );
}

/** What is found once all rows are in memory. */
async function settled(project: Project): Promise<readonly Diagnostic[]> {
  for (;;) {
    const found = project.check('/ws/pond.yaml');
    const pending = project.reads.pending;
    if (!pending) return found;
    await pending;
  }
}

async function rulesOf(lines: string): Promise<string[]> {
  return (await check(lines)).map(({ rule, severity }) => `${severity} ${rule}`);
}

const target = 'doc_to_target: answer\n';

describe('a task whose documents are on this machine', () => {
  it('may use all their columns', async () => {
    expect(await rulesOf(`doc_to_text: "Q: {{question}}\\nA:"\n${target}`)).toEqual([]);
    expect(await rulesOf(`doc_to_text: question\n${target}`)).toEqual([]);
  });

  it('is told of variables that are no columns, with the nearest one', async () => {
    const [found] = await check(`doc_to_text: "Q: {{qestion}}\\nA:"\n${target}`);
    expect(found).toMatchObject({ rule: 'undefined-var', severity: 'error' });
    expect(found?.message).toContain("UndefinedError: 'qestion' is undefined. Did you mean question?");
    expect(found?.fixes.map(({ title }) => title)).toEqual(['Write question']);
  });

  it('is warned where a condition decides', async () => {
    expect(await rulesOf(`doc_to_text: "{% if label == '7' %}{{hint}}{% endif %}Q: {{question}}"\n${target}`)).toEqual([
      'warning undefined-var',
    ]);
  });

  it('is not warned of what stands in for a column that there is', async () => {
    expect(await rulesOf(`doc_to_text: "{{question if question is defined else prompt}}"\n${target}`)).toEqual([]);
    expect(await rulesOf(`doc_to_text: "{{prompt if prompt is defined else text}}"\n${target}`)).toEqual([
      'error task-raises',
      'warning undefined-var',
    ]);
  });

  it('is told of what goes unnoticed', async () => {
    expect(await rulesOf(`doc_to_text: "{{question if hint is none else hint}}"\n${target}`)).toContain('warning undefined-silent');
    expect(await rulesOf('doc_to_text: qestion\ndoc_to_target: answer\n')).toEqual(['warning literal-not-column']);
  });

  it('is told of columns of the wrong type', async () => {
    const choices = 'output_type: multiple_choice\ndoc_to_text: "Q: {{question}}"\ndoc_to_choice: ["a", "b"]\n';
    expect(await rulesOf(`${choices}doc_to_target: label\n`)).toEqual(['warning digit-column']);
    expect(await rulesOf(`${choices}doc_to_target: "{{label}}"\n`)).toEqual([]);
    expect(await rulesOf('doc_to_text: "Q: {{question}}"\ndoc_to_target: number\nnum_fewshot: 1\n')).toEqual(['error int-target']);
    expect(await rulesOf(`${choices}doc_to_target: gold\nnum_fewshot: 1\n`)).toEqual(['error list-index-target']);
  });

  it('is told of the document on which the prompt raises', async () => {
    const [found, ...others] = await check(`doc_to_text: "Q: {{gold[1]}}"\n${target}`);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ rule: 'task-raises', severity: 'error' });
    expect(found?.message).toBe('Building the prompt of document 2 of the task raises UndefinedError: list object has no element 1.');
    expect(await rulesOf(`doc_to_text: "Q: {{gold[0]}}"\n${target}`)).toEqual([]);
  });

  it('is told of more examples than there are rows, at their number', async () => {
    const lines = `doc_to_text: "Q: {{question}}"\n${target}num_fewshot: `;
    const found = (await check(`${lines}2\n`)).find(({ rule }) => rule === 'task-raises');
    expect(found?.message).toBe(
      'Building the prompt of document 1 of the task raises ValueError: Sample larger than population or is negative.',
    );
    expect(found?.span.end).toBe(found!.span.start + 1);
    expect(await rulesOf(`${lines}1\n`)).not.toContain('error task-raises');
  });

  it('is told of data that cannot be loaded', async () => {
    const files = {
      '/ws/pond.yaml': taskWith(`doc_to_text: "Q: {{question}}"\n${target}`),
      '/ws/data/test.jsonl': '{"question": "a", "question": "b", "answer": "c"}\n',
    };
    const [found, ...others] = await settled(createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings));
    expect(others).toEqual([]);
    expect(found).toMatchObject({ rule: 'task-raises', severity: 'error' });
    expect(found?.message).toBe(
      'Loading the data of the task raises DatasetGenerationError: An error occurred while generating the dataset.',
    );
    expect(found?.related).toMatchObject([
      { span: { file: '/ws/data/test.jsonl' }, message: expect.stringContaining('Column(/question) was specified twice') as string },
    ]);
  });

  it('is told of files that cannot be loaded together', async () => {
    const text = taskWith(`doc_to_text: "Q: {{question}}"\n${target}`).replace(
      '{test: data/test.jsonl}',
      '{test: data/test.jsonl, train: data/train.jsonl}',
    );
    const files = {
      '/ws/pond.yaml': text,
      '/ws/data/test.jsonl': rows,
      '/ws/data/train.jsonl': rows.replaceAll(/"gold": \[[^\]]*\]/g, '"gold": "none"'),
    };
    const found = await settled(createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings));
    expect(found.map(({ message }) => message)).toEqual([
      'Loading the data of the task raises DatasetGenerationError: An error occurred while generating the dataset.',
    ]);
  });

  it('is left alone where a function changes them', async () => {
    expect(await rulesOf(`doc_to_text: "Q: {{made}}"\n${target}process_docs: !function their.package.where\n`)).toEqual([]);
  });
});

/** What is found in a task whose dataset is elsewhere, with `data/test.jsonl` as the row file. */
async function checkWithRowFile(lines: string): Promise<readonly Diagnostic[]> {
  const files = {
    '/ws/pond.yaml': `task: pond\ndataset_path: example/pond\ntest_split: test\nfewshot_split: train\n${lines}`,
    '/ws/data/test.jsonl': rows,
  };
  return settled(createProject(new MemoryWorkspace(files, ['/ws']), { ...defaultSettings, rowFile: 'data/test.jsonl' }));
}

describe('a task with a row file', () => {
  it('is warned of variables that are no columns of it, with the nearest one', async () => {
    const [found] = await checkWithRowFile(`doc_to_text: "Q: {{qestion}}\\nA:"\n${target}`);
    expect(found).toMatchObject({ rule: 'undefined-var', severity: 'warning' });
    expect(found?.message).toContain('data/test.jsonl');
    expect(found?.fixes.map(({ title }) => title)).toEqual(['Write question']);
  });

  it('is left alone where it has all columns', async () => {
    expect(await checkWithRowFile(`doc_to_text: "Q: {{question}}\\nA:"\n${target}`)).toEqual([]);
  });

  it('is left alone where the file is probably that of another task', async () => {
    expect(await checkWithRowFile(`doc_to_text: "Q: {{question}} {{passage}}\\nA:"\ndoc_to_target: "{{gold_text}}"\n`)).toEqual([]);
    expect(await checkWithRowFile(`doc_to_text: "Q: {{query}}\\nA:"\ndoc_to_target: "{{reply}}"\n`)).toEqual([]);
  });

  it('is left alone where a function makes other rows', async () => {
    expect(await checkWithRowFile(`doc_to_text: "Q: {{qestion}}\\nA:"\n${target}process_docs: !function their.package.where\n`)).toEqual(
      [],
    );
  });
});

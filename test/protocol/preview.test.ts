import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { previewRestNotification } from '../../server/src/protocol/commands.js';
import { withJsonChanges } from '../../server/src/protocol/json-changes.js';
import type { Preview, PreviewAnswer, RestSent, SentAnswer } from '../../server/src/protocol/preview.js';
import { datasetConfig, evalConfig, modelConfig, workspaceFiles } from '../support/configs.js';
import { Client, until, waitedForLater } from './client.js';

let client: Client;
afterEach(async () => {
  expect(client.logged.filter((line) => line.includes('failed:') || line.startsWith('stderr'))).toEqual([]);
  await client.stop();
});

const prompt = '<system>Be brief.</system><user>Question: ⟦question⟧\n</user><bot>';

function shown(answer: PreviewAnswer): Preview {
  if (answer.kind !== 'preview') throw new Error(`expected a preview, got ${JSON.stringify(answer)}`);
  return answer.preview;
}

/** What was told behind a prompt, when it has come. */
async function restOf(told: readonly RestSent[], sent: string): Promise<RestSent> {
  const found = (): RestSent | undefined => told.find(({ name }) => name === sent);
  await until('the rest', () => found() !== undefined);
  return found()!;
}

describe('the preview', () => {
  it('shows the prompt of the first pair, with its choices', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('eval.py', evalConfig);
    const answer = await client.preview('eval.py');
    const preview = shown(answer);
    expect(preview.output).toEqual({ kind: 'text', text: prompt });
    expect(preview).toMatchObject({
      uri: client.uri('eval.py'),
      version: 1,
      exactness: { level: 'placeholder-rows' },
      problems: [],
      characters: prompt.length,
    });
    expect(preview.datasets.map(({ label }) => label)).toEqual(['demo']);
    expect(preview.models.map(({ label }) => label)).toEqual(['river-7b']);
    expect(preview.selection).toMatchObject({ dataset: preview.datasets[0]!.id, model: preview.models[0]!.id, mode: 'gen' });
    expect(answer.kind === 'preview' && answer.renderMs).toBeGreaterThanOrEqual(0);
  });

  it('follows each edit, and its version', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('datasets/demo.py', datasetConfig);
    await client.openText('eval.py', evalConfig);
    await client.preview('eval.py');
    await client.replace('datasets/demo.py', 'Question:', 'Q:');
    const preview = shown(await client.preview('eval.py'));
    expect(preview.output?.text).toBe(prompt.replace('Question', 'Q'));
    await until('a notice', () => client.previewChanged.flat().includes(client.uri('eval.py')));
    await client.replace('eval.py', '[*demo_datasets]', '[*demo_datasets, *demo_datasets]');
    expect(shown(await client.preview('eval.py'))).toMatchObject({ version: 2 });
  });

  it('sends a client that holds the last one what is other', async () => {
    client = await Client.start({ files: workspaceFiles });
    const told: RestSent[] = [];
    client.connection.onNotification(previewRestNotification, (rest: RestSent) => void told.push(rest));
    await client.openText('datasets/demo.py', datasetConfig);
    const ask = async (holds: string) => (await client.preview('datasets/demo.py', { holds })) as SentAnswer;
    const first = await ask('');
    if (!('name' in first) || first.kind !== 'preview') throw new Error('it has no name');
    await client.replace('datasets/demo.py', 'Question:', 'Q:');
    const second = await ask(first.name);
    if (second.kind !== 'changed') throw new Error(`it is sent as ${second.kind}`);
    expect(second.of).toBe(first.name);
    const rest = await restOf(told, second.name);
    const held = withJsonChanges(first.preview, second.changes!) as Preview;
    expect(withJsonChanges(held, rest.changes)).toEqual(shown(await client.preview('datasets/demo.py')));
    expect(JSON.stringify(second).length).toBeLessThan(JSON.stringify(first).length / 2);
    expect(await ask(second.name)).toMatchObject({ kind: 'changed', of: second.name, changes: null });
    expect(await ask(first.name.replace('/1', '/99'))).toMatchObject({ kind: 'preview' });
  });

  it.each([undefined, 'prompt-list'])('has the stage that is looked at first, and the others behind it: %s', async (stage) => {
    client = await Client.start({ files: workspaceFiles });
    const told: RestSent[] = [];
    client.connection.onNotification(previewRestNotification, (rest: RestSent) => void told.push(rest));
    await client.openText('eval.py', evalConfig);
    await client.openText('datasets/demo.py', datasetConfig);
    const ask = async (holds: string) => (await client.preview('datasets/demo.py', { holds, ...(stage && { stage }) })) as SentAnswer;
    const first = await ask('');
    if (!('name' in first) || first.kind !== 'preview') throw new Error('it has no name');
    await client.replace('datasets/demo.py', 'Question:', 'Q:');
    const second = await ask(first.name);
    if (second.kind !== 'changed') throw new Error(`it is sent as ${second.kind}`);
    const held = withJsonChanges(first.preview, second.changes!) as Preview;
    const rest = await restOf(told, second.name);
    const whole = shown(await client.preview('datasets/demo.py'));
    const looked = whole.stages.findIndex(({ id }) => id === (stage ?? 'meta-template'));
    expect(looked).toBeGreaterThan(0);
    expect(held.stages[looked]).toEqual(whole.stages[looked]);
    const others = (preview: Preview) => preview.stages.filter((_, i) => i !== looked).map(({ turns }) => turns);
    expect(others(held)).toEqual(others(first.preview));
    expect(others(held)).not.toEqual(others(whole));
    expect(withJsonChanges(held, rest.changes)).toEqual(whole);
  });

  it('is there before the rest of it, for a client that has that of the text before', async () => {
    client = await Client.start({ files: workspaceFiles });
    const told: RestSent[] = [];
    client.connection.onNotification(previewRestNotification, (rest: RestSent) => void told.push(rest));
    await client.openText('datasets/demo.py', datasetConfig);
    const ask = async (holds: string) => (await client.preview('datasets/demo.py', { holds })) as SentAnswer;
    const first = await ask('');
    if (!('name' in first) || first.kind !== 'preview') throw new Error('it has no name');
    // The first one too: its problems come behind it.
    expect(first.preview).toMatchObject({ problems: [], behind: true });
    await until('the problems of the first', () => told.length > 0);
    const started = withJsonChanges(first.preview, told.pop()!.changes) as Preview;
    const { behind, ...others } = first.preview;
    expect([started, behind]).toEqual([others, true]);
    await client.replace('datasets/demo.py', 'infer_cfg = dict(', 'infer_cfg = dict(inferencr=1, ');
    // Its diagnostics wait for the prompt, and the prompt not for them.
    const diagnostics = waitedForLater(client.pull('datasets/demo.py'));
    const second = await ask(first.name);
    if (second.kind !== 'changed') throw new Error(`it is sent as ${second.kind}`);
    const held = withJsonChanges(started, second.changes!) as Preview;
    expect(held).toMatchObject({ problems: [], behind: true });
    await until('the rest', () => told.length > 0);
    const whole = shown(await client.preview('datasets/demo.py'));
    expect(whole.problems.length).toBeGreaterThan(0);
    expect(told[0]!.name).toBe(second.name);
    expect(withJsonChanges(held, told[0]!.changes)).toEqual(whole);
    expect(await ask(second.name)).toMatchObject({ kind: 'changed', changes: null });
    expect((await diagnostics).kind).toBe('full');
    // Nobody follows it any more: the diagnostics come all the same.
    await client.replace('datasets/demo.py', 'inferencr', 'inferencrs');
    expect((await client.pull('datasets/demo.py')).kind).toBe('full');
    expect(told).toHaveLength(1);
  });

  it('says why there is no prompt while the document is broken, and comes back', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('datasets/demo.py', datasetConfig);
    const good = shown(await client.preview('datasets/demo.py'));
    await client.replace('datasets/demo.py', 'infer_cfg = dict(', 'infer_cfg = dict((');
    const stale = await client.preview('datasets/demo.py');
    expect(stale).toMatchObject({ kind: 'stale', version: 2 });
    if (stale.kind !== 'stale') return;
    expect(stale.reason.length).toBeGreaterThan(5);
    expect(stale.link).toMatchObject({ uri: client.uri('datasets/demo.py') });
    expect(stale.link!.label).toMatch(/^demo\.py:\d+$/);
    await client.replace('datasets/demo.py', 'dict((', 'dict(');
    expect(shown(await client.preview('datasets/demo.py')).output).toEqual(good.output);
  });

  it('is stale without a prompt for a document that was never good', async () => {
    client = await Client.start();
    await client.openText('a.py', 'infer_cfg = dict(((\n');
    const answer = await client.preview('a.py');
    expect(answer.kind === 'stale' && answer.reason).toBeTruthy();
    expect(answer).not.toHaveProperty('preview');
  });

  it('leads each segment to its origin, and on to the import that brought it in', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('eval.py', evalConfig);
    const preview = shown(await client.preview('eval.py'));
    const segments = preview.stages.at(-1)!.turns.flatMap((turn) => turn.segments);
    const find = (text: string) => segments.find((segment) => segment.text.includes(text))!;
    const lineOf = (text: string, search: string) => text.slice(0, text.indexOf(search)).split('\n').length - 1;
    expect(find('<user>')).toMatchObject({
      kind: 'meta',
      origins: [{ uri: client.uri('models/river.py') }, { uri: client.uri('eval.py'), label: 'eval.py:5' }],
    });
    expect(find('<user>').origins[0]!.range.start.line).toBe(lineOf(modelConfig, '<user>'));
    expect(find('Question: ')).toMatchObject({
      kind: 'prompt',
      origins: [{ uri: client.uri('datasets/demo.py') }, { label: 'eval.py:4' }],
    });
    expect(find('⟦question⟧')).toMatchObject({ kind: 'data' });
    expect(find('⟦question⟧').title).toContain('column question');
    expect(preview.stages.at(-1)!.turns.filter(({ generates }) => generates)).toHaveLength(1);
  });

  it('takes the dataset or model around the cursor, unless the user picked another', async () => {
    client = await Client.start({ files: workspaceFiles });
    const two = evalConfig.replace(
      'datasets = [*demo_datasets]',
      "datasets = [*demo_datasets, dict(abbr='second', type='X', reader_cfg=dict(input_columns=['q'], output_column=None), infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='S: {q}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]",
    );
    await client.openText('eval.py', two);
    const cursor = client.position('eval.py', 'S: {q}');
    const first = shown(await client.preview('eval.py'));
    expect(first.datasets).toHaveLength(2);
    const [demo, second] = first.datasets.map(({ id }) => id);
    const picked = async (request: Parameters<Client['preview']>[1]) => shown(await client.preview('eval.py', request)).selection.dataset;
    expect(await picked({})).toBe(demo);
    expect(await picked({ cursor })).toBe(second);
    expect(await picked({ cursor, selection: { dataset: demo! } })).toBe(demo);
    expect(await picked({ cursor, cursorWins: true, selection: { dataset: demo! } })).toBe(second);
    expect(await picked({ cursor: client.position('eval.py', 'demo_datasets\n'), cursorWins: true, selection: { dataset: second! } })).toBe(
      demo,
    );
    expect(await picked({ selection: { dataset: 'gone/gone' } })).toBe(demo);
  });

  it('tells the choices and the states of pairs apart from the prompt, and searches rows', async () => {
    client = await Client.start({ files: { ...workspaceFiles, 'data/rows.jsonl': '{"question": "a river"}\n{"question": "a sea"}\n' } });
    const many = evalConfig.replace('[*demo_datasets]', "[dict(demo_datasets[0], abbr=f'd{i}') for i in range(300)]");
    await client.openText('eval.py', many);
    const shownFirst = shown(await client.preview('eval.py'));
    expect([shownFirst.own, shownFirst.datasets.length]).toEqual([{ datasets: 300, models: 1 }, 100]);
    const choices = await client.choices('eval.py');
    expect(choices?.datasets).toHaveLength(300);
    const { states, version } = await client.states(
      'eval.py',
      choices!.datasets.map(({ id }) => id),
      [choices!.models[0]!.id],
    );
    expect([version, states[0]]).toEqual([1, { state: 'fine', reason: '' }]);
    expect(await client.states('eval.py', ['gone'], ['gone'])).toMatchObject({ states: [{ state: 'error' }] });
    const file = fileURLToPath(client.uri('data/rows.jsonl'));
    const selection = { rows: { kind: 'file', path: file }, rowsOf: 'd0' } as const;
    expect(shown(await client.preview('eval.py', { selection })).rows).toMatchObject({ by: 'picked', count: 2 });
    const command = { command: 'promptPreflight.findRow', arguments: [{ uri: client.uri('eval.py'), selection, text: 'SEA', from: 0 }] };
    expect(await client.connection.sendRequest('workspace/executeCommand', command)).toEqual({ row: 1, searched: 1 });
  });

  it('of a dataset config alone offers no meta template, and the models of the workspace', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('datasets/demo.py', datasetConfig);
    const alone = shown(await client.preview('datasets/demo.py'));
    const choices = await client.choices('datasets/demo.py');
    expect(choices?.models[0]).toEqual({ id: '', label: 'no meta template' });
    expect(alone.selection.model).toBe('');
    const river = choices!.models.find(({ label }) => label === 'river-7b')!;
    const withModel = shown(await client.preview('datasets/demo.py', { selection: { model: river.id } }));
    expect(withModel.output?.text).toBe(prompt);
    expect(withModel.selection.model).toBe(river.id);
  });

  it('of a model config alone is that of a dataset of the workspace, or says what is missing', async () => {
    client = await Client.start({ files: workspaceFiles });
    await client.openText('models/river.py', modelConfig);
    expect(shown(await client.preview('models/river.py')).output?.text).toBe(prompt);
    await client.stop();
    client = await Client.start({ files: { 'models/river.py': modelConfig } });
    await client.openText('models/river.py', modelConfig);
    const answer = await client.preview('models/river.py');
    expect(answer).toMatchObject({ kind: 'none' });
    expect(answer.kind === 'none' && answer.reason).toContain('dataset');
  });

  it('takes rows from a row file, and follows it', async () => {
    const rows = '{"question": "Why?", "answer": "So."}\n{"question": "When?", "answer": "Now."}\n';
    client = await Client.start({ files: { ...workspaceFiles, 'rows.jsonl': rows }, settings: { rowFile: 'rows.jsonl' } });
    await client.openText('eval.py', evalConfig);
    const first = shown(await client.preview('eval.py'));
    expect(first.output?.text).toContain('Question: Why?');
    expect(first.rows).toMatchObject({ count: 2 });
    expect(first.rows.problem).toBeUndefined();
    const second = shown(await client.preview('eval.py', { selection: { row: 1 } }));
    expect(second.output?.text).toContain('Question: When?');
    expect(second.selection.row).toBe(1);
    client.write('rows.jsonl', '{"question": "Who?", "answer": "Me."}\n');
    await client.filesChanged(['rows.jsonl', 2]);
    await until('a notice', () => client.previewChanged.flat().includes(client.uri('eval.py')));
    expect(shown(await client.preview('eval.py', { selection: { row: 1 } })).output?.text).toContain('Question: Who?');
  });

  it('takes rows from a Parquet file, and lives on with one that is damaged', async () => {
    const parquet = new Uint8Array(readFileSync('test/fixtures/rows/many-snappy.parquet'));
    const config = evalConfig.replaceAll('question', 'q');
    const files = { ...workspaceFiles, 'datasets/demo.py': datasetConfig.replaceAll('question', 'q'), 'rows.parquet': parquet };
    client = await Client.start({ files, settings: { rowFile: 'rows.parquet' } });
    await client.openText('eval.py', config);
    const rowsOf = async (row: number): Promise<string> =>
      shown(await client.preview('eval.py', { selection: { row } })).output?.text ?? '';
    // A preview that comes before its rows shows placeholders; a notice follows.
    await until('the rows', async () => (await rowsOf(0)).includes('question 0'));
    await until('the row', async () => (await rowsOf(1100)).includes('question 1100'));
    client.write('rows.parquet', parquet.slice(0, 9000));
    await client.filesChanged(['rows.parquet', 2]);
    await until('the problem', async () => shown(await client.preview('eval.py')).rows.problem !== undefined);
    expect(shown(await client.preview('eval.py'))).toMatchObject({
      rows: { problem: 'The Parquet file is damaged or incomplete: its end is missing.' },
      output: { text: expect.stringContaining('⟦q⟧') as string },
    });
  });

  it('answers while a large row file is read', async () => {
    const line = `"Question, ${'with many words '.repeat(20)}",answer\n`;
    client = await Client.start({
      files: { ...workspaceFiles, 'rows.csv': `question,answer\n${line.repeat(150_000)}` },
      settings: { rowFile: 'rows.csv' },
    });
    await client.openText('eval.py', evalConfig);
    const preview = waitedForLater(client.preview('eval.py'));
    await client.hover('eval.py', { line: 0, character: 0 });
    // It is told of the rows when they have all been read.
    expect(client.previewChanged).toEqual([]);
    await preview;
    await until('a notice', () => client.previewChanged.flat().includes(client.uri('eval.py')));
    await until('the rows', async () => shown(await client.preview('eval.py')).output?.text.includes('Question, with many') ?? false);
    expect(shown(await client.preview('eval.py')).rows).toMatchObject({ count: 150_000, complete: true });
  });

  it('shows the problems of the pair with their fixes', async () => {
    const broken = datasetConfig.replace("fallback_role='HUMAN', ", '');
    client = await Client.start({ files: { ...workspaceFiles, 'datasets/demo.py': broken } });
    await client.openText('datasets/demo.py', broken);
    const { problems } = shown(await client.preview('datasets/demo.py'));
    expect(problems.map(({ rule }) => rule)).toContain('missing-fallback-role');
    const problem = problems.find(({ rule }) => rule === 'missing-fallback-role')!;
    expect(problem.href).toContain('docs/rules/missing-fallback-role.md');
    expect(problem.fixes[0]!.edits[0]!.uri).toBe(client.uri('datasets/demo.py'));
  });
});

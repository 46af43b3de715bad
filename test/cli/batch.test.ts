import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { cli, folderOf, runCli } from './run-cli.js';

interface Answer {
  readonly id: unknown;
  readonly [member: string]: unknown;
}

async function batch(lines: readonly (string | object)[]): Promise<Answer[]> {
  const input = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)) + '\n').join('');
  const { code, stdout, stderr } = await runCli(['batch'], { input });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Answer);
}

const small = { op: 'evaluate', files: { 'main.py': 'x = 1\n' }, main: 'main.py' };
const bad = (id: unknown, message: unknown): object => ({ id, error: { type: 'BadRequest', message } });

const dialogue = {
  op: 'render',
  framework: 'opencompass',
  prompt_template: {
    type: 'PromptTemplate',
    template: {
      round: [
        { role: 'HUMAN', prompt: '{q}' },
        { role: 'BOT', prompt: '{a}' },
      ],
    },
  },
  ice_template: null,
  reader_cfg: { input_columns: ['q'], output_column: 'a' },
  retriever: { type: 'ZeroRetriever' },
  inferencer: { mode: 'gen' },
  train: [],
  test: { q: 'Why?', a: 'Because.' },
  metas: [
    {
      kind: 'lm',
      meta: {
        round: [
          { role: 'HUMAN', begin: '[H]' },
          { role: 'BOT', begin: '[B]', generate: true },
        ],
      },
    },
    { kind: 'api', meta: { round: [{ role: 'HUMAN' }] } },
  ],
};

/** A process that is asked, and asked again when it has answered. */
function askingBatch(): { ask(request: object): Promise<Record<string, unknown>>; end(): void } {
  const child = spawn(process.execPath, [cli, 'batch'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify({ id: 1, ...request })}\n`);
      return JSON.parse((await answers.next()).value as string) as Record<string, unknown>;
    },
    end: () => child.stdin.end(),
  };
}

describe('batch', () => {
  it('answers in order, under the ids of the requests', async () => {
    const answers = await batch([{ ...small, id: 'a' }, { ...small, id: 2 }, small, { ...small, id: { nested: [1] } }]);
    expect(answers.map(({ id }) => id)).toEqual(['a', 2, null, { nested: [1] }]);
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { x: 1 } });
  });

  it('answers each bad request and goes on', async () => {
    const answers = await batch([
      '{"id": 1, "op":',
      '[1, 2]',
      { id: 3 },
      { id: 4, op: 'fly' },
      { id: 5, op: 'evaluate', root: '/nowhere/at/all', path: 'x.py' },
      { id: 6, op: 'evaluate', root: 'examples', path: 'gone.py' },
      { id: 7, op: 'evaluate', root: 'examples', path: '../package.json' },
      { id: 8, op: 'evaluate', root: 'examples' },
      { id: 9, op: 'evaluate', files: { 'a.py': 1 }, main: 'a.py' },
      { id: 10, op: 'evaluate', files: { 'a.py': '' }, main: 'b.py' },
      { ...dialogue, id: 11, metas: [{ kind: 'text' }] },
      { ...dialogue, id: 12, inferencer: { mode: 'sing' } },
      { ...dialogue, id: 13, test: 7 },
      { ...small, id: 'last' },
    ]);
    expect(answers).toHaveLength(14);
    for (const answer of answers.slice(0, 13))
      expect(answer).toMatchObject({ error: { type: 'BadRequest', message: expect.stringMatching(/^\S.*[.)]$/) as unknown } });
    expect(answers.slice(2, 4)).toEqual([
      bad(3, '"op" must be a string.'),
      bad(
        4,
        'There is no op "fly"; the ops are evaluate, hash, check, preview, chat-template, tokenize, dataset-rows, draws, render, lm-eval-config, lm-eval-render, lm-eval-format, lm-eval-function, lm-eval-run.',
      ),
    ]);
    expect(answers.at(-1)).toMatchObject({ id: 'last', ok: true });
  });

  it('takes lines however they end, and leaves empty ones out', async () => {
    const line = JSON.stringify({ ...small, id: 1 });
    const { stdout } = await runCli(['batch'], { input: `${line}\r\n\n  \n${line}` });
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
  });

  it('takes text of any language over chunk borders, and answers without loss', async () => {
    const text = '题'.repeat(200_000);
    const [answer] = await batch([{ id: 1, op: 'evaluate', files: { 'main.py': `x = '${text}'\ny = 2.0\n` }, main: 'main.py' }]);
    expect(answer).toMatchObject({ ok: true, value: { x: text, y: 2 } });
    const { stdout } = await runCli(['batch'], {
      input: JSON.stringify({ id: 1, op: 'evaluate', files: { 'main.py': 'y = 2.0' }, main: 'main.py' }),
    });
    expect(stdout).toContain('"y": 2.0');
  });

  it('ends well on no input at all', async () => {
    expect(await runCli(['batch'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('evaluates by path, and says what a config raises', async () => {
    const folder = folderOf({ 'good.py': 'x = (1,)\n', 'bad.py': 'x = 1\ny = z\n' });
    const answers = await batch([
      { id: 1, op: 'evaluate', root: folder, path: 'good.py' },
      { id: 2, op: 'evaluate', root: folder, path: 'bad.py' },
    ]);
    expect(answers).toEqual([
      { id: 1, ok: true, lazy: false, value: { x: [1] }, hidden: {}, tuple_paths: ['/x'] },
      { id: 2, ok: false, error: { type: 'NameError', message: "name 'z' is not defined", path: 'bad.py', line: 2 } },
    ]);
  });

  it('renders a case, with errors as results', async () => {
    const [answer] = await batch([{ ...dialogue, id: 1 }]);
    const turns = [
      { section: 'round', pos: 'begin' },
      { role: 'HUMAN', prompt: 'Why?' },
      { role: 'BOT', prompt: '' },
      { section: 'round', pos: 'end' },
    ];
    expect(answer).toMatchObject({
      id: 1,
      prompts: [
        {
          label: null,
          raw: turns,
          raw_type: 'PromptList',
          parsed: [{ result: '[H]Why?[B]' }, { stage: 'parse', error: expect.stringMatching(/^KeyError: /) as unknown }],
        },
      ],
    });
  });

  it('renders a dataset by its path, list and index or abbr', async () => {
    const request = {
      op: 'render',
      framework: 'opencompass',
      root: resolve('examples/opencompass'),
      path: 'eval_demo.py',
      rows: 'sentinel',
      metas: [{ kind: 'lm', meta: null }],
    };
    const answers = await batch([
      { ...request, id: 1, list: 'datasets', index: 2 },
      { ...request, id: 2, abbr: 'capitals_africa' },
      { ...request, id: 3, list: 'capitals_datasets', index: 0, rows: { train: [], test: { country: 'Peru' } } },
      { ...request, id: 4, list: 'datasets', index: 99 },
      { ...request, id: 5, abbr: 'nope' },
    ]);
    const prompt = (country: string): object => ({
      prompts: [{ raw_type: 'str', parsed: [{ result: `Geography quiz: Africa.\nQ: What is the capital of ${country}?\nA:` }] }],
    });
    expect(answers[0]).toMatchObject(prompt('⟦country#t⟧'));
    expect(answers[1]).toMatchObject(prompt('⟦country#t⟧'));
    expect(answers[2]).toMatchObject(prompt('Peru'));
    expect(answers.slice(3)).toEqual([
      bad(4, '"datasets" has 5 entries; there is no entry 99.'),
      bad(5, 'The config has no dataset with the abbr "nope".'),
    ]);
  });

  it('renders for AISBench, with what the chat endpoint is sent', async () => {
    const api = {
      round: [
        { role: 'HUMAN', api_role: 'HUMAN' },
        { role: 'BOT', api_role: 'BOT', generate: true },
      ],
    };
    const request = {
      op: 'render',
      framework: 'aisbench',
      root: resolve('examples/aisbench'),
      path: 'eval_service.py',
      rows: 'sentinel',
      metas: [{ kind: 'api', meta: api }],
    };
    const [gen, ppl, other] = await batch([
      { ...request, id: 1, abbr: 'tide_tables' },
      { ...request, id: 2, abbr: 'knots' },
      { ...request, id: 3, framework: 'x' },
    ]);
    const { parsed } = (gen!['prompts'] as { parsed: { messages: { role: string; content: string }[] }[] }[])[0]!;
    expect(parsed[0]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
    expect(parsed[0]!.messages[0]!.content).toBe('Answer with a time of day.\nHarbor: ⟦harbor#0⟧\nQuestion: ⟦question#0⟧');
    expect(ppl!['prompts']).toMatchObject([
      { label: 'yes', parsed: [{ result: [{ role: 'HUMAN' }, { role: 'BOT', prompt: 'True' }] }] },
      { label: 'no' },
    ]);
    expect(other).toEqual(bad(3, '"framework" must be one of opencompass, aisbench.'));
  });

  it('says what entries of models send', async () => {
    const meta_template = {
      round: [
        { role: 'HUMAN', api_role: 'HUMAN' },
        { role: 'BOT', api_role: 'BOT', generate: true },
      ],
    };
    const models = [
      { type: 'MoonShot', system_prompt: 'Be brief.', meta_template },
      { type: 'HuggingFaceBaseModel' },
      { type: 'OpenAI', meta_template: { round: 1 } },
      { type: 'Mine' },
    ];
    const [answer, refused] = await batch([
      { ...dialogue, id: 1, metas: [], models },
      { ...dialogue, id: 2, models: ['OpenAI'] },
    ]);
    expect((answer!.prompts as { parsed: unknown; sent: unknown[] }[]).map(({ parsed, sent }) => [parsed, sent])).toEqual([
      [
        [],
        [
          {
            messages: [
              { role: 'system', content: 'Be brief.' },
              { role: 'user', content: 'Why?' },
            ],
          },
          { text: 'Why?' },
          { error: expect.stringMatching(/^AssertionError/) as string, stage: 'meta' },
          { unknown: expect.stringContaining('Mine') as string },
        ],
      ],
    ]);
    expect(refused).toEqual(bad(2, 'Each of "models" must be an object, as in a config.'));
  });

  it('checks and hashes by path', async () => {
    const root = resolve('examples/opencompass');
    const [check, clean, hash] = await batch([
      { id: 1, op: 'check', root, path: 'eval_broken.py' },
      { id: 2, op: 'check', root, path: 'eval_demo.py' },
      { id: 3, op: 'hash', root, path: 'datasets/capitals_gen.py' },
    ]);
    expect((check!['diagnostics'] as { path: string }[]).length).toBeGreaterThan(8);
    expect(clean).toEqual({ id: 2, diagnostics: [] });
    expect(hash!['hash']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('applies chat templates', async () => {
    const op = 'chat-template';
    const template =
      "{% if messages[0].role == 'system' %}{{ raise_exception('No.') }}{% endif %}{{ bos_token }}{% for m in messages %}[{{ m.content | trim }}]{% endfor %}{% if add_generation_prompt %}>{% endif %}";
    const [system, user, answer] = [
      { role: 'system', content: 'S' },
      { role: 'user', content: ' Q ' },
      { role: 'assistant', content: 'A ' },
    ];
    const root = folderOf({ 'm/tokenizer_config.json': JSON.stringify({ chat_template: '{{ eos_token }}', eos_token: '</s>' }) });
    const answers = await batch([
      { id: 1, op, template, messages: [user], add_generation_prompt: true, tokens: { bos_token: '<s>' } },
      { id: 2, op, template, messages: [user, answer], continue_final_message: true },
      { id: 3, op, template, messages: [system, user] },
      { id: 4, op, template, messages: [system, user], retry_without_system: false },
      { id: 5, op, template: '{{ think }}{{ strftime_now("%Y") }}', messages: [user], variables: { think: true } },
      { id: 6, op, root, path: 'm', messages: [user] },
      { id: 7, op, root, path: 'chatml', messages: [user] },
      { id: 8, op, root, path: 'gone.jinja', messages: [user] },
      { id: 9, op, template, messages: ['Q'] },
    ]);
    expect(answers).toEqual([
      { id: 1, text: '<s>[Q]>' },
      { id: 2, text: '[Q][A' },
      { id: 3, text: '[Q]', retried_without_system: 'No.' },
      { id: 4, error: 'TemplateError: No.' },
      { id: 5, text: { $unknown: 'The chat template inserts the date of the run.' } },
      { id: 6, text: '</s>' },
      { id: 7, text: '<|im_start|>user\n Q <|im_end|>\n' },
      bad(8, `${root}/gone.jinja does not exist.`),
      bad(9, '"messages" must be objects with the strings "role" and "content".'),
    ]);
  });

  it('sees what changed on disk between two requests', async () => {
    const folder = folderOf({
      'base.py': 'x = 1\n',
      'main.py': 'from mmengine.config import read_base\nwith read_base():\n    from .base import x\ny = x + 1\n',
    });
    const { ask, end } = askingBatch();
    const y = async (): Promise<unknown> => (await ask({ op: 'evaluate', root: folder, path: 'main.py' }))['value'];
    expect(await y()).toMatchObject({ y: 2 });
    writeFileSync(join(folder, 'base.py'), 'x = 10\n');
    expect(await y()).toMatchObject({ y: 11 });
    end();
  });

  it('sees that the source of a class has changed between two requests', async () => {
    const source = (column: string): string =>
      `from datasets import Dataset\nfrom .base import BaseDataset\n\nclass PondDataset(BaseDataset):\n    @staticmethod\n    def load(path):\n        return Dataset.from_list([{'${column}': 'frog'}])\n`;
    const folder = folderOf({
      'opencompass/__init__.py': "__version__ = '0.5.3'\n",
      'opencompass/registry.py': '',
      'opencompass/openicl/__init__.py': '',
      'opencompass/datasets/__init__.py': 'from .pond import *\n',
      'opencompass/datasets/pond.py': source('question'),
      'opencompass/datasets/base.py': 'class BaseDataset:\n    pass\n',
    });
    const { ask, end } = askingBatch();
    const splits = async (): Promise<unknown> =>
      (
        await ask({
          op: 'dataset-rows',
          framework: 'opencompass',
          root: folder,
          class: 'opencompass.datasets.PondDataset',
          arguments: { path: '' },
        })
      )['splits'];
    expect(await splits()).toEqual({ '': [{ question: 'frog' }] });
    writeFileSync(join(folder, 'opencompass/datasets/pond.py'), source('animal'));
    expect(await splits()).toEqual({ '': [{ animal: 'frog' }] });
    end();
  });
});

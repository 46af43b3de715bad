import { describe, expect, it } from 'vitest';
import { folderOf, noise, runCli, type Outcome } from './run-cli.js';

const demo = 'examples/opencompass/eval_demo.py';
const rows = 'examples/opencompass/data/rows.jsonl';

async function preview(...args: string[]): Promise<Outcome> {
  return runCli(['preview', demo, ...args]);
}

interface PreviewJson {
  readonly output: { readonly kind: string; readonly text: string };
  readonly stages: readonly {
    readonly id: string;
    readonly turns: readonly {
      readonly segments: readonly { readonly text: string; readonly kind: string; readonly origins: readonly unknown[] }[];
    }[];
  }[];
  readonly exactness: { readonly level: string };
}

describe('preview', () => {
  it('shows the text that a language model gets', async () => {
    const { code, stdout } = await preview('--dataset', 'word_problems', '--model', 'river-7b-chat', '--shots', '1', '--format', 'json');
    const data = JSON.parse(stdout) as PreviewJson;
    expect(code).toBe(0);
    expect(data.exactness.level).toBe('placeholder-rows');
    expect(data.output).toEqual({
      kind: 'text',
      text:
        '<s><|system|>\nYou solve word problems. Think step by step, then give the answer as a number after "####".<|end|>\n' +
        '<|user|>\nProblem: ⟦question#0⟧<|end|>\n<|assistant|>\n⟦answer#0⟧<|end|>\n' +
        '<|user|>\nProblem: ⟦question⟧<|end|>\n<|assistant|>\n',
    });
  });

  it('shows the messages that a chat model gets, made of a row', async () => {
    const { code, stdout } = await preview(
      '--dataset',
      'word_problems',
      '--model',
      'harbor-chat',
      '--shots',
      '0',
      '--row',
      `${rows}:2`,
      '--format',
      'json',
    );
    expect(code).toBe(0);
    const messages = JSON.parse((JSON.parse(stdout) as PreviewJson).output.text) as { role: string; content: string }[];
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(messages[1]!.content).toBe('Problem: A rope of 18 metres is cut into pieces of 1.5 metres. How many pieces are there?');
  });

  it('leads each written segment back to its file', async () => {
    const { stdout } = await preview('--dataset', 'capitals_asia', '--format', 'json');
    const segments = (JSON.parse(stdout) as PreviewJson).stages.at(-1)!.turns.flatMap((turn) => turn.segments);
    const quiz = segments.find(({ text }) => text.startsWith('Geography quiz'))!;
    expect(quiz.kind).toBe('prompt');
    expect(quiz.origins[0]).toMatchObject({ path: 'examples/opencompass/datasets/capitals_gen.py', range: { start: { line: 19 } } });
  });

  it('prints for people what it is of, the turns, and how exact it is', async () => {
    const { code, stdout, stderr } = await preview('--dataset', 'word_problems', '--model', 'river-7b-chat');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^word_problems × river-7b-chat \(LM parser.*\) · gen · 3 of 3 shots$/);
    expect(stdout).toContain('◀ the model writes from here');
    expect(stdout).toContain('↵');
    expect(lines.at(-2)).toMatch(/^exact · placeholder rows · OpenCompass 0\.5\.4 rules · [\d,]+ characters$/);
  });

  it('shows the chosen stage, or all', async () => {
    const all = await preview('--stage', 'all');
    const list = await preview('--stage', 'prompt-list');
    for (const title of ['Row', 'Examples', 'Prompt list', 'Meta template']) expect(all.stdout).toContain(`\n${title} `);
    expect(list.stdout).toContain('\nPrompt list ');
    expect(list.stdout).not.toContain('\nMeta template ');
  });

  it('shows the last stage that is known, and what would come behind it', async () => {
    const folder = folderOf({
      'eval.py': `from opencompass.models import HuggingFacewithChatTemplate
datasets = [dict(abbr='quiz', type='D', path='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template='Q: {q}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(type=HuggingFacewithChatTemplate, abbr='chat', path='made/chat')]
`,
    });
    const { stdout } = await runCli(['preview', `${folder}/eval.py`]);
    expect(stdout).toContain('Q: ⟦q⟧');
    expect(stdout).toMatch(/Chat template unknown\nunknown: .*\n--apply-chat-template NAME\|FILE shows/);
  });

  it('asks a perplexity dataset for one of its labels', async () => {
    const args = ['--dataset', 'story_endings', '--model', 'river-7b-chat'];
    const { stdout } = await preview(...args, '--label', 'B', '--format', 'json');
    expect((JSON.parse(stdout) as PreviewJson).output.text).toBe(
      '<s><|user|>\nHow does this story end?\n⟦story⟧<|end|>\n<|assistant|>\n⟦B⟧<|end|>\n',
    );
    expect(await preview(...args, '--label', 'Q')).toMatchObject({
      code: 2,
      stderr: "prompt-preflight: The dataset has no label 'Q'. Its labels are A, B.\n",
    });
  });

  it.each([
    [
      ['--dataset', 'nope'],
      "There is no dataset 'nope'. There are: word_problems, story_endings, capitals_africa, capitals_asia, capitals_europe.",
    ],
    [['--model', 'nope'], "There is no model 'nope'. There are: river-7b-chat, harbor-chat."],
    [['--dataset', 'word_problems', '--label', 'A'], "The dataset has no label 'A'. It has no labels in this mode."],
    [['--row', 'gone.jsonl:1'], 'The row file gone.jsonl does not exist.'],
    [['--row', `${rows}:9`], `${rows} has 3 rows; there is no row 9.`],
  ])('cannot do %j, and says why', async (args, message) => {
    expect(await preview(...args)).toEqual({ code: 2, stdout: '', stderr: `prompt-preflight: ${message}\n` });
  });

  it('says what is wrong with a row file that is no JSON Lines', async () => {
    const folder = folderOf({ 'rows.jsonl': 'question: what?\n' });
    const { code, stderr } = await preview('--row', `${folder}/rows.jsonl:1`);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^prompt-preflight: \S+rows\.jsonl: Line 1 is not a row: .*\.\n$/);
    expect(stderr).not.toMatch(noise);
  });

  it('says where a config is broken', async () => {
    const folder = folderOf({
      'config.py': "from opencompass.datasets import X\ndemo_datasets = [dict(abbr='a')]\nx = demo_datasets[3]\n",
      'models.py': "models = [dict(type='HuggingFaceCausalLM', abbr='m')]\n",
    });
    const broken = await runCli(['preview', 'config.py'], { cwd: folder });
    expect(broken).toMatchObject({ code: 2, stdout: '' });
    expect(broken.stderr).toMatch(/^prompt-preflight: config\.py:3:\d+: .*IndexError/);
    const models = await runCli(['preview', 'models.py'], { cwd: folder });
    expect(models.stderr).toContain('no datasets');
  });

  it('shows what the framework raises instead of a prompt', async () => {
    const { code, stdout } = await runCli(['preview', 'examples/opencompass/eval_broken.py', '--dataset', 'rhymes', '--model', 'creek']);
    expect(code).toBe(1);
    expect(stdout).toContain('raises AssertionError: ');
    expect(stdout).toContain('the framework raises here');
  });
});

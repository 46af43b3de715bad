import { describe, expect, it } from 'vitest';
import { datasetConfig, modelConfig } from '../support/configs.js';
import { folderOf, runCli } from './run-cli.js';

const elsewhere = modelConfig.replaceAll('river', 'brook');
/** A project with configs of its own, and a package that brings some along. */
const files = {
  '.git/HEAD': '',
  'configs/datasets/demo/demo_gen.py': datasetConfig,
  'configs/datasets/judged_gen.py': datasetConfig.replace("role='SYSTEM', fallback_role='HUMAN'", "role='JUDGE'"),
  'configs/models/river.py': modelConfig,
  'opencompass/__init__.py': '',
  'opencompass/configs/models/hub/brook_7b.py': elsewhere,
  'opencompass/configs/models/hub/river.py': elsewhere,
};

describe('configs by their names', () => {
  it('are previewed as a pair', async () => {
    const { code, stdout } = await runCli(['preview', '--models', 'brook_7b', '--datasets', 'DEMO_gen', '--format', 'json'], {
      cwd: folderOf(files),
    });
    const data = JSON.parse(stdout) as { datasets: { label: string }[]; models: { label: string }[]; output: { text: string } };
    expect(code).toBe(0);
    expect([data.datasets.map(({ label }) => label), data.models.map(({ label }) => label)]).toEqual([['demo'], ['brook-7b']]);
    expect(data.output.text).toBe('<system>Be brief.</system><user>Question: ⟦question⟧\n</user><bot>');
  });

  it('take several, and say where a name means several', async () => {
    const { code, stdout, stderr } = await runCli(
      ['preview', '--datasets', 'demo_gen', '--models', 'brook_7b', 'river', '--model', 'river-7b', '--stage', 'row'],
      { cwd: folderOf(files) },
    );
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'demo × river-7b (LM parser) · gen · no shots']);
    expect(stderr).toBe("'river' is the name of 2 configs; OpenCompass takes configs/models/river.py.\n");
  });

  it('are checked each, and each dataset with each model', async () => {
    const { code, stdout } = await runCli(['check', '--models', 'river', '--datasets', 'demo_gen', 'judged_gen', '--format', 'json'], {
      cwd: folderOf(files),
    });
    const { summary, diagnostics } = JSON.parse(stdout) as {
      summary: { files: number };
      diagnostics: { rule: string; path: string; message: string }[];
    };
    expect([code, summary.files]).toEqual([1, 4]);
    expect(diagnostics.filter(({ path }) => path === 'configs/command-line.py').map(({ rule }) => rule)).toContain('unknown-role');
  });

  it('that are nowhere are answered with the nearest', async () => {
    const { code, stderr } = await runCli(['check', '--models', 'rivers', '--datasets', 'demo_gen/none'], { cwd: folderOf(files) });
    expect(code).toBe(2);
    expect(stderr).toContain(
      "There is no config 'rivers' among the models of OpenCompass: it stops with ValueError. The nearest are river.",
    );
    expect(stderr).toContain("configs/datasets/demo/demo_gen.py has no list whose name ends in 'none'.");
  });

  it('may meet a dataset that is made of a file', async () => {
    const folder = folderOf({ ...files, 'quiz.jsonl': '{"question": "1 + 1?", "A": "1", "B": "2", "answer": "B"}\n' });
    const { code, stdout } = await runCli(['preview', '--models', 'brook_7b', '--custom-dataset-path', 'quiz.jsonl', '--format', 'json'], {
      cwd: folder,
    });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as { output: { text: string } }).output.text).toBe('<user>Question: ⟦question⟧\nA. ⟦A⟧\nB. ⟦B⟧</user><bot>');
  });

  it('may meet a model that is made of a folder', async () => {
    const chat = {
      chat_template: '{% for m in messages %}<{{ m.role }}>{{ m.content }}{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}',
    };
    const folder = folderOf({ ...files, 'weights/pond/tokenizer_config.json': JSON.stringify(chat) });
    const ask = async (...more: string[]): Promise<object> => {
      const { stdout } = await runCli(['preview', '--hf-path', 'weights/pond', '--datasets', 'demo_gen', '--format', 'json', ...more], {
        cwd: folder,
      });
      const { models, output, exactness } = JSON.parse(stdout) as {
        models: { label: string }[];
        output: { text: string };
        exactness: { level: string };
      };
      return [models.map(({ label }) => label), output.text, exactness.level];
    };
    expect(await ask()).toEqual([['pond_hf'], '<user>Be brief.\nQuestion: ⟦question⟧\n\n<assistant>', 'placeholder-rows']);
    expect(await ask('--hf-type', 'base')).toEqual([['pond_hf'], 'Be brief.\nQuestion: ⟦question⟧\n', 'placeholder-rows']);
  });

  it('that are made of a file which is no data are refused as the framework does', async () => {
    const { code, stderr } = await runCli(['check', '--custom-dataset-path', 'quiz.txt'], { cwd: folderOf(files) });
    expect([code, stderr]).toEqual([
      2,
      'prompt-preflight: OpenCompass makes no dataset of quiz.txt: it raises ValueError: Unsupported ext: quiz.txt, .jsonl or .csv required\n',
    ]);
  });

  it.each([
    [
      ['preview', '--datasets', 'demo_gen', '--custom-dataset-path', 'x.csv'],
      '--custom-dataset-path takes the place of --datasets: give one of them.',
    ],
    [
      ['preview', '--datasets', 'demo_gen', '--custom-dataset-data-type', 'qa'],
      '--custom-dataset-data-type goes with --custom-dataset-path.',
    ],
    [
      ['preview', '--models', 'river', '--hf-path', 'x', '--datasets', 'demo_gen'],
      '--hf-path takes the place of --models: give one of them.',
    ],
    [['preview', '--hf-type', 'chat', '--datasets', 'demo_gen'], '--hf-type goes with --hf-path.'],
    [['preview', '--hf-path', 'x', '--hf-type', 'pond', '--datasets', 'demo_gen'], "--hf-type must be one of chat, base, not 'pond'."],
    [
      ['preview', '--hf-path', 'x', '--max-out-len', 'ten', '--datasets', 'demo_gen'],
      "--max-out-len must be a whole number from 0, not 'ten'.",
    ],
    [['preview', '--hf-path', 'x', '--framework', 'aisbench', '--datasets', 'demo_gen'], '--hf-path is no option of AISBench.'],
    [['preview', '--models', 'river'], 'Say with --datasets what to preview.'],
    [['preview', 'x.py', '--datasets', 'demo_gen'], 'Say which file to preview, and only one.'],
    [['check', 'configs', '--framework', 'opencompass'], '--framework goes with --models and --datasets.'],
    [['check', '--models', 'river', '--framework', 'pond'], "--framework must be one of opencompass, aisbench, not 'pond'."],
  ])('%j is a mistake', async (args, message) => {
    const { code, stderr } = await runCli(args, { cwd: folderOf(files) });
    expect([code, stderr.split('\n')[0]]).toEqual([2, `prompt-preflight: ${message}`]);
  });
});

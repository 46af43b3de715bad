import { describe, expect, it } from 'vitest';
import { folderOf, runCli, type RunOptions } from './run-cli.js';

/** What several engines print, which must be what one prints, byte for byte. */
async function alike(args: readonly string[], options: RunOptions = {}, engines = 3) {
  const [one, several] = [
    await runCli(['check', ...args, '--jobs', '1'], options),
    await runCli(['check', ...args, '--jobs', String(engines)], options),
  ];
  expect(several).toEqual(one);
  return one;
}

const good =
  "a_datasets = [dict(abbr='a', type='x', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template='{q}'), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]\n";
const bad = "a_datasets = [dict(abbr='a', infer_cfg=dict(retriver=dict()))]\n";

describe('check with several engines', () => {
  it.each(['text', 'json'])('prints the same of the examples, as %s', async (format) => {
    const { code, stdout } = await alike(['examples', '--format', format]);
    expect([code, stdout.length > 1000]).toEqual([1, true]);
  });

  it('prints the same notes in the same order, and goes on behind what is too much', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 24 }, (_, i) => [`${String(i % 5)}/config${String(i)}.py`, i % 3 === 0 ? bad : good]),
    );
    const cwd = folderOf({
      'pyproject.toml': '',
      ...files,
      '1/loop.py': 'while True: pass\na_datasets = [{}]\n',
      '2/base.py': 'from mmengine.config import read_base\nwith read_base():\n    from .config2 import a_datasets\n',
      'none.py': 'print(1)\n',
      'binary.py': Buffer.from([0x61, 0, 255]),
    });
    const { stdout } = await alike(['.'], { cwd });
    expect(stdout).toMatch(/1\/loop\.py:1:1 .* limit /);
    const { stderr } = await alike(['none.py', '0', 'none.py', '3'], { cwd });
    expect(stderr).toBe('none.py is not a config of a known framework: there is nothing to check.\n');
  });

  it.each([['text'], ['json']])(
    'tells of bases, which are checked with the config that brings them, in their turn, as %s',
    async (format) => {
      const brings = (...bases: string[]): string =>
        `from mmengine.config import read_base\nwith read_base():\n${bases.map((base) => `    from ${base} import a_datasets\n`).join('')}`;
      const cwd = folderOf({
        'pyproject.toml': '',
        'a/eval.py': `${brings('..z.bad', '..m.chain')}${bad.replace('a_datasets', 'datasets')}`,
        'b/other.py': bad,
        'm/chain.py': brings('..z.deep.worse', '..z.bad'),
        'z/bad.py': bad,
        'z/deep/worse.py': bad.replace('retriver', 'inferencr'),
      });
      const { stdout } = await alike(['.', '--format', format], { cwd }, 2);
      const places = [...stdout.matchAll(/(?:^|")([abmz]\/[\w/]+\.py)(?=[":])/gm)].map(([, file]) => file!);
      expect(places).toEqual([...places].sort());
      expect(new Set(places)).toEqual(new Set(['a/eval.py', 'b/other.py', 'm/chain.py', 'z/bad.py', 'z/deep/worse.py']));
    },
  );

  it('prints the same of configs that are named', async () => {
    const { code, stdout } = await alike([
      '--models',
      'river_7b_chat',
      '--datasets',
      'capitals_gen',
      'story_endings_ppl',
      '--config-dir',
      'examples/opencompass',
    ]);
    expect([code, stdout]).toEqual([0, 'no findings in 4 configs\n']);
  });

  it('fails in the same way', async () => {
    expect(await alike(['gone.py', 'examples'])).toEqual({ code: 2, stdout: '', stderr: 'prompt-preflight: gone.py does not exist.\n' });
    expect((await alike(['examples', '--datasets', 'nowhere'])).code).toBe(2);
  });

  it.each([
    ['0', 'must be at least 1'],
    ['-1', "'-1'|value"],
    ['many', 'whole number'],
  ])('takes no %s engines', async (jobs, message) => {
    const { code, stdout, stderr } = await runCli(['check', 'examples', `--jobs=${jobs}`]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(message));
  });
});

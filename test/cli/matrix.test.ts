import { expect, it } from 'vitest';
import { datasetConfig, evalConfig, modelConfig } from '../support/configs.js';
import { folderOf, runCli } from './run-cli.js';

const brook = modelConfig.replaceAll('river', 'brook').replace("dict(role='BOT'", "dict(role='BOTT'");
const files = {
  '.git/HEAD': '',
  'eval.py': evalConfig
    .replace('import models', 'import models as river\n    from .models.brook import models as brook')
    .replace('[*demo_datasets]', "[*demo_datasets, dict(demo_datasets[0], abbr='a|b')]\nmodels = [*river, *brook]"),
  'datasets/demo.py': datasetConfig,
  'models/river.py': modelConfig,
  'models/brook.py': brook,
};
const reason = /No such role|role 'BOT'|role BOT|Unrecogni[sz]ed role|BOT/;

it('shows all pairs of a config, and what is wrong', async () => {
  const { code, stdout } = await runCli(['matrix', 'eval.py'], { cwd: folderOf(files) });
  expect(code).toBe(1);
  const lines = stdout.split('\n');
  expect(lines[0]).toBe('eval.py: 4 pairs, 2 fine, 0 warnings, 2 errors');
  expect(lines.slice(2, 9)).toEqual(['1 river-7b', '2 brook-7b', '', '1 2', '✓ ✖  demo', '✓ ✖  a|b', '']);
  expect(lines[9]).toMatch(/^✖ demo × brook-7b, a\|b × brook-7b: /);
  expect(lines[9]).toMatch(reason);
});

it('writes JSON for programs, and a table for a pull request', async () => {
  const cwd = folderOf(files);
  const json = JSON.parse((await runCli(['matrix', 'eval.py', '--format', 'json'], { cwd })).stdout) as { counts: object; pairs: object[] };
  expect(json.counts).toEqual({ fine: 2, warning: 0, error: 2 });
  expect(json.pairs[0]).toEqual({ dataset: 'demo', model: 'river-7b', state: 'fine' });
  expect(json.pairs[3]).toMatchObject({
    dataset: 'a|b',
    model: 'brook-7b',
    state: 'error',
    reason: expect.stringMatching(reason) as string,
  });
  const { stdout } = await runCli(['matrix', 'eval.py', '--format', 'markdown'], { cwd });
  expect(stdout.split('\n').slice(0, 6)).toEqual([
    '**eval.py**: 4 pairs, 2 fine, 0 warnings, 2 errors',
    '',
    '| dataset | river-7b | brook-7b |',
    '| --- | --- | --- |',
    '| demo | ✓ | ✖ |',
    '| a\\|b | ✓ | ✖ |',
  ]);
});

it('is clean where no pair has an error, and says where there are no pairs', async () => {
  const cwd = folderOf(files);
  const alone = await runCli(['matrix', 'datasets/demo.py'], { cwd });
  expect([alone.code, alone.stdout]).toEqual([0, 'datasets/demo.py: 1 pair, 1 fine, 0 warnings, 0 errors\n\n✓  demo\n']);
  const model = await runCli(['matrix', 'models/river.py'], { cwd });
  expect([model.code, model.stderr]).toEqual([2, 'prompt-preflight: models/river.py has no datasets or tasks.\n']);
});

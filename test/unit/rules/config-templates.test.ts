import { expect, it } from 'vitest';
import { createProject } from '../../../server/src/engine/project/project.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

function raised(text: string): string[] {
  return createProject(new MemoryWorkspace({ '/ws/eval.py': text }, ['/ws']), defaultSettings)
    .check('/ws/eval.py')
    .flatMap(({ rule }) => (rule === 'raises' ? [rule] : []));
}

const head = 'from opencompass.models import VLLM\n';

it.each([
  ['a list that a script fills', `${head}paths = [\n{MODEL_PATHS}\n]\nmodels = [dict(type=VLLM, abbr=p, path=p) for p in paths]\n`],
  [
    'a list behind a base that is not there',
    `from mmengine.config import read_base\nwith read_base():\n    from .gone import gone_datasets\npaths = [\n{MODEL_PATHS}\n]\n`,
  ],
  ['a number that a script fills', `${head}models = [dict(type=VLLM, abbr='a', path='a', run_cfg=dict(num_gpus={NUM_GPUS}))]\n`],
  ['a name between underscores', `${head}models = [dict(type=VLLM, abbr='a', path=__MODEL_PATH__)]\n`],
  [
    'names that end alike',
    `${head}models = [dict(type=VLLM, abbr='a', path='a', max_out_len=len_for_replace, batch_size=size_for_replace, max_seq_len=all_for_replace)]\n`,
  ],
])('Nothing is said of what a template of configs lacks: %s', (_name, text) => {
  expect(raised(text)).toEqual([]);
});

it.each([
  ['a name of its own', `${head}models = [dict(type=VLLM, abbr='a', path=MODEL_PATH)]\n`],
  ['a name in a set with others', `${head}paths = [{MODEL_PATH, 'b'}]\nmodels = [dict(type=VLLM, abbr='a', path='a')]\n`],
  ['a set of a name that is no placeholder', `${head}paths = {path}\nmodels = [dict(type=VLLM, abbr='a', path='a')]\n`],
  ['a name in an f-string', `${head}hint = f'{HINT}'\nmodels = [dict(type=VLLM, abbr='a', path='a')]\n`],
  ['a name in a long f-string', `${head}hint = f"""\n{HINT}\n"""\nmodels = [dict(type=VLLM, abbr='a', path='a')]\n`],
  [
    'names that end alike and are defined',
    `${head}a_for_all = b_for_all = 1\nmodels = [dict(type=VLLM, abbr='a', path='a', batch_size=c_for_all)]\n`,
  ],
])('An exception is told: %s', (_name, text) => {
  expect(raised(text)).toEqual(['raises']);
});

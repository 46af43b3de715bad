import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import type { FoundRelease, Releases } from '../../../server/src/engine/frameworks/face/release.js';
import { aisBenchVersions } from '../../../server/src/engine/frameworks/aisbench/releases/find-ais-bench.js';
import { harnessVersions } from '../../../server/src/engine/frameworks/lm-eval/releases/find-harness.js';
import { openCompassVersions } from '../../../server/src/engine/frameworks/opencompass/releases/find-open-compass.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const file = '/ws/mine/demo.yaml';

function found(releases: Releases, files: Readonly<Record<string, string>>, release: Readonly<Record<string, string>> = {}): FoundRelease {
  const workspace = new MemoryWorkspace({ [file]: '', ...files }, ['/ws']);
  return releases.find(file, createProject(workspace, { ...defaultSettings, release }));
}

/** The modules of a harness, as far as they tell its release. */
function harness(task: string, samplers = '', utils = 'keep_trailing_newline'): Record<string, string> {
  return {
    '/ws/lm_eval/__init__.py': '',
    '/ws/lm_eval/api/task.py': `class ConfigurableTask:\n    # ${task}\n`,
    '/ws/lm_eval/api/samplers.py': `class ContextSampler:\n    # ${samplers}\n`,
    '/ws/lm_eval/utils.py': `def apply_template():\n    # ${utils}\n`,
  };
}

describe('the release of lm-evaluation-harness around a file', () => {
  it('is the newest where none is within reach, and what is set before anything else', () => {
    expect(found(harnessVersions, {})).toEqual({ name: '0.4.13', by: 'newest' });
    expect(found(harnessVersions, harness('gen_prefix'), { 'lm-eval': '0.4.3' })).toEqual({ name: '0.4.3', by: 'set' });
  });

  it.each([
    ['0.4.3', harness('', '', '')],
    ['0.4.4.dev0', { ...harness(''), '/ws/lm_eval/tasks/__init__.py': 'def load_task(config, task, group=None, yaml_path=None):' }],
    ['0.4.5', harness('')],
    ['0.4.7', harness('apply_chat_template = kwargs.pop(')],
    ['0.4.8', harness('gen_prefix')],
    ['0.4.9.2', harness('gen_prefix custom_dataset')],
    ['0.4.11', harness('def build_qa_turn')],
    ['0.4.12', { ...harness('def build_qa_turn'), '/ws/lm_eval/tasks/_yaml_loader.py': '' }],
    ['0.4.13.dev0', harness('def build_qa_turn', 'pool = self.rm_eval_doc(')],
    ['0.4.13', harness('def build_qa_turn', 'pool = self.rm_eval_doc( if x != eval_doc]')],
    ['0.5.0.dev1', { '/ws/lm_eval/__init__.py': '', '/ws/lm_eval/config/formats/__init__.py': '', '/ws/lm_eval/api/task/_task.py': '' }],
  ])('%s is told by its source', (name, files) => {
    expect(found(harnessVersions, files)).toMatchObject({ name, by: 'found' });
  });

  it('is the number of what is installed, among releases that do alike', () => {
    const files = { ...harness('gen_prefix custom_dataset'), '/ws/lm_eval-0.4.9.1.dist-info/METADATA': 'Version: 0.4.9.1\n' };
    expect(found(harnessVersions, files)).toEqual({ name: '0.4.9.1', by: 'found', from: '/ws/lm_eval-0.4.9.1.dist-info' });
  });

  it('is that of the source where the number is another one, and says so', () => {
    const files = {
      ...harness('def build_qa_turn', 'pool = self.rm_eval_doc( if x != eval_doc]'),
      '/ws/pyproject.toml': '[project]\nname = "lm_eval"\nversion = "0.4.13.dev0"\n',
    };
    expect(found(harnessVersions, files)).toEqual({ name: '0.4.13', by: 'found', from: '/ws/pyproject.toml', says: '0.4.13.dev0' });
  });

  it('is the newest beside a package that is none of its own', () => {
    expect(found(harnessVersions, { '/ws/lm_eval/__init__.py': 'mine = 1\n' })).toEqual({ name: '0.4.13', by: 'newest' });
  });
});

describe('the release of OpenCompass around a file', () => {
  const base = (text: string): Record<string, string> => ({
    '/ws/opencompass/__init__.py': "__version__ = '0.4.1'\n",
    '/ws/opencompass/models/base_api.py': `class APITemplateParser:\n    # ${text}\n`,
  });

  it('is told by its API parser, and by the number among those that do alike', () => {
    expect(found(openCompassVersions, base('')).name).toBe('0.3.2.post1');
    expect(found(openCompassVersions, base("self.meta_template['begin']"))).toMatchObject({ name: '0.4.1', by: 'found' });
    expect(found(openCompassVersions, base("self.meta_template['begin'] isinstance(meta_template, list)"))).toMatchObject({
      name: '0.5.4',
      says: '0.4.1',
    });
  });

  it('is told by its inferencer, where that can be read: a checkout behind 0.5.3 still has that number', () => {
    const checkout = (inferencer: string): Record<string, string> => ({
      ...base("self.meta_template['begin'] isinstance(meta_template, list)"),
      '/ws/opencompass/__init__.py': "__version__ = '0.5.3'\n",
      '/ws/opencompass/openicl/icl_inferencer/icl_gen_inferencer.py': `class GenInferencer:\n    # ${inferencer}\n`,
    });
    expect(found(openCompassVersions, checkout(''))).toMatchObject({ name: '0.5.3', by: 'found' });
    expect(found(openCompassVersions, checkout('multiround: bool = False'))).toMatchObject({ name: '0.5.4', by: 'found', says: '0.5.3' });
  });
});

describe('the release of AISBench around a file', () => {
  const prompts = (text: string): Record<string, string> => ({
    '/ws/ais_bench/benchmark/__init__.py': '__version__ = "3.1.0"\n',
    '/ws/ais_bench/benchmark/utils/prompt/prompt.py': `class PromptList(list):\n    # ${text}\n`,
  });

  it('is told by what its prompts do, since many tags have one number', () => {
    expect(found(aisBenchVersions, prompts("mm['image'].copy()")).name).toBe('3.0-20251210');
    expect(found(aisBenchVersions, prompts("def get_round_index mm['image'].copy()")).name).toBe('3.1-20260211');
    expect(found(aisBenchVersions, prompts('def get_round_index'))).toMatchObject({ name: '3.1.0', by: 'found' });
  });
});

import { expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { doneAtOnce } from '../../../server/src/engine/core/steps.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { readIndex, workspaceIndex } from '../../../server/src/engine/editor/index/workspace-index.js';
import { highlightsAt, referencesAt } from '../../../server/src/engine/editor/references/references.js';
import { renamableAt, renameAt } from '../../../server/src/engine/editor/references/rename.js';
import { createProject, type Project } from '../../../server/src/engine/project/project.js';
import { offsetIn, textOf } from './places.js';

const task =
  'task: pond\ndataset_path: d\noutput_type: generate_until\nprocess_docs: !function utils.clean\ndoc_to_text: !function utils.clean\ndoc_to_target: !function "helpers.short"\n';
const files = {
  '/ws/lm_eval/__init__.py': '',
  '/ws/lm_eval/tasks/__init__.py': '',
  '/ws/lm_eval/tasks/pond/pond.yaml': task,
  '/ws/lm_eval/tasks/pond/_pond_yaml': 'dataset_path: d\nprocess_results: !function utils.clean\n',
  '/ws/lm_eval/tasks/pond/small.yaml': 'include: _pond_yaml\ntask: small_pond\ndoc_to_text: "{{q}}"\n',
  '/ws/lm_eval/tasks/pond/utils.py':
    'import re\n\n\ndef clean(docs):\n    return docs.map(lambda doc: clean_one(doc))\n\n\ndef clean_one(doc, clean=True):\n    return doc if clean else {}\n\n\nclass Cleaner:\n    def clean(self, docs):\n        return clean(docs)\n\n\nboth = [clean, clean]\n',
  '/ws/lm_eval/tasks/pond/helpers.py':
    'from lm_eval.tasks.pond.utils import clean, clean_one as one\n\n\ndef short(doc):\n    return one(doc)["a"]\n\n\ncleaned = clean\n',
  '/ws/lm_eval/tasks/lake/utils.py':
    'from lm_eval.tasks.pond import utils as pond\nfrom ..pond.utils import *\n\n\ndef deep(docs):\n    from lm_eval.tasks.pond.utils import clean\n\n    return clean(pond.clean(docs))\n\n\nagain = clean\n',
  '/ws/lm_eval/tasks/lake/lake.yaml':
    'task: lake\ndataset_path: d\nprocess_docs: !function lm_eval.tasks.pond.utils.clean\ndoc_to_text: !function utils.clean\ndoc_to_target: "clean"\n',
  '/ws/lm_eval/tasks/sea/utils.py': 'def clean(docs):\n    return docs\n',
  '/ws/lm_eval/tasks/sea/sea.yaml': 'task: sea\ndataset_path: d\nprocess_docs: !function utils.clean\ndoc_to_text: "{{q}}"\n',
} as const;

type Files = Readonly<Record<string, string>>;

function projectOf(more: Files = {}): Project {
  return createProject(new MemoryWorkspace({ ...files, ...more }, ['/ws']), defaultSettings);
}

function rename(project: Project, file: string, search: string, to: string): string | Files {
  const renamed = doneAtOnce(renameAt(project, readIndex(project), file, offsetIn(project, file, search), to));
  if ('refused' in renamed) return renamed.refused;
  const texts: Record<string, string> = {};
  for (const { span, newText } of [...renamed.edits].sort((a, b) => b.span.start - a.span.start)) {
    const text = texts[span.file] ?? textOf(project, span.file);
    texts[span.file] = text.slice(0, span.start) + newText + text.slice(span.end);
  }
  return texts;
}

const folder = '/ws/lm_eval/tasks';
const pond = `${folder}/pond`;

it('renames a function of tasks in all that name it, from each side', () => {
  const expected = {
    [`${pond}/pond.yaml`]: task.replaceAll('utils.clean', 'utils.tidy'),
    [`${pond}/_pond_yaml`]: files[`${pond}/_pond_yaml`].replace('clean', 'tidy'),
    [`${pond}/utils.py`]: files[`${pond}/utils.py`]
      .replace('def clean(docs):\n    return docs.map', 'def tidy(docs):\n    return docs.map')
      .replace('return clean(docs)', 'return tidy(docs)')
      .replace('[clean, clean]', '[tidy, tidy]'),
    [`${pond}/helpers.py`]: files[`${pond}/helpers.py`]
      .replace('import clean,', 'import tidy,')
      .replace('cleaned = clean', 'cleaned = tidy'),
    [`${folder}/lake/utils.py`]: files[`${folder}/lake/utils.py`].replaceAll(/\bclean\b/g, 'tidy'),
    [`${folder}/lake/lake.yaml`]: files[`${folder}/lake/lake.yaml`].replaceAll('utils.clean', 'utils.tidy'),
  };
  expect(rename(projectOf(), `${pond}/pond.yaml`, 'utils.|clean', 'tidy')).toEqual(expected);
  expect(rename(projectOf(), `${pond}/utils.py`, 'def |clean(docs)', 'tidy')).toEqual(expected);
  expect(rename(projectOf(), `${pond}/helpers.py`, 'import |clean', 'tidy')).toEqual(expected);
  expect(rename(projectOf(), `${folder}/lake/utils.py`, 'pond.cle|an', 'tidy')).toEqual(expected);
});

it('finds, marks and names a function of a task', () => {
  const project = projectOf();
  const at = offsetIn(project, `${pond}/pond.yaml`, 'docs: !function utils.|clean');
  const found = doneAtOnce(referencesAt(project, readIndex(project), `${pond}/pond.yaml`, at));
  expect(found.filter(({ binds }) => binds).map(({ span }) => span)).toEqual([
    { file: `${pond}/utils.py`, start: offsetIn(project, `${pond}/utils.py`, '|clean(docs)'), end: expect.any(Number) },
  ]);
  expect(found).toHaveLength(15);
  expect(highlightsAt(project, `${pond}/pond.yaml`, at)).toHaveLength(2);
  expect(renamableAt(project, workspaceIndex(project), `${pond}/pond.yaml`, at)).toEqual({
    span: { file: `${pond}/pond.yaml`, start: at, end: at + 5 },
    name: 'clean',
  });
});

it.each([
  ['is no name', 'not a name', {}, 'is no name in Python'],
  ['is taken', 'clean_one', {}, 'has a name clean_one already'],
  ['is taken where it is imported', 'short', {}, 'helpers.py has a name short already'],
  [
    'is found by its text',
    'tidy',
    { [`${pond}/more.py`]: 'from .utils import clean\n__all__ = ["clean"]\n' },
    'more.py finds names by their text',
  ],
  ['cannot be read', 'tidy', { [`${pond}/more.py`]: 'from .utils import clean\ndef (\n' }, 'more.py cannot be read as Python'],
])('refuses a name that %s', (_, to, more, why) => {
  expect(rename(projectOf(more), `${pond}/pond.yaml`, 'utils.|clean', to)).toContain(why);
});

it('refuses what the module makes while it runs', () => {
  const made = { [`${pond}/utils.py`]: 'globals().update(clean=len)\n' };
  expect(rename(projectOf(made), `${pond}/pond.yaml`, 'utils.|clean', 'tidy')).toBe(
    'What utils.clean is can only be known by loading its module.',
  );
});

it('leaves Python code that no task names to others', () => {
  expect(rename(projectOf(), `${pond}/utils.py`, 'def |clean_one', 'tidy_one')).toBe(
    'utils.py is Python code that is no config: who uses its names is not known.',
  );
});

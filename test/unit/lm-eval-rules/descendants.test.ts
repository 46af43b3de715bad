import { describe, expect, it } from 'vitest';
import { descendantPackage } from '../../../server/src/engine/frameworks/lm-eval/load/descendant.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

/** What a program that took over the harness's tasks defines of its own. */
const source = `ALL_OUTPUT_TYPES = ["generate_until", "draw_until"]

@dataclass
class TaskConfig(dict):
    task: str = None
    group: str = None
    doc_to_picture: Callable = None
    pond_specific_kwargs: dict = None
`;

const task = `task: pond_draw
group: pond
dataset_path: example/pond
output_type: draw_until
training_split: test
test_split: test
doc_to_picture: !function utils.picture
pond_specific_kwargs:
  depth: 3
doc_to_text: "{{question}} "
doc_to_target: answer
fewshot_config:
  colour: blue
`;

const inPackage = '/ws/repo/pond_eval/tasks/pond/pond_draw.yaml';

function project(file: string, text: string, others: Readonly<Record<string, string>> = {}) {
  const utils = `${file.slice(0, file.lastIndexOf('/'))}/utils.py`;
  return createProject(
    new MemoryWorkspace({ [utils]: 'def picture(doc):\n    return 1\n', ...others, [file]: text }, ['/ws/repo']),
    defaultSettings,
  );
}

function rulesOn(file: string, text: string, others: Readonly<Record<string, string>> = {}): string[] {
  return project(file, text, others)
    .check(file)
    .map(({ rule }) => rule);
}

const itsSource = { '/ws/repo/pond_eval/api/task.py': source };

describe('a program that took over the task files of the harness', () => {
  it('is silent on what that program knows', () => expect(rulesOn(inPackage, task, itsSource)).toEqual([]));

  it('speaks of what its own source does not have', () => {
    const slips = task.replace('draw_until', 'draw_till').replace('doc_to_picture:', 'doc_to_pictures:');
    expect(rulesOn(inPackage, slips, itsSource).sort()).toEqual(['unknown-field', 'unknown-value']);
  });

  it('speaks of functions and templates all the same', () => {
    const broken = task.replace('utils.picture', 'utils.pictur').replace('{{question}} ', '{{question');
    expect(rulesOn(inPackage, broken, itsSource).sort()).toEqual(['function-missing', 'jinja-syntax']);
  });

  it('speaks of what the functions raise', () => {
    const utils = { '/ws/repo/pond_eval/tasks/pond/utils.py': 'def picture(doc):\n    return draw(doc)\n' };
    expect(rulesOn(inPackage, task, { ...itsSource, ...utils })).toEqual(['module-broken']);
  });

  it('is found beside the tasks of its project, too', () => {
    const file = '/ws/repo/my_tasks/pond/pond_draw.yaml';
    expect(rulesOn(file, task, { ...itsSource, '/ws/repo/pyproject.toml': '' })).toEqual([]);
  });

  it('is told by its fields where its source is out of reach', () => {
    const file = '/ws/repo/my_tasks/pond_draw.yaml';
    expect(rulesOn(file, task)).toEqual([]);
    // One that is unknown may be a slip.
    expect(rulesOn(file, task.replace(/pond_specific_kwargs:\n.*\n/, ''))).toContain('unknown-field');
    // Two slips of known ones are slips.
    const slips = task.replace('doc_to_picture: !function utils.picture\n', '').replace(/pond_specific_kwargs:\n.*\n/, 'test_splt: a\n');
    expect(rulesOn(file, slips.replace('training_split', 'traning_split')).filter((rule) => rule === 'unknown-field')).toHaveLength(2);
  });

  it('is none in the package of the harness itself, whatever the fields are', () => {
    const file = '/ws/repo/lm_eval/tasks/pond/pond_draw.yaml';
    const harness = {
      '/ws/repo/lm_eval/api/task.py': source
        .replace('    doc_to_picture: Callable = None\n', '')
        .replace('    pond_specific_kwargs: dict = None\n', ''),
    };
    expect(rulesOn(file, task, harness).filter((rule) => rule === 'unknown-field')).toHaveLength(2);
  });

  it('is a package by what is in it', () => {
    const workspace = new MemoryWorkspace({ [inPackage]: task, '/ws/repo/pond_eval/api/task.py': 'class Task: ...' }, ['/ws/repo']);
    expect(descendantPackage(inPackage, workspace)).toBeUndefined();
  });

  it('has no exact preview', () => {
    const levelOf = (text: string): string => {
      const result = preview(project(inPackage, text, itsSource), inPackage, { selection: {} });
      return result.kind === 'preview' ? result.preview.exactness.level : result.kind;
    };
    expect(levelOf(task.replace('draw_until', 'generate_until'))).toBe('close');
    // What the harness would raise is no word of another program's.
    expect(levelOf(task.replace('doc_to_target: answer\n', ''))).toBe('unknown');
  });
});

import { describe, expect, it } from 'vitest';
import { completions } from '../../../server/src/engine/editor/completion.js';
import { definitions } from '../../../server/src/engine/editor/definition.js';
import { documentLinks } from '../../../server/src/engine/editor/document-links.js';
import { documentSymbols } from '../../../server/src/engine/editor/document-symbols.js';
import type { DocumentSymbol } from '../../../server/src/engine/frameworks/face/editor.js';
import { hover } from '../../../server/src/engine/editor/hover.js';
import { fixture } from '../../support/fixture.js';

const base = `# file: tasks/_pond
dataset_path: example/pond
training_split: train
test_split: test
output_type: generate_until
`;
const module = `# file: tasks/pond.py
def clean(dataset, lower: bool = True):
    return dataset


def score(doc, results):
    return {'acc': 1.0}
`;
const task = `# file: tasks/pond.yaml
include: _pond
task: pond
process_docs: !function pond.clean
doc_to_text: "Question: {{question}}\\nAnswer:"
doc_to_target: "{{answer}}"
metric_list:
  - metric: exact_match
    aggregation: mean
fewshot_config:
  sampler: first_n
  samples:
    - {question: "What croaks?", answer: "A frog."}
`;
const group = `# file: tasks/group.yaml
group: ponds
task:
  - pond
`;

/** The workspace with the cursor at `at` in the task; `¦` of it is where. */
function withCursor(at: string, text = task): ReturnType<typeof fixture> {
  const plain = at.replace('¦', '');
  expect(text).toContain(plain);
  return fixture(text.replace(plain, at.replace('¦', '$0')) + base + module + (text === group ? task : group));
}

function hoverAt(at: string, text = task): string | undefined {
  const { project, file, offset } = withCursor(at, text);
  return hover(project, file, offset)?.markdown;
}

function labelsAt(at: string, text = task): string[] {
  const { project, file, offset } = withCursor(at, text);
  return completions(project, file, offset).map(({ label }) => label);
}

describe('hover in a task', () => {
  it('tells of fields, with the harness as its source', () => {
    const markdown = hoverAt('doc_to_¦text');
    expect(markdown).toContain('**doc_to_text**');
    expect(markdown).toContain('lm_eval/api/task.py');
    expect(markdown).toContain('lm-evaluation-harness 0.4.13');
  });

  it('tells of fields of dicts within', () => {
    expect(hoverAt('  sam¦pler')).toContain('first_n');
    expect(hoverAt('    aggre¦gation')).toContain('one');
  });

  it('tells of include, which is no key of the loaded config', () => {
    expect(hoverAt('incl¦ude: _pond')).toContain('never merged');
  });

  it('shows the signature of a function', () => {
    expect(hoverAt('!function pond.cl¦ean')).toContain('def clean(dataset, lower: bool = True)');
  });

  it('says where a member of a group is defined', () => {
    expect(hoverAt('  - po¦nd', group)).toContain('`pond` · task · `pond.yaml`');
  });

  it('names the tasks that have a tag, and leads to them', () => {
    const others = Array.from({ length: 9 }, (_, i) => `# file: tasks/t${i}.yaml\ntag: [water]\ntask: t${i}\n`).join('');
    const { project, file, offset } = fixture(`${task.replace('task: pond', 'task: pond\ntag: wa$0ter')}${others}${base}`);
    expect(hover(project, file, offset)?.markdown).toContain(
      '`water` · tag · `pond`, `t0`, `t1`, `t2`, `t3`, `t4`, `t5`, `t6` and 2 more tasks',
    );
    expect(definitions(project, file, offset)).toHaveLength(10);
    expect(definitions(project, file, offset)[1]?.target).toMatchObject({ start: 19 });
  });

  it('tells of keys of a task that YAML cannot read', () => {
    const broken = '# file: tasks/broken.yaml\ntask: pond\nfewshot_config:\n  sam$0pler: first_n\ndoc_to_text: "open\n';
    const { project, file, offset } = fixture(broken);
    expect(hover(project, file, offset)?.markdown).toContain('draws them at random');
  });
});

describe('places that a task leads to', () => {
  it('are the included file, the function and the members of a group', () => {
    const target = (at: string, text = task): string | undefined => {
      const { project, file, offset, texts } = withCursor(at, text);
      const found = definitions(project, file, offset)[0]?.target;
      return found && `${found.file} ${(texts.get(found.file) ?? '').slice(found.start, found.end)}`;
    };
    expect(target('include: _po¦nd')).toBe('/ws/tasks/_pond ');
    expect(target('!function pond.cl¦ean')).toBe('/ws/tasks/pond.py clean');
    expect(target('  - po¦nd', group)).toBe('/ws/tasks/pond.yaml pond');
    expect(target('doc_to_¦text')).toBeUndefined();
  });

  it('are links, as far as the document itself writes them', () => {
    const { project, file } = withCursor('task: po¦nd');
    expect(documentLinks(project, file).map(({ target }) => target)).toEqual(['/ws/tasks/_pond', '/ws/tasks/pond.py']);
  });
});

describe('the outline of a task', () => {
  it('has its own keys with what they hold', () => {
    const { project, file } = withCursor('task: po¦nd');
    const shown = (symbols: readonly DocumentSymbol[]): unknown[] =>
      symbols.map(({ name, children }) => (children.length > 0 ? [name, shown(children)] : name));
    expect(shown(documentSymbols(project, file))).toEqual([
      'include',
      'task',
      'process_docs',
      'doc_to_text',
      'doc_to_target',
      ['metric_list', ['exact_match']],
      ['fewshot_config', ['sampler', 'samples']],
    ]);
  });

  it('has symbols within those that hold them', () => {
    const { project, file } = withCursor('task: po¦nd');
    const check = (symbol: DocumentSymbol): void => {
      for (const child of symbol.children) {
        expect(child.span.start).toBeGreaterThanOrEqual(symbol.span.start);
        expect(child.span.end).toBeLessThanOrEqual(symbol.span.end);
        check(child);
      }
    };
    documentSymbols(project, file).forEach(check);
  });
});

describe('completion in a task', () => {
  const add = (line: string): string => task.replace('task: pond\n', `task: pond\n${line}\n`);

  it('offers the fields that the task does not have yet', () => {
    const labels = labelsAt('num¦', add('num'));
    expect(labels).toContain('num_fewshot');
    expect(labels).not.toContain('doc_to_text');
  });

  it('offers the fields of dicts within', () => {
    const labels = labelsAt('  sampler: first_n\n  sp¦', task.replace('  sampler: first_n\n', '  sampler: first_n\n  sp\n'));
    expect(labels).toContain('split');
    expect(labels).not.toContain('sampler');
    expect(labels).not.toContain('num_fewshot');
  });

  it('offers the values of fields that have few', () => {
    expect(labelsAt('output_type: mul¦', add('output_type: mul'))).toEqual([
      'loglikelihood',
      'multiple_choice',
      'loglikelihood_rolling',
      'generate_until',
    ]);
    expect(labelsAt('  sampler: fi¦rst_n')).toEqual(['default', 'first_n']);
    expect(labelsAt('- metric: exa¦ct_match')).toContain('exact_match');
  });

  it('offers columns and filters within templates', () => {
    expect(labelsAt('{{que¦stion}}')).toEqual(['question', 'answer']);
    expect(labelsAt('{{answer|tr¦', task.replace('{{answer}}', '{{answer|tr'))).toContain('trim');
  });

  it('offers the columns of the row file', async () => {
    const { project, file, offset } = fixture(
      `# file: rows.csv\nquery,reply,hint\na,b,c\n# file: t.yaml\ntask: t\ndoc_to_text: "{{$0}}"\n`,
      { rowFile: 'rows.csv' },
    );
    const labels = () => completions(project, file, offset).map(({ label }) => label);
    expect(labels()).toEqual([]);
    await project.reads.pending;
    expect(labels()).toEqual(['query', 'reply', 'hint']);
  });

  it('offers modules and their functions', () => {
    expect(labelsAt('!function po¦', task.replace('pond.clean', 'po'))).toEqual(['pond']);
    expect(labelsAt('!function pond.cl¦ean')).toEqual(['clean', 'score']);
  });

  it('offers the tags that other tasks have', () => {
    const lake = '# file: tasks/lake.yaml\ntag: [water, land]\ntask: wlake\n';
    const { project, file, offset } = fixture(task.replace('task: pond', 'task: pond\ntag: w$0') + lake + base);
    expect(completions(project, file, offset).map(({ label }) => label)).toEqual(['water', 'w']);
  });

  it('offers files to include and members of a group', () => {
    expect(labelsAt('include: _po¦nd')).toEqual(['_pond', 'group.yaml']);
    expect(labelsAt('  - po¦nd', group).sort()).toEqual(['pond', 'ponds']);
  });
});

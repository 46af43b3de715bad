import { renamedKey, replaced } from '../edits.js';
import type { Kind, Mutation, Range, Slip } from '../mutation.js';
import { entryOf, type Literal, type PythonSource } from '../python-source.js';

/** What a whole run is told: which models and datasets, how it is divided, what sums it up. */

function assigned(source: PythonSource, name: RegExp): readonly Range[] {
  return source.module.body.flatMap((statement) => {
    if (statement.type !== 'Assign') return [];
    const [target] = statement.targets;
    return target?.type === 'Name' && name.test(target.name) ? [{ start: target.start, end: target.end }] : [];
  });
}

function isRun({ text }: PythonSource): boolean {
  return /^models\s*=/m.test(text) && /^datasets\s*=/m.test(text);
}

function named(source: PythonSource, name: string, to: string): Mutation[] {
  const ranges = assigned(source, new RegExp(`^${name}$`));
  const [range] = ranges;
  const uses = [...source.text.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length;
  return isRun(source) && range && ranges.length === 1 && uses === 1
    ? [{ changes: [{ ...range, text: to }], at: range.start, within: { start: 0, end: source.text.length } }]
    : [];
}

function slipped(id: string, of: (source: PythonSource) => readonly Literal[], keys: RegExp): Kind<PythonSource> {
  return {
    id: `run/slip in ${id}`,
    sites: (source: PythonSource, slip: Slip) =>
      of(source).flatMap((literal) =>
        literal.entries.filter(({ key }) => keys.test(key)).map((entry) => renamedKey(literal, entry, slip(entry.key))),
      ),
  };
}

const within =
  (name: string) =>
  (source: PythonSource): readonly Literal[] =>
    source.literals.filter(
      (literal) => literal.name === name && literal.parent !== undefined && /^(infer|eval)$/.test(literal.parent.name),
    );

export const runKinds: readonly Kind<PythonSource>[] = [
  { id: 'run/dataset for datasets', sites: (source) => named(source, 'datasets', 'dataset') },
  { id: 'run/model for models', sites: (source) => named(source, 'models', 'model') },
  slipped('the partitioner', within('partitioner'), /^(type|num_worker|max_task_size|gen_task_coef|strategy|min_task_size|num_split)$/),
  slipped('the runner', within('runner'), /^(type|max_num_workers|task|retry|max_workers_per_gpu|partition|quotatype)$/),
  slipped(
    'infer and eval',
    (source) => source.literals.filter(({ name, parent }) => /^(infer|eval)$/.test(name) && !parent),
    /^(partitioner|runner)$/,
  ),
  slipped(
    'the summarizer',
    (source) => source.literals.filter(({ name, parent }) => name === 'summarizer' && !parent),
    /^(type|dataset_abbrs|summary_groups|attr)$/,
  ),
  {
    id: 'run/the task of the other stage',
    sites: (source) =>
      source.literals.flatMap((literal) => {
        const type = literal.name === 'task' ? entryOf(literal, 'type') : undefined;
        const name = type ? source.textOf(type.value) : '';
        const other = { OpenICLInferTask: 'OpenICLEvalTask', OpenICLEvalTask: 'OpenICLInferTask' }[name];
        return type && other && new RegExp(`import[^\\n]*\\b${other}\\b`).test(source.text) ? [replaced(literal, type.value, other)] : [];
      }),
  },
  {
    id: 'run/no task in the runner',
    sites: (source) =>
      within('runner')(source).flatMap((runner) => {
        const task = entryOf(runner, 'task');
        return task && /^\s*,?\s*\)/.test(source.text.slice(task.at.end))
          ? [{ ...replaced(runner, task.at, ''), at: runner.at.start }]
          : [];
      }),
  },
];

import type { Kind, Mutation, Range, Slip } from '../mutation.js';
import type { Field, TaskSource } from '../task-source.js';

/** Fields whose absence changes what a run does. */
const read =
  /^(task|dataset_path|dataset_name|dataset_kwargs|training_split|validation_split|test_split|fewshot_split|output_type|doc_to_text|doc_to_target|doc_to_choice|process_docs|process_results|metric_list|generation_kwargs|filter_list|num_fewshot|fewshot_config|target_delimiter|fewshot_delimiter|description|repeats|include|should_decontaminate|doc_to_decontamination_query|gen_prefix|tag|group)$/;

export function replacedValue(field: Field, text: string, range: Range = field.valueAt): Mutation {
  return { changes: [{ start: range.start, end: range.end, text }], at: range.start, within: field.at };
}

function renamedField(field: Field, key: string): Mutation {
  return { changes: [{ ...field.keyAt, text: key }], at: field.keyAt.start, within: field.at };
}

/** Without a field, and its lines. */
function removedField(source: TaskSource, field: Field): Mutation {
  const lineStart = source.text.lastIndexOf('\n', field.at.start - 1) + 1;
  const lineEnd = source.text.indexOf('\n', field.at.end) + 1 || source.text.length;
  const alone = source.text.slice(lineStart, field.at.start).trim() === '';
  const changes = alone ? [{ start: lineStart, end: lineEnd, text: '' }] : [];
  return { changes, at: lineStart, within: field.around };
}

/** Slips of keys below a field at the top. */
function nested(id: string, top: string, keys: RegExp): Kind<TaskSource> {
  return {
    id: `key/slip in ${id}`,
    sites: (source, slip) =>
      source
        .below(top)
        .filter(({ key }) => keys.test(key))
        .map((field) => renamedField(field, slip(field.key))),
  };
}

function renamed(
  id: string,
  where: (source: TaskSource) => readonly (Field | undefined)[],
  key: (field: Field, slip: Slip) => string,
): Kind<TaskSource> {
  return {
    id: `key/${id}`,
    sites: (source, slip) => where(source).flatMap((field) => (field ? [renamedField(field, key(field, slip))] : [])),
  };
}

export const taskKeyKinds: readonly Kind<TaskSource>[] = [
  {
    id: 'key/slip at the top',
    sites: (source, slip) =>
      source.fields.filter(({ path, key }) => path.length === 1 && read.test(key)).map((field) => renamedField(field, slip(field.key))),
  },
  renamed(
    'doc_to_txt',
    (source) => [source.top('doc_to_text')],
    () => 'doc_to_txt',
  ),
  renamed(
    'metrics for metric_list',
    (source) => [source.top('metric_list')],
    () => 'metrics',
  ),
  renamed(
    'metrics for metric',
    (source) => source.below('metric_list', 'metric'),
    () => 'metrics',
  ),
  renamed(
    'name for metric',
    (source) => source.below('metric_list', 'metric'),
    () => 'name',
  ),
  renamed(
    'untill',
    (source) => source.below('generation_kwargs', 'until'),
    () => 'untill',
  ),
  renamed(
    'stop for until',
    (source) => source.below('generation_kwargs', 'until'),
    () => 'stop',
  ),
  nested('metric_list', 'metric_list', /^(metric|aggregation|higher_is_better)$/),
  nested('generation_kwargs', 'generation_kwargs', /^(until|do_sample|temperature|max_gen_toks|top_p|top_k)$/),
  nested('filter_list', 'filter_list', /^(name|filter|function)$/),
  nested('arguments of a filter', 'filter_list', /^(regex_pattern|group_select|fallback|ignore_case|ignore_punctuation|k)$/),
  nested('fewshot_config', 'fewshot_config', /^(sampler|samples|split|doc_to_text|doc_to_target|process_docs)$/),
  nested('aggregate_metric_list', 'aggregate_metric_list', /^(metric|weight_by_size|aggregation|filter_list)$/),
  {
    id: 'key/twice',
    sites: (source) =>
      source.fields
        .filter(
          ({ path, key }) => path.length === 1 && /^(doc_to_text|doc_to_target|test_split|output_type|num_fewshot|dataset_name)$/.test(key),
        )
        .flatMap((field) => twice(source, field)),
  },
  ...['doc_to_target', 'doc_to_choice', 'dataset_path', 'doc_to_text'].map((key) => ({
    id: `missing/${key}`,
    sites: (source: TaskSource) => {
      const field = source.top(key);
      // What is included may give it.
      return field && source.top('include') === undefined && source.top('task')?.scalar !== undefined ? [removedField(source, field)] : [];
    },
  })),
  {
    id: 'missing/metric in metric_list',
    sites: (source) =>
      source.below('metric_list', 'metric').flatMap((field) => {
        const next = source.fields.find(({ path }) => path[0] === 'metric_list' && path[1] === field.path[1] && path[2] !== 'metric');
        return next
          ? [{ changes: [{ start: field.at.start, end: next.at.start, text: '' }], at: field.at.start, within: field.around }]
          : [];
      }),
  },
  {
    id: 'missing/function in a filter',
    sites: (source) =>
      source.below('filter_list', 'function').flatMap((field) => {
        const next = source.fields.find(
          ({ path }) => path.length > 2 && path.slice(0, -1).join() === field.path.slice(0, -1).join() && path.at(-1) !== 'function',
        );
        return next && next.at.start > field.at.end
          ? [{ changes: [{ start: field.at.start, end: next.at.start, text: '' }], at: field.at.start, within: field.around }]
          : [];
      }),
  },
  {
    id: 'missing/all splits to evaluate',
    sites: (source) => {
      const test = source.top('test_split');
      const validation = source.top('validation_split');
      const only = test && !validation ? test : validation && !test ? validation : undefined;
      return only && source.top('include') === undefined && source.top('task')?.scalar !== undefined
        ? [{ ...removedField(source, only), within: { start: 0, end: source.text.length } }]
        : [];
    },
  },
];

/** A field once more at the end, with another value. */
function twice(source: TaskSource, field: Field): Mutation[] {
  if (field.style === undefined || field.tag?.startsWith('!') || source.text.includes('\n...')) return [];
  const end = source.text.endsWith('\n') ? '' : '\n';
  const other = `${field.key}: ${/^\d+$/.test(field.scalar ?? '') ? '7' : 'another'}\n`;
  return [
    {
      changes: [{ start: source.text.length, end: source.text.length, text: end + other }],
      at: source.text.length,
      within: { start: source.text.length, end: source.text.length },
      also: [field.at],
    },
  ];
}

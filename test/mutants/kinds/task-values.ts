import type { Kind, Mutation, Slip } from '../mutation.js';
import type { Field, TaskSource } from '../task-source.js';
import { replacedValue } from './task-keys.js';

function valueKind(
  id: string,
  where: (source: TaskSource) => readonly (Field | undefined)[],
  change: (field: Field, slip: Slip, source: TaskSource) => string | undefined,
): Kind<TaskSource> {
  return {
    id: `value/${id}`,
    sites: (source, slip) =>
      where(source).flatMap((field) => {
        const text = field && change(field, slip, source);
        return field && text !== undefined ? [replacedValue(field, text)] : [];
      }),
  };
}

const slip = ({ scalar, tag }: Field, make: Slip): string | undefined =>
  scalar !== undefined && /^\w{3,}$/.test(scalar) && !tag?.startsWith('!') ? make(scalar) : undefined;

/** Fields that are a function of a module beside the task. */
const functions = (source: TaskSource): readonly Field[] =>
  source.fields.filter(({ tag, scalar }) => tag === '!function' && scalar?.includes('.'));

const valueKinds: readonly Kind<TaskSource>[] = [
  valueKind('slip of output_type', (source) => [source.top('output_type')], slip),
  valueKind('slip of a metric', (source) => source.below('metric_list', 'metric').filter(({ path }) => path.length === 3), slip),
  valueKind('slip of an aggregation', (source) => source.below('metric_list', 'aggregation'), slip),
  valueKind('slip of a filter', (source) => source.below('filter_list', 'function'), slip),
  valueKind('slip of a sampler', (source) => source.below('fewshot_config', 'sampler'), slip),
  valueKind('slip of a metric of a group', (source) => source.below('aggregate_metric_list', 'metric'), slip),
  valueKind(
    'a regex that is broken',
    (source) => source.below('filter_list', 'regex_pattern'),
    (field, _slip, source) => {
      const text = source.textOf(field.valueAt);
      const at = text.lastIndexOf(')');
      return at > 0 && !text.includes('\n') ? text.slice(0, at) + text.slice(at + 1) : undefined;
    },
  ),
  valueKind(
    'num_fewshot: five',
    (source) => [source.top('num_fewshot')],
    ({ scalar }) => ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'][Number(scalar)],
  ),
  valueKind(
    "num_fewshot: '5'",
    (source) => [source.top('num_fewshot')],
    ({ scalar }) => (scalar === undefined ? undefined : `"${scalar}"`),
  ),
  valueKind(
    "temperature: '0'",
    (source) => source.below('generation_kwargs', 'temperature'),
    ({ scalar }) => (scalar === undefined ? undefined : `"${scalar}"`),
  ),
  valueKind(
    "max_gen_toks: '32'",
    (source) => source.below('generation_kwargs', 'max_gen_toks'),
    ({ scalar }) => (scalar === undefined ? undefined : `"${scalar}"`),
  ),
  valueKind(
    "do_sample: 'false'",
    (source) => source.below('generation_kwargs', 'do_sample'),
    ({ scalar, style }) => (style === 'PLAIN' ? `"${scalar!}"` : undefined),
  ),
  valueKind("until with '\\n' in single quotes", untilStrings, ({ scalar }) =>
    scalar?.includes('\n') ? `'${scalar.replaceAll('\n', '\\n')}'` : undefined,
  ),
  valueKind(
    'slip in the path of an include',
    (source) => [source.top('include')],
    ({ scalar }, make) => (scalar === undefined ? undefined : scalar.replace(/\w{4,}(?=(_yaml|\.ya?ml)?$)/, (name) => make(name))),
  ),
  valueKind(
    'top_p: 95',
    (source) => source.below('generation_kwargs', 'top_p'),
    () => '95',
  ),
  valueKind(
    'temperature: -1',
    (source) => source.below('generation_kwargs', 'temperature'),
    () => '-1',
  ),
  valueKind(
    "group_select: '-1'",
    (source) => source.below('filter_list', 'group_select'),
    ({ scalar }) => (scalar === undefined ? undefined : `"${scalar}"`),
  ),
  valueKind(
    'regex_pattern without quotes of YAML: a list',
    (source) => source.below('filter_list', 'regex_pattern'),
    (field, _slip, source) => (source.textOf(field.valueAt).includes('\n') ? undefined : `[${source.textOf(field.valueAt)}]`),
  ),
  valueKind(
    'metric_list is a mapping',
    (source) => [source.top('metric_list')].filter((field) => field?.items?.length === 1),
    (field, _slip, source) => (/^- /.test(source.textOf(field.valueAt)) ? source.textOf(field.valueAt).replace(/^- /, '  ') : undefined),
  ),
];

/** The texts at which a generation stops, where they are a list. */
function untilStrings(source: TaskSource): readonly Field[] {
  return source.below('generation_kwargs', 'until').flatMap((field) => {
    if (field.scalar !== undefined) return [field];
    return (field.items ?? []).flatMap((item) => {
      const text = source.textOf(item);
      return /^"[^"]*\\n[^"]*"$/.test(text) && !text.includes("'")
        ? [{ ...field, valueAt: item, at: item, scalar: JSON.parse(text) as string }]
        : [];
    });
  });
}

/** Where a tag is written, with what is behind it. */
function tagged(source: TaskSource): { readonly field: Field; readonly tagAt: number; readonly path: string; readonly pathAt: number }[] {
  return functions(source).flatMap((field) => {
    const match = /^(.*?)!function(\s+)([\w.]+)/s.exec(source.text.slice(field.keyAt.end));
    if (!match) return [];
    const tagAt = field.keyAt.end + match[1]!.length;
    return [{ field, tagAt, path: match[3]!, pathAt: tagAt + '!function'.length + match[2]!.length }];
  });
}

function change(field: Field, start: number, end: number, text: string): Mutation {
  return { changes: [{ start, end, text }], at: start, within: field.at };
}

const functionKinds: readonly Kind<TaskSource>[] = [
  {
    id: 'function/without !function',
    sites: (source) => tagged(source).map(({ field, tagAt, pathAt }) => change(field, tagAt, pathAt, '')),
  },
  {
    id: 'function/slip of the tag',
    sites: (source) => tagged(source).map(({ field, tagAt }) => change(field, tagAt, tagAt + '!function'.length, '!fuction')),
  },
  {
    id: 'function/slip of the module',
    sites: (source, make) =>
      tagged(source).map(({ field, path, pathAt }) => {
        const module = path.slice(0, path.lastIndexOf('.'));
        return change(field, pathAt, pathAt + module.length, make(module));
      }),
  },
  {
    id: 'function/slip of the name',
    sites: (source, make) =>
      tagged(source).map(({ field, path, pathAt }) => {
        const at = path.lastIndexOf('.') + 1;
        return change(field, pathAt + at, pathAt + path.length, make(path.slice(at)));
      }),
  },
  {
    id: 'function/in quotes',
    sites: (source) =>
      tagged(source).map(({ field, tagAt, path, pathAt }) => change(field, tagAt, pathAt + path.length, `"!function ${path}"`)),
  },
];

const groupKinds: readonly Kind<TaskSource>[] = [
  {
    id: 'group/slip of a member',
    sites: (source, make) => {
      const task = source.top('task');
      return (task?.items ?? []).flatMap((item) =>
        /^[\w-]{4,}$/.test(source.textOf(item)) ? [change(task!, item.start, item.end, make(source.textOf(item)))] : [],
      );
    },
  },
];

const syntaxKinds: readonly Kind<TaskSource>[] = [
  {
    id: 'syntax/a tab for blanks',
    sites: (source) => lines(source, /^( {2,})\S/).map(({ start, match }) => line(start, start + match[1]!.length, '\t')),
  },
  {
    id: 'syntax/a blank too many in front of a key',
    sites: (source) =>
      source.fields
        .filter(({ path, keyAt }) => path.length === 1 && keyAt.start > 0 && source.text.charAt(keyAt.start - 1) === '\n')
        .map(({ keyAt }) => line(keyAt.start, keyAt.start, ' ')),
  },
  {
    id: 'syntax/a colon without a blank',
    sites: (source) =>
      source.fields
        .filter(
          ({ path, keyAt, style, scalar }) =>
            path[0] !== 'metadata' && style === 'PLAIN' && scalar !== 'null' && source.text.slice(keyAt.end, keyAt.end + 2) === ': ',
        )
        .map(({ keyAt }) => line(keyAt.end, keyAt.end + 2, ':')),
  },
  {
    id: 'syntax/a quote missing',
    sites: (source) =>
      source.fields
        .filter(({ style }) => style === 'QUOTE_DOUBLE' || style === 'QUOTE_SINGLE')
        .map(({ valueAt }) => line(valueAt.end - 1, valueAt.end, '', valueAt.start)),
  },
  {
    id: 'syntax/a bracket missing',
    sites: (source) =>
      source.fields
        .filter(({ items, valueAt }) => items && source.text.charAt(valueAt.end - 1) === ']')
        .map(({ valueAt }) => line(valueAt.end - 1, valueAt.end, '', valueAt.start)),
  },
  {
    id: 'syntax/quotes missing around a colon',
    sites: (source) =>
      source.fields.flatMap(({ style, scalar, valueAt }) =>
        style === 'QUOTE_DOUBLE' && scalar !== undefined && /^\w[^\n"\\]*: /.test(scalar) ? [line(valueAt.start, valueAt.end, scalar)] : [],
      ),
  },
];

function lines({ text }: TaskSource, pattern: RegExp): { readonly start: number; readonly match: RegExpExecArray }[] {
  let start = 0;
  return text.split('\n').flatMap((one) => {
    const at = start;
    start += one.length + 1;
    const match = pattern.exec(one);
    return match ? [{ start: at, match }] : [];
  });
}

function line(start: number, end: number, text: string, at = start): Mutation {
  return { changes: [{ start, end, text }], at, within: { start: at, end } };
}

export const taskValueKinds: readonly Kind<TaskSource>[] = [...valueKinds, ...functionKinds, ...groupKinds, ...syntaxKinds];

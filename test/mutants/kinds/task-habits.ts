import type { Kind, Mutation } from '../mutation.js';
import type { Field, TaskSource } from '../task-source.js';
import { replacedValue } from './task-keys.js';

/** What hands do that know YAML, Jinja or another program's tasks only in part. */

const templates = ['doc_to_text', 'doc_to_target', 'doc_to_choice'] as const;

function text(source: TaskSource, name: string): Field | undefined {
  const field = source.top(name);
  return field?.scalar !== undefined && !field.tag?.startsWith('!') ? field : undefined;
}

/** A change of what matches within a template that is text. */
function inTemplates(id: string, pattern: RegExp, change: (match: RegExpMatchArray) => string | undefined): Kind<TaskSource> {
  return {
    id: `jinja/${id}`,
    sites: (source) =>
      templates.flatMap((name) => {
        const field = text(source, name);
        if (!field) return [];
        return [...source.textOf(field.valueAt).matchAll(pattern)].flatMap((match) => {
          const made = change(match);
          const start = field.valueAt.start + match.index;
          return made === undefined || made === match[0] ? [] : [replacedValue(field, made, { start, end: start + match[0].length })];
        });
      }),
  };
}

function fieldKind(
  id: string,
  where: (source: TaskSource) => readonly (Field | undefined)[],
  change: (field: Field, source: TaskSource) => string | undefined,
): Kind<TaskSource> {
  return {
    id: `habit/${id}`,
    sites: (source) =>
      where(source).flatMap((field) => {
        const made = field && change(field, source);
        return field && made !== undefined ? [replacedValue(field, made)] : [];
      }),
  };
}

const scalarOf = ({ scalar }: Field): string | undefined => scalar;

/** Where a tag is written, with the path behind it. */
function functionPaths(source: TaskSource): readonly { readonly field: Field; readonly path: string; readonly at: number }[] {
  return source.fields
    .filter(({ tag, scalar }) => tag === '!function' && scalar?.includes('.'))
    .flatMap((field) => {
      const match = /^.*?!function\s+(?=([\w.]+))/s.exec(source.text.slice(field.keyAt.end));
      return match ? [{ field, path: match[1]!, at: field.keyAt.end + match[0].length }] : [];
    });
}

function functionKind(id: string, change: (path: string) => string): Kind<TaskSource> {
  return {
    id: `function/${id}`,
    sites: (source) =>
      functionPaths(source).map(({ field, path, at }): Mutation => ({
        changes: [{ start: at, end: at + path.length, text: change(path) }],
        at,
        within: field.at,
      })),
  };
}

const jinjaKinds: readonly Kind<TaskSource>[] = [
  inTemplates('endfor missing', /\{%-?\s*endfor\s*-?%\}/g, () => ''),
  inTemplates('one equals sign', /(?<=\{%-?\s*(?:el)?if [^%]*?)==/g, () => '='),
  inTemplates('&& for and', /(?<=\{[%{][^%}]*?) and (?=[^%}]*[%}]\})/g, () => ' && '),
  inTemplates('else if', /\{%(-?)\s*elif\b/g, (match) => `{%${match[1]!} else if`),
  inTemplates('slip of loop.index', /\bloop\.index0?\b/g, () => 'loop.idx'),
  inTemplates('a bracket of an index missing', /(?<=\{\{[^{}]*)\[(\d+|'\w+'|\w+)\]/g, (match) => match[0].slice(0, -1)),
  inTemplates('a quote within missing', /(?<=\{\{[^{}]*)'(\w+)'(?=[^{}]*\}\})/g, (match) => match[0].slice(0, -1)),
  inTemplates('quotes of an index missing', /(?<=\{\{\s*\w+\[)'(\w+)'(?=\])/g, (match) => match[1]),
  inTemplates(
    '?: for if else',
    /\{\{([^{}]+?) if ([^{}]+?) else ([^{}]+?)\}\}/g,
    (match) => `{{${match[2]!} ? ${match[1]!} : ${match[3]!}}}`,
  ),
  inTemplates('three braces', /\{\{\s*(\w+)\s*\}\}/g, (match) => `{${match[0]}}`),
  inTemplates('blanks between the braces', /\{\{\s*(\w+)\s*\}\}/g, (match) => `{ {${match[1]!}} }`),
  inTemplates('doc. in front of a column', /\{\{\s*(\w+)\s*\}\}/g, (match) => `{{doc.${match[1]!}}}`),
  {
    id: 'jinja/quotes of YAML missing',
    sites: (source) =>
      templates.flatMap((name) => {
        const field = text(source, name);
        return field && /^QUOTE/.test(field.style ?? '') && /^\{\{/.test(field.scalar!) && !field.scalar!.includes('\n')
          ? [{ ...replacedValue(field, field.scalar!), within: { start: field.at.start, end: source.text.length } }]
          : [];
      }),
  },
  {
    id: 'jinja/choices without quotes',
    sites: (source) => {
      const field = source.top('doc_to_choice');
      const names = field?.scalar === undefined ? undefined : /^\{\{\s*\[(.*)\]\s*\}\}$/.exec(field.scalar)?.[1];
      return field && names !== undefined && /^\s*(?:(['"])\w+\1\s*,?\s*)+$/.test(names)
        ? [replacedValue(field, `"{{[${names.replaceAll(/['"]/g, '')}]}}"`)]
        : [];
    },
  },
];

const shapeKinds: readonly Kind<TaskSource>[] = [
  fieldKind(
    'metric_list of names',
    (source) => [source.top('metric_list')],
    (_field, source) => {
      const [metric] = source.below('metric_list', 'metric');
      return metric?.scalar === undefined ? undefined : `[${metric.scalar}]`;
    },
  ),
  fieldKind(
    'filter_list is a mapping',
    (source) => [source.top('filter_list')].filter((field) => field?.items?.length === 1),
    (field, source) => (/^- /.test(source.textOf(field.valueAt)) ? source.textOf(field.valueAt).replace(/^- /, '  ') : undefined),
  ),
  fieldKind(
    'filter is a mapping',
    (source) => source.below('filter_list', 'filter').filter(({ items }) => items?.length === 1),
    (field, source) => (/^- /.test(source.textOf(field.valueAt)) ? source.textOf(field.valueAt).replace(/^- /, '  ') : undefined),
  ),
  {
    id: 'habit/no name of a filter',
    sites: (source) =>
      source.below('filter_list', 'name').flatMap((field) => {
        const next = source.fields.find(({ path }) => path.slice(0, 2).join() === field.path.slice(0, 2).join() && path[2] === 'filter');
        return next && next.at.start > field.at.end && field.path.length === 3
          ? [{ changes: [{ start: field.at.start, end: next.at.start, text: '' }], at: field.at.start, within: field.around }]
          : [];
      }),
  },
  fieldKind(
    'generation_kwargs is a list',
    (source) => [source.top('generation_kwargs')],
    (field, source) => {
      const [first] = source.below('generation_kwargs');
      return first && !source.textOf(field.valueAt).startsWith('{') ? `- ${source.textOf(field.valueAt)}` : undefined;
    },
  ),
  fieldKind(
    'dataset_kwargs is a text',
    (source) => [source.top('dataset_kwargs')],
    () => 'trust_remote_code',
  ),
  fieldKind(
    "higher_is_better: 'false'",
    (source) => source.below('metric_list', 'higher_is_better'),
    () => '"false"',
  ),
  fieldKind(
    'output_type of older releases',
    (source) => [source.top('output_type')],
    (field) => (field.scalar === 'generate_until' ? 'greedy_until' : undefined),
  ),
  fieldKind(
    'output_type of another program',
    (source) => [source.top('output_type')],
    (field) => (field.scalar === 'multiple_choice' ? 'multi_choice' : 'generation'),
  ),
  fieldKind(
    'acc for a generation',
    (source) => (source.top('output_type')?.scalar === 'generate_until' ? source.below('metric_list', 'metric') : []),
    (field) => (field.scalar === 'exact_match' ? 'acc' : undefined),
  ),
  fieldKind(
    'accuracy for acc',
    (source) => (source.top('output_type')?.scalar === 'multiple_choice' ? source.below('metric_list', 'metric') : []),
    (field) => (field.scalar === 'acc' ? 'accuracy' : undefined),
  ),
  fieldKind(
    'choices yes and no without quotes',
    (source) => [source.top('doc_to_choice')],
    (field, source) => {
      const written = source.textOf(field.valueAt);
      return field.items && /['"](?:yes|no|true|false|on|off)['"]/i.test(written) ? written.replaceAll(/['"]/g, '') : undefined;
    },
  ),
  fieldKind(
    'include of a task by name',
    (source) => [source.top('include')],
    (field) => scalarOf(field)?.replace(/\.ya?ml$|_yaml$/, ''),
  ),
  {
    id: 'habit/group for tag',
    sites: (source) => {
      const tag = source.top('tag');
      return tag ? [{ changes: [{ ...tag.keyAt, text: 'group' }], at: tag.keyAt.start, within: tag.at }] : [];
    },
  },
  {
    id: 'habit/split named as a file',
    sites: (source) => {
      const files = source.below('dataset_kwargs').filter(({ path }) => path[1] === 'data_files' && path.length === 3);
      return ['test_split', 'validation_split'].flatMap((name) => {
        const split = source.top(name);
        return split && files.some(({ key }) => key === split.scalar) ? [replacedValue(split, `${split.scalar!}s`)] : [];
      });
    },
  },
  {
    id: 'habit/no task name',
    sites: (source) => {
      const task = source.top('task');
      const line = task && source.text.indexOf('\n', task.at.end) + 1;
      return task?.scalar !== undefined && line
        ? [{ changes: [{ start: task.at.start, end: line, text: '' }], at: task.at.start, within: { start: 0, end: source.text.length } }]
        : [];
    },
  },
];

const functionKinds: readonly Kind<TaskSource>[] = [
  functionKind('called', (path) => `${path}()`),
  functionKind('a colon for the dot', (path) => path.replace(/\.(?=\w+$)/, ':')),
  functionKind('.py in the path', (path) => path.replace(/\.(?=\w+$)/, '.py.')),
  functionKind('the module alone', (path) => path.replace(/\.\w+$/, '')),
  functionKind('the function alone', (path) => path.replace(/^.*\./, '')),
];

export const taskHabitKinds: readonly Kind<TaskSource>[] = [...jinjaKinds, ...shapeKinds, ...functionKinds];

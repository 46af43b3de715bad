import type { Kind, Mutation, Slip } from '../mutation.js';
import type { Field, TaskSource } from '../task-source.js';
import { replacedValue } from './task-keys.js';

const names = ['doc_to_text', 'doc_to_target', 'doc_to_choice'] as const;

/** A template that is text, not a function. */
function template(source: TaskSource, name: string): Field | undefined {
  const field = source.top(name);
  return field?.scalar !== undefined && !field.tag?.startsWith('!') ? field : undefined;
}

/** Changes at each match of a pattern within the value as it is written. */
function atMatches(source: TaskSource, field: Field, pattern: RegExp, change: (match: RegExpMatchArray) => string | undefined): Mutation[] {
  return [...source.textOf(field.valueAt).matchAll(pattern)].flatMap((match) => {
    const text = change(match);
    const start = field.valueAt.start + match.index!;
    return text === undefined || text === match[0] ? [] : [{ ...replacedValue(field, text, { start, end: start + match[0].length }) }];
  });
}

function templateKind(
  id: string,
  pattern: RegExp,
  change: (match: RegExpMatchArray, slip: Slip) => string | undefined,
  wanted: readonly string[] = names,
): Kind<TaskSource> {
  return {
    id: `template/${id}`,
    sites: (source, slip) =>
      wanted.flatMap((name) => {
        const field = template(source, name);
        return field ? atMatches(source, field, pattern, (match) => change(match, slip)) : [];
      }),
  };
}

const column = /\{\{\s*([A-Za-z_]\w{3,})\s*(?=[}.|[])/g;
const slipped = (match: RegExpMatchArray, slip: Slip): string => match[0].replace(match[1]!, slip(match[1]!));

export const taskTemplateKinds: readonly Kind<TaskSource>[] = [
  ...names.map((name) => templateKind(`slip of a column in ${name}`, column, slipped, [name])),
  {
    id: 'template/slip of a bare column',
    sites: (source, slip) =>
      (['doc_to_target', 'doc_to_choice', 'doc_to_text'] as const).flatMap((name) => {
        const field = template(source, name);
        return field?.style === 'PLAIN' && /^[A-Za-z_]\w{3,}$/.test(field.scalar!) ? [replacedValue(field, slip(field.scalar!))] : [];
      }),
  },
  templateKind('other case of a column', column, (match) =>
    match[0].replace(match[1]!, match[1]!.charAt(0).toUpperCase() + match[1]!.slice(1)),
  ),
  templateKind('a column that nobody gives', column, (match) => match[0].replace(match[1]!, 'instruction_text')),
  templateKind('single braces', /\{\{\s*\w+\s*\}\}/g, (match) => match[0].slice(1, -1)),
  templateKind('a brace missing behind', /\{\{[^{}]+\}\}/g, (match) => match[0].slice(0, -1)),
  templateKind('both braces missing behind', /\{\{[^{}]+\}\}/g, (match) => match[0].slice(0, -2)),
  templateKind('slip of a filter', /\|\s*(\w{4,})/g, slipped),
  templateKind('slip of a method', /\.(strip|lower|upper|split|replace|index|format|join|rstrip|lstrip)\(/g, slipped),
  templateKind('a bracket of a call missing', /\.(strip|lower|index|split)\(([^()]*)\)/g, (match) => match[0].slice(0, -1)),
  templateKind('endif missing', /\{%-?\s*endif\s*-?%\}/g, () => ''),
  templateKind('percent missing', /\{%/g, () => '{'),
  {
    id: 'template/\\n in single quotes',
    sites: (source) =>
      names.flatMap((name) => {
        const field = template(source, name);
        const text = field ? source.textOf(field.valueAt) : '';
        return field?.style === 'QUOTE_DOUBLE' && text.includes('\\n') && !text.includes("'")
          ? [replacedValue(field, `'${text.slice(1, -1)}'`)]
          : [];
      }),
  },
  {
    id: 'template/choices as text',
    sites: (source) => {
      const field = source.top('doc_to_choice');
      const items = field?.items?.map((item) => source.textOf(item).replace(/^['"]|['"]$/g, '')) ?? [];
      return field && items.length > 1 ? [replacedValue(field, `"${items.join(', ')}"`)] : [];
    },
  },
];

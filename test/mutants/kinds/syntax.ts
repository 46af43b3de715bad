import type { PythonSource } from '../python-source.js';
import type { Kind, Mutation, Range } from '../mutation.js';
import { replaced } from '../edits.js';
import { plainText } from './roles.js';

/** Faults of plain Python. What is responsible is the line, or the statement where it is only a part. */
export const syntaxKinds: readonly Kind<PythonSource>[] = [
  {
    id: 'syntax/a closing bracket missing',
    sites: (source) => brackets(source).map((at) => cut(source, { start: at.end - 1, end: at.end })),
  },
  { id: 'syntax/a closing bracket too many', sites: (source) => brackets(source).map(({ end }) => put(source, end, ')')) },
  {
    id: 'syntax/a comma missing',
    sites: (source) =>
      source.literals.flatMap(({ entries }) =>
        entries.slice(0, -1).flatMap((entry, i) => {
          const between = source.text.slice(entry.at.end, entries[i + 1]!.at.start);
          return between.startsWith(',') ? [cut(source, { start: entry.at.end, end: entry.at.end + 1 })] : [];
        }),
      ),
  },
  {
    id: 'syntax/a quote missing',
    sites: (source) =>
      source.literals.flatMap((literal) =>
        literal.entries.flatMap((entry) => {
          const text = plainText(source, entry);
          return text ? [cut(source, { start: text.end, end: text.end + 1 })] : [];
        }),
      ),
  },
  {
    id: 'syntax/a full-width comma',
    sites: (source) =>
      source.literals.flatMap(({ entries }) =>
        entries
          .slice(0, -1)
          .flatMap(({ at }) => (source.text.charAt(at.end) === ',' ? [{ ...cut(source, { start: at.end, end: at.end + 1 }, '，') }] : [])),
      ),
  },
  {
    id: 'syntax/a colon for an equals sign',
    sites: (source) =>
      source.literals.flatMap((literal) =>
        literal.entries.flatMap((entry) => {
          const sign = source.text.slice(entry.keyAt.end, entry.value.start);
          return sign === '=' ? [replaced(literal, { start: entry.keyAt.end, end: entry.value.start }, ': ')] : [];
        }),
      ),
  },
  {
    id: 'syntax/a key twice',
    sites: (source) =>
      source.literals.flatMap((literal) =>
        literal.entries.flatMap((entry) =>
          source.text.charAt(entry.keyAt.end) === '=' && source.text.charAt(entry.at.end) === ','
            ? [{ ...put(source, entry.at.end + 1, ` ${source.textOf(entry.at)},`), within: literal.at }]
            : [],
        ),
      ),
  },
  {
    id: 'name/undefined',
    sites: (source, slip) =>
      source.literals.flatMap((literal) =>
        literal.entries.flatMap(({ key, value }) =>
          value.type === 'Name' && /_cfg$|_template$|path$/.test(key) ? [replaced(literal, value, slip(value.name))] : [],
        ),
      ),
  },
];

function brackets(source: PythonSource): readonly Range[] {
  return source.literals.filter(({ at }) => source.text.charAt(at.end - 1) === ')').map(({ at }) => at);
}

function cut(source: PythonSource, range: Range, text = ''): Mutation {
  return { changes: [{ ...range, text }], at: range.start, within: statementOf(source, range.start) };
}

function put(source: PythonSource, at: number, text: string): Mutation {
  return { changes: [{ start: at, end: at, text }], at: at - 1, within: statementOf(source, at) };
}

function statementOf(source: PythonSource, offset: number): Range {
  return source.module.body.find(({ start, end }) => start <= offset && offset <= end) ?? { start: offset, end: offset };
}

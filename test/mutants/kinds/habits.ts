import { replaced } from '../edits.js';
import type { ImportFrom } from '../../../server/src/engine/python/syntax/tree/ast.js';
import type { Kind, Mutation, Range } from '../mutation.js';
import { entryOf, type PythonSource } from '../python-source.js';
import { promptStrings } from './containers.js';
import { plainText } from './roles.js';

/** What hands do that are used to other languages, or that copy from a page. */

function baseImports(source: PythonSource): readonly ImportFrom[] {
  return source.module.body.flatMap((statement) =>
    statement.type === 'With' ? statement.body.flatMap((inner) => (inner.type === 'ImportFrom' ? [inner] : [])) : [],
  );
}

/** A change in the path of a base. */
function pathKind(id: string, change: (path: string) => string | undefined): Kind<PythonSource> {
  return {
    id: `base/${id}`,
    sites: (source) =>
      baseImports(source).flatMap((statement) => {
        const range = { start: source.text.indexOf('from', statement.start) + 'from '.length, end: statement.moduleRange.end };
        const text = change(source.textOf(range));
        return text === undefined ? [] : [{ ...replaced({ at: statement }, range, text), within: statement }];
      }),
  };
}

/** A change at the value of each entry with this key. */
function flags(source: PythonSource, value: 'True' | 'False' | 'None', text: string): Mutation[] {
  return source.literals.flatMap((literal) =>
    literal.entries.flatMap((entry) => (source.textOf(entry.value) === value ? [replaced(literal, entry.value, text)] : [])),
  );
}

const column = /(?<!\{)\{([A-Za-z_]\w*)\}(?!\})/;

export const habitKinds: readonly Kind<PythonSource>[] = [
  pathKind('a dot too many', (path) => (path.startsWith('.') ? `.${path}` : undefined)),
  pathKind('a dot too few', (path) => (path.startsWith('.') ? path.slice(1) : undefined)),
  pathKind('.py behind the path', (path) => `${path}.py`),
  pathKind('slashes in the path', (path) => (/\w\.\w/.test(path) ? path.replaceAll(/(?<=\w)\.(?=\w)/g, '/') : undefined)),
  pathKind('a folder of the path left out', (path) => (/\w\.\w+\.\w/.test(path) ? path.replace(/(\w)\.\w+(?=\.\w+$)/, '$1') : undefined)),
  { id: 'habit/true of JSON', sites: (source) => [...flags(source, 'True', 'true'), ...flags(source, 'False', 'false')] },
  { id: 'habit/null of JSON', sites: (source) => flags(source, 'None', 'null') },
  {
    id: 'habit/two equals signs',
    sites: (source) =>
      source.literals.flatMap((literal) =>
        literal.entries.flatMap((entry) => {
          const range = { start: entry.keyAt.end, end: entry.value.start };
          return source.textOf(range) === '=' ? [replaced(literal, range, '==')] : [];
        }),
      ),
  },
  {
    id: 'habit/quotes of a word processor',
    sites: (source) =>
      source.literals.flatMap((literal) =>
        literal.entries.flatMap((entry) => {
          const text = plainText(source, entry);
          return text ? [replaced(literal, { start: text.start - 1, end: text.end + 1 }, `‘${source.textOf(text)}’`)] : [];
        }),
      ),
  },
  {
    id: 'habit/a full-width bracket',
    sites: (source) =>
      source.literals.flatMap((literal) =>
        source.text.startsWith('dict(', literal.at.start)
          ? [replaced(literal, { start: literal.at.start + 4, end: literal.at.start + 5 }, '（')]
          : [],
      ),
  },
  {
    id: 'habit/an f-string',
    sites: (source) =>
      promptStrings(source).flatMap(({ literal, value }) => {
        const text = source.textOf(value);
        return /^['"]/.test(text) && column.test(text) && !/\{\{|\{[^}\w]|\\/.test(text)
          ? [replaced(literal, { start: value.start, end: value.start }, 'f')]
          : [];
      }),
  },
  {
    id: 'habit/\\\\n in a prompt',
    sites: (source) =>
      promptStrings(source).flatMap(({ literal, value }) => {
        const at = source.textOf(value).indexOf('\\n');
        const start = value.start + at;
        return /^['"]/.test(source.textOf(value)) && at > 0 && source.text.charAt(start - 1) !== '\\'
          ? [replaced(literal, { start, end: start }, '\\')]
          : [];
      }),
  },
  {
    id: 'habit/a raw prompt',
    sites: (source) =>
      promptStrings(source).flatMap(({ literal, value }) =>
        /^['"].*(?<!\\)\\n/s.test(source.textOf(value)) ? [replaced(literal, { start: value.start, end: value.start }, 'r')] : [],
      ),
  },
  {
    id: 'habit/format called on a prompt',
    sites: (source) =>
      promptStrings(source).flatMap(({ literal, value }) =>
        column.test(source.textOf(value)) && /^\s*,/.test(source.text.slice(value.end))
          ? [replaced(literal, value, `${source.textOf(value)}.format()`)]
          : [],
      ),
  },
  {
    id: 'habit/the output column for an input column',
    sites: (source) => outputForInput(source),
  },
  {
    id: 'habit/a range without brackets',
    sites: (source) =>
      ['test_range', 'train_range'].flatMap((key) =>
        source.entries(key, 'reader_cfg').flatMap(({ literal, entry }) => {
          const text = plainText(source, entry);
          const range = text ? source.textOf(text) : '';
          return text && /^\[.*\]$/.test(range) ? [replaced(literal, text, range.slice(1, -1))] : [];
        }),
      ),
  },
  {
    id: 'habit/batch_size=0',
    sites: (source) =>
      source.literals.flatMap((literal) => {
        const entry = entryOf(literal, 'batch_size');
        return entry && /^\d+$/.test(source.textOf(entry.value)) ? [replaced(literal, entry.value, '0')] : [];
      }),
  },
  {
    id: 'habit/max_out_len=-1',
    sites: (source) =>
      source.literals.flatMap((literal) => {
        const entry = entryOf(literal, 'max_out_len');
        return entry && /^\d+$/.test(source.textOf(entry.value)) ? [replaced(literal, entry.value, '-1')] : [];
      }),
  },
];

/** The gold where the question belongs, in the one file that asks for it once. */
function outputForInput(source: PythonSource): Mutation[] {
  const output = source.entries('output_column', 'reader_cfg');
  const [only] = output;
  const text = output.length === 1 ? plainText(source, only!.entry) : undefined;
  if (!text || /LMEvaluator|judge|BOT/i.test(source.text)) return [];
  const name = source.textOf(text);
  return promptStrings(source).flatMap(({ literal, value }) => {
    const match = column.exec(source.textOf(value));
    if (!match || match[1] === name) return [];
    const start = value.start + match.index + 1;
    const range: Range = { start, end: start + match[1]!.length };
    return [replaced(literal, range, name)];
  });
}

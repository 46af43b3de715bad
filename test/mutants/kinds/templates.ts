import { entryOf, type Literal, type PythonSource } from '../python-source.js';
import { removed, replaced } from '../edits.js';
import type { Kind, Mutation, Range, Slip } from '../mutation.js';
import { walk, type Node } from '../../../server/src/engine/python/syntax/tree/walk.js';
import { plainText } from './roles.js';

/** A placeholder as it is written: `{question}`, or `{{question}}` in an f-string. */
interface Placeholder {
  readonly name: string;
  /** The name alone. */
  readonly at: Range;
  /** With its braces. */
  readonly whole: Range;
  readonly formatted: boolean;
  readonly template: Literal;
}

/** The columns that are named in a file, by any reader_cfg of it. */
function columns(source: PythonSource): ReadonlySet<string> {
  const found = source
    .entries('input_columns', 'reader_cfg')
    .flatMap(({ entry }) => (entry.value.type === 'List' ? entry.value.elements : [entry.value]));
  return new Set(found.flatMap((column) => (column.type === 'String' ? [column.traced.text] : [])));
}

/** Placeholders of input columns in prompt templates, which a run fills. */
function placeholders(source: PythonSource): readonly Placeholder[] {
  const known = columns(source);
  return templates(source).flatMap((template) => {
    const entry = entryOf(template, 'template');
    return entry ? stringsIn(entry.value).flatMap((string) => inString(source, string, known, template)) : [];
  });
}

/** The templates that a framework fills by `{column}`. Those with classes of their own may do otherwise. */
function templates(source: PythonSource): readonly Literal[] {
  if (/LMEvaluator|judge/i.test(source.text)) return [];
  return source.named('prompt_template').filter((template) => source.typeOf(template) === 'PromptTemplate');
}

interface WrittenString extends Range {
  readonly formatted: boolean;
}

function stringsIn(value: Node): WrittenString[] {
  const found: WrittenString[] = [];
  walk([value], (node) => {
    if (node.type === 'String' || node.type === 'FString')
      found.push({ start: node.start, end: node.end, formatted: node.type === 'FString' });
    return node.type !== 'FString';
  });
  return found;
}

function inString(
  source: PythonSource,
  { start, end, formatted }: WrittenString,
  known: ReadonlySet<string>,
  template: Literal,
): Placeholder[] {
  const pattern = formatted ? /(?<!\{)\{\{(\w+)\}\}(?!\})/g : /(?<!\{)\{(\w+)\}(?!\})/g;
  return [...source.text.slice(start, end).matchAll(pattern)].flatMap((match) => {
    const name = match[1]!;
    const from = start + match.index;
    const nameAt = from + match[0].indexOf(name);
    const whole = { start: from, end: from + match[0].length };
    return known.has(name) ? [{ name, at: { start: nameAt, end: nameAt + name.length }, whole, formatted, template }] : [];
  });
}

function placeholderKind(
  id: string,
  change: (one: Placeholder, slip: Slip, known: ReadonlySet<string>) => { readonly range: Range; readonly text: string } | undefined,
): Kind<PythonSource> {
  return {
    id: `placeholder/${id}`,
    sites: (source, slip) => {
      const known = columns(source);
      return placeholders(source).flatMap((one) => {
        const made = change(one, slip, known);
        return made ? [replaced(one.template, made.range, made.text)] : [];
      });
    },
  };
}

const otherCase = (name: string): string =>
  name === name.toLowerCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name.toLowerCase();

const placeholderKinds: readonly Kind<PythonSource>[] = [
  placeholderKind('other case', ({ name, at }) => ({ range: at, text: otherCase(name) })),
  placeholderKind('slip', ({ name, at }, slip, known) => {
    const text = name.length < 4 ? name : slip(name);
    return known.has(text) ? undefined : { range: at, text };
  }),
  placeholderKind('one letter behind it', ({ name, at }, _slip, known) =>
    known.has(name + 's') ? undefined : { range: at, text: name + 's' },
  ),
  placeholderKind('double braces', ({ name, whole, formatted }) => ({ range: whole, text: formatted ? `{{{{${name}}}}}` : `{{${name}}}` })),
  placeholderKind('a column that nobody gives', ({ at }) => ({ range: at, text: 'instruction_text' })),
  placeholderKind('dollar for braces', ({ name, whole }) => ({ range: whole, text: `$${name}` })),
  placeholderKind('a blank within the braces', ({ name, at }) => ({ range: at, text: ` ${name} ` })),
  placeholderKind('a brace missing', ({ whole, formatted }) => ({
    range: { start: whole.end - (formatted ? 2 : 1), end: whole.end },
    text: '',
  })),
];

function readerSites(source: PythonSource, make: (literal: Literal) => Mutation | undefined): Mutation[] {
  return source.named('reader_cfg').flatMap((literal) => {
    const made = make(literal);
    return made ? [made] : [];
  });
}

const readerKinds: readonly Kind<PythonSource>[] = [
  {
    id: 'reader/a comma within a column',
    sites: (source) =>
      readerSites(source, (literal) => {
        const value = entryOf(literal, 'input_columns')?.value;
        const [first, second] = value?.type === 'List' ? value.elements : [];
        if (first?.type !== 'String' || second?.type !== 'String' || source.text.slice(first.start, second.end).includes('\n'))
          return undefined;
        return replaced(literal, { start: first.start, end: second.end }, `'${first.traced.text}, ${second.traced.text}'`);
      }),
  },
  {
    id: 'reader/slip of output_column',
    sites: (source, slip) =>
      readerSites(source, (literal) => {
        const column = plainText(source, entryOf(literal, 'output_column'));
        return column && replaced(literal, column, slip(source.textOf(column)));
      }),
  },
  {
    id: 'reader/output_column missing',
    sites: (source) =>
      readerSites(source, (literal) => {
        const entry = entryOf(literal, 'output_column');
        return entry && removed(source, literal, entry);
      }),
  },
  {
    id: 'reader/examples from the test split',
    sites: (source) =>
      fewShot(source).length > 0
        ? readerSites(source, (literal) => {
            const split = plainText(source, entryOf(literal, 'train_split'));
            const test = plainText(source, entryOf(literal, 'test_split'));
            const other = test ? source.textOf(test) : 'test';
            return split && source.textOf(split) !== other ? replaced(literal, split, other) : undefined;
          })
        : [],
  },
];

const iceKinds: readonly Kind<PythonSource>[] = [
  { id: 'ice/token missing in the template', sites: (source) => fewShot(source).flatMap((inferCfg) => tokenSites(source, inferCfg, '')) },
  {
    id: 'ice/ice_token missing',
    sites: (source) =>
      fewShot(source).flatMap((inferCfg) =>
        source
          .named('prompt_template', 'ice_template')
          .filter(({ parent }) => parent === inferCfg)
          .flatMap((template) => {
            const entry = entryOf(template, 'ice_token');
            return entry ? [{ ...removed(source, template, entry), within: inferCfg.at }] : [];
          }),
      ),
  },
  {
    id: 'ice/ice_template missing',
    sites: (source) =>
      fewShot(source).flatMap((inferCfg) => {
        const entry = entryOf(inferCfg, 'ice_template');
        return entry && entryOf(inferCfg, 'prompt_template') ? [removed(source, inferCfg, entry)] : [];
      }),
  },
  {
    id: 'ice/slip of the token in the template',
    sites: (source) => fewShot(source).flatMap((inferCfg) => tokenSites(source, inferCfg, '<E>')),
  },
];

/** Other text in place of the token where it is not defined but used. */
function tokenSites(source: PythonSource, inferCfg: Literal, text: string): Mutation[] {
  const within = source.textOf(inferCfg.at);
  return [...within.matchAll(/(?<!ice_token\s*=\s*['"])<\/E>/g)].map(({ index }) => {
    const start = inferCfg.at.start + index;
    return replaced(inferCfg, { start, end: start + 4 }, text);
  });
}

/** What is inferred with examples. */
function fewShot(source: PythonSource): readonly Literal[] {
  return source.named('infer_cfg').filter((inferCfg) => {
    const retriever = entryOf(inferCfg, 'retriever');
    return (
      entryOf(inferCfg, 'ice_template') !== undefined &&
      retriever !== undefined &&
      /FixK|Topk|Random|BM25/.test(source.textOf(retriever.value))
    );
  });
}

const labelKinds: readonly Kind<PythonSource>[] = [
  {
    id: 'labels/with GenInferencer',
    sites: (source) => (hasLabels(source) ? inferencers(source, 'PPLInferencer', 'GenInferencer') : []),
  },
  {
    id: 'labels/none with PPLInferencer',
    sites: (source) =>
      hasLabels(source) || /LMEvaluator|Judge/.test(source.text) ? [] : inferencers(source, 'GenInferencer', 'PPLInferencer'),
  },
];

function hasLabels(source: PythonSource): boolean {
  return source.named('template').some(({ comprehension, entries, parent }) => {
    const labels = comprehension || (entries.length > 0 && !entries.some(({ key }) => /^(round|begin|end)$/.test(key)));
    return labels && parent !== undefined && /prompt_template$/.test(parent.name);
  });
}

/** Another inferencer, everywhere in the file, as its import has it. */
function inferencers(source: PythonSource, from: string, to: string): Mutation[] {
  const uses = [...source.text.matchAll(new RegExp(`\\b${from}\\b`, 'g'))].map(({ index }) => ({
    start: index,
    end: index + from.length,
    text: to,
  }));
  const [inferCfg] = source.named('infer_cfg');
  const used = inferCfg && uses.find(({ start }) => start > inferCfg.at.start && start < inferCfg.at.end);
  return used && !new RegExp(`\\b${to}\\b`).test(source.text) ? [{ changes: uses, at: used.start, within: inferCfg.at }] : [];
}

export const templateKinds: readonly Kind<PythonSource>[] = [...placeholderKinds, ...readerKinds, ...iceKinds, ...labelKinds];

import { usualRoles } from '../../../config/usual-roles.js';
import { nameMarkdown } from '../../../checks/field-markdown.js';
import { metaRoles, readMetaTemplate } from '../../../config/meta-template.js';
import { readReaderCfg } from '../../../config/reader-cfg.js';
import { ownersByBracket } from '../../../cursor/keys-around.js';
import { insideText, typedSpan } from '../../../cursor/typed.js';
import { openCompassFields } from '../config/schemas.js';
import type { DatasetConfig } from '../../../config/config.js';
import { textArguments, type ClassReader } from '../classes/class-facts.js';
import type { Completion, TypingPlace } from '../../face/editor.js';
import { say } from '../../../core/say.js';

/** A config of everything has some thousand datasets. */
const mostAbbrs = 1_000;

/** Roles where one is named, abbrs, and columns behind an open brace within a string. */
export function configValues(place: TypingPlace, reader: ClassReader): Completion[] | undefined {
  return roles(place) ?? columns(place, reader) ?? abbrs(place);
}

function roles({ document, read, offset, before }: TypingPlace): Completion[] | undefined {
  const typed = /["']?\b(?:fallback_)?role["']?\s*[:=]\s*["']?(\w*)$/.exec(before);
  if (!typed || (document.language !== 'yaml' && !/["']\w*$/.test(before))) return undefined;
  const models = read?.config.models ?? [];
  const defined = models.flatMap((model) => {
    const meta = readMetaTemplate(model.metaTemplate);
    return meta ? metaRoles(meta).flatMap(({ name }) => name ?? []) : [];
  });
  return [...new Set(defined.length > 0 ? defined : usualRoles)].map((name) => {
    const doc = openCompassFields.role(name);
    return {
      label: name,
      kind: 'role',
      detail: 'role',
      markdown: doc ? nameMarkdown(doc) : '',
      span: typedSpan(document, offset, typed[1]!),
      newText: name,
    };
  });
}

/** Where a dataset or model is named by its `abbr`: in a combination of datasets and models, in what a summarizer shows and gathers. */
function abbrs({ document, read, offset, before }: TypingPlace): Completion[] | undefined {
  const typed = /["']([\w./-]*)$/.exec(before);
  if (!typed || !read || document.language === 'yaml') return undefined;
  const owners = ownersByBracket(document.text, offset - typed[0].length);
  const combined = owners.includes('model_dataset_combinations') && /\babbr["']?\s*[:=]\s*["'][^"']*$/.test(before);
  const shown = owners[0] === 'dataset_abbrs' || owners[0] === 'subsets';
  if (!combined && !shown) return undefined;
  const named = combined && owners[0] === 'models' ? read.config.models : read.config.datasets;
  const span = typedSpan(document, offset, typed[1]!);
  return [...new Set(named.map(({ abbr }) => abbr))]
    .slice(0, mostAbbrs)
    .map((label) => ({ label, kind: 'value', detail: 'abbr', markdown: '', span, newText: label }));
}

/** What stands before the cursor where a column is named: behind an open brace within a string, or as one of the columns of a reader_cfg. */
function columnTyped({ document, before }: TypingPlace): { readonly typed: string; readonly braces: boolean } | undefined {
  const brace = /(?<!\{)\{(\w*)$/.exec(before);
  if (brace) return insideText(document, before.slice(0, brace.index)) ? { typed: brace[1]!, braces: true } : undefined;
  const named = /\b(?:input_columns|output_column)["']?\s*[:=]\s*\[?(?:\s*["'][^"']*["']\s*,)*\s*["'](\w*)$/.exec(before);
  return named ? { typed: named[1]!, braces: false } : undefined;
}

/** The columns that the datasets of the document declare, and those that the source of their classes tells of. */
function columns(place: TypingPlace, reader: ClassReader): Completion[] | undefined {
  const { document, read, offset } = place;
  const at = columnTyped(place);
  if (!at) return undefined;
  const names = (read?.config.datasets ?? []).flatMap((dataset) => {
    const declared = readReaderCfg(dataset.readerCfg);
    return [...declared.inputColumns, ...(declared.outputColumn ? [declared.outputColumn.text] : []), ...loaded(read, dataset, reader)];
  });
  const closed = document.text[offset] === '}' || !at.braces;
  // What is being written is a column of the reader already.
  const others = at.braces ? names : names.filter((name) => name !== at.typed);
  return [...new Set(others)].map((name) => ({
    label: name,
    kind: 'column',
    detail: say`column`,
    markdown: '',
    span: typedSpan(document, offset, at.typed),
    newText: closed ? name : `${name}}`,
  }));
}

function loaded(read: TypingPlace['read'], { value }: DatasetConfig, reader: ClassReader): readonly string[] {
  const facts = read && reader.facts('dataset', value.get('type'), read.config.evaluation.file, read.surroundings.classes);
  const columns = facts?.columns?.(textArguments(value));
  return columns ? [...columns.columns, ...columns.some] : [];
}

import type { DatasetConfig } from '../../../../config/config.js';
import { cover, type FileId, type Span } from '../../../../core/span.js';
import type { StrValue } from '../../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../../face/rule.js';
import { assumedLanguage } from '../../../../core/language.js';
import { lex } from '../../../../python/syntax/tokens/lex.js';
import type { Token } from '../../../../python/syntax/tokens/token.js';
import { oneEdit } from '../../../../checks/support/fixes.js';
import { writesNothing } from '../../../../checks/support/places.js';
import { distinctDatasets, isWrittenIn } from '../../../../checks/support/look-alikes.js';
import { dataColumnsOf } from '../../columns/data-columns.js';
import { FillingReader, type Filling } from '../../columns/filling.js';
import { filledTexts } from '../../columns/filled-texts.js';
import { bracedTexts, faultsInTexts, placeholderFaults, type PlaceholderFault } from '../../columns/placeholder-faults.js';
import { datasetFacts, hasTaskOfItsOwn } from './class-keys.js';
import { judgedTemplates, type JudgedTemplate } from './judged-placeholders.js';
import { sourceOfJudge } from './judge-source.js';
import { unknownToJudge } from './unknown-to-judge.js';
import { unseenAnswer } from './unseen-answer.js';
import { dialectOf } from '../../render/family.js';
import { say } from '../../../../core/say.js';

/** A fault of a dataset's templates, and the dataset. */
export interface DatasetFault {
  readonly dataset: DatasetConfig;
  readonly fault: PlaceholderFault;
}

const known = new WeakMap<CheckContext['config'], readonly DatasetFault[]>();

/** What is wrong with the placeholders of the datasets that this document writes. Found once for all rules that ask. */
export function datasetFaults(context: CheckContext): readonly DatasetFault[] {
  let found = known.get(context.config);
  if (!found) known.set(context.config, (found = hasTaskOfItsOwn(context) ? [] : findFaults(context)));
  return found;
}

function findFaults(context: CheckContext): readonly DatasetFault[] {
  const reader = new FillingReader((dataset) => dataColumnsOf(context, dataset));
  const own = datasetsToCheck(context).flatMap((dataset) =>
    placeholderFaults(dataset, datasetFacts(context, dataset), reader).map((fault) => ({ dataset, fault })),
  );
  return [...own, ...judgedToCheck(context).flatMap((judge) => judgeFaults(context, judge, reader))];
}

/** The datasets of which something is written in the document, each kind once: those of bases are left to the check of the base. */
export function datasetsToCheck(context: CheckContext): readonly DatasetConfig[] {
  return context.everywhere ? context.config.datasets : distinctDatasets(context);
}

/** The templates of judges of which something is written in the document. */
export function judgedToCheck(context: CheckContext): readonly JudgedTemplate[] {
  if (writesNothing(context)) return [];
  const all = judgedTemplates(context);
  return context.everywhere ? all : all.filter(({ judged }) => isWrittenIn(context.file, judged));
}

/** A judge is given the columns of the rows, as far as they are known, and those of the answers. */
function judgeFaults(context: CheckContext, { judged, rowsOf }: JudgedTemplate, reader: FillingReader): readonly DatasetFault[] {
  const own = reader.fillingOf(judged, undefined, () => true);
  const rows = rowsOf && reader.fillingOf(rowsOf, datasetFacts(context, rowsOf), () => true);
  const ofRows = [...new Set([...own.columns, ...(rows ? [...rows.declared, ...rows.given] : [])])];
  const judgedColumns = [...dialectOf(context.framework).judgedColumns, ...columnsOfJudge(context, judged)];
  const columns = [...new Set([...ofRows, ...judgedColumns])];
  const declared = [...new Set(own.declared)];
  // What is given for sure goes before what a reader_cfg names.
  const given = [...judgedColumns, ...(rows?.given ?? [])];
  const filling: Filling = { ...own, declared, known: 'at least', columns, given, className: undefined, inputs: [] };
  const texts = bracedTexts(filledTexts(judged.inferCfg));
  const faults = faultsInTexts(texts, filling, []);
  const unseen = unseenAnswer(texts, { ...filling, columns: ofRows }, faults, judgedColumns[0]!);
  const strangers = unknownToJudge(texts, filling, rows, rowsOf, [...faults, ...unseen]);
  return [...faults, ...unseen, ...strangers].map((fault) => ({ dataset: judged, fault }));
}

/** What the class of a judge's rows adds to them: AISBench 3.1.0 `datasets/aa_lcr.py`, `_modify_dataset_item`. */
function columnsOfJudge(context: CheckContext, judged: DatasetConfig): readonly string[] {
  return [...sourceOfJudge(context, judged).matchAll(/\bdataset_item\[['"](\w+)['"]\]\s*=(?!=)/g)].map(([, name]) => name!);
}

/** A finding at a place in a text; where that is written in another document, at the dataset that uses it. */
export function findingAt(
  { file }: Pick<CheckContext, 'file'>,
  dataset: DatasetConfig,
  place: Span,
  finding: Omit<Finding, 'span'>,
): Finding {
  if (place.file === file) return { ...finding, span: place };
  const span = useIn(file, dataset);
  return { ...finding, span: span ?? place, related: [{ span: place, message: say`it is written here` }, ...(finding.related ?? [])] };
}

function useIn(file: FileId, { value, inferCfg }: DatasetConfig): Span | undefined {
  const entry = value.entry('infer_cfg');
  const templates = inferCfg?.kind === 'dict' ? [inferCfg.entry('prompt_template'), inferCfg.entry('ice_template')] : [];
  const spans = [
    ...templates.flatMap((template) => template?.valueSpan ?? []),
    ...(entry ? [entry.valueSpan, entry.keySpan] : []),
    value.span,
  ];
  return spans.find((span) => span.file === file);
}

/** Where a part of a text is written; the whole text where that is not known. */
export function placeIn({ traced, span }: StrValue, start: number, end: number): Span {
  return writtenAt(traced.slice(start, end).pieces) ?? span;
}

function writtenAt(pieces: StrValue['traced']['pieces']): Span | undefined {
  let place: Span | undefined;
  for (const { origin } of pieces) {
    if (origin.kind !== 'source') return undefined;
    // A name that a loop puts in is written before the text: between the two stands what has nothing to do with it.
    if (place && (place.file !== origin.span.file || origin.span.start < place.start)) return undefined;
    place = place ? cover(place, origin.span) : origin.span;
  }
  return place;
}

/** A fix that writes something else in the place of a part of a text; none where that part does not stand in a document as it is. */
export function rewriteFix(
  { text }: Pick<CheckContext, 'text'>,
  value: StrValue,
  start: number,
  end: number,
  newText: string,
  title: string,
): Fix[] {
  const part = value.traced.slice(start, end);
  const span = writtenAt(part.pieces);
  if (!span) return [];
  const source = text(span.file);
  const written = source.slice(span.start, span.end);
  if (!isInFormatted(source, span)) return written === part.text && isExact(part) ? oneEdit(title, false, { span, newText }) : [];
  // Braces of an f-string that are meant as such are doubled.
  return written === inFormatted(part.text) || written === part.text ? oneEdit(title, false, { span, newText: inFormatted(newText) }) : [];
}

function isExact({ pieces }: StrValue['traced']): boolean {
  return pieces.every(({ origin }) => origin.kind === 'source' && origin.exact);
}

function inFormatted(text: string): string {
  return text.replaceAll('{', '{{').replaceAll('}', '}}');
}

function isInFormatted(source: string, { file, start, end }: Span): boolean {
  if (assumedLanguage(file) !== 'python') return false;
  const tokens: Token[] = [];
  lex(source, tokens);
  const literal = tokens.find((token) => token.kind === 'string' && token.start <= start && end <= token.end);
  return literal !== undefined && /^[a-z]*f/i.test(source.slice(literal.start, literal.end));
}

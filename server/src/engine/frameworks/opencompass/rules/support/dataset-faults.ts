import type { DatasetConfig } from '../../../../config/config.js';
import { cover, type FileId, type Span } from '../../../../core/span.js';
import type { StrValue } from '../../../../core/value.js';
import type { CheckContext, Finding, Fix } from '../../../face/rule.js';
import { oneEdit } from '../../../../checks/support/fixes.js';
import { FillingReader } from '../../columns/filling.js';
import { placeholderFaults, type PlaceholderFault } from '../../columns/placeholder-faults.js';
import { datasetFacts, hasTaskOfItsOwn } from './class-keys.js';
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
  const reader = new FillingReader();
  return datasetsToCheck(context).flatMap((dataset) =>
    placeholderFaults(dataset, datasetFacts(context, dataset), reader).map((fault) => ({ dataset, fault })),
  );
}

/** The datasets of which something is written in the document: those of bases are left to the check of the base. */
export function datasetsToCheck({ config, file, everywhere }: CheckContext): readonly DatasetConfig[] {
  if (everywhere) return config.datasets;
  return config.datasets.filter(({ value, inferCfg, readerCfg }) => [value, inferCfg, readerCfg].some((part) => part?.span.file === file));
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
    if (origin.kind !== 'source' || (place && place.file !== origin.span.file)) return undefined;
    place = place ? cover(place, origin.span) : origin.span;
  }
  return place;
}

/** A fix that writes something else in the place of a part of a text; none where that part does not stand in a document character by character. */
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
  if (!span || part.pieces.some(({ origin }) => origin.kind !== 'source' || !origin.exact)) return [];
  return oneEdit(title, false, text(span.file).slice(span.start, span.end) === part.text ? { span, newText } : undefined);
}

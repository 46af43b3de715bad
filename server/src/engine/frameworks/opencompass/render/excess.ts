import { dialogueSections, templateTexts, templateVariants } from '../../../config/dialogue.js';
import { itemsOf } from '../../../config/sequence.js';
import type { Span } from '../../../core/span.js';
import { DictValue, type Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';

/** What a prompt is made of, before anything is made of it. */
export interface Ingredients {
  readonly promptTemplate: Value | undefined;
  readonly iceTemplate: Value | undefined;
  readonly readerCfg: Value | undefined;
  readonly metas: readonly (Value | undefined)[];
}

/** Most parts of each kind, far beyond any that somebody writes: all that is done with a prompt takes time by their number. */
const most = { turns: 5_000, braces: 20_000, columns: 2_000, roles: 2_000 } as const;

/** Why a prompt is not rendered that would have very many parts; undefined for any other. Counts, and makes nothing. */
export function excessOf({
  promptTemplate,
  iceTemplate,
  readerCfg,
  metas,
}: Ingredients): { readonly unknown: string; readonly span: Span } | undefined {
  const templates = [promptTemplate, iceTemplate].map((config) => (config?.kind === 'dict' ? config.get('template') : undefined));
  const columns = readerCfg?.kind === 'dict' ? readerCfg.get('input_columns') : undefined;
  if (columns?.kind === 'list' && columns.items.length > most.columns)
    return { unknown: say`A prompt of more than ${String(most.columns)} input columns is not rendered.`, span: columns.span };
  for (const meta of metas)
    if (meta && rolesOf(meta) > most.roles)
      return { unknown: say`A meta template of more than ${String(most.roles)} roles is not rendered.`, span: meta.span };
  return tooManyTurns(templates) ?? tooManyBraces(templates);
}

function rolesOf(meta: Value): number {
  if (meta.kind !== 'dict') return lengthOf(meta);
  return ['begin', 'round', 'end', 'reserved_roles'].reduce((sum, section) => sum + lengthOf(meta.get(section)), 0);
}

function lengthOf(list: Value | undefined): number {
  return list ? (itemsOf(list)?.length ?? 0) : 0;
}

function tooManyTurns(templates: readonly (Value | undefined)[]): ReturnType<typeof excessOf> {
  let turns = 0;
  for (const template of templates)
    for (const { value } of templateVariants(template)) {
      if (value instanceof DictValue) for (const section of dialogueSections) turns += lengthOf(value.get(section));
      if (turns > most.turns)
        return { unknown: say`A prompt whose templates have more than ${String(most.turns)} turns is not rendered.`, span: value.span };
    }
  return undefined;
}

function tooManyBraces(templates: readonly (Value | undefined)[]): ReturnType<typeof excessOf> {
  let braces = 0;
  for (const template of templates)
    for (const { text, span } of templateTexts(template)) {
      for (let at = text.indexOf('{'); at >= 0 && braces <= most.braces; at = text.indexOf('{', at + 1)) braces++;
      if (braces > most.braces)
        return { unknown: say`A prompt whose templates have more than ${String(most.braces)} placeholders is not rendered.`, span };
    }
  return undefined;
}

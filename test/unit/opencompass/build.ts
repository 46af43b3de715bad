import type { RenderCase } from '../../../server/src/engine/frameworks/opencompass/render/render-case.js';
import { renderCase } from './render-case.js';
import type { InferencerMode } from '../../../server/src/engine/frameworks/opencompass/infer/inferencer.js';
import type { ParserKind } from '../../../server/src/engine/classes/parser-kind.js';
import { jsonToValue } from '../../../server/src/engine/json/json-values.js';
import type { Value } from '../../../server/src/engine/core/value.js';
import { dict, items, plain, type Json } from './case.js';

const testFile = '/ws/test.json';

/** Plain data as a value, with spans into its JSON text. */
export function value(data: Json): Value {
  return jsonToValue(JSON.stringify(data), testFile);
}

export interface SmallCase {
  readonly prompt?: Json;
  readonly ice?: Json;
  readonly ids?: readonly number[];
  readonly mode?: InferencerMode;
  readonly labels?: Json;
  readonly outputColumn?: Json;
  readonly test?: Json;
  readonly train?: readonly Json[];
  readonly kind?: ParserKind;
  readonly meta?: Json;
  readonly token?: string;
}

/** A case with a question `q` and an answer `a`; three train rows; everything else as the test says. */
export function request(small: SmallCase): RenderCase {
  const template = (data: Json | undefined): Value | undefined =>
    data === undefined ? undefined : value({ type: 'PromptTemplate', ...(data as object) } as Json);
  return {
    promptTemplate: template(small.prompt),
    iceTemplate: template(small.ice),
    readerCfg: value({ input_columns: ['q'], output_column: small.outputColumn === undefined ? 'a' : small.outputColumn }),
    retriever: value(small.ids ? { type: 'FixKRetriever', fix_id_list: small.ids } : { type: 'ZeroRetriever' }),
    inferencer: {
      mode: small.mode ?? 'gen',
      labels: small.labels === undefined ? undefined : value(small.labels),
      genFieldReplaceToken: value(small.token ?? ''),
    },
    train: items(value(small.train ?? [0, 1, 2].map((i) => ({ q: `Q${String(i)}`, a: `A${String(i)}` })))).map(dict),
    test: dict(value(small.test ?? { q: 'QT', a: 'AT' })),
    metas: [{ kind: small.kind ?? 'lm', meta: small.meta === undefined ? undefined : value(small.meta) }],
  };
}

/** The raw prompts of a case, or `<error> @<stage>`. */
export function raws(small: SmallCase): Json {
  const result = renderCase(request(small));
  if ('error' in result) return `${result.error} @${result.stage}`;
  if ('unknown' in result) return `unknown: ${result.unknown}`;
  return result.prompts.map((prompt) => {
    if ('raw' in prompt) return plain(prompt.raw);
    return 'error' in prompt ? `${prompt.error} @${prompt.stage}` : `unknown: ${prompt.unknown}`;
  });
}

/** The only prompt of a case before the parser. */
export function raw(small: SmallCase): Json {
  const all = raws(small);
  return Array.isArray(all) ? (all[0] as Json) : all;
}

/** What the parser makes of the case's (first) prompt, or `<error> @<stage>`. */
export function parsed(small: SmallCase): Json {
  const result = renderCase(request(small));
  if (!('prompts' in result)) return 'error' in result ? `${result.error} @${result.stage}` : `unknown: ${result.unknown}`;
  const prompt = result.prompts[0]!;
  if (!('raw' in prompt)) return 'no prompt';
  const first = prompt.parsed[0]!;
  if ('value' in first) return plain(first.value);
  return 'error' in first ? `${first.error} @${first.stage}` : `unknown: ${first.unknown}`;
}

/** A dialogue of turns in its round. */
export function dialogue(...turns: Json[]): { round: Json } {
  return { round: turns };
}

export function turn(role: string, prompt: string, more: object = {}): Json {
  return { role, prompt, ...more } as Json;
}

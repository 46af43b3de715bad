import { describe, expect, it } from 'vitest';
import { aisBenchDialectOf } from '../../../server/src/engine/frameworks/aisbench/aisbench-dialect.js';
import { openCompassDialectOf } from '../../../server/src/engine/frameworks/opencompass/opencompass-dialect.js';
import type { Dialect } from '../../../server/src/engine/frameworks/opencompass/render/dialect.js';
import { PyError } from '../../../server/src/engine/core/errors.js';
import { openCompassReleases } from '../../../server/src/engine/frameworks/opencompass/releases/open-compass-release.js';
import { caseOf } from '../../../server/src/engine/frameworks/opencompass/render/case-of.js';
import { doubtsOf, notesOf } from '../../../server/src/engine/frameworks/opencompass/render/notes.js';
import { inferencerModeOf } from '../../../server/src/engine/frameworks/opencompass/render/inferencer-of.js';
import { retrieve } from '../../../server/src/engine/frameworks/opencompass/retrieve/retriever.js';
import { renderCase } from '../../../server/src/engine/frameworks/opencompass/render/render-case.js';
import { jsonToValue } from '../../../server/src/engine/json/json-values.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import type { DictValue, Value } from '../../../server/src/engine/core/value.js';

function value(json: unknown): Value {
  return jsonToValue(JSON.stringify(json), '/ws/case.json');
}

const round = [
  { role: 'HUMAN', api_role: 'HUMAN' },
  { role: 'BOT', api_role: 'BOT', generate: true },
];

/** What a dialect makes of a template and a row against one meta template. */
function made(dialect: Dialect, template: unknown, row: unknown, meta: unknown, mode: 'gen' | 'multi_turn' = 'gen'): string {
  const result = renderCase(
    {
      promptTemplate: value(template),
      iceTemplate: undefined,
      readerCfg: value({ input_columns: ['question'], output_column: 'answer' }),
      retriever: value({ type: 'ZeroRetriever' }),
      inferencer: { mode, labels: undefined, genFieldReplaceToken: undefined, advKey: undefined, inferMode: undefined },
      train: [],
      test: value(row) as DictValue,
      metas: [{ kind: 'api', meta: value(meta) }],
    },
    dialect,
  );
  if ('error' in result) return `${result.stage}: ${result.error}`;
  if ('unknown' in result) return result.unknown;
  const [prompt] = result.prompts;
  if (!prompt || !('parsed' in prompt)) return JSON.stringify(prompt);
  const [parsed] = prompt.parsed;
  if (!parsed || !('value' in parsed)) return parsed && 'error' in parsed ? `${parsed.stage}: ${parsed.error}` : 'unknown';
  return toGolden(parsed.value).json;
}

const row = { question: 'one?', answer: 'yes' };
const turns = {
  type: 'PromptTemplate',
  template: {
    round: [
      { role: 'HUMAN', prompt: '{question}' },
      { role: 'BOT', prompt: '{answer}' },
    ],
  },
};

describe('OpenCompass as of a release', () => {
  it('puts the begin of a meta template in front from 0.3.3 on', () => {
    const meta = { begin: 'B', round };
    expect(made(openCompassDialectOf('0.3.2'), turns, row, meta)).not.toContain('"B"');
    expect(made(openCompassDialectOf('0.3.3'), turns, row, meta)).toMatch(/^\["B"/);
  });

  it('knows plain messages from 0.5.3 on', () => {
    const list = [{ role: 'system', content: 'S' }];
    expect(made(openCompassDialectOf('0.5.2'), turns, row, list)).toBe(
      "meta: AssertionError: round is required in meta template, currently is [{'role': 'system', 'content': 'S'}]",
    );
    const raw = { type: 'RawPromptTemplate', messages: [{ role: 'user', content: '{question}' }] };
    expect(made(openCompassDialectOf('0.5.2'), raw, row, list)).toContain('template: KeyError');
    expect(made(openCompassDialectOf('0.5.3'), raw, row, list)).toContain('one?');
    expect(openCompassDialectOf(undefined)).toBe(openCompassDialectOf('0.5.4'));
  });

  it('asks turn by turn from 0.5.4 on; before, multiround is an argument that nobody reads', () => {
    const told = (release: string | undefined, type: string): string[] => {
      const infer = caseOf(value({ inferencer: { type, multiround: true } }));
      const dialect = openCompassDialectOf(release);
      return [
        ...doubtsOf(infer, 'gen', undefined, undefined, dialect).map(({ message }) => message),
        ...notesOf(infer, 'gen', {}, undefined, undefined, dialect),
      ];
    };
    const asks = (type: string): string =>
      `${type} asks turn by turn (multiround): each empty answer is filled before the next turn is sent.`;
    const without = ['multiround has no effect: this release of OpenCompass does not read it, and the prompt is sent once, as it is.'];
    expect(told('0.5.3', 'GenInferencer')).toEqual(without);
    expect(told('0.2.6', 'GenInferencer')).toEqual(without);
    expect(told('0.5.4', 'GenInferencer')).toEqual([asks('GenInferencer'), asks('GenInferencer')]);
    expect(told(undefined, 'ParallelGenInferencer')).toEqual([asks('ParallelGenInferencer'), asks('ParallelGenInferencer')]);
    // Its own way of asking never looks at it.
    expect(told(undefined, 'SCInferencer')).toEqual([]);
  });

  it('turn by turn asks for messages of the role assistant without content: of any other prompt nothing is sent', () => {
    const told = (raw: unknown, release?: string): string[] =>
      doubtsOf(
        caseOf(value({ inferencer: { type: 'GenInferencer', multiround: true } })),
        'gen',
        value(raw),
        undefined,
        openCompassDialectOf(release),
      ).map(({ kind }) => kind);
    const asked = { role: 'user', content: 'Q' };
    expect(told([asked, { role: 'assistant', content: '' }])).toEqual(['incomplete']);
    expect(told([asked, { role: 'assistant' }])).toEqual(['incomplete']);
    expect(told([asked, { role: 'assistant', content: 'A' }])).toEqual(['never-sent']);
    expect(
      told([
        { role: 'HUMAN', prompt: 'Q' },
        { role: 'BOT', prompt: '' },
      ]),
    ).toEqual(['never-sent']);
    expect(told('Q')).toEqual(['never-sent']);
    expect(told('Q', '0.5.3')).toEqual([]);
  });

  it('has each retriever and inferencer from its first release on', () => {
    const sliding = { type: 'opencompass.openicl.icl_retriever.SlidingWindowRetriever', k: 1 };
    const drawn = (release: string): string => {
      try {
        return retrieve(value(sliding), 2, openCompassDialectOf(release).retrievers).className;
      } catch (error) {
        return error instanceof PyError ? error.message : 'unknown';
      }
    };
    expect(drawn('0.3.1')).toBe("KeyError: 'SlidingWindowRetriever is not in the opencompass::icl_retriever registry.'");
    expect([drawn('0.3.2'), drawn('0.5.4')]).toEqual(['SlidingWindowRetriever', 'SlidingWindowRetriever']);
    const first = (type: string): string | undefined =>
      openCompassReleases.find(({ name }) => {
        const dataset = value({ infer_cfg: { inferencer: { type } } }) as DictValue;
        return !('error' in inferencerModeOf(dataset, openCompassDialectOf(name)));
      })?.name;
    expect(['GenInferencer', 'InferencePPLOnlyInferencer', 'ChatMLInferencer', 'ParallelGenInferencer'].map(first)).toEqual([
      '0.2.6',
      '0.3.0',
      '0.5.1',
      '0.5.3',
    ]);
  });
});

describe('AISBench as of a release', () => {
  const conversation = {
    type: 'MultiTurnPromptTemplate',
    template: {
      begin: [{ role: 'SYSTEM', fallback_role: 'HUMAN', prompt: 'S' }],
      round: [
        { role: 'HUMAN', prompt: '{question}' },
        { role: 'BOT', prompt: '{answer}' },
      ],
    },
  };
  const talk = { question: ['a?', 'b?'], answer: ['A', 'B'] };

  it('takes a system prompt for a part of the round until 3.0-20251210', () => {
    const old = made(aisBenchDialectOf('3.0-20251210'), conversation, talk, { round }, 'multi_turn');
    const now = made(aisBenchDialectOf('3.0-20251219'), conversation, talk, { round }, 'multi_turn');
    expect(now).toContain('b?');
    expect(old).not.toBe(now);
    expect(now).toBe(made(aisBenchDialectOf(undefined), conversation, talk, { round }, 'multi_turn'));
  });

  it('shows the first address for all images of a turn until 3.1-20260211', () => {
    const pictures = {
      type: 'MMPromptTemplate',
      template: { round: [{ role: 'HUMAN', prompt_mm: { image: { type: 'image_url', image_url: { url: 'file://{image}' } } } }] },
    };
    const two = { content: '<AIS_IMAGE_START>1.png<AIS_CONTENT_TAG><AIS_IMAGE_START>2.png', question: '', answer: '' };
    const urls = (release: string): string[] =>
      [...made(aisBenchDialectOf(release), pictures, two, { round }).matchAll(/file:\/\/(\d)/g)].map(([, n]) => n!);
    expect(urls('3.1-20260211')).toEqual(['1', '1']);
    expect(urls('3.1-20260306')).toEqual(['1', '2']);
  });
});

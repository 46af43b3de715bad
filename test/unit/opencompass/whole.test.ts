import { expect, it } from 'vitest';
import type { ModelConfig } from '../../../server/src/engine/config/config.js';
import type { Target } from '../../../server/src/engine/frameworks/face/behaviour.js';
import { openCompass } from '../../../server/src/engine/frameworks/opencompass/index.js';
import type { RenderedPrompt } from '../../../server/src/engine/prompt/rendered-prompt.js';
import { DictValue, str, textOf, type Value } from '../../../server/src/engine/core/value.js';
import { nowhere } from '../../../server/src/engine/core/span.js';
import { dict, items, readRows } from './case.js';

function dictOf(entries: Readonly<Record<string, Value | undefined>>): DictValue {
  const result = new DictValue(nowhere);
  for (const [key, value] of Object.entries(entries)) if (value && value.kind !== 'none') result.set(key, value);
  return result;
}

/** A made-up case as a pair of dataset and model, one for each of its meta templates. */
function targetsOf(row: DictValue): Target[] {
  const given = dict(row.get('inferencer'));
  const type = textOf(given.get('mode')) === 'ppl' ? 'PPLInferencer' : 'GenInferencer';
  const inferCfg = dictOf({
    prompt_template: row.get('prompt_template'),
    ice_template: row.get('ice_template'),
    retriever: row.get('retriever'),
    inferencer: dictOf({ type: str(type, nowhere), labels: given.get('labels') }),
  });
  const readerCfg = row.get('reader_cfg');
  const dataset = {
    value: dictOf({ infer_cfg: inferCfg, reader_cfg: readerCfg }),
    abbr: 'd',
    list: 'datasets',
    index: 0,
    inferCfg,
    readerCfg,
  };
  return items(row.get('metas')).map((item, index) => ({ dataset, model: modelOf(dict(item), index) }));
}

function modelOf(item: DictValue, index: number): ModelConfig {
  const isApi = textOf(item.get('kind')) === 'api';
  const className = isApi ? 'OpenAI' : 'HuggingFaceCausalLM';
  return {
    value: item,
    abbr: 'm',
    list: 'models',
    index,
    className,
    parser: isApi ? 'api' : 'lm',
    metaTemplate: item.get('meta'),
    metaTemplateFromClass: false,
  };
}

/** What is wrong with a prompt. An expectation for each of thousands would take longer than what it looks at. */
function faultOf(prompt: RenderedPrompt): string | undefined {
  const turns = prompt.stages.flatMap((stage) => stage.turns);
  if (prompt.stages.some((stage) => stage.turns.filter((turn) => turn.generates).length > 1)) return 'two turns of a stage generate';
  if (turns.some(({ text }) => text.pieces.reduce((sum, piece) => sum + piece.length, 0) !== text.length))
    return 'the pieces of a turn do not add up';
  const final = prompt.stages.find(({ id }) => id === 'meta-template');
  if (prompt.output?.kind === 'text' && final?.turns.map(({ text }) => text.text).join('') !== prompt.output.text.text)
    return 'the turns do not add up to the prompt';
  if (prompt.error) return prompt.stages.at(-1)?.error === prompt.error ? undefined : 'the last stage does not have the error';
  return prompt.output !== undefined || prompt.unknowns.length > 0 ? undefined : 'there is neither a prompt nor a reason';
}

it('whatever a config holds, its stages are whole: nothing is thrown, and the turns add up to the prompt', () => {
  let rendered = 0;
  const faults: string[] = [];
  for (const { value: row } of readRows('test/fixtures/opencompass/fuzz.jsonl.gz').filter((_, i) => i % 8 === 0)) {
    const rows = { train: items(row.get('train')).map(dict), test: dict(row.get('test')) };
    for (const target of targetsOf(row)) {
      for (const prompt of [openCompass.render(target), openCompass.render(target, { rows })]) {
        const fault = faultOf(prompt);
        if (fault !== undefined) faults.push(`${fault}: ${JSON.stringify(prompt.output)}`);
        rendered++;
      }
    }
  }
  expect(faults).toEqual([]);
  expect(rendered).toBeGreaterThan(500);
});

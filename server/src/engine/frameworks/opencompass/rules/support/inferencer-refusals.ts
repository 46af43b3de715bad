import { classNameOf } from '../../../../config/class-name.js';
import type { DatasetConfig, ModelConfig } from '../../../../config/config.js';
import { readInferCfg } from '../../../../config/infer-cfg.js';
import type { ModelAttr } from '../../../../config/model-attrs.js';
import type { Span } from '../../../../core/span.js';
import type { DictValue } from '../../../../core/value.js';
import { listed } from '../../../../checks/support/words.js';
import { say } from '../../../../core/say.js';
import type { Finding } from '../../../face/rule.js';
import type { ModelAsking } from '../../render/dialect.js';

/** A model that inferencers are given: a class of the framework's own, which the task that is run may ask. */
interface AskedModel {
  readonly model: ModelConfig;
  readonly name: string;
  readonly typeSpan: Span;
  readonly asks: ModelAttr;
  readonly asking: ModelAsking;
}

/** What comes of a model and the inferencers of the datasets that it meets. AISBench 3.1.0 `openicl/icl_inferencer/`. */
export function* refusalFindings(asked: AskedModel, datasets: readonly DatasetConfig[]): Iterable<Finding> {
  for (const [name, refusal] of refusals) {
    const concerned = datasets.filter((dataset) => ownInferencer(dataset)?.className === name);
    const found = concerned.length > 0 ? refusal(asked, abbrsOf(concerned)) : undefined;
    if (!found) continue;
    const { span } = ownInferencer(concerned[0]!)!.value;
    yield { ...found, related: [{ span, message: say`this inferencer asks it` }] };
  }
}

/** The inferencer of a dataset that is a class of the framework's own. */
export function ownInferencer({ inferCfg }: DatasetConfig): { readonly value: DictValue; readonly className: string } | undefined {
  const inferencer = readInferCfg(inferCfg)?.inferencer;
  const type = inferencer?.value.get('type');
  const isOwn = type?.kind === 'str' || (type?.kind === 'ref' && type.path.startsWith('ais_bench.'));
  const className = classNameOf(type);
  return inferencer && isOwn && className !== undefined ? { value: inferencer.value, className } : undefined;
}

export function abbrsOf(datasets: readonly DatasetConfig[]): string {
  return listed([...new Set(datasets.map(({ abbr }) => abbr))], 2);
}

type Refusal = (asked: AskedModel, datasets: string) => Finding | undefined;

const refusals: readonly (readonly [inferencer: string, refusal: Refusal])[] = [
  ['PPLInferencer', withoutPerplexity],
  ['BFCLV3FunctionCallInferencer', withoutCalls],
  ['MultiTurnGenInferencer', withoutTurns],
];

function withoutPerplexity({ model, name, typeSpan, asks, asking }: AskedModel, datasets: string): Finding | undefined {
  if (asks === 'local')
    return {
      span: typeSpan,
      message: say`PPLInferencer, which evaluates ${datasets}, asks services alone: with ${name} the task raises AttributeError. Use a config of the dataset that generates (gen).`,
    };
  if (!asking.scoring.has(name))
    return {
      span: typeSpan,
      message: say`${name} computes no perplexity, which PPLInferencer asks for in ${datasets}: the task raises AISBenchNotImplementedError [ICLI-IMPL-008]. Use a config of the dataset that generates (gen).`,
    };
  const stream = trueStream(model);
  if (stream)
    return {
      span: stream,
      message: say`PPLInferencer, which evaluates ${datasets}, does not work with stream=True: the task raises AISBenchValueError [ICLI-PARAM-007].`,
    };
  if (!asking.streaming.has(name)) return undefined;
  return {
    span: typeSpan,
    message: say`${name} always streams, and PPLInferencer, which evaluates ${datasets}, cannot read that: every request fails, and the run stops when it warms up.`,
  };
}

function withoutCalls({ model, name, typeSpan, asks, asking }: AskedModel, datasets: string): Finding | undefined {
  if (asks === 'local')
    return {
      span: typeSpan,
      message: say`BFCLV3FunctionCallInferencer, which ${datasets} uses, asks services alone: with ${name} the task raises AttributeError.`,
    };
  const stream = asking.streaming.has(name) ? typeSpan : trueStream(model);
  // This one sets `stream` to False itself.
  if (stream && name !== 'VLLMFunctionCallAPIChat')
    return {
      span: stream,
      message: say`BFCLV3FunctionCallInferencer, which ${datasets} uses, does not work with a model that streams: the task raises AISBenchNotImplementedError [ICLI-IMPL-006].`,
    };
  if (model.parser !== 'lm') return undefined;
  return {
    span: typeSpan,
    severity: 'warning',
    message: say`BFCLV3FunctionCallInferencer, which ${datasets} uses, sends messages, and ${name} hands them on where its service takes a text. Use VLLMCustomAPIChat.`,
  };
}

/** A method that does nothing stands in for the one that would ask. */
function withoutTurns({ name, typeSpan, asks }: AskedModel, datasets: string): Finding | undefined {
  if (asks !== 'local') return undefined;
  return {
    span: typeSpan,
    message: say`MultiTurnGenInferencer asks services alone: with ${name} nothing of ${datasets} is ever asked, and no error is raised.`,
  };
}

function trueStream({ value }: ModelConfig): Span | undefined {
  const stream = value.entry('stream');
  return stream?.value.kind === 'bool' && stream.value.value ? stream.valueSpan : undefined;
}

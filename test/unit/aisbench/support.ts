import { aisBenchDialect } from '../../../server/src/engine/frameworks/aisbench/aisbench-dialect.js';
import { aisBench } from '../../../server/src/engine/frameworks/aisbench/index.js';
import { caseOf } from '../../../server/src/engine/frameworks/opencompass/render/case-of.js';
import { inferencerModeOf } from '../../../server/src/engine/frameworks/opencompass/render/inferencer-of.js';
import { renderCase, type ParsedResult } from '../../../server/src/engine/frameworks/opencompass/render/render-case.js';
import type { RenderOptions } from '../../../server/src/engine/frameworks/face/behaviour.js';
import type { RenderedPrompt } from '../../../server/src/engine/prompt/rendered-prompt.js';
import { sentinelRows } from '../../../server/src/engine/rows/sentinel.js';
import { toGolden } from '../../../server/src/engine/python/runtime/value-json.js';
import type { DictValue, Value } from '../../../server/src/engine/core/value.js';
import { evaluate } from '../opencompass/python.js';

export const imports = `from ais_bench.benchmark.models import HuggingFaceBaseModel, HuggingFacewithChatTemplate, VLLMCustomAPI, VLLMCustomAPIChat, VITAGenerateAPI
from ais_bench.benchmark.openicl.icl_inferencer import BFCLV3FunctionCallInferencer, GenInferencer, MultiTurnGenInferencer, PPLInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import MMPromptTemplate, MultiTurnPromptTemplate, PromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import FixKRetriever, ZeroRetriever
`;

/** A meta template with HUMAN, BOT and, in reserve, SYSTEM; each is its own api_role. */
export const meta = `dict(
    round=[dict(role='HUMAN', begin='<H>', end='</H>', api_role='HUMAN'), dict(role='BOT', begin='<B>', end='</B>', api_role='BOT', generate=True)],
    reserved_roles=[dict(role='SYSTEM', begin='<S>', end='</S>', api_role='SYSTEM')],
)`;

function valueOf(expression: string): Value {
  return evaluate({ 'config.py': `${imports}x = ${expression}` }).value.get('x')!;
}

/** What becomes of `infer_cfg` with rows that say where they come from: a result as JSON or the exception, for each label. */
export function outcomes(
  inferCfg: string,
  parser: 'lm' | 'api',
  metaTemplate: string,
  reader = "dict(input_columns=['q'], output_column='a')",
): unknown[] {
  const dataset = valueOf(`dict(infer_cfg=${inferCfg}, reader_cfg=${reader})`) as DictValue;
  const way = inferencerModeOf(dataset, aisBenchDialect);
  if (!('mode' in way)) return ['error' in way ? way.error : way.unknown];
  const { inferencer, ...parts } = caseOf(dataset.get('infer_cfg'));
  const readerCfg = dataset.get('reader_cfg');
  const metas = [{ kind: parser, meta: valueOf(metaTemplate) }];
  const result = renderCase(
    { ...parts, inferencer: { ...inferencer, mode: way.mode }, readerCfg, ...sentinelRows(dataset.get('infer_cfg'), readerCfg), metas },
    aisBenchDialect,
  );
  if (!('prompts' in result)) return ['error' in result ? result.error : result.unknown];
  return result.prompts.map((prompt) =>
    'parsed' in prompt ? shown(prompt.parsed[0]!) : 'error' in prompt ? prompt.error : prompt.unknown,
  );
}

function shown(result: ParsedResult): unknown {
  if ('error' in result) return result.error;
  return 'unknown' in result ? result.unknown : (JSON.parse(toGolden(result.value).json) as unknown);
}

/** The first pair of a config as the preview shows it. */
export function render(config: string, options?: RenderOptions): RenderedPrompt {
  const [target] = aisBench.targets(aisBench.read(evaluate({ 'config.py': imports + config })));
  return aisBench.render(target!, options);
}

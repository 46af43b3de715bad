import type { ClassIndex, ClassSource } from '../../../classes/class-index.js';
import { hierarchyOf, methodOf } from '../../../classes/hierarchy.js';
import { readInferCfg } from '../../../config/infer-cfg.js';
import type { DatasetConfig, ModelConfig } from '../../../config/config.js';
import type { DictValue } from '../../../core/value.js';
import type { Statement } from '../../../python/syntax/tree/ast.js';
import type { FileId } from '../../../core/span.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { combinationsOf } from './support/combinations.js';
import { listed } from '../../../checks/support/words.js';
import { say } from '../../../core/say.js';

/** Places that a finding leads to. */
const mostPlaces = 20;

/** Inferencers that ask the model for the perplexity of texts, by its `get_ppl`. */
const asking: ReadonlySet<string> = new Set(['PPLInferencer', 'PPLOnlyInferencer']);

/**
 * A dataset is evaluated by perplexity with a model whose class has no way to tell it: most classes for chat models and services. OpenCompass 0.5.3
 * `openicl/icl_inferencer/icl_ppl_inferencer.py`, `models/base.py`, `models/base_api.py`. Told only where the source of the class is within reach.
 */
export const noPerplexity: ConfigRule = {
  id: 'no-perplexity',
  title: 'A model that computes no perplexity, with a dataset that asks for it',
  frameworks: ['opencompass'],
  severity: 'error',
  prevents: 'NotImplementedError: … does not support ppl-based evaluation yet, try gen-based instead',
  scope: 'pair',
  *check(context): Iterable<Finding> {
    if (context.config.models.length === 0) return;
    for (const { datasets, models } of combinationsOf(context.config)) {
      const asked = datasets.filter(asksForPerplexity);
      if (asked.length === 0) continue;
      for (const model of models) {
        const type = model.value.entry('type');
        if (!type || !lacksPerplexity(model, context)) continue;
        yield {
          span: type.valueSpan,
          message: say`The class ${model.className!} computes no perplexity, by which ${listed([...new Set(asked.map(({ abbr }) => abbr))], 2)} ${asked.length > 1 ? 'are' : 'is'} evaluated: the task raises NotImplementedError. Use a config of the dataset that generates (gen), or a class for base models.`,
          related: inferencersOf(asked).map((inferencer) => ({ span: inferencer.span, message: say`perplexity is asked for here` })),
        };
      }
    }
  },
};

/** Where the datasets ask for it, each place once. */
function inferencersOf(asked: readonly DatasetConfig[]): readonly DictValue[] {
  const inferencers = asked.flatMap(({ inferCfg }) => readInferCfg(inferCfg)?.inferencer?.value ?? []);
  const places = new Map(inferencers.map((inferencer) => [`${inferencer.span.file} ${String(inferencer.span.start)}`, inferencer]));
  return [...places.values()].slice(0, mostPlaces);
}

function asksForPerplexity({ inferCfg }: DatasetConfig): boolean {
  const inferencer = readInferCfg(inferCfg)?.inferencer;
  const type = inferencer?.value.get('type');
  if (!inferencer || !asking.has(inferencer.className ?? '')) return false;
  return type?.kind === 'str' || (type?.kind === 'ref' && type.path.startsWith('opencompass.'));
}

function lacksPerplexity({ value }: ModelConfig, { file, surroundings: { classes } }: CheckContext): boolean {
  const type = value.get('type');
  const source = type?.kind === 'ref' ? classOf(type.path, file, classes) : undefined;
  return source !== undefined && classes.remember(source, 'no perplexity', () => onlyRefuses(classes, source));
}

function classOf(path: string, file: FileId, classes: ClassIndex): ClassSource | undefined {
  const found = classes.find(path, file);
  return found.kind === 'class' ? found.source : undefined;
}

/** Whether `get_ppl` is nothing but a `raise NotImplementedError`, and is what is called: no class of the model's own stands in between. */
function onlyRefuses(classes: ClassIndex, source: ClassSource): boolean {
  const hierarchy = hierarchyOf(classes, source);
  const caller = methodOf(hierarchy, 'get_ppl_from_template');
  const method = methodOf(hierarchy, 'get_ppl');
  if (!caller || !method || caller === 'unknown' || method === 'unknown' || !caller.owner.name.startsWith('Base')) return false;
  const body = method.node.body.filter((statement) => statement.type !== 'ExpressionStatement');
  return body.length === 1 && isRefusal(body[0]!);
}

function isRefusal(statement: Statement): boolean {
  if (statement.type !== 'Raise') return false;
  const { exception } = statement;
  const name = exception?.type === 'Call' ? exception.callee : exception;
  return name?.type === 'Name' && name.name === 'NotImplementedError';
}

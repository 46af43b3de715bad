import type { DatasetConfig } from '../../../config/config.js';
import { textOf, type DictValue } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding } from '../../face/rule.js';
import { isHere } from '../../../checks/support/places.js';
import { classNameOf } from '../../../config/class-name.js';
import { dialectOf } from '../render/family.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
import { tokenizerPathFindings } from './support/tokenizer-path.js';
import { listed } from '../../../checks/support/words.js';
import { judgedRowsFindings } from './support/judged-rows.js';
import { say } from '../../../core/say.js';
import { isByPattern } from './support/pattern-postprocessors.js';
import { hasUnknownKey } from '../../../checks/support/has-unknown-key.js';

const required = 'AISBenchConfigError [TMAN-CFG-002]';

/**
 * What AISBench reads from a config without asking whether it is there. AISBench 3.1.0 `cli/config_manager.py` (`CustomConfigChecker`),
 * `cli/workers.py`.
 */
export const missingField: ConfigRule = {
  id: 'missing-field',
  title: 'A config, model or dataset lacks what AISBench needs',
  frameworks: ['aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "AISBenchConfigError [TMAN-CFG-002]: config content miss required param; KeyError: 'attr'",
  scope: 'document',
  *check(context): Iterable<Finding> {
    const { config } = context;
    for (const { value } of config.models) {
      yield* lacking(context, value, ['abbr'], say`A model`, say`AISBench stops with ${required}`);
      yield* postprocessorFindings(context, value);
      if (isService(context, value))
        yield* lacking(
          context,
          value,
          ['generation_kwargs'],
          say`A model of a service`,
          say`the task raises KeyError, even where none is wanted`,
        );
    }
    for (const dataset of config.datasets) {
      yield* lacking(context, dataset.value, ['abbr'], say`A dataset`, say`AISBench stops with ${required}`);
      yield* judgeFindings(context, dataset);
    }
    yield* attrFindings(context);
    yield* tokenizerPathFindings(context);
    yield* summarizerFindings(context);
  },
};

/** OpenCompass takes patterns of datasets here, each with a postprocessor, in one of its tasks. AISBench 3.1.0 `tasks/openicl_eval.py`. */
function* postprocessorFindings(context: CheckContext, model: DictValue): Iterable<Finding> {
  const given = model.get('pred_postprocessor');
  // Without patterns it is a part like others: missing-part.
  if (given?.kind !== 'dict' || !isByPattern(given) || hasUnknownKey(given) || hasTaskOfItsOwn(context, 'eval')) return;
  yield* lacking(
    context,
    given,
    ['type'],
    say`The pred_postprocessor of a model`,
    say`the evaluation raises KeyError, after all answers were generated`,
  );
}

/** Whether a task of AISBench asks a class of its own: what one of the user's is given is another matter. */
function isService(context: CheckContext, model: DictValue): boolean {
  const isOwn = dialectOf(context.framework).modelClass(classNameOf(model.get('type'))) !== undefined;
  return isOwn && textOf(model.get('attr')) === 'service' && !hasTaskOfItsOwn(context);
}

/** The model that judges is looked up, and so is its abbr, whichever way the evaluation goes on. */
function* judgeFindings(context: CheckContext, { value }: DatasetConfig): Iterable<Finding> {
  const judge = value.get('judge_infer_cfg');
  if (judge?.kind !== 'dict') return;
  yield* lacking(
    context,
    judge,
    ['judge_model', 'judge_dataset_type', 'judge_reader_cfg'],
    say`A judge_infer_cfg`,
    say`the second pass raises KeyError`,
  );
  const model = judge.get('judge_model');
  if (model?.kind === 'dict') yield* judgeModelFindings(context, model);
  yield* judgedRowsFindings(context, judge);
}

function* judgeModelFindings(context: CheckContext, model: DictValue): Iterable<Finding> {
  yield* lacking(context, model, ['abbr', 'attr'], say`A judge model`, say`AISBench raises KeyError when it starts`);
  if (isService(context, model))
    yield* lacking(
      context,
      model,
      ['generation_kwargs'],
      say`A judge model of a service`,
      say`the second pass raises KeyError, even where none is wanted`,
    );
}

/** Which task runs the models is told by the first one. */
function* attrFindings(context: CheckContext): Iterable<Finding> {
  const { config } = context;
  const [first] = config.models;
  if (!first || first.list !== 'models' || config.evaluation.value.get('infer')) return;
  if (config.datasets.length === 0) return yield* attrOfModels(context, first.value);
  yield* lacking(context, first.value, ['attr'], say`The first model`, say`AISBench raises KeyError: 'attr' when it starts`);
}

/** A file of models alone is run by its name, or read by a config that may be run in a way of its own. */
function* attrOfModels(context: CheckContext, first: DictValue): Iterable<Finding> {
  if (!first.entry('type') || hasUnknownKey(first)) return;
  for (const finding of lacking(
    context,
    first,
    ['attr'],
    say`The first model`,
    say`a run with --models raises KeyError: 'attr' when it starts`,
  ))
    yield { ...finding, severity: 'warning' };
}

/** Only a config with models and datasets is one that is run. */
function* summarizerFindings(context: CheckContext): Iterable<Finding> {
  const { value } = context.evaluation;
  const [models, datasets] = [value.entry('models'), value.entry('datasets')];
  if (!models || !datasets) return;
  const summarizer = value.entry('summarizer');
  const span = [datasets, models].find(({ keySpan }) => keySpan.file === context.file)?.keySpan;
  if (!summarizer && span)
    yield {
      span,
      severity: 'warning',
      message: say`A config that is run needs a summarizer, and this one has none: AISBench stops with ${required}. Add summarizer=dict(attr='accuracy').`,
    };
  if (summarizer?.value.kind === 'dict' && isHere(context, summarizer.value) && !isMeantForOlder(context))
    yield* lacking(context, summarizer.value, ['attr'], say`The summarizer`, say`AISBench stops with ${required}`);
}

/** Releases before 3.0 ask for less, and without the source nothing tells which one is meant. */
function isReleaseRead({ file, surroundings }: CheckContext): boolean {
  return surroundings.classes.hasSource('ais_bench.benchmark', file);
}

/** Models whose client is a part of its own are those of releases before 3.0, which know no `attr` of a summarizer. */
function isMeantForOlder(context: CheckContext): boolean {
  return !isReleaseRead(context) && context.config.models.some(({ value }) => value.get('custom_client')?.kind === 'dict');
}

/** A dict of this document without some keys. */
function* lacking(context: CheckContext, dict: DictValue, keys: readonly string[], what: string, consequence: string): Iterable<Finding> {
  if (!isHere(context, dict)) return;
  const missing = keys.filter((key) => !dict.get(key));
  if (missing.length === 0) return;
  yield {
    span: dict.span,
    severity: isReleaseRead(context) ? 'error' : 'warning',
    message: say`${what} needs ${listed(missing)}, and this one has none: ${consequence}.`,
  };
}

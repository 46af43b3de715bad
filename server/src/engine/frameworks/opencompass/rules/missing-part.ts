import type { Config, ConfigKind, Place } from '../../../config/config.js';
import { pushAll } from '../../../core/push-all.js';
import { itemsOf } from '../../../config/sequence.js';
import { dialogueItems } from '../../../config/dialogue.js';
import { readInferCfg } from '../../../config/infer-cfg.js';
import { original, textOf, type DictValue, type Value } from '../../../core/value.js';
import { addEntryFix, surroundFix } from '../../../checks/support/fixes.js';
import { isHere, placesToCheck } from '../../../checks/support/places.js';
import { say } from '../../../core/say.js';
import { classNameOf } from '../../../config/class-name.js';
import { metaRoles, readMetaTemplate } from '../../../config/meta-template.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { dialectOf } from '../render/family.js';
import { exceptionName, metaExceptionName } from './support/exception.js';
import { usesTemplates } from './support/inference.js';
import { missingMedia } from './support/media-parts.js';
import { otherPart } from './support/other-part.js';
import { atSlip, misspelt } from './support/misspelt.js';
import { hasTaskOfItsOwn } from './support/class-keys.js';
import { datasetsToCheck } from './support/dataset-faults.js';
import { shotsWithoutAnswer } from './support/shots-without-answer.js';
import { verdictFinding } from './support/judges-verdicts.js';
import { isByPattern } from './support/pattern-postprocessors.js';
import { verdictWordsFinding } from './support/verdict-words.js';
import { withoutReferences } from './support/without-references.js';

/** What the framework raises where a part has no class. Of templates, retrievers and inferencers the renderer tells it. */
const withoutType: Partial<Record<ConfigKind, string>> = {
  evaluator: say`the evaluation raises an exception`,
  postprocessor: say`the evaluation raises an exception`,
  model: say`building the model raises KeyError`,
  dataset: say`building the dataset of the judge raises KeyError`,
};

/**
 * A dataset, an eval_cfg, an evaluator or a turn lacks what the framework reads of it. OpenCompass 0.5.3 `tasks/openicl_eval.py`, `utils/run.py`;
 * AISBench 3.1.0 `utils/config/run.py`.
 */
export const missingPart: ConfigRule = {
  id: 'missing-part',
  title: 'A dataset, evaluation, class or turn lacks a part that is read',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "KeyError: 'type'; TypeError: argument of type 'NoneType' is not iterable; a prompt or a score that is not the dataset's own",
  scope: 'document',
  check(context): Iterable<Finding> {
    if (hasTaskOfItsOwn(context) || hasTaskOfItsOwn(context, 'eval')) return [];
    const found = [...datasetFindings(context), ...withoutReferences(context), ...missingMedia(context), ...shotsWithoutAnswer(context)];
    for (const place of placesToCheck(context))
      if (place.value.kind === 'dict' && otherPart(place) === undefined) checkPlace(found, context, place, place.value);
    // Where loading stops, a task of the user's own, for which models need no class, may not have been reached.
    const stops = context.evaluation.problems.some(({ kind }) => kind === 'raises');
    for (const { value, list } of stops ? [] : context.config.models)
      if (list === 'models' && value.span.file === context.file && !value.entry('type'))
        found.push(lacksType(context, 'model', value, 'models'));
    return found;
  },
};

/** Entries of lists: elsewhere a dict may be a draft that a loop completes. */
function* datasetFindings(context: CheckContext): Iterable<Finding> {
  const { config, framework } = context;
  const { withoutPart } = dialectOf(framework);
  // Once for all: a list may have ten thousand.
  let evaluatedHere: boolean | undefined;
  for (const { value } of datasetsToCheck(context)) {
    if (!isHere(context, value) || !isWritten(value)) continue;
    for (const [part, { severity, does }] of Object.entries(withoutPart)) {
      if (value.entry(part)) continue;
      // A dataset may be asked without being scored; not one beside others that are, or beside an eval_cfg that stands ready.
      if (part === 'eval_cfg' && !(evaluatedHere ??= isEvaluatedHere(config)) && !misspelt(value, part)) continue;
      yield { ...atSlip(context, value, part), severity, message: say`This dataset has no ${part}: ${does}.` };
    }
    const summarizer = value.get('summarizer');
    if (summarizer?.kind === 'dict' && summarizer.entries.size > 0 && !summarizer.entry('type') && isHere(context, summarizer))
      yield {
        ...atSlip(context, summarizer, 'type'),
        severity: 'warning',
        message: say`The summarizer of this dataset has no type: a summary of subjective datasets raises KeyError: 'type'.`,
      };
  }
}

/** Data alone may be a custom dataset; a list of another name may hold what code of the user's reads. */
function isWritten(dataset: DictValue): boolean {
  return ['reader_cfg', 'infer_cfg', 'eval_cfg'].filter((part) => dataset.entry(part)).length >= 2;
}

function isEvaluatedHere({ datasets, evaluation }: Config): boolean {
  if (datasets.some(({ value }) => value.entry('eval_cfg'))) return true;
  return [...evaluation.value.entries.values()].some(
    ({ key, value }) => value.kind === 'dict' && /(?:^|_)eval_cfg$/.test(textOf(key) ?? ''),
  );
}

/** What is found goes into one list: nearly all of thousands of places lack nothing. */
function checkPlace(found: Finding[], context: CheckContext, place: Place, dict: DictValue): void {
  const { kind, parent } = place;
  if (kind === 'eval-cfg' && parent && !dict.entry('evaluator') && !misspelt(dict, 'evaluator'))
    found.push({
      span: dict.span,
      // An empty one may be there for whoever only infers, or fills it in.
      ...(dict.entries.size === 0 && { severity: 'warning' as const }),
      message: say`This eval_cfg has no evaluator: the evaluation raises an exception.`,
    });
  if (kind === 'dialogue-item') checkTurn(found, context, place, dict);
  const verdict = kind === 'evaluator' ? verdictFinding(place, dict) : undefined;
  if (verdict) found.push(verdict);
  const words = kind === 'evaluator' ? verdictWordsFinding(context, place, dict) : undefined;
  if (words) found.push(words);
  if (withoutType[kind] !== undefined && parent && !dict.entry('type') && !isOfPatterns(place, dict))
    found.push(lacksType(context, kind, dict, place.path.slice(place.path.lastIndexOf('.') + 1)));
  if (kind === 'infer-cfg' && parent) pushAll(found, inferFindings(context, dict));
  if (kind === 'meta-template') pushAll(found, metaFindings(context, dict));
  if (kind === 'prompt-template') checkTemplate(found, context, dict);
}

function isOfPatterns({ kind, parent }: Place, dict: DictValue): boolean {
  return kind === 'postprocessor' && parent?.kind === 'model' && isByPattern(dict);
}

function checkTurn(found: Finding[], context: CheckContext, { parent }: Place, turn: DictValue): void {
  // For models that are known the renderer tells what they raise.
  if (
    context.config.models.length === 0 &&
    !turn.entry('role') &&
    (turn.entry('prompt') ?? turn.entry('prompt_mm')) &&
    !misspelt(turn, 'role')
  )
    found.push({
      span: turn.span,
      severity: 'warning',
      message: say`This turn has no role: with a model that has a meta template, building the prompt raises KeyError: 'role'.`,
      fixes: roleFix(context, parent?.value, turn),
    });
  if (asksNothing(turn))
    found.push({
      span: turn.span,
      severity: 'warning',
      message: say`This turn has no prompt: nothing of it is sent but what the meta template puts around it.`,
    });
}

/** The role that the round lacks: who asks comes first, and who answers next. */
function roleFix(context: CheckContext, dialogue: Value | undefined, turn: DictValue): readonly Fix[] {
  const round = dialogueItems(dialogue).filter(({ section }) => section === 'round');
  const at = round.findIndex(({ value }) => original(value) === turn);
  const role = at === 0 ? 'HUMAN' : at === 1 && textOf(round[0]!.role?.value) === 'HUMAN' ? 'BOT' : undefined;
  const isThere = role === undefined || round.some((item) => textOf(item.role?.value) === role);
  return isThere ? [] : addEntryFix(context, turn, 'role', `'${role}'`, say`Add role='${role}'`, false);
}

/** A turn of the one who asks that has nothing but its role. What answers may be left out. */
function asksNothing(turn: DictValue): boolean {
  if (!['HUMAN', 'SYSTEM'].includes(textOf(turn.get('role')) ?? '')) return false;
  return [...turn.entries.values()].every(({ key }) => ['role', 'fallback_role'].includes(textOf(key) ?? ''));
}

/** What the task reads without asking whether it is there. */
function* inferFindings({ framework }: CheckContext, dict: DictValue): Iterable<Finding> {
  for (const key of ['retriever', 'inferencer'])
    if (!dict.entry(key) && !misspelt(dict, key))
      yield { span: dict.span, message: say`This infer_cfg has no ${key}: the task raises KeyError: '${key}'.` };
  const read = readInferCfg(dict);
  if (
    read &&
    usesTemplates(read, framework) &&
    ![...dict.entries.values()].some(({ key }) => key.kind === 'str' && /^(?:prompt|ice)_/.test(key.text)) &&
    !misspelt(dict, 'prompt_template')
  )
    yield {
      span: dict.span,
      message: say`This infer_cfg has neither a prompt_template nor an ice_template: building the prompt raises ${exceptionName(framework, 'templates-missing')}.`,
    };
}

/** What the parsers read of a meta template without asking whether it is there. Beside datasets the renderer tells what a model raises. */
function* metaFindings({ config, framework }: CheckContext, meta: DictValue): Iterable<Finding> {
  if (config.datasets.length > 0 && config.models.length > 0) return;
  const does = say`building the model raises ${metaExceptionName(config, framework, 'meta-round-missing')}`;
  if (!meta.entry('round') && ['reserved_roles', 'begin', 'end'].some((key) => meta.entry(key)) && !misspelt(meta, 'round'))
    yield { span: meta.span, message: say`This meta template has no round, which holds its roles: ${does}.` };
  const read = readMetaTemplate(meta);
  for (const item of itemsOf(meta.get('reserved_roles')) ?? [])
    if (item.kind === 'str')
      yield {
        span: item.span,
        severity: 'warning',
        message: say`A text in reserved_roles is passed over, and reserves no role. Write dict(role='${item.text}').`,
      };
  for (const { value, section } of read ? metaRoles(read) : [])
    if (!value.entry('role') && !misspelt(value, 'role'))
      yield { span: value.span, message: say`This item of ${section} has no role: building the model raises KeyError: 'role'.` };
}

/** A turn in the place of the dialogue that it belongs in: the framework takes its keys to be labels. */
function checkTemplate(found: Finding[], context: CheckContext, template: DictValue): void {
  const entry = template.entry('template');
  const turn = entry?.value;
  if (!entry || turn?.kind !== 'dict' || classNameOf(template.get('type')) !== 'PromptTemplate') return;
  if (!turn.entry('role') || !turn.entry('prompt') || [...turn.entries.values()].some(({ key }) => !turnKeys.has(textOf(key) ?? '')))
    return;
  found.push({
    span: entry.valueSpan,
    message: say`This template is a turn, not a dialogue: its keys are taken to be labels, and the model is sent the name of the role. Write dict(round=[…]) around it.`,
    fixes: inRound(context, turn),
  });
}

const turnKeys: ReadonlySet<string> = new Set(['role', 'fallback_role', 'prompt', 'begin', 'end']);

function inRound({ file, text }: CheckContext, { span }: DictValue): Fix[] {
  const written = text(span.file).slice(span.start, span.end);
  if (span.file !== file || !/^(?:dict\(|\{)[^]*[)}]$/.test(written)) return [];
  return surroundFix(say`Put it in dict(round=[…])`, span, 'dict(round=[', '])');
}

function lacksType(context: CheckContext, kind: ConfigKind, dict: DictValue, name: string): Finding {
  return {
    ...atSlip(context, dict, 'type'),
    message: say`This dict of ${name} has no type, which names its class: ${withoutType[kind]!}.`,
  };
}

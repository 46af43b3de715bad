import { addEntryFix } from '../../../../checks/support/fixes.js';
import { isHere } from '../../../../checks/support/places.js';
import { listed } from '../../../../checks/support/words.js';
import { classNameOf } from '../../../../config/class-name.js';
import { say } from '../../../../core/say.js';
import type { DictEntry, DictValue, Value } from '../../../../core/value.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext, Finding, Fix } from '../../../face/rule.js';
import { classFileText } from './class-file-text.js';

/** Classes that set `generation_config.do_sample = False` once the model is loaded, and hand `generation_kwargs` to its `generate`. */
const ofTransformers: ReadonlySet<string> = new Set([
  'HuggingFace',
  'HuggingFaceCausalLM',
  'HuggingFaceBaseModel',
  'HuggingFacewithChatTemplate',
  'ModelScope',
  'ModelScopeCausalLM',
]);

/** Those that set `do_sample` of LMDeploy's GenerationConfig, whatever they are asked with. */
const ofLmdeploy: ReadonlySet<string> = new Set(['TurboMindModel', 'TurboMindModelwithChatTemplate']);

/** Inferencers that hand `generation_kwargs` of their own to the model; OpenCompass 0.5.3 `icl_sc_inferencer.py`, `icl_tot_inferencer.py`. */
const samplingInferencers: ReadonlySet<string> = new Set(['SCInferencer', 'ToTInferencer']);

/** A temperature, or a part of the probability, below this is one of those that are written for greedy decoding: 1e-6, 0.001. */
const greedyBelow = 0.02;

/**
 * Settings of sampling for a class that decodes greedily: transformers and LMDeploy leave them alone then. OpenCompass 0.5.3 `models/huggingface.py`,
 * `huggingface_above_v4_33.py`, `turbomind.py` and `turbomind_with_tf_above_v4_33.py`, the first two so since 0.2.6; AISBench 3.1.0 `models/local_models/`.
 */
export function* greedyFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  if (ofTransformers.has(facts.name)) yield* transformersFindings(context, model, facts);
  else if (ofLmdeploy.has(facts.name)) yield* lmdeployFindings(context, model, facts);
}

function* transformersFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  const given = model.get('generation_kwargs');
  if (given?.kind !== 'dict' || !isFullyKnown(given) || asksElsewhere(context)) return;
  if (!(classFileText(context, facts) ?? 'generation_config.do_sample = False').includes('generation_config.do_sample = False')) return;
  const answers = given.entry('num_return_sequences');
  if (answers && isAbove(answers.value, 1) && !isTrue(given.get('do_sample')) && !isAbove(given.get('num_beams'), 1))
    yield {
      span: answers.keySpan,
      severity: 'error',
      message: say`\`num_return_sequences\` needs sampling or a beam search, and ${facts.name} decodes greedily without \`do_sample=True\`: transformers raises ValueError.`,
      fixes: given.entry('do_sample') ? [] : sampleFix(context, given),
    };
  else if (!given.entry('do_sample')) yield* idleFindings(context, given, facts.name, 'generation_kwargs');
}

function* lmdeployFindings(context: CheckContext, model: DictValue, facts: ClassFacts): Iterable<Finding> {
  const given = model.get('gen_config');
  if (given?.kind !== 'dict' || !isFullyKnown(given) || asksElsewhere(context)) return;
  const text = classFileText(context, facts);
  // In releases before 0.3.5 the settings are followed.
  if (text !== undefined && !text.includes("gen_config['do_sample'] = False")) return;
  const readsOwn = text === undefined ? facts.name === 'TurboMindModelwithChatTemplate' : text.includes("self.gen_config['do_sample']");
  const own = given.entry('do_sample');
  if (!readsOwn && (!own || isTrue(own.value))) {
    const [first, ...others] = samplingEntries(given);
    if (first)
      yield {
        span: first.keySpan,
        severity: 'warning',
        message: say`${facts.name} decodes greedily, whatever its gen_config has: nothing comes of ${namesOf([first, ...others])}.`,
      };
  } else if (!own) yield* idleFindings(context, given, facts.name, 'gen_config');
}

function* idleFindings(context: CheckContext, given: DictValue, className: string, field: string): Iterable<Finding> {
  const [first, ...others] = samplingEntries(given);
  if (!first) return;
  yield {
    span: first.keySpan,
    severity: 'warning',
    message: say`${className} decodes greedily where ${field} has no \`do_sample=True\`: nothing comes of ${namesOf([first, ...others])}.`,
    fixes: sampleFix(context, given),
  };
}

function sampleFix(context: CheckContext, given: DictValue): Fix[] {
  return isHere(context, given) ? addEntryFix(context, given, 'do_sample', 'True', say`Add do_sample=True`, false) : [];
}

function namesOf(entries: readonly DictEntry[]): string {
  return listed(entries.flatMap(({ key }) => (key.kind === 'str' ? `\`${key.text}\`` : [])));
}

/** The entries that say how to sample; none where one of them asks for the likeliest token, or is not known. */
function samplingEntries(given: DictValue): readonly DictEntry[] {
  const [temperature, topP, topK] = ['temperature', 'top_p', 'top_k'].map((key) => given.entry(key));
  // A contrastive search is no sampling, and reads `top_k`.
  if (given.entry('penalty_alpha')) return [];
  const asked = [temperature, topP, topK].filter((entry) => entry !== undefined).filter(({ value }) => value.kind !== 'none');
  if (asked.some(({ value }) => value.kind !== 'int' && value.kind !== 'float')) return [];
  if (isAtMost(topK?.value, 1) || isAtMost(temperature?.value, greedyBelow) || isAtMost(topP?.value, greedyBelow)) return [];
  // All of the probability is what is taken anyhow.
  return asked.some((entry) => entry !== topP || !isAbove(entry.value, 0.999)) ? asked : [];
}

/** Whether what asks the model brings settings of its own. */
function asksElsewhere({ config }: CheckContext): boolean {
  return config.places.some(({ kind, value }) => {
    if (kind !== 'inferencer' || value.kind !== 'dict') return false;
    return samplingInferencers.has(classNameOf(value.get('type')) ?? '');
  });
}

function isFullyKnown({ entries }: DictValue): boolean {
  return [...entries.values()].every(({ key }) => key.kind === 'str');
}

function isTrue(value: Value | undefined): boolean {
  return value?.kind === 'bool' && value.value;
}

function isAbove(value: Value | undefined, least: number): boolean {
  return (value?.kind === 'int' || value?.kind === 'float') && Number(value.value) > least;
}

function isAtMost(value: Value | undefined, most: number): boolean {
  return (value?.kind === 'int' || value?.kind === 'float') && Number(value.value) <= most;
}

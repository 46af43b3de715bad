import { renameKeyFix } from '../../../../checks/support/fixes.js';
import { isKeySlip } from '../../../../checks/support/slip.js';
import { say } from '../../../../core/say.js';
import { textOf, type DictEntry, type DictValue } from '../../../../core/value.js';
import type { ClassFacts } from '../../../face/behaviour.js';
import type { CheckContext, Finding, Fix } from '../../../face/rule.js';
import { isOtherName } from './other-names.js';
import { isReadBySource } from './read-by-source.js';

/**
 * A key that a class takes by its `**kwargs` and surely does nothing with, beside the key that it is meant to be, or in place of generation_kwargs. Where
 * the key that is meant is not there, the caller tells. OpenCompass 0.5.3 `models/huggingface_above_v4_33.py`: "Unused argument" in the log.
 */
export function idleFinding(
  context: CheckContext,
  kind: 'model' | 'dataset',
  dict: DictValue,
  facts: ClassFacts,
  entry: DictEntry,
): Finding | undefined {
  const name = textOf(entry.key) ?? '';
  const usual = context.framework.fields.keys(kind);
  const known = [...(facts.signature?.keys.keys() ?? []), ...facts.taken, ...(usual ?? [])];
  const beside = known.find((key) => dict.entry(key) && (isOtherName(name, key) || (!usual?.has(name) && isKeySlip(name, key))));
  if (beside !== undefined)
    return {
      span: entry.keySpan,
      severity: 'warning',
      message: say`${facts.name} has no ${name}: its **kwargs take it, and nothing is done with it. What counts is ${beside}, which is there too.`,
      fixes: [],
    };
  if (kind !== 'model') return undefined;
  const misplaced = facts.isFrameworkRead ? misplacedFinding(context, dict, facts, entry, name) : undefined;
  if (misplaced) return misplaced;
  // The names of settings of a generation stand everywhere in the source, read of other dicts.
  const isSetting = context.framework.fields.keys('generation-kwargs')?.has(name) === true;
  if (isReadBySource(context, 'model', name, !isSetting)) return undefined;
  const isMeant = known.some((key) => isOtherName(name, key));
  if (!isMeant && isSetting && facts.signature?.keys.has('generation_kwargs')) return inGeneration(context, dict, facts, entry, name);
  // What else reads models may read a key of the user's own.
  if (isMeant || (usual?.has(name) && !isSetting) || !facts.isFrameworkRead || known.some((key) => isKeySlip(name, key))) return undefined;
  return idle(facts, entry, name, 'information');
}

/**
 * Where the classes of transformers read what is written beside their own keys: OpenCompass 0.5.3 `models/huggingface_above_v4_33.py` (`from_pretrained(path, **kwargs)`);
 * null: nowhere, though other classes take it.
 */
const belongsIn: Readonly<Record<string, string | null>> = {
  torch_dtype: 'model_kwargs',
  device_map: 'model_kwargs',
  attn_implementation: 'model_kwargs',
  low_cpu_mem_usage: 'model_kwargs',
  load_in_8bit: 'model_kwargs',
  load_in_4bit: 'model_kwargs',
  quantization_config: 'model_kwargs',
  padding_side: 'tokenizer_kwargs',
  truncation_side: 'tokenizer_kwargs',
  use_fast: 'tokenizer_kwargs',
  chat_template_kwargs: null,
  enable_thinking: null,
};

function misplacedFinding(context: CheckContext, dict: DictValue, facts: ClassFacts, entry: DictEntry, name: string): Finding | undefined {
  const owner = Object.hasOwn(belongsIn, name) ? belongsIn[name] : undefined;
  if (owner === null) return idle(facts, entry, name, 'warning');
  return owner !== undefined && facts.signature?.keys.has(owner) ? inOther(context, dict, facts, entry, name, owner) : undefined;
}

function idle(facts: ClassFacts, { keySpan }: DictEntry, name: string, severity: 'warning' | 'information'): Finding {
  return {
    span: keySpan,
    severity,
    message: say`${facts.name} has no ${name}: its **kwargs take it, and nothing is done with it.`,
    fixes: [],
  };
}

function inGeneration(context: CheckContext, dict: DictValue, facts: ClassFacts, entry: DictEntry, name: string): Finding {
  return inOther(context, dict, facts, entry, name, 'generation_kwargs');
}

function inOther(context: CheckContext, dict: DictValue, facts: ClassFacts, entry: DictEntry, name: string, owner: string): Finding {
  return {
    span: entry.keySpan,
    severity: 'warning',
    message: say`${facts.name} has no ${name}: its **kwargs take it, and nothing is done with it. It belongs in ${owner}.`,
    fixes: moveFix(context, dict, entry, name, owner),
  };
}

/** Writes the dict around the entry, where there is none and nothing else belongs in it. */
function moveFix(context: CheckContext, dict: DictValue, entry: DictEntry, name: string, owner: string): Fix[] {
  const settings = context.framework.fields.keys('generation-kwargs');
  const isOfOwner = (key: string): boolean =>
    owner === 'generation_kwargs' ? settings?.has(key) === true : Object.hasOwn(belongsIn, key) && belongsIn[key] === owner;
  const others = [...dict.entries.values()].filter(({ key }) => isOfOwner(textOf(key) ?? ''));
  const [renamed] = renameKeyFix(context, entry, owner);
  if (dict.entry(owner) || others.length > 1 || !renamed) return [];
  const { valueSpan } = entry;
  const around = [
    { span: { ...valueSpan, end: valueSpan.start }, newText: `dict(${name}=` },
    { span: { ...valueSpan, start: valueSpan.end }, newText: ')' },
  ];
  return [{ title: say`Move to ${owner}`, safe: false, edits: [...renamed.edits, ...around] }];
}

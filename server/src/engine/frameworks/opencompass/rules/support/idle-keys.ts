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
  // The names of settings of a generation stand everywhere in the source, read of other dicts.
  const isSetting = context.framework.fields.keys('generation-kwargs')?.has(name) === true;
  if (isReadBySource(context, 'model', name, !isSetting)) return undefined;
  const isMeant = known.some((key) => isOtherName(name, key));
  if (!isMeant && isSetting && facts.signature?.keys.has('generation_kwargs')) return inGeneration(context, dict, facts, entry, name);
  // What else reads models may read a key of the user's own.
  if (isMeant || (usual?.has(name) && !isSetting) || !facts.isFrameworkRead || known.some((key) => isKeySlip(name, key))) return undefined;
  return {
    span: entry.keySpan,
    severity: 'information',
    message: say`${facts.name} has no ${name}: its **kwargs take it, and nothing is done with it.`,
    fixes: [],
  };
}

function inGeneration(context: CheckContext, dict: DictValue, facts: ClassFacts, entry: DictEntry, name: string): Finding {
  return {
    span: entry.keySpan,
    severity: 'warning',
    message: say`${facts.name} has no ${name}: its **kwargs take it, and nothing is done with it. It belongs in generation_kwargs.`,
    fixes: moveFix(context, dict, entry, name),
  };
}

/** Writes generation_kwargs around the entry, where there is none and nothing else belongs in it. */
function moveFix(context: CheckContext, dict: DictValue, entry: DictEntry, name: string): Fix[] {
  const settings = context.framework.fields.keys('generation-kwargs');
  const others = [...dict.entries.values()].filter(({ key }) => settings?.has(textOf(key) ?? ''));
  const [renamed] = renameKeyFix(context, entry, 'generation_kwargs');
  if (dict.entry('generation_kwargs') || others.length > 1 || !renamed) return [];
  const { valueSpan } = entry;
  const around = [
    { span: { ...valueSpan, end: valueSpan.start }, newText: `dict(${name}=` },
    { span: { ...valueSpan, start: valueSpan.end }, newText: ')' },
  ];
  return [{ title: say`Move to generation_kwargs`, safe: false, edits: [...renamed.edits, ...around] }];
}

import { PyError } from '../../errors.js';
import { classNameOf } from '../../config/class-name.js';
import { pyRepr, typeName } from '../../python/semantics.js';
import type { Value } from '../../value.js';
import { isNone } from './python-value.js';
import { RawPromptTemplate } from './raw-template.js';
import { PromptTemplate, type Template } from './template.js';
import { UnknownPrompt } from './unknown-prompt.js';

/** Template classes that OpenCompass registers beside its own two; what they make is known only to their code. */
const otherTemplates = new Set(['OlympiadBenchTemplate', 'OlympiadBenchRawTemplate', 'InverseIFEvalPromptTemplate']);

/**
 * Builds a prompt or ice template from its config dict. OpenCompass 0.5.3 `tasks/openicl_infer.py`.
 * @returns undefined where the config has none
 * @throws PyError what building it raises; UnknownPrompt for a class that is not the framework's own
 */
export function buildTemplate(config: Value | undefined): Template | undefined {
  if (isNone(config)) return undefined;
  if (config.kind === 'unknown') throw new UnknownPrompt(config.reason, config.span);
  if (config.kind !== 'dict') throw new PyError('TypeError', `cfg should be a dict, ConfigDict or Config, but got ${`<class '${typeName(config)}'>`}`, config.span);
  const type = config.get('type');
  if (!type) throw new PyError('KeyError', `'\`cfg\` or \`default_args\` must contain the key "type", but got ${pyRepr(config).text}\\nNone'`, config.span);
  const name = classNameOf(type);
  if (name === 'PromptTemplate') return new PromptTemplate(config);
  if (name === 'RawPromptTemplate') return new RawPromptTemplate(config);
  if (type.kind === 'unknown') throw new UnknownPrompt(type.reason, type.span);
  if (type.kind === 'str' && !type.text.includes('.') && !otherTemplates.has(type.text))
    throw new PyError('KeyError', `'${type.text} is not in the opencompass::icl_prompt_template registry.'`, type.span);
  throw new UnknownPrompt(`${name ?? 'this class'} is a template class of its own; what it makes is known only to its code`, type.span);
}

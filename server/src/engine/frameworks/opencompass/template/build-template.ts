import { PyError } from '../../../core/errors.js';
import { say } from '../../../core/say.js';
import { classNameOf } from '../../../config/class-name.js';
import { pyRepr, typeName } from '../../../python/runtime/semantics.js';
import type { DictValue, Value } from '../../../core/value.js';
import { isAbsentOrNone } from '../values/python-value.js';
import { reloadedDict, type Imported } from '../values/reloaded.js';
import { RawPromptTemplate } from './raw-template.js';
import { PromptTemplate, type Template } from './template.js';
import { UnknownPrompt } from '../values/unknown-prompt.js';

/** The template classes of a framework. */
export interface TemplateClasses {
  /** By class name; building throws what the constructor raises. */
  readonly own: ReadonlyMap<string, (config: DictValue) => Template>;
  /** Classes that the framework registers beside these; what they make is known only to their code. */
  readonly others: ReadonlySet<string>;
  /** Classes of later releases: naming one raises, by whatever module. */
  readonly later?: ReadonlySet<string>;
  readonly registry: string;
  readonly imported: Imported;
}

/** OpenCompass 0.5.3 `openicl/`, `datasets/`. */
export const openCompassTemplates: TemplateClasses = {
  own: new Map<string, (config: DictValue) => Template>([
    ['PromptTemplate', (config) => new PromptTemplate(config)],
    ['RawPromptTemplate', (config) => new RawPromptTemplate(config)],
  ]),
  others: new Set(['OlympiadBenchTemplate', 'OlympiadBenchRawTemplate', 'InverseIFEvalPromptTemplate']),
  registry: 'opencompass::icl_prompt_template',
  imported: 'name',
};

/**
 * Builds a prompt or ice template from its config dict. OpenCompass 0.5.3 `tasks/openicl_infer.py`.
 * @returns undefined where the config has none
 * @throws PyError what building it raises; UnknownPrompt for a class that is not the framework's own
 */
export function buildTemplate(config: Value | undefined, classes: TemplateClasses): Template | undefined {
  if (isAbsentOrNone(config)) return undefined;
  if (config.kind === 'unknown') throw new UnknownPrompt(config.reason, config.span);
  if (config.kind !== 'dict')
    throw new PyError('TypeError', `cfg should be a dict, ConfigDict or Config, but got ${`<class '${typeName(config)}'>`}`, config.span);
  const type = config.get('type');
  if (!type)
    throw new PyError(
      'KeyError',
      `'\`cfg\` or \`default_args\` must contain the key "type", but got ${pyRepr(config).text}\\nNone'`,
      config.span,
    );
  const name = classNameOf(type);
  const build = classes.own.get(name ?? '');
  if (build) return build(reloadedDict(config, classes.imported));
  if (classes.later?.has(name ?? ''))
    throw new PyError('KeyError', `'${name ?? ''} is not in the ${classes.registry} registry.'`, type.span);
  if (type.kind === 'unknown') throw new UnknownPrompt(type.reason, type.span);
  if (type.kind === 'str' && !type.text.includes('.') && !classes.others.has(type.text))
    throw new PyError('KeyError', `'${type.text} is not in the ${classes.registry} registry.'`, type.span);
  throw new UnknownPrompt(
    say`${name ?? say`this class`} is a template class of its own; what it makes is known only to its code`,
    type.span,
  );
}

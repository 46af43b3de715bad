import { say } from '../../../core/say.js';
import { PyError } from '../../../core/errors.js';
import { typeName } from '../../../python/runtime/semantics.js';
import { TracedText } from '../../../core/traced-text.js';
import { StrValue, UnknownValue, type Value } from '../../../core/value.js';
import { isNone } from '../values/harness-values.js';

/** The harness's own prompts by category and name (lm-evaluation-harness 0.4.13 `prompts/__init__.py`). */
const registry: ReadonlyMap<string, string> = new Map([
  ['qa-basic:question-newline-answer', 'Question: {{question}}\nAnswer:'],
  ['qa-basic:q-newline-a', 'Q: {{question}}\nA:'],
]);

/** A prompt of the harness's own; undefined where `use_prompt` names none. */
export function registeredPrompt(usePrompt: Value | undefined): string | undefined {
  return usePrompt?.kind === 'str' ? registry.get(usePrompt.text) : undefined;
}

/**
 * What `use_prompt` puts in place of `doc_to_text`, `doc_to_target` and `doc_to_choice` alike; undefined without it. Unknown where it comes from
 * a file or from another library.
 * @throws PyError ValueError for a name that is not `category:name` or that no category has
 */
export function promptOfRegistry(usePrompt: Value): Value | undefined {
  if (isNone(usePrompt)) return undefined;
  if (usePrompt.kind === 'unknown') return usePrompt;
  if (usePrompt.kind !== 'str')
    throw new PyError('AttributeError', `'${typeName(usePrompt)}' object has no attribute 'split'`, usePrompt.span);
  const parts = usePrompt.text.split(':');
  if (parts.length > 2) throw new PyError('ValueError', 'too many values to unpack (expected 2)', usePrompt.span);
  const [category, name] = parts;
  if (name === undefined) throw new PyError('ValueError', 'not enough values to unpack (expected 2, got 1)', usePrompt.span);
  if (category === 'promptsource')
    return new UnknownValue(say`The prompt is one of the library promptsource, which is not read.`, usePrompt.span);
  if (category!.includes('.yaml'))
    return new UnknownValue(say`The prompt is taken from ${category!}, relative to where the harness is started.`, usePrompt.span);
  const text = registry.get(usePrompt.text);
  if (text === undefined)
    throw new PyError(
      'ValueError',
      `expected only a single \`:\` as separator between prompt category and name, but got \`${usePrompt.text}\` instead`,
      usePrompt.span,
    );
  return new StrValue(TracedText.computed(text, usePrompt.span), usePrompt.span);
}

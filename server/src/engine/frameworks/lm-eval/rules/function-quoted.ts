import type { ConfigKind } from '../../../config/config.js';
import type { TextEdit } from '../../../core/text-edit.js';
import { RefValue, type StrValue, type Value } from '../../../core/value.js';
import { findFunction } from '../load/function.js';
import { moduleBeside } from '../values/function-module.js';
import { looksLikeFunction } from './support/function-name.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { oneEdit } from '../../../checks/support/fixes.js';
import { valuesOfTask } from './support/walk.js';
import { fileRule } from './support/task-rule.js';
import { say } from '../../../core/say.js';

/** `!function` within quotes (lm-evaluation-harness 0.4.13 `tasks/_yaml_loader.py`: only a YAML tag is looked up). */
export const functionQuoted = fileRule(
  {
    id: 'function-quoted',
    title: '!function within quotes',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'Text in place of the function: it is printed as it is, or not callable',
  },
  function* (context): Iterable<Finding> {
    for (const value of valuesOfTask(context)) {
      if (value.kind !== 'str') continue;
      if (/^function\s+\w+(?:\.\w+)+$/.test(value.text)) yield withoutMark(context, value);
      if (!/^!function\s+\S/.test(value.text)) continue;
      yield {
        span: value.span,
        message: say`Within quotes this is plain text, not a function: write it without quotes.`,
        fixes: oneEdit(say`Remove the quotes`, false, unquoted(context, value)),
      };
    }
    yield* withoutTag(context);
  },
);

/** Fields that hold a function or nothing. */
const onlyFunctions: Partial<Record<ConfigKind, readonly string[]>> = {
  task: ['process_docs', 'process_results', 'custom_dataset'],
  'fewshot-config': ['process_docs', 'samples'],
  'filter-step': ['filter_fn'],
};

/** Fields that hold a text or a function. */
const alsoFunctions: Partial<Record<ConfigKind, readonly string[]>> = {
  task: ['class', 'doc_to_text', 'doc_to_target', 'doc_to_choice', 'doc_to_image', 'doc_to_audio', 'doc_to_decontamination_query'],
  'fewshot-config': ['doc_to_text', 'doc_to_target', 'doc_to_choice', 'sampler'],
  metric: ['metric', 'aggregation'],
  'filter-step': ['function'],
};

/** `utils.process_docs` where a function belongs; where a text may stand, only if there is such a function. */
function* withoutTag(context: CheckContext): Iterable<Finding> {
  for (const { kind, value } of context.config.places) {
    const of = kind === 'group' || kind === 'group-member' ? 'task' : kind;
    if (value.kind !== 'dict') continue;
    for (const key of [...(onlyFunctions[of] ?? []), ...(alsoFunctions[of] ?? [])]) {
      const given = value.get(key);
      if (given?.kind !== 'str' || !looksLikeFunction(given.text)) continue;
      if (alsoFunctions[of]?.includes(key) && !isThere(context, given)) continue;
      yield {
        span: given.span,
        message: say`Without !function this is plain text, and \`${key}\` gets no function: write !function ${given.text}.`,
        fixes: oneEdit(say`Write !function ${given.text}`, false, tagged(context, given)),
      };
    }
  }
}

function isThere({ surroundings }: CheckContext, { text, span }: StrValue): boolean {
  const ref = new RefValue(text, span, 'function', span.file);
  const beside = surroundings.classes.findInFile(moduleBeside(ref), ref.name);
  // Something of this name beside the file is meant, though its module makes it by a call.
  if (beside?.kind === 'other') return true;
  return findFunction(ref, surroundings).kind === 'found';
}

function tagged({ text }: CheckContext, value: StrValue): TextEdit | undefined {
  const { file, start, end } = value.span;
  const written = text(file).slice(start, end);
  const plain = written === value.text || /^(["'])[\w.]+\1$/.test(written);
  return plain ? { span: value.span, newText: `!function ${value.text}` } : undefined;
}

function withoutMark({ text }: CheckContext, value: StrValue): Finding {
  const { file, start, end } = value.span;
  const plain = text(file).slice(start, end) === value.text;
  return {
    span: value.span,
    message: say`Without the exclamation mark this is plain text, not a function: write !function.`,
    fixes: oneEdit(say`Write !function`, false, plain ? { span: { file, start, end: start }, newText: '!' } : undefined),
  };
}

function unquoted({ text }: CheckContext, value: Value & { readonly kind: 'str' }): { span: Finding['span']; newText: string } | undefined {
  const quote = text(value.span.file)[value.span.start];
  return (quote === '"' || quote === "'") && /^!function\s+[\w.]+$/.test(value.text)
    ? { span: value.span, newText: value.text }
    : undefined;
}

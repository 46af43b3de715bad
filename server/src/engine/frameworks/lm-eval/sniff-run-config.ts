import type { Document } from '../../core/document.js';

/** Only the first part of a long text is looked at. */
const enough = 50_000;

/** Keys that hardly stand at the top of anything else beside `tasks`. */
const marks = ['model_args', 'apply_chat_template', 'fewshot_as_multiturn', 'gen_kwargs', 'num_fewshot', 'log_samples', 'predict_only'];
/** Keys of tasks, and of configs of others. */
const foreign = ['task', 'group', 'include', 'dataset_path', 'doc_to_text', 'models', 'datasets', '_base_', 'hosts', 'version'];

/**
 * Whether a text looks like a config that `lm-eval run --config` takes (lm-evaluation-harness 0.4.10 and later, `config/evaluate_config.py`): what is evaluated, and how. Cheap: looks at the
 * keys of the top level only, as they are written.
 */
export function looksLikeRunConfig(text: string, language: Document['language']): boolean {
  if (language !== 'yaml') return false;
  const part = text.slice(0, enough);
  const has = (key: string): boolean => new RegExp(String.raw`^(["']?)${key}\1[ \t]*:(?=\s|$)`, 'm').test(part);
  return has('tasks') && marks.some(has) && !foreign.some(has);
}

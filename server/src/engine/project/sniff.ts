import type { Document } from '../core/document.js';

/** Only the first part of a long text is looked at. */
const enough = 200_000;

/**
 * Top-level statements that hardly stand in anything but an evaluation's config. At the start of a line, as a config is a list of assignments:
 * the framework's own modules use the same names within classes and functions, or for lists of names.
 */
const pythonMarks =
  /^(?:with[ \t]+read_base\b|(?:\w*_)?(?:(?:infer_cfg|reader_cfg|eval_cfg|meta_template)s?[ \t]*=[ \t]*(?:dict[ \t]*\(|\{)|(?:ice_template|prompt_template)s?[ \t]*=[ \t]*dict[ \t]*\()|\w+_datasets[ \t]*\+?=[ \t]*\[\s*(?:#[^\n]*\n\s*)*(?:dict[ \t]*\(|[[{])|\w+_summary_groups[ \t]*=|(?:datasets|models)[ \t]*=[ \t]*\[\s*(?:#[^\n]*\n\s*)*dict\(|summarizer[ \t]*=[ \t]*dict\()/m;
/** A class that is registered with the framework: such a module is code, whatever else it defines, unless it has bases. */
const moduleMarks = /^@[\w.]+\.register_module\b/m;
const baseMarks = /^with[ \t]+read_base\b/m;
/** Names that other programs use, too: they count only where keys of a config's entries are found as well. */
const weakMarks = /^(?:(?:\w+_)?datasets|(?:\w*_)?meta_template|models|summarizer|infer|eval)[ \t]*(?:\+?=(?!=)|\.append|\.extend)/m;
const entryMarks = /\b(?:abbr|infer_cfg|reader_cfg|meta_template|dataset_abbrs)[ \t]*=|['"](?:abbr|infer_cfg|reader_cfg|meta_template)['"][ \t]*:/;
const keyMarks = /(?:^|[\s{,"'])(?:infer_cfg|reader_cfg|eval_cfg|meta_template|ice_template)["']?[ \t]*:/;
/** In YAML and JSON too, such a list counts only with entries of ours. */
const keyList = /^(?:[ \t{]*["'])?(?:models|datasets)["']?[ \t]*:/m;
const keyEntry = /["'\s{]abbr["']?[ \t]*:/;

/** Whether a text looks like a config of ours: cheap, and right even where the text cannot be evaluated. */
export function looksLikeConfig(text: string, language: Document['language']): boolean {
  const head = text.length > enough ? text.slice(0, enough) : text;
  if (language === 'yaml' && looksLikeTask(head)) return true;
  if (language !== 'python') return keyMarks.test(head) || (keyList.test(head) && keyEntry.test(head));
  return looksLikePython(head) && (!longText.test(head) || looksLikePython(head.replace(longTexts, '""')));
}

/** A script that writes configs has them in its texts. */
const longText = /"""|'''/;
const longTexts = /("""|''')[^]*?\1/g;

/** Other projects of OpenMMLab have configs with bases, too: those that train. */
const trainingMarks = /^(?:from[ \t]+(?:mm(?:det|seg|pretrain|pose|action|ocr|rotate|agic|yolo|razor)\w*|xtuner)\b|(?:train_dataloader|val_dataloader|optim_wrapper|param_scheduler|default_hooks|train_cfg|model)\b[ \t]*(?:=|\.|\[))/m;
const evaluationMarks = /\b(?:opencompass|ais_bench|infer_cfg|abbr|summarizer)\b/;

function looksLikePython(text: string): boolean {
  if (trainingMarks.test(text) && !evaluationMarks.test(text)) return false;
  if (moduleMarks.test(text) && !baseMarks.test(text)) return false;
  return pythonMarks.test(text) || (weakMarks.test(text) && entryMarks.test(text));
}

const topLevelKey = /^(["']?)([A-Za-z_]\w*)\1[ \t]*:(?=\s|$)/gm;
/** Keys that hardly stand at the top of anything but a task or group of lm-evaluation-harness, or a file that tasks include. */
const taskMarks = new Set(
  `doc_to_text doc_to_target doc_to_choice doc_to_image doc_to_audio doc_to_decontamination_query should_decontaminate fewshot_config fewshot_split
  fewshot_delimiter target_delimiter process_docs process_results metric_list aggregate_metric_list task_alias group_alias`.split(/\s+/),
);
/** Keys that other programs use, too: they count where several of them meet. */
const weakTaskMarks = new Set(
  `task dataset_path dataset_name dataset_kwargs custom_dataset output_type training_split validation_split test_split num_fewshot generation_kwargs
  filter_list gen_prefix use_prompt tag`.split(/\s+/),
);
const foreignMarks = ['_base_', 'models', 'datasets'];

/**
 * Whether a YAML text looks like a task or a group of lm-evaluation-harness, or like a file that tasks include. Cheap: looks at the keys of the top
 * level only, as they are written.
 */
export function looksLikeTask(text: string): boolean {
  const keys = new Set<string>();
  for (const [, , key] of (text.length > enough ? text.slice(0, enough) : text).matchAll(topLevelKey)) keys.add(key!);
  if (foreignMarks.some((key) => keys.has(key))) return false;
  for (const key of keys) if (taskMarks.has(key)) return true;
  if ((keys.has('include') || keys.has('group')) && keys.has('task')) return true;
  if (keys.has('class') && keys.has('task')) return /^["']?class["']?[ \t]*:[ \t]*!function\b/m.test(text);
  return keys.has('task') && [...keys].filter((key) => weakTaskMarks.has(key)).length > 2;
}

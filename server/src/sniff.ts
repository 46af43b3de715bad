import type { Document } from './project.js';

/** Only the first part of a long text is looked at. */
const enough = 200_000;

/**
 * Top-level statements that hardly stand in anything but an evaluation's config. At the start of a line, as a config is a list of assignments:
 * the framework's own modules use the same names within classes and functions.
 */
const pythonMarks =
  /^(?:with[ \t]+read_base[ \t]*\(|(?:\w*_)?(?:infer_cfg|reader_cfg|eval_cfg|meta_template|ice_template|prompt_template)s?[ \t]*=(?!=)|\w+_datasets[ \t]*(?:\+?=(?!=)|\.append|\.extend)|\w+_summary_groups[ \t]*=|(?:datasets|models)[ \t]*=[ \t]*\[\s*(?:#[^\n]*\n\s*)*dict\(|summarizer[ \t]*=[ \t]*dict\()/m;
/** Names that other programs use, too: they count only where keys of a config's entries are found as well. */
const weakMarks = /^(?:datasets|models|summarizer|infer|eval)[ \t]*(?:\+?=(?!=)|\.append|\.extend)/m;
const entryMarks = /\b(?:abbr|infer_cfg|reader_cfg|meta_template|dataset_abbrs)[ \t]*=|['"](?:abbr|infer_cfg|reader_cfg|meta_template)['"][ \t]*:/;
const keyMarks = /(?:^|[\s{,"'])(?:infer_cfg|reader_cfg|eval_cfg|meta_template|ice_template)["']?[ \t]*:/;
/** In YAML and JSON too, such a list counts only with entries of ours. */
const keyList = /^(?:[ \t{]*["'])?(?:models|datasets)["']?[ \t]*:/m;
const keyEntry = /["'\s{]abbr["']?[ \t]*:/;

/** Whether a text looks like a config of ours: cheap, and right even where the text cannot be evaluated. */
export function looksLikeConfig(text: string, language: Document['language']): boolean {
  const head = text.length > enough ? text.slice(0, enough) : text;
  if (language !== 'python') return keyMarks.test(head) || (keyList.test(head) && keyEntry.test(head));
  return pythonMarks.test(head) || (weakMarks.test(head) && entryMarks.test(head));
}

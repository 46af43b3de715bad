import type { Document } from '../../core/document.js';

/** Only the first part of a long text is looked at. */
const enough = 200_000;

/**
 * Top-level statements that hardly stand in anything but an evaluation's config. At the start of a line, as a config is a list of assignments:
 * the framework's own modules use the same names within classes and functions, or for lists of names.
 */
const pythonMarks =
  /^(?:with[ \t]+read_base\b|(?:\w*_)?(?:(?:infer_cfg|reader_cfg|eval_cfg|meta_template)s?[ \t]*=[ \t]*(?:dict[ \t]*\(|\{)|(?:ice_template|prompt_template)s?[ \t]*=[ \t]*dict[ \t]*\()|\w+_datasets[ \t]*\+?=[ \t]*\[\s*(?:#[^\n]*\n\s*)*(?:dict[ \t]*\(|\[|\{\s*\})|\w+_summary_groups[ \t]*=|summarizer[ \t]*=[ \t]*dict\()/m;
/** Lists that a script may have, too, of what it loads or asks: they count where a package of ours is named, or a class, or keys of a config's entries. */
const listMarks = /^(?:\w+_datasets[ \t]*\+?=[ \t]*\[\s*(?:#[^\n]*\n\s*)*\{|(?:datasets|models)[ \t]*=[ \t]*\[\s*(?:#[^\n]*\n\s*)*dict\()/m;
const packageMarks = /\b(?:opencompass|ais_bench)\b|\bdict\(\s*type[ \t]*=/;
/** A class that is registered with the framework: such a module is code, whatever else it defines, unless it has bases. */
const moduleMarks = /^@[\w.]+\.register_module\b/m;
const baseMarks = /^with[ \t]+read_base\b/m;
/** Nothing else has a use for it; a block is missing where it is not used. */
const readsBases = /^from[ \t]+mmengine(?:\.config)?[ \t]+import[ \t]+(?:\w+[ \t]*,[ \t]*)*read_base\b/m;
/** Names that other programs use, too: they count only where keys of a config's entries are found as well. */
const weakMarks =
  /^(?:(?:\w+_)?datasets|(?:\w*_)?meta_template|models|summarizer|infer|eval)[ \t]*(?:\+?=(?!=)|\.append|\.extend)|^model[ \t]*=[ \t]*\[/m;
/** At the top of a file: a script that makes configs, or anything else, of such lists. */
const writesFile = /^(?:with[ \t]+|\w+[ \t]*=[ \t]*)open\([^()\n]*,[ \t]*(?:mode[ \t]*=[ \t]*)?['"][wax]/m;
const entryMarks =
  /\b(?:abbr|infer_cfg|reader_cfg|meta_template|dataset_abbrs|judge_cfg)[ \t]*=|['"](?:abbr|infer_cfg|reader_cfg|meta_template)['"][ \t]*:/;
const keyMarks = /(?:^|[\s{,"'])(?:infer_cfg|reader_cfg|eval_cfg|meta_template|ice_template)["']?[ \t]*:/;
/** In YAML and JSON, too, such a list counts only with entries of ours. */
const keyList = /^(?:[ \t{]*["'])?(?:models|datasets)["']?[ \t]*:/m;
const keyEntry = /["'\s{]abbr["']?[ \t]*:/;

/** Whether a text looks like a config of OpenCompass or AISBench: cheap, and right even where the text cannot be evaluated. */
export function looksLikeOpenCompass(text: string, language: Document['language']): boolean {
  const head = text.length > enough ? text.slice(0, enough) : text;
  if (language !== 'python') return keyMarks.test(head) || (keyList.test(head) && keyEntry.test(head));
  return looksLikePython(head) && (!longText.test(head) || looksLikePython(head.replace(longTexts, '""')));
}

/** A script that writes configs has them in its texts. */
const longText = /"""|'''/;
const longTexts = /("""|''')[^]*?\1/g;

/** Other projects of OpenMMLab have configs with bases, too: those that train. */
const trainingMarks =
  /^(?:from[ \t]+(?:mm(?:det|seg|pretrain|pose|action|ocr|rotate|agic|yolo|razor)\w*|xtuner)\b|(?:train_dataloader|val_dataloader|optim_wrapper|param_scheduler|default_hooks|train_cfg|model)\b[ \t]*(?:=|\.|\[))/m;
const evaluationMarks = /\b(?:opencompass|ais_bench|infer_cfg|abbr|summarizer)\b/;

/** A config that only passes on another one, and in which the import stands where it raises or brings nothing in. */
const passingOn =
  /^from[ \t]*\.[\w.]*(?:_datasets|_(?:gen|ppl)(?:_[0-9a-f]{6})?)[ \t]+import\b|^from[ \t]*\.[\w.]+[ \t]+import[ \t]+\w+_datasets\b/m;
/** Within a function: a script that reads configs. */
const innerBases = /^[ \t]+with[ \t]+read_base\b/m;
const bareImport = /^(?:from[ \t]*\.[\w.]*|from[ \t]+mmengine(?:\.config)?)[ \t]+import\b/;

function passesOn(text: string): boolean {
  if (text.length > 2000 || !passingOn.test(text)) return false;
  return text.split('\n').every((line) => line.trim() === '' || line.startsWith('#') || bareImport.test(line));
}

function looksLikePython(text: string): boolean {
  if (!evaluationMarks.test(text) && trainingMarks.test(text)) return false;
  if (moduleMarks.test(text) && !baseMarks.test(text)) return false;
  return (
    passesOn(text) ||
    (readsBases.test(text) && !innerBases.test(text)) ||
    pythonMarks.test(text) ||
    (listMarks.test(text) && (entryMarks.test(text) || packageMarks.test(text))) ||
    (weakMarks.test(text) && entryMarks.test(text) && !writesFile.test(text))
  );
}

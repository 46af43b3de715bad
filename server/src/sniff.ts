import type { Document } from './project.js';

/** Only the first part of a long text is looked at. */
const enough = 200_000;

/** Names that hardly stand in anything but an evaluation's config. */
const pythonMarks = /\bread_base\s*\(|\b(?:infer_cfg|reader_cfg|eval_cfg|meta_template|ice_template)\b|^\s*(?:from|import)\s+(?:opencompass|ais_bench)\b|^\w+_datasets\s*(?:=|\.append)/m;
const keyMarks = /(?:^|[\s{,"'])(?:infer_cfg|reader_cfg|eval_cfg|meta_template|ice_template)["']?\s*:/;

/** Whether a text looks like a config of ours: cheap, and right even where the text cannot be evaluated. */
export function looksLikeConfig(text: string, language: Document['language']): boolean {
  const head = text.length > enough ? text.slice(0, enough) : text;
  return (language === 'python' ? pythonMarks : keyMarks).test(head);
}

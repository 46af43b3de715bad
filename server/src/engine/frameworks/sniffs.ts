import type { Document } from '../core/document.js';
import { looksLikeRunConfig } from './lm-eval/sniff-run-config.js';
import { looksLikeTask } from './lm-eval/sniff.js';
import { looksLikeOpenCompass } from './opencompass/sniff.js';

/**
 * The looks of the frameworks at a text (`Framework.sniff`), without the rest of them: the extension starts a server only for a document that looks like a config, and
 * must not load one to know that.
 */
export const sniffs: readonly ((text: string, language: Document['language']) => boolean)[] = [
  looksLikeTask,
  looksLikeRunConfig,
  looksLikeOpenCompass,
];

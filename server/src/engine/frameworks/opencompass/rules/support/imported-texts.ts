import type { ConfigKind, Place } from '../../../../config/config.js';
import type { FileId } from '../../../../core/span.js';
import type { DictEntry } from '../../../../core/value.js';
import type { CheckContext, Finding } from '../../../face/rule.js';
import { isDialogue } from '../../../../config/dialogue.js';
import { dialectOf } from '../../render/family.js';
import { say } from '../../../../core/say.js';

/** Where a text that the model is to read stands. */
const textKeys: Partial<Record<ConfigKind, readonly string[]>> = {
  'prompt-template': ['template'],
  'dialogue-item': ['prompt', 'begin', 'end'],
};

/** Texts of prompts that are imported outside of `read_base`: the config that a run loads has their names (`asReloaded`), but for AISBench's. */
export function checkImportedTexts(found: Finding[], { file, framework }: CheckContext, { kind, value }: Place): void {
  const keys = textKeys[kind];
  if (!keys || value.kind !== 'dict' || dialectOf(framework).templates.imported === 'value') return;
  for (const key of keys) checkEntry(found, file, value.entry(key));
  const labels = kind === 'prompt-template' ? value.get('template') : undefined;
  if (labels?.kind === 'dict' && !isDialogue(labels)) for (const entry of labels.entries.values()) checkEntry(found, file, entry);
}

function checkEntry(found: Finding[], file: FileId, entry: DictEntry | undefined): void {
  const text = entry?.value;
  if (!entry || text?.kind !== 'ref' || text.refKind !== 'lazy' || entry.valueSpan.file !== file) return;
  found.push({
    span: entry.valueSpan,
    message: say`Outside of \`with read_base():\` an import only gives a name: the model is sent '${text.path}' in place of the text. Import ${text.name} within such a block, or write it here.`,
  });
}

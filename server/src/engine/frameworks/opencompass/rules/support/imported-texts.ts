import type { ConfigKind, Place } from '../../../../config/config.js';
import type { DictEntry, Value } from '../../../../core/value.js';
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
export function* importedTextFindings({ file, framework }: CheckContext, { kind, value }: Place): Iterable<Finding> {
  const keys = textKeys[kind];
  if (!keys || value.kind !== 'dict' || dialectOf(framework).templates.imported === 'value') return;
  const entries = keys.flatMap((key) => value.entry(key) ?? []);
  const labels = kind === 'prompt-template' ? labelEntries(value.get('template')) : [];
  for (const { value: text, valueSpan: span } of [...entries, ...labels]) {
    if (text.kind !== 'ref' || text.refKind !== 'lazy' || span.file !== file) continue;
    yield {
      span,
      message: say`Outside of \`with read_base():\` an import only gives a name: the model is sent '${text.path}' in place of the text. Import ${text.name} within such a block, or write it here.`,
    };
  }
}

function labelEntries(template: Value | undefined): readonly DictEntry[] {
  return template?.kind === 'dict' && !isDialogue(template) ? [...template.entries.values()] : [];
}

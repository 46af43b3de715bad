import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { usedPlaces } from '../../../../checks/support/places.js';
import { textOf, type Value } from '../../../../core/value.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Fix } from '../../../face/rule.js';

/**
 * Fixes that give a role another name: where it is found, and, where the document writes the same name in other turns and meta templates too, in all of these
 * places at once.
 */
export function renameEverywhere(context: CheckContext, role: Value, meant: string): Fix[] {
  const here = replaceStringFix(context, role, meant, say`Rename the role to ${meant}`);
  const name = textOf(role);
  if (name === undefined || here.length === 0) return here;
  const edits = new Map(here[0]!.edits.map((edit) => [edit.span.start, edit]));
  for (const { kind, value } of usedPlaces(context.config)) {
    if ((kind !== 'dialogue-item' && kind !== 'meta-role') || value.kind !== 'dict') continue;
    for (const key of ['role', 'fallback_role']) {
      const other = value.get(key);
      if (other?.kind !== 'str' || other.text !== name || other.span.file !== context.file) continue;
      for (const edit of replaceStringFix(context, other, meant, '')[0]?.edits ?? []) edits.set(edit.span.start, edit);
    }
  }
  if (edits.size < 2) return here;
  return [
    { title: say`Rename the role to ${meant} in all ${String(edits.size)} places`, safe: false, edits: [...edits.values()] },
    ...here,
  ];
}

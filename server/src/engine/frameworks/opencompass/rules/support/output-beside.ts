import { classNameOf } from '../../../../config/class-name.js';
import type { DatasetConfig } from '../../../../config/config.js';
import { dirname } from '../../../../core/paths.js';
import { hasWord } from '../../../../core/word-places.js';
import { isNameSlip } from '../../../../checks/support/slip.js';
import type { CheckContext } from '../../../face/rule.js';

/** Files of the folder that are looked through. */
const most = 40;

/** The output column of which a name is a slip: that of the other configs of the folder with the same class, none of which knows the name. */
export function outputBeside(
  { file, surroundings: { workspace } }: CheckContext,
  { value }: DatasetConfig,
  name: string,
): string | undefined {
  const type = classNameOf(value.get('type'));
  if (type === undefined) return undefined;
  const folder = dirname(file);
  const found = new Set<string>();
  for (const other of (workspace.list(folder) ?? []).filter((path) => path.endsWith('.py')).slice(0, most)) {
    const read = `${folder}/${other}` === file ? undefined : workspace.read(`${folder}/${other}`);
    if (read?.kind !== 'text' || !hasWord(read.text, `type=${type}`, /\w/)) continue;
    if ([`'${name}'`, `"${name}"`].some((quoted) => read.text.includes(quoted))) return undefined;
    for (const [, column] of read.text.matchAll(/\boutput_column=['"](\w+)['"]/g)) found.add(column!);
  }
  const near = [...found].filter((column) => isNameSlip(name, column, 'strong'));
  return near.length === 1 ? near[0] : undefined;
}

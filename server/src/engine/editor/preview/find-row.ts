import type { FileId } from '../../core/span.js';
import type { DictValue, Value } from '../../core/value.js';
import type { Project } from '../../project/project.js';
import type { RowTable } from '../../rows/row-table.js';
import { pickPair, previewed } from './picks.js';
import { previewRows } from './rows.js';
import type { RequestOf } from './preview-shape.js';

/** Values of a row that are looked at. */
const mostParts = 10_000;

/** The rows that the request's preview is made of; undefined where they are placeholders, or are being read. */
export function rowsToSearch(project: Project, file: FileId, request: RequestOf<number>): RowTable | undefined {
  const loaded = project.load(file);
  const of = loaded && previewed(project, file, loaded);
  const picked = of && pickPair(of, request);
  return picked && previewRows(project, file, loaded, picked.target, request.selection).rows.table;
}

/** Whether a cell of a row has a text, case aside; a number is found by its digits. */
export function rowHolds(row: DictValue, text: string): boolean {
  const wanted = text.toLowerCase();
  const waiting: Value[] = [row];
  for (let parts = 0; waiting.length > 0 && parts < mostParts; parts++) {
    const value = waiting.pop()!;
    if (value.kind === 'str' && value.text.toLowerCase().includes(wanted)) return true;
    if ((value.kind === 'int' || value.kind === 'float') && String(value.value).includes(wanted)) return true;
    if (value.kind === 'list' || value.kind === 'tuple') waiting.push(...value.items.slice(0, mostParts));
    if (value.kind === 'dict') for (const entry of value.entries.values()) waiting.push(entry.value);
  }
  return false;
}

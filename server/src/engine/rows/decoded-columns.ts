import { say } from '../core/say.js';

/** Why the values of such columns are not known. */
export const undecoded = say`Pictures, sounds and other values that have to be decoded are not read.`;

/** Whether anything in the description of a column, as the library `datasets` writes it into the metadata, is decoded: a picture, a sound, JSON. */
function isDecoded(feature: unknown): boolean {
  if (typeof feature !== 'object' || feature === null) return false;
  const { _type: type } = feature as { readonly _type?: unknown };
  if (typeof type === 'string' && ['Image', 'Audio', 'Video', 'Pdf', 'Nifti', 'Json'].includes(type)) return true;
  return Object.values(feature).some(isDecoded);
}

/** The columns that `datasets` decodes, by the metadata under `huggingface` in a file (datasets 5.2 `features/features.py`). */
export function decodedColumns(metadata: string | undefined): ReadonlySet<string> {
  if (metadata === undefined) return new Set();
  try {
    const { info } = JSON.parse(metadata) as { readonly info?: { readonly features?: Record<string, unknown> } };
    return new Set(Object.entries(info?.features ?? {}).flatMap(([name, feature]) => (isDecoded(feature) ? [name] : [])));
  } catch {
    return new Set();
  }
}

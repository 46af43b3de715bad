import { CacheKey, type Remembering } from '../../core/cache-key.js';
import { RecentMap } from '../../core/recent-map.js';
import { say } from '../../core/say.js';
import type { FileId } from '../../core/span.js';
import { messageOf, randomAccess } from '../../rows/columnar-rows.js';
import type { ColumnarContent } from '../files.js';

/** Files that are kept; what was asked for the longest ago is read anew. */
const mostKept = 16;

/** Most bytes of a file, unpacked, that are read as a whole, and most of its cells. */
const mostBytes = 64 * 1024 * 1024;
const mostCells = 2_000_000;

/** All rows of files of columns, read once until one of them changes. They are read in a process of their own, so whoever asks first is told that they are not there yet. */
class ColumnarContents {
  private readonly contents = new RecentMap<FileId, ColumnarContent | string>(mostKept);
  private readonly reading = new Set<FileId>();

  concerns(file: FileId): boolean {
    return this.contents.get(file) !== undefined || this.reading.has(file);
  }

  /** Undefined while they are being read: the project's `reads` are settled when it is worth asking again. */
  of(source: Remembering, file: FileId): ColumnarContent | string | undefined {
    const known = this.contents.get(file);
    if (known !== undefined || this.reading.has(file)) return known;
    this.reading.add(file);
    source.reads.add(this.read(source, file));
    return undefined;
  }

  private async read({ workspace }: Remembering, file: FileId): Promise<void> {
    let content: ColumnarContent | string;
    try {
      const stat = workspace.stat(file);
      content = stat?.kind === 'file' ? await contentOf(workspace, file, stat.size) : say`The file ${file} is not there.`;
    } catch (error) {
      content = messageOf(error);
    }
    this.contents.set(file, content);
    this.reading.delete(file);
  }
}

async function contentOf(workspace: Remembering['workspace'], file: FileId, size: number): Promise<ColumnarContent | string> {
  if (!workspace.openColumnar) return say`Parquet and Arrow files cannot be read here.`;
  const access = randomAccess(workspace, file, size);
  const mark = String.fromCharCode(...(await access.slice(0, 4)));
  const opened = await workspace.openColumnar(mark === 'PAR1' || mark === 'PARE' ? 'parquet' : 'arrow', access);
  const { count, columns, complete, rowSize } = opened;
  if (!complete || count * rowSize > mostBytes || count * columns.length > mostCells)
    return say`The file ${file} has more rows than code is given here; a row file shows them.`;
  const rows = await opened.read(0, count);
  return rows.length === count ? { columns, rows } : say`The file ${file} is damaged: it has fewer rows than it says.`;
}

const key = new CacheKey<ColumnarContents>('files of columns');

/** How code gets the rows of files of columns. `waits` is told where a file is being read, so that what the code makes without it is not kept. */
export function columnarOf(source: Remembering, waits: () => void): (file: FileId) => ColumnarContent | string {
  return (file) => {
    const contents = source.remember(key, () => {
      const value = new ColumnarContents();
      return { value, concerns: (changed) => value.concerns(changed) };
    });
    const content = contents.of(source, file);
    if (content === undefined) waits();
    return content ?? say`The file ${file} is being read.`;
  };
}

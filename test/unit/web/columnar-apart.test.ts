import { afterEach, expect, it, vi } from 'vitest';
import type { RandomAccess } from '../../../server/src/engine/core/columnar.js';
import { columnarOpener } from '../../../server/src/web/columnar-apart.js';

const file: RandomAccess = { size: 0, slice: () => Promise.resolve(new Uint8Array()) };
const opened = { columns: ['question'], count: 1, complete: true, rowSize: 1 };

afterEach(() => vi.unstubAllGlobals());

it('asks for the program of the reader again where it could not be had', async () => {
  const started: string[] = [];
  vi.stubGlobal(
    'Worker',
    class {
      onmessage: ((event: { readonly data: unknown }) => void) | null = null;
      constructor(program: string) {
        started.push(program);
      }
      postMessage(): void {
        this.onmessage?.({ data: { kind: 'opened', file: opened } });
      }
      terminate(): void {
        // Nothing runs.
      }
    },
  );
  const program = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('reader.js');
  const open = columnarOpener(program);
  await expect(open('parquet', file)).rejects.toThrow('offline');
  expect(await open('parquet', file)).toMatchObject(opened);
  await open('arrow', file);
  expect(program).toHaveBeenCalledTimes(2);
  expect(started).toEqual(['reader.js', 'reader.js']);
});

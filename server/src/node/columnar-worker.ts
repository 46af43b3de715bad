import type { ToReader } from './columnar-messages.js';
import { columnarService } from './columnar-service.js';

// The program that reads a file of columns: a worker of a browser, or a thread of the process that does so elsewhere, which has then what a worker has. A bundle of its own, since its
// libraries are large and seldom needed. Who asks ends it where it takes too long.

/** What a worker has of itself, as far as it is used. */
export interface ReadingScope {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
}

const scope = globalThis as unknown as ReadingScope;
const take = columnarService((message) => scope.postMessage(message));
scope.onmessage = ({ data }) => take(data as ToReader);

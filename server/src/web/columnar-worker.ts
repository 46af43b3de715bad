import type { ToReader } from '../node/columnar-messages.js';
import { columnarService } from '../node/columnar-service.js';
import { ownWorker } from './worker-scope.js';

// The worker of a browser in which a file of columns is read; a bundle of its own, since its libraries are large and seldom needed. Its engine ends it where it takes too long.

const take = columnarService((message) => ownWorker.postMessage(message));
ownWorker.onmessage = ({ data }) => take(data as ToReader);

import { nowhere } from '../../core/span.js';
import { LibraryObject } from './objects.js';

/** `NotImplemented`: what a special method gives back for what it leaves to the other operand. */
export const notImplemented = new LibraryObject('NotImplementedType', nowhere, () => undefined, { repr: 'NotImplemented' });

/** Edits of a config's text that keep how it is written. */
export { insertEntry, setMember } from './insert-entry.js';
export { insertIntoString } from './insert-into-string.js';
export { removeEntry } from './remove-entry.js';
export { removeTrailingComma } from './trailing-comma.js';
export { renameKey } from './rename-key.js';
export { quoteScalar, replaceScalar } from './replace-scalar.js';
export { trimScalar } from './trim-scalar.js';

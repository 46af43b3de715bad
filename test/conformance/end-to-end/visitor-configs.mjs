// The configs of the folder `visitors-oc`, as users write them for runs of the real OpenCompass: with a package of dataset classes and the data beside them.
import { fileURLToPath } from 'node:url';
import { filesBelow } from './visitors.mjs';

/** All files by their names, relative to the folder in which the framework is started. */
export const files = filesBelow(fileURLToPath(new URL('visitors-oc', import.meta.url)));

/** The configs that are run. */
export const configs = Object.keys(files).filter((file) => file.startsWith('configs/eval_'));

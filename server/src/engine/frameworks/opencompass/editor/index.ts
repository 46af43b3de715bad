import type { FrameworkEditor } from '../../face/editor.js';
import { kindInConfig } from './kind-around.js';
import { configValues } from './values.js';

/** What an editor shows of the configs of OpenCompass and AISBench beside what holds for all. */
export const openCompassEditor: FrameworkEditor = { values: configValues, kindAround: kindInConfig };

import type { FrameworkEditor } from '../../face/editor.js';
import type { ClassReader } from '../classes/class-facts.js';
import { kindInConfig } from './kind-around.js';
import { namesInConfig } from './names/names-in-config.js';
import { configValues } from './values.js';

/** What an editor shows of the configs of OpenCompass and AISBench beside what holds for all. */
export function familyEditor(reader: ClassReader): FrameworkEditor {
  return {
    values: (place) => configValues(place, reader),
    kindAround: kindInConfig,
    sharedNames: (read) => namesInConfig(read, reader),
  };
}

import type { FrameworkEditor } from '../../face/editor.js';
import type { Fields } from '../../face/fields.js';
import type { ClassReader } from '../classes/class-facts.js';
import { givenKeys } from '../config/given-keys.js';
import { classCompletions, modulesOf } from './class-completion.js';
import { configHints, shotsAtRetriever } from './config-hints.js';
import { configSnippets } from './config-snippets.js';
import { configTokens } from './config-tokens.js';
import { generativeDraft } from './generative-draft.js';
import { kindInConfig } from './kind-around.js';
import { namesInConfig } from './names/names-in-config.js';
import { namingClassesIn } from './names/naming-class.js';
import { configValues } from './values.js';

/** What an editor shows of the configs of OpenCompass and AISBench beside what holds for all. */
export function familyEditor(reader: ClassReader, fields: Fields): FrameworkEditor {
  return {
    values: (place) => classCompletions(place, reader, fields) ?? configValues(place, reader),
    classPaths: (kind, name) => modulesOf(kind, reader).map((module) => `${module}.${name}`),
    hints: configHints,
    shotsAt: shotsAtRetriever,
    tokens: (read) => configTokens(read, reader),
    snippets: (place) => configSnippets(place, reader.package),
    generative: (read, document) => generativeDraft(read, document, reader.package),
    kindAround: kindInConfig,
    given: givenKeys,
    sharedNames: (read) => namesInConfig(read, reader),
    namingClasses: (file, text, classes) => namingClassesIn(file, text, reader, classes),
  };
}

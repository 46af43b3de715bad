import type { Kind } from './input.js';
import { chat } from './kinds/chat.js';
import { imports } from './kinds/imports.js';
import { jinja } from './kinds/jinja.js';
import { json } from './kinds/json.js';
import { names } from './kinds/names.js';
import { noFiles } from './kinds/no-files.js';
import { prompts } from './kinds/prompts.js';
import { pythonMemory } from './kinds/python-memory.js';
import { pythonNesting } from './kinds/python-nesting.js';
import { pythonNumbers } from './kinds/python-numbers.js';
import { pythonObjects } from './kinds/python-objects.js';
import { pythonRegex } from './kinds/python-regex.js';
import { pythonTexts } from './kinds/python-texts.js';
import { pythonTime } from './kinds/python-time.js';
import { rows } from './kinds/rows.js';
import { yamlDocuments } from './kinds/yaml.js';

/** All inputs that mean harm, by kind. */
export const kinds: readonly Kind[] = [pythonTime, pythonMemory, pythonRegex, pythonNumbers, pythonObjects, pythonNesting, pythonTexts, imports, names, yamlDocuments, jinja, json, prompts, rows, chat, noFiles];

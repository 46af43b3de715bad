import type { FrameworkEditor } from '../../face/editor.js';
import { kindInTask } from './kind-around.js';
import { namingFunctionsIn } from './naming-function.js';
import { functionPlaces } from './places-in-text.js';
import { taskValues } from './task-completion.js';
import { definitionInRun, definitionInTask, definitionOfNamed } from './task-definition.js';
import { shotsAtTask, taskHints } from './task-hints.js';
import { hoverOfTask } from './task-hover.js';
import { namesInTask } from './task-names.js';
import { taskSnippets } from './task-snippets.js';
import { taskTokens } from './task-tokens.js';
import { taskSymbols } from './task-symbols.js';
import { taskTreeOf } from './task-tree.js';

/** What an editor shows of tasks, groups and the files that they include. */
export const taskEditor: FrameworkEditor = {
  hover: hoverOfTask,
  definition: definitionInTask,
  definitionElsewhere: definitionInRun,
  namedInRun: definitionOfNamed,
  links: (read) => functionPlaces(read).map(({ ref, found }) => ({ span: ref.span, target: found.file })),
  hints: taskHints,
  shotsAt: shotsAtTask,
  tokens: taskTokens,
  symbols: taskSymbols,
  tree: taskTreeOf,
  values: taskValues,
  snippets: taskSnippets,
  kindAround: kindInTask,
  sharedNames: namesInTask,
  namingClasses: namingFunctionsIn,
};

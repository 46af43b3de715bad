import { matrixOf, type Matrix } from '../../engine/editor/preview/matrix.js';
import type { PairState } from '../../engine/editor/preview/preview-shape.js';
import type { FileId } from '../../engine/core/span.js';
import type { Project } from '../../engine/project/project.js';
import { checkInParts } from '../../worker/check-steps.js';
import { beacon } from '../../worker/own-beacon.js';
import { CommandError, exitCode, oneOf, readArguments, UsageError, type Command } from '../support/command.js';
import { countStates, matrixJson, matrixMarkdown, matrixText, type LookedAt } from '../support/matrix-report.js';
import { nameOptions, spreadOptions } from '../support/name-options.js';
import { nameHelp, namesOf, openNamed, pathsOf, type Names } from '../support/named-configs.js';
import { openConfig, openProject } from '../support/open-project.js';
import { releaseChoice } from '../support/release-choice.js';
import { shownPath } from '../support/shown-path.js';
import { note, print, styleFor } from '../support/terminal.js';

const options = {
  ...nameOptions,
  format: { type: 'string' },
  release: { type: 'string' },
  'package-root': { type: 'string', multiple: true },
  trust: { type: 'boolean' },
} as const;

/** `matrix`: what is known of each dataset with each model of a config. */
export const matrixCommand: Command = {
  help: `Usage: prompt-preflight matrix FILE [options]
       prompt-preflight matrix --models NAME… --datasets NAME… [options]

Prints one row per dataset and one column per model: whether the prompt of the pair is fine (✓), has a warning (⚠) or an error (✖), and what is wrong below.
An error is a finding of 'check' that concerns the pair, or that the framework raises when it builds the prompt. Each task is a row.

${nameHelp}  --format text|json|markdown
                       text for people (default), one JSON document, or a table for a pull request
  --release VERSION    the release of the framework that makes the prompts (default: the one within reach of the file, else the newest known)
  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times
  --trust              follow paths of preflight.json that lead out of the project

Exit code: 0 no pair has an error, 1 at least one has, 2 could not run.
`,
  async run(args) {
    const { values, positionals } = readArguments(spreadOptions(args, ['models', 'datasets']), options);
    const format = oneOf('format', values.format, ['text', 'json', 'markdown'], 'text');
    const names = namesOf(values);
    const [path] = positionals;
    if (names ? path !== undefined : path === undefined || positionals.length > 1)
      throw new UsageError('Say which file to look at, and only one.');
    const release = values.release === undefined ? undefined : releaseChoice(values.release);
    const project = await openProject(names ? pathsOf(names) : [path!], {
      packageRoots: values['package-root'],
      release,
      trust: values.trust,
    });
    const file = names ? openPairs(project, names) : openConfig(project, path!);
    const looked = await lookAt(project, file);
    const texts = {
      text: () => matrixText(looked, styleFor(process.stdout)),
      json: () => matrixJson(looked),
      markdown: () => matrixMarkdown(looked),
    };
    await print(texts[format]());
    return countStates(looked).error > 0 ? exitCode.findings : exitCode.clean;
  },
};

/** The document that pairs what was named. @throws CommandError */
function openPairs(project: Project, names: Names): FileId {
  const { together, notes } = openNamed(project, names);
  if (together === undefined) throw new CommandError(notes.at(-1) ?? 'There are no pairs.');
  for (const text of notes) note(text);
  return together;
}

/** Looks at all pairs; again where rows that a rule has asked for, or the names of all tasks, were being read. @throws CommandError where there are none */
async function lookAt(project: Project, file: FileId): Promise<LookedAt> {
  for (;;) {
    checkInParts(project, { what: 'check', file });
    const matrix = beacon.during({ what: 'matrix', file }, () => matrixOf(project, file));
    const states = matrix && statesOf(matrix, file);
    const { pending } = project.reads;
    if (pending) {
      await pending;
      continue;
    }
    if (!matrix || !states) throw new CommandError(`${shownPath(file)} has no datasets or tasks.`);
    const models = matrix.models.length > 0 ? matrix.models : [{ id: '', label: '' }];
    return { path: shownPath(file), datasets: matrix.datasets, models, states };
  }
}

/** Each pair is a piece of work of its own: together they may take longer than one may. */
function statesOf({ states }: Matrix, file: FileId): PairState[] {
  const pairs = states[Symbol.iterator]();
  const found: PairState[] = [];
  for (;;) {
    const next = beacon.during({ what: 'matrix', file }, () => pairs.next());
    if (next.done === true) return found;
    found.push(next.value);
  }
}

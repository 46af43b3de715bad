import type { Project } from '../../engine/project/project.js';
import type { PreviewData } from '../../engine/editor/preview/data.js';
import { dirname } from 'node:path';
import { safeJson, shownText } from '../../engine/core/shown.js';
import { pythonFor } from '../../engine/editor/take-away/python.js';
import { takenAs, takenForms, type TakenForm } from '../../engine/editor/take-away/take-away.js';
import { verifyScript } from '../../node/verify-script.js';
import type { FileId, Span } from '../../engine/core/span.js';
import { askedArguments, askedPreview } from '../support/asked-preview.js';
import { linesOfFiles } from '../support/lines-of-file.js';
import { CommandError, exitCode, oneOf, UsageError, type Command } from '../support/command.js';
import { shownPath } from '../support/shown-path.js';
import { nameHelp } from '../support/named-configs.js';
import { taskHelp } from '../support/task-options.js';
import { rowHelp } from '../support/row-options.js';
import { previewText, stageWords, type StageChoice } from '../support/preview-text.js';
import { print, styleFor } from '../support/terminal.js';

/** `preview`: the prompt of one dataset and one model, stage by stage. */
export const previewCommand: Command = {
  help: `Usage: prompt-preflight preview FILE [options]
       prompt-preflight preview --datasets NAME… [--models NAME…] [options]

Prints the prompt that a model receives for one row of a dataset. A line break in the prompt is shown as ↵.

${nameHelp}  --dataset NAME       abbr of a dataset of the config (default: the first)
  --model NAME         abbr of a model of the config or, for a dataset config alone, of a model config in the same project; 'none' for no
                       meta template
  --mode gen|ppl       how the inferencer asks (default: the dataset's own)
  --label LABEL        in ppl mode: the label to show (default: the first)
  --shots N            how many of the configured in-context examples to use (default: all)
${rowHelp}  --stage NAME         ${stageWords.join(', ')}
                       (default: the last one that is known)
  --format text|json   text for people (default), or one JSON document with all stages and the origin of each segment
  --as text|messages|curl|python|markdown
                       print the prompt alone, to be used elsewhere: its text, its messages as JSON, a call of a service that takes what OpenAI's
                       takes, a Python program that has the installed framework make it, or a text for an issue
  --release VERSION    the release of the framework that makes the prompt (default: the one within reach of the file, else the newest known)
  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times

${taskHelp}
Exit code: 0 shown, 1 the framework raises instead of making a prompt, 2 could not run.
`,
  async run(args) {
    const asked = askedArguments(args);
    const { values } = asked;
    const format = oneOf('format', values.format, ['text', 'json'], 'text');
    const stage = oneOf<StageChoice>('stage', values.stage, stageWords, 'last');
    const [release, more] = values.release ?? [];
    if (more !== undefined) throw new UsageError("One prompt is of one release: 'prompt-preflight diff' compares two.");
    const form = values.as === undefined ? undefined : oneOf<TakenForm>('as', values.as, takenForms, 'text');
    const { project, data, file, verified } = await askedPreview(asked, release);
    if (form !== undefined) {
      await print(form === 'python' ? python(await verified(), file) : taken(data, form));
      return exitCode.clean;
    }
    await print(format === 'json' ? json(project, data) : previewText(data, stage, shownPath, styleFor(process.stdout)));
    return data.exactness.level === 'raises' ? exitCode.findings : exitCode.clean;
  },
};

/** What is piped is the prompt as it is; in a terminal nothing of it does anything. @throws CommandError where there is no prompt */
function taken(data: PreviewData, form: Exclude<TakenForm, 'python'>): string {
  const text = takenAs(data, form);
  if (text === undefined) throw new CommandError(`There is no prompt: ${data.exactness.reason}`);
  const isRaw = form === 'text' && !process.stdout.isTTY;
  return isRaw || form === 'curl' ? text + (isRaw ? '' : '\n') : `${shownText(text, Infinity)}\n`;
}

/** @throws CommandError where the framework cannot be asked for this prompt */
function python(data: PreviewData, file: FileId): string {
  const { verification, datasets, models, selection } = data;
  if (!verification || 'refused' in verification) throw new CommandError(verification?.refused ?? 'Parts of this prompt are not known.');
  const name = (id: string, choices: PreviewData['datasets']): string => choices.find((choice) => choice.id === id)?.label ?? id;
  const of =
    models.length === 0 ? name(selection.dataset, datasets) : `${name(selection.dataset, datasets)} × ${name(selection.model, models)}`;
  return pythonFor(of, verification, verifyScript(verification.script), verification.workingDirectory ?? dirname(file));
}

/** All of the preview, with spans as paths and ranges, lines and characters from 0. */
function json(project: Project, data: PreviewData): string {
  const linesOf = linesOfFiles(project);
  const ranged = (_key: string, value: unknown): unknown => {
    if (!isSpan(value)) return value;
    const lines = linesOf(value.file);
    return { path: shownPath(value.file), range: { start: lines.positionAt(value.start), end: lines.positionAt(value.end) } };
  };
  return safeJson(JSON.stringify(data, ranged, 2)) + '\n';
}

function isSpan(value: unknown): value is Span {
  if (typeof value !== 'object' || value === null || !('file' in value) || !('start' in value)) return false;
  return typeof value.file === 'string' && typeof value.start === 'number';
}

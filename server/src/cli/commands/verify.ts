import { dirname } from 'node:path';
import { say } from '../../engine/core/say.js';
import { shownText, safeJson } from '../../engine/core/shown.js';
import { runScript } from '../../node/verify-process.js';
import { askedArguments, askedPreview } from '../support/asked-preview.js';
import { CommandError, exitCode, oneOf, UsageError, wholeNumber, type Command } from '../support/command.js';
import { taskHelp } from '../support/task-options.js';
import { print, styleFor, type Style } from '../support/terminal.js';
import { verifyReport, type VerifyReport } from '../support/verify-report.js';

const defaultSeconds = 120;

/** `verify`: whether the framework that is installed makes the same of a row as the preview. */
export const verifyCommand: Command = {
  help: `Usage: prompt-preflight verify FILE|TASK [options]

Runs the installed framework itself on the row that the preview shows, with your own Python, and compares what it asks a model with the preview byte by byte. This is the only command
that runs code: the framework's, the config's, and the classes and functions that they name. It needs no model and is kept from the network. OpenCompass and AISBench load their
dataset themselves where the preview shows its rows; else, and for tasks of lm-evaluation-harness, they are given the rows.

  --python PATH        the interpreter of the environment that has the framework (default: python3, on Windows python)
  --timeout SECONDS    after which the process is ended (default: ${String(defaultSeconds)})
  --row N|FILE:N, --shots N, --dataset D, --model M, --include-path DIR, --package-root DIR, --format text|json
                       as for preview

${taskHelp}
Exit code: 0 equal, 1 different, 2 could not run.
`,
  async run(args) {
    const asked = askedArguments(args);
    const { values } = asked;
    const format = oneOf('format', values.format, ['text', 'json'], 'text');
    const seconds = wholeNumber('timeout', values.timeout) ?? defaultSeconds;
    const [release, more] = values.release ?? [];
    if (more !== undefined) throw new UsageError('One prompt is of one release.');
    const { verified, file } = await askedPreview(asked, release);
    const { verification, framework, release: made } = await verified();
    if (!verification || 'refused' in verification)
      throw new CommandError(verification?.refused ?? say`This prompt cannot be verified, since parts of it are not known.`);
    const answer = await runScript({
      script: verification.script,
      input: verification.request,
      python: values.python ?? (process.platform === 'win32' ? 'python' : 'python3'),
      cwd: verification.workingDirectory ?? dirname(file),
      timeoutMs: seconds * 1000,
    });
    if ('failed' in answer) throw new CommandError(say`The framework did not answer. ${shownText(answer.failed, 2_000)}`);
    const report = verifyReport(verification.expected, answer.answer);
    await print(
      format === 'json'
        ? safeJson(JSON.stringify(report, null, 2)) + '\n'
        : text(report, made?.name ?? framework.version, styleFor(process.stdout)),
    );
    return report.equal ? exitCode.clean : exitCode.findings;
  },
};

function text({ equal, version, requests, rows, difference }: VerifyReport, release: string, style: Style): string {
  const loaded = rows === undefined ? '' : rows === 'own' ? ', which loads the data itself' : ', which is given the rows';
  const asked = `${requests === 1 ? '1 request' : `${String(requests)} requests`} of the installed ${shownText(version, 50)}${loaded}`;
  if (equal || !difference) return `${style.green('equal')} · ${asked}, as the preview shows it for ${release}\n`;
  const lines = [
    `${style.red('different')} at ${difference.where} · ${asked}, and the preview for ${release}`,
    `  preview    ${shownText(difference.preview, 1_000)}`,
    `  framework  ${shownText(difference.framework, 1_000)}`,
  ];
  return lines.join('\n') + '\n';
}

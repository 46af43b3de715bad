import { resolve } from 'node:path';
import { ruleHref } from '../../engine/checks/rule-page.js';
import { safeJson, shownLine } from '../../engine/core/shown.js';
import { explainError, type ErrorExplanation } from '../../engine/editor/explain-error.js';
import { frameworks, rules } from '../../engine/frameworks/registry.js';
import type { Diagnostic } from '../../engine/frameworks/face/rule.js';
import { checkInParts } from '../../worker/check-steps.js';
import { standardInput } from '../check/check-options.js';
import { textReport } from '../reports/text-report.js';
import { diagnosticJson } from '../support/diagnostic-json.js';
import { exitCode, oneOf, readArguments, UsageError, type Command } from '../support/command.js';
import { openConfig, openProject } from '../support/open-project.js';
import { shownPath } from '../support/shown-path.js';
import { print, styleFor } from '../support/terminal.js';

/** `explain`: what an exception of a framework means, and where in a config its cause is. */
export const explainCommand: Command = {
  help: `Usage: prompt-preflight explain [TEXT] [--config FILE [--package-root DIR]] [--format text|json]

Says what an exception of a framework means: its cause in a config, and the rules that find it before a run. TEXT is a traceback or one line of it
(KeyError: 'api_role', ICLR-PARAM-002, 'x' is undefined); without it standard input is read, whose last exception counts.

  --config FILE        also show what these rules find in this config
  --format text|json   text for people (default), or JSON
  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times

Exit code: 0 explained, 1 not known, 2 could not run.
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      config: { type: 'string' },
      format: { type: 'string' },
      'package-root': { type: 'string', multiple: true },
    });
    const { config, 'package-root': packageRoots } = values;
    const format = oneOf('format', values.format, ['text', 'json'], 'text');
    if (positionals.length > 1) throw new UsageError('Quote the text: it is one argument.');
    const explanation = explainError(positionals[0] ?? standardInput());
    if (!explanation) {
      await print(format === 'json' ? 'null\n' : 'No exception that is known was found in the text.\n');
      return exitCode.findings;
    }
    const asked = config === undefined ? undefined : { config, packageRoots };
    await print(format === 'json' ? await asJson(explanation, asked) : await asText(explanation, asked));
    return exitCode.clean;
  },
};

/** The config in which the cause is looked for. */
interface Asked {
  readonly config: string;
  readonly packageRoots: readonly string[] | undefined;
}

async function asText(explanation: ErrorExplanation, asked: Asked | undefined): Promise<string> {
  const style = styleFor(process.stdout);
  const names = frameworks.filter(({ id }) => explanation.frameworks.includes(id)).map(({ title }) => title);
  const head = `${style.bold(shownLine(explanation.error))}${names.length > 0 ? ` ${style.dim(`(${names.join(', ')})`)}` : ''}\n`;
  const known = rules.filter(({ id }) => explanation.rules.includes(id));
  const listed = explanation.rules
    .flatMap((id) => known.filter((rule) => rule.id === id))
    .map(({ id, title }) => `  ${id}: ${title}\n  ${style.dim(ruleHref(id))}\n`);
  const found = asked ? await foundText(explanation, asked) : '';
  return `${head}${shownLine(explanation.says)}\n${listed.length > 0 ? `\nFound before a run by\n${listed.join('')}` : ''}${found}`;
}

async function foundText(explanation: ErrorExplanation, asked: Asked): Promise<string> {
  const { project, file, found } = await findings(explanation, asked);
  const document = project.document(file)!;
  if (found.length === 0) return `\n${shownLine(shownPath(file))}: these rules find nothing there.\n`;
  return `\n${textReport(project, styleFor(process.stdout))(file, found, document)}`;
}

async function asJson(explanation: ErrorExplanation, asked: Asked | undefined): Promise<string> {
  if (!asked) return `${safeJson(JSON.stringify(explanation, null, 2))}\n`;
  const { project, file, found } = await findings(explanation, asked);
  const { lines } = project.document(file)!;
  const diagnostics = found.map((diagnostic) => diagnosticJson(shownPath(file), diagnostic, lines));
  return `${safeJson(JSON.stringify({ ...explanation, diagnostics }, null, 2))}\n`;
}

/** What the rules of an explanation find in a config. */
async function findings({ rules: wanted }: ErrorExplanation, { config, packageRoots }: Asked) {
  const project = await openProject([config], { packageRoots });
  const file = openConfig(project, resolve(config));
  const check = (): readonly Diagnostic[] => checkInParts(project, { what: 'check', file });
  check();
  await project.reads.pending;
  return { project, file, found: check().filter(({ rule }) => wanted.includes(rule)) };
}

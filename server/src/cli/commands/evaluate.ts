import { effectiveConfig } from '../../engine/editor/effective-config.js';
import { safeJson, shownText } from '../../engine/core/shown.js';
import { CommandError, exitCode, readArguments, UsageError, type Command } from '../support/command.js';
import { openConfig, openProject } from '../support/open-project.js';
import { shownPath } from '../support/shown-path.js';
import { evaluationMembers } from '../support/evaluation-json.js';
import { print } from '../support/terminal.js';

/** `evaluate`: what a config evaluates to, as one JSON object. */
export const evaluateCommand: Command = {
  help: `Usage: prompt-preflight evaluate FILE [options]

Prints what a config evaluates to, as one JSON object without loss: {"ok": true, "lazy", "value", "hidden", "tuple_paths"}, or {"ok": false,
"error": {"type", "message", "path", "line"}} where the framework would refuse it. No code of the config is run. What cannot be known
without running it is {"$unknown": reason}; docs/batch.md lists the other marks.

  --effective          for a task of lm-evaluation-harness: every key as it is written, with the file that it comes from, as YAML
  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times

Exit code: 0 evaluated, 1 the framework would refuse it, 2 could not run.
`,
  async run(args) {
    const { values, positionals } = readArguments(args, {
      effective: { type: 'boolean' },
      'package-root': { type: 'string', multiple: true },
    });
    const [path] = positionals;
    if (path === undefined || positionals.length > 1) throw new UsageError('Say which file to evaluate, and only one.');
    const project = await openProject([path], { packageRoots: values['package-root'] });
    const file = openConfig(project, path);
    const evaluation = project.evaluate(file);
    if (!evaluation) throw new CommandError(`${path} cannot be evaluated.`);
    if (values.effective && evaluation.ok) {
      const view = effectiveConfig(project, file);
      if (!view) throw new CommandError(`${path} is not a task or group of lm-evaluation-harness, whose keys come from several files.`);
      await print(shownText(view.text, Infinity));
      return exitCode.clean;
    }
    const text = (file: string): string => project.document(file)?.text ?? '';
    await print(`{${safeJson(evaluationMembers(evaluation, shownPath, text))}}\n`);
    return evaluation.ok ? exitCode.clean : exitCode.findings;
  },
};

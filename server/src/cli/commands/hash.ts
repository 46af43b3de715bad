import { shownLine } from '../../engine/core/shown.js';
import { CommandError, exitCode, readArguments, UsageError, type Command } from '../support/command.js';
import { openConfig, openProject } from '../support/open-project.js';
import { print } from '../support/terminal.js';

/** `hash`: the framework's own hash of a dataset config's prompt, whose first six digits shipped configs carry in their file names. */
export const hashCommand: Command = {
  help: `Usage: prompt-preflight hash FILE… [options]

Prints OpenCompass's hash of the prompt configuration of each dataset config, as 64 hex digits and the file's name. Shipped configs carry the
first six digits in their names: gsm8k_gen_1d7fe4.py.

  --package-root DIR   a directory that holds framework packages (opencompass/ …); may be given several times

Exit code: 0 printed, 2 could not run.
`,
  async run(args) {
    const { values, positionals } = readArguments(args, { 'package-root': { type: 'string', multiple: true } });
    if (positionals.length === 0) throw new UsageError('Say which files to hash.');
    const project = await openProject(positionals, { packageRoots: values['package-root'] });
    for (const path of positionals) {
      const loaded = project.load(openConfig(project, path));
      const digits = loaded?.framework.promptHash?.(loaded.config);
      if (digits === undefined) throw new CommandError(`${path} has no prompt hash: it defines no list of datasets that is fully known.`);
      await print(`${digits}  ${shownLine(path)}\n`);
    }
    return exitCode.clean;
  },
};

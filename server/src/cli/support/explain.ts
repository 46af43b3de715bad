import { shownText } from '../../engine/core/shown.js';
import { CommandError, UsageError } from './command.js';

/** Failures end as one sentence on standard error; a stack trace is shown only to who asks for it. @param command the command's name, where there is one of that name */
export function explain(error: unknown, command: string | undefined): string {
  if (error instanceof UsageError)
    return `prompt-preflight: ${shownText(error.message)}\nTry 'prompt-preflight${command === undefined ? '' : ` ${command}`} --help'.\n`;
  if (error instanceof CommandError) return `prompt-preflight: ${shownText(error.message)}\n`;
  if (isFolderGone(error)) return `prompt-preflight: ${folderGone}\n`;
  const detail = error instanceof Error ? error : new Error(String(error));
  const trace = process.env['PREFLIGHT_DEBUG'] ? shownText(detail.stack ?? '', 20_000) + '\n' : 'Set PREFLIGHT_DEBUG=1 to see where.\n';
  return `prompt-preflight: an error in Prompt Preflight itself: ${shownText(detail.message)}\n${trace}`;
}

/** Said where the folder that a command was started in was removed meanwhile: no path can be told from there. */
export const folderGone = 'the folder that this command runs in is not there any more: start it again in another one.';

/** Whether Node has failed to say which folder the process runs in. */
export function isFolderGone(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT' && error.message.includes('uv_cwd');
}

import type { Preview } from '../../server/src/protocol/preview.js';

/** The prompt of the preview, as far as the command line is told of it. */
export interface ShownPrompt {
  readonly uri: string;
  readonly selection: Preview['selection'];
  readonly rowFile: string | undefined;
}

/** Folders that settings name: those with packages, and those with data. */
export interface NamedFolders {
  readonly packageRoots: readonly string[];
  readonly dataRoots: readonly string[];
}

/** The command line that verifies a prompt as it is shown. */
export function verifyArguments(
  file: string,
  python: string | undefined,
  shown: ShownPrompt | undefined,
  { packageRoots, dataRoots }: NamedFolders = { packageRoots: [], dataRoots: [] },
): string[] {
  const args = ['verify', file, '--format', 'json', ...(python === undefined ? [] : ['--python', python])];
  for (const folder of packageRoots) args.push('--package-root', folder);
  for (const folder of dataRoots) args.push('--data-root', folder);
  if (!shown) return args;
  const { selection, rowFile } = shown;
  args.push('--dataset', selection.dataset, '--mode', selection.mode, '--shots', String(selection.shots));
  if (selection.model !== '') args.push('--model', selection.model);
  if (selection.row !== undefined) args.push('--row', `${rowFile === undefined ? '' : `${rowFile}:`}${String(selection.row + 1)}`);
  if (selection.chatTemplate !== '') {
    // Any template will do: what the harness hands it is compared, not what it makes of that.
    args.push('--apply-chat-template', '--fewshot-as-multiturn', String(selection.multiturn));
  }
  if (selection.systemInstruction !== '') args.push(`--system-instruction=${selection.systemInstruction}`);
  return args;
}

import * as vscode from 'vscode';
import type { FileGiven, FilesGiven, FilesWanted, FileWanted } from '../../../server/src/protocol/remote-files.js';

/** So many are read beside each other. */
const atOnce = 16;
/** Largest file that is read, in bytes: of tokenizers that of Gemma 3 has 33 MB. */
const largest = 16 * 1024 * 1024;
const largestTokenizer = 48 * 1024 * 1024;
/** Files that are never large: one request for each is enough. */
const isSmall = /\.(?:py|ya?ml)$/;
/** So long, in milliseconds, a file is waited for. */
const patience = 30_000;

/** Reads files for the server, which in a browser cannot: only those of the folders that are open. Never rejected. */
export async function readFiles({ files }: FilesWanted): Promise<FilesGiven> {
  const given: FileGiven[] = [];
  let next = 0;
  const readOn = async (): Promise<void> => {
    for (let i = next++; i < files.length; i = next++) given[i] = await inTime(read(files[i]!));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, files.length) }, readOn));
  return { files: given };
}

function inTime(reading: Promise<FileGiven>): Promise<FileGiven> {
  const late: FileGiven = { kind: 'failed', reason: vscode.l10n.t('it did not come within {0} s', patience / 1000) };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<FileGiven>((resolve) => (timer = setTimeout(() => resolve(late), patience)));
  return Promise.race([reading, waited]).finally(() => clearTimeout(timer));
}

async function read({ uri, want }: FileWanted): Promise<FileGiven> {
  try {
    const at = vscode.Uri.parse(uri, true);
    if (!vscode.workspace.getWorkspaceFolder(at)) return { kind: 'failed', reason: vscode.l10n.t('it is in no folder that is open') };
    if (want === 'size') return { kind: 'size', size: (await vscode.workspace.fs.stat(at)).size };
    return await (want === 'names' ? namesIn(at) : bytesOf(at));
  } catch (error) {
    const code = error instanceof vscode.FileSystemError ? error.code : '';
    if (code === 'FileNotFound' || code === 'FileNotADirectory' || code === 'FileIsADirectory') return { kind: 'missing' };
    return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

async function namesIn(folder: vscode.Uri): Promise<FileGiven> {
  const entries = await vscode.workspace.fs.readDirectory(folder);
  return { kind: 'names', names: entries.map(([name, type]) => [name, (type & vscode.FileType.Directory) !== 0]) };
}

async function bytesOf(file: vscode.Uri): Promise<FileGiven> {
  const most = file.path.endsWith('/tokenizer.json') ? largestTokenizer : largest;
  if (!isSmall.test(file.path) && (await vscode.workspace.fs.stat(file)).size > most) return { kind: 'too-large' };
  const bytes = await vscode.workspace.fs.readFile(file);
  // A part of a larger piece of memory would be sent with all of it.
  return bytes.length > most ? { kind: 'too-large' } : { kind: 'bytes', bytes: bytes.slice() };
}

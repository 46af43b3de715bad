import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Entry, Files, HostileInput } from './input.js';

/** Writes an input's files into a folder, which is made. */
export function place(folder: string, files: Files): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, entry] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    placeOne(path, entry);
  }
}

function placeOne(path: string, entry: Entry): void {
  if (typeof entry === 'string' || entry instanceof Uint8Array) writeFileSync(path, entry);
  else if ('link' in entry) symlinkSync(entry.link, path);
  else if ('sparse' in entry) placeSparse(path, entry.sparse);
  else placeSpecial(path, entry.special);
}

function placeSparse(path: string, bytes: number): void {
  writeFileSync(path, '');
  truncateSync(path, bytes);
}

function placeSpecial(path: string, special: 'fifo' | 'socket' | 'folder' | 'unreadable'): void {
  if (special === 'folder') mkdirSync(path);
  if (special === 'fifo') execFileSync('mkfifo', [path]);
  if (special === 'unreadable') {
    writeFileSync(path, 'datasets = []\n');
    chmodSync(path, 0);
  }
  // It lives as long as this process, and keeps it from ending no longer than anything else does.
  if (special === 'socket')
    createServer()
      .on('error', () => undefined)
      .listen(path)
      .unref();
}

/** Takes an input's folder away again. */
export function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Between two turns of what another program does, in milliseconds. */
const turnMs = 7;

/** Has an input change its folder until the returned function is called. */
export function keepChanging({ meanwhile }: Pick<HostileInput, 'meanwhile'>, folder: string): () => void {
  if (!meanwhile) return () => undefined;
  let turn = 0;
  const timer = setInterval(() => {
    try {
      meanwhile(folder, turn++);
    } catch {
      // What it would change is not there at this moment.
    }
  }, turnMs);
  return () => clearInterval(timer);
}

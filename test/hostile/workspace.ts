import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import type { Entry, Files } from './input.js';

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
  else placeSpecial(path, entry.special);
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

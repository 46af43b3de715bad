import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workspaceFiles } from '../support/configs.js';
import { folderOf, runCli } from './run-cli.js';

/** What a command says, and what was kept of it. */
async function run(folder: string, cache: string, ...args: string[]): Promise<{ said: unknown; kept: string[] }> {
  const said = await runCli(args, { cwd: folder, env: { PREFLIGHT_COMPILE_CACHE: cache } });
  return { said, kept: existsSync(cache) ? readdirSync(cache).sort() : [] };
}

describe('the compiled code of the program', () => {
  it('is kept by the first command, used by the next, and changes nothing of what is said', async () => {
    const folder = folderOf(workspaceFiles);
    const cache = join(folderOf({}), 'compiled');
    const without = await run(folder, 'off', 'check', '.', '--jobs', '2');
    const first = await run(folder, cache, 'check', '.', '--jobs', '2');
    expect(first.said).toEqual(without.said);
    expect(first.kept).toEqual(expect.arrayContaining([expect.stringMatching(/^[0-9a-f]+-run-command-\w{8}\.js$/)]));
    expect(await run(folder, cache, 'check', '.', '--jobs', '2')).toEqual(first);
    expect(readdirSync(folder)).not.toContain('compiled');
  });

  it('is kept by other commands, too', async () => {
    const cache = join(folderOf({}), 'compiled');
    const first = await run('.', cache, 'explain', "KeyError: 'api_role'");
    expect(first.kept).not.toEqual([]);
    expect(await run('.', cache, 'explain', "KeyError: 'api_role'")).toEqual(first);
  });

  it('may be no code at all: it is made anew', async () => {
    const cache = join(folderOf({}), 'compiled');
    const { said, kept } = await run('.', cache, '--version');
    for (const name of kept) writeFileSync(join(cache, name), Buffer.alloc(100_000, 1));
    expect(await run('.', cache, '--version')).toEqual({ said, kept });
  });
});

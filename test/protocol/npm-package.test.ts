import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json';
import { modelConfig } from '../support/configs.js';
import { Client } from './client.js';

const scratch = mkdtempSync(join(tmpdir(), 'preflight-npm-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

function npm(args: readonly string[], cwd: string): string {
  // Nothing of this machine's cache, and no network.
  const env = { ...process.env, npm_config_cache: join(scratch, 'cache'), npm_config_offline: 'true', npm_config_loglevel: 'error' };
  return execFileSync('npm', [...args], { cwd, encoding: 'utf8', env, shell: process.platform === 'win32' });
}

describe('the npm package', () => {
  it('holds what the command line and the server need, and is a server of its own where it is installed', async () => {
    const [packed] = JSON.parse(npm(['pack', '--ignore-scripts', '--json', '--pack-destination', scratch], '.')) as [
      { filename: string; files: { path: string }[] },
    ];
    const paths = packed.files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'SECURITY.md', 'dist/cli.js', 'dist/third-party-notices.txt', 'schemas/batch.d.ts']),
    );
    expect(paths.filter((path) => !/^(dist|docs|schemas|examples\/notebook)\/|^[^/]+$/.test(path))).toEqual([]);
    expect(paths.filter((path) => /\.map$|\.ts$|^dist\/(client|extension|webview|l10n\/page)/.test(path))).toEqual(['schemas/batch.d.ts']);

    const folder = join(scratch, 'global');
    npm(['install', '--global', '--prefix', folder, '--no-audit', '--no-fund', join(scratch, packed.filename)], scratch);
    const program = [join(folder, 'bin', 'prompt-preflight'), join(folder, 'prompt-preflight.cmd')].find((file) => existsSync(file))!;
    const installed = [join(folder, 'lib', 'node_modules'), join(folder, 'node_modules')].find((modules) => existsSync(modules))!;
    expect(existsSync(join(installed, 'prompt-preflight', 'node_modules'))).toBe(false);
    expect(execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()).toBe(manifest.version);

    const client = await Client.start({ command: [program], files: { 'm.py': modelConfig.replace(', generate=True', '') } });
    await client.openText('m.py', readFileSync(join(client.root, 'm.py'), 'utf8'));
    expect(await client.rules('m.py')).toEqual(['no-generate-role']);
    expect((await client.hover('m.py', client.position('m.py', 'reserved_roles', 2)))?.contents).toMatchObject({ kind: 'markdown' });
    expect(await client.stop()).toBe(0);
  });

  it('names the types of the batch protocol', () => {
    expect(existsSync(manifest.types)).toBe(true);
    expect(manifest.files).toContain(manifest.types);
    // npm packs whatever `main` names; VS Code finds the file without its ending, too.
    expect(existsSync(manifest.main)).toBe(false);
    expect(existsSync(`${manifest.main}.js`)).toBe(true);
  });
});

import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli, folderOf, noise, runCli } from './run-cli.js';

const config = 'a_datasets = [dict(abbr="a", infer_cfg=dict(inferencer=dict(type="x")))]\n';

/** The super user may read everything: the command line is run as nobody, where that is possible. */
function checkAsNobody(cwd: string): SpawnSyncReturns<string> | undefined {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  const script = `process.setgid(65534); process.setuid(65534); process.argv = ${JSON.stringify([process.execPath, cli, 'check', '.'])}; require(${JSON.stringify(cli)});`;
  const run = spawnSync(process.execPath, own === 0 ? ['-e', script] : [cli, 'check', '.'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return /MODULE_NOT_FOUND|EACCES/.test(run.stderr) ? undefined : run;
}

describe('check of a folder', () => {
  it.skipIf(process.platform === 'win32')('says that the folder it runs in is gone (Windows removes none that is in use)', () => {
    const cwd = folderOf({ 'a.py': config });
    const script = 'rm -r "$PWD" && exec "$0" "$1" check .';
    const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, cli], { cwd, encoding: 'utf8' });
    expect(stderr).toBe('prompt-preflight: the folder that this command runs in is not there any more: start it again in another one.\n');
    expect(status).toBe(2);
  });

  it('names what may not be read, and goes on', (context) => {
    const cwd = folderOf({
      'pyproject.toml': '',
      'a.py': config,
      'closed/b.py': config,
      'blind/b.py': config,
      'c.py': config,
      'd.py': config,
    });
    chmodSync(cwd, 0o755);
    // The second may be listed, but nothing in it may be looked at.
    for (const [path, mode] of [
      ['closed', 0o000],
      ['blind', 0o444],
      ['c.py', 0o000],
    ] as const)
      chmodSync(join(cwd, path), mode);
    const outcome = checkAsNobody(cwd);
    for (const path of ['closed', 'blind']) chmodSync(join(cwd, path), 0o755);
    if (!outcome) return context.skip('the command line cannot be run as a user who may not read everything');
    expect(outcome.stderr.split('\n').sort()).toEqual([
      '',
      'blind/b.py is left out: permission denied.',
      'c.py is left out: permission denied.',
      'closed is left out: permission denied.',
    ]);
    expect(outcome.status).toBe(1);
    expect(outcome.stdout).toMatch(/ in 2 of 2 configs\n$/);
  });

  it.skipIf(process.platform === 'win32')('takes names, links and depths as they come', async () => {
    const cwd = folderOf({ 'pyproject.toml': '', 'line\nbreak.py': config, 'back\\slash.py': config, 'z.py': config });
    for (const name of [Buffer.from([0x61, 0xff, 0x2e, 0x70, 0x79]), Buffer.from([0x62, 0xfe])]) {
      const path = Buffer.concat([Buffer.from(`${cwd}/`), name]);
      if (name.length === 2) mkdirSync(path);
      else writeFileSync(path, config);
    }
    symlinkSync('loop.py', join(cwd, 'loop.py'));
    symlinkSync('.', join(cwd, 'again'));
    symlinkSync('/nowhere', join(cwd, 'gone.py'));
    execFileSync('mkfifo', [join(cwd, 'pipe.py')]);
    mkdirSync(join(cwd, ...Array.from({ length: 400 }, () => 'd')), { recursive: true });
    writeFileSync(join(cwd, ...Array.from({ length: 400 }, () => 'd'), 'deep.py'), config);
    const { code, stdout, stderr } = await runCli(['check', '.'], { cwd });
    expect(code).toBe(1);
    expect(stderr.split('\n').sort()).toEqual([
      '',
      'a\ufffd.py is left out: its name is not UTF-8.',
      'back\\slash.py is left out: its name contains a backslash.',
      'b\ufffd is left out: its name is not UTF-8.',
    ]);
    expect(stdout).toMatch(/ in 3 of 3 configs\n$/);
    expect(stdout).not.toMatch(noise);
  });

  it.skipIf(process.platform === 'win32')('that is a link in a circle says so', async () => {
    const cwd = folderOf({ 'pyproject.toml': '' });
    symlinkSync('loop', join(cwd, 'loop'));
    expect(await runCli(['check', 'loop'], { cwd })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'prompt-preflight: loop cannot be read: its links lead in a circle.\n',
    });
  });

  it('stops naming at some time', async () => {
    if (process.platform === 'win32') return;
    const names = Array.from({ length: 30 }, (_, i) => `a\\${String(i)}.py`);
    const { stderr } = await runCli(['check', '.'], {
      cwd: folderOf(Object.fromEntries(['pyproject.toml', ...names].map((name) => [name, '']))),
    });
    expect(stderr.split('\n').filter((line) => line.endsWith('is left out: its name contains a backslash.'))).toHaveLength(20);
    expect(stderr).toContain('So are 10 others.\n');
  });
});

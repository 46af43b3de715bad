import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { noise, runCli } from './run-cli.js';

const commands = ['check', 'preview', 'evaluate', 'hash', 'batch', 'lsp'];

describe('prompt-preflight', () => {
  it('says what it can do, and fails where no command is given', async () => {
    const asked = await runCli(['--help']);
    expect(asked.code).toBe(0);
    for (const command of commands) expect(asked.stdout).toContain(`  ${command} `);
    const bare = await runCli([]);
    expect(bare).toMatchObject({ code: 2, stdout: asked.stdout });
  });

  it('says its version', async () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(await runCli(['--version'])).toMatchObject({ code: 0, stdout: version + '\n' });
  });

  it.each(commands)('explains %s with its options and exit codes', async (command) => {
    const { code, stdout, stderr } = await runCli([command, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^Usage: prompt-preflight ${command}`));
  });

  it.each([
    [
      ['frobnicate'],
      "There is no command 'frobnicate'. Commands: check, preview, matrix, evaluate, diff, snapshot, verify, explain, hash, batch, lsp.",
    ],
    [['check', '--colour'], "Unknown option '--colour'"],
    [['check', '.', '--format', 'xml'], "--format must be one of text, json, sarif, github, gitlab, junit, not 'xml'."],
    [['check', '.', '--format'], "'--format"],
    [['check'], 'Say which files or folders to check.'],
    [['evaluate'], 'Say which file to evaluate, and only one.'],
    [['evaluate', 'a.py', 'b.py'], 'Say which file to evaluate, and only one.'],
    [['preview'], 'Say which file to preview, and only one.'],
    [['preview', 'a.py', '--shots', '-1'], '--shots'],
    [['preview', 'a.py', '--shots', 'two'], "--shots must be a whole number from 0, not 'two'."],
    [['preview', 'a.py', '--mode', 'chat'], "--mode must be one of gen, ppl, not 'chat'."],
    [['preview', 'a.py', '--stage', 'middle'], '--stage must be one of'],
    [['preview', 'a.py', '--row', 'rows.jsonl'], "--row must be N or FILE:N with a row number from 1, not 'rows.jsonl'."],
    [['preview', 'a.py', '--row', 'rows.jsonl:0'], "--row must be N or FILE:N with a row number from 1, not 'rows.jsonl:0'."],
    [['hash'], 'Say which files to hash.'],
    [['batch', 'requests.jsonl'], 'batch takes its requests from standard input, not from arguments.'],
  ])('answers %j with exit code 2 and one sentence', async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('--help');
    expect(stderr).not.toMatch(noise);
  });
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, runCli } from './run-cli.js';

const broken = 'examples/opencompass/eval_broken.py';
const demo = 'examples/opencompass/eval_demo.py';

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
          readonly region: {
            readonly startLine: number;
            readonly startColumn: number;
            readonly endLine: number;
            readonly endColumn: number;
          };
        };
      }[];
      readonly partialFingerprints: { readonly primaryLocationLineHash: string };
    }[];
  }[];
}

async function sarifOf(path: string, cwd?: string): Promise<Sarif['runs'][number]> {
  const { stdout } = await runCli(['check', path, '--format', 'sarif'], cwd === undefined ? {} : { cwd });
  const document = JSON.parse(stdout) as Sarif;
  expect(document.version).toBe('2.1.0');
  return document.runs[0]!;
}

describe('check --format', () => {
  it('sarif: a result for each finding, at its place, with a rule that the tool describes', async () => {
    const json = JSON.parse((await runCli(['check', broken, '--format', 'json'])).stdout) as {
      diagnostics: { rule: string; range: { start: { line: number; character: number } } }[];
    };
    const { tool, results } = await sarifOf(broken);
    const described = new Set(tool.driver.rules.map(({ id }) => id));
    expect(results.map(({ ruleId }) => ruleId)).toEqual(json.diagnostics.map(({ rule }) => rule));
    expect(results.every(({ ruleId }) => described.has(ruleId))).toBe(true);
    const places = results.map(({ locations }) => locations[0]!.physicalLocation);
    expect(places.map(({ region: { startLine, startColumn } }) => [startLine - 1, startColumn - 1])).toEqual(
      json.diagnostics.map(({ range: { start } }) => [start.line, start.character]),
    );
    expect(new Set(places.map(({ artifactLocation }) => artifactLocation.uri))).toEqual(new Set([broken]));
  });

  it('sarif: a finding keeps its fingerprint when lines come before it, and two that are alike have two', async () => {
    const text =
      "models = [dict(type='opencompass.models.HuggingFaceCausalLM', abbr='m', meta_template=dict(round=[dict(role='A'), dict(role='A'), dict(role='A')]))]\n";
    const folder = folderOf({ 'eval.py': text });
    const prints = async (): Promise<string[]> =>
      (await sarifOf('eval.py', folder)).results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
    const before = await prints();
    expect(new Set(before).size).toBe(before.length);
    expect(before.length).toBeGreaterThan(1);
    const moved = await runCli(['check', '--stdin-filename', 'eval.py', '--format', 'sarif'], {
      cwd: folder,
      input: `# one\n# two\n${text}`,
    });
    const { results } = (JSON.parse(moved.stdout) as Sarif).runs[0]!;
    expect(results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash)).toEqual(before);
  });

  // A command that is given the file behind its words: `check-jsonschema --schemafile sarif-schema-2.1.0.json`. The schema is OASIS's, and no part of this repository.
  const validator = process.env['PREFLIGHT_SARIF_VALIDATOR'];
  it.skipIf(validator === undefined)('sarif: valid by its schema', async () => {
    const { stdout } = await runCli(['check', 'examples', '--format', 'sarif']);
    const file = join(folderOf({ 'out.sarif': stdout }), 'out.sarif');
    const [program, ...words] = validator!.split(' ');
    expect(JSON.parse(stdout)).toHaveProperty('runs.0.results.0');
    expect(spawnSync(program!, [...words, file], { encoding: 'utf8' })).toMatchObject({ status: 0 });
  });

  it('github: an annotation at the line, with what would end it escaped', async () => {
    const folder = folderOf({
      'a,b:c.py':
        "models = [dict(type='opencompass.models.HuggingFaceCausalLM', abbr='100%\\n::error::x', meta_template=dict(round=[dict(role='A'), dict(role='A')]))]\n",
    });
    const { stdout, code } = await runCli(['check', '.', '--format', 'github'], { cwd: folder });
    expect(code).toBe(1);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.slice(0, -1).every((line) => /^::(?:error|warning|notice) file=a%2Cb%3Ac\.py,line=1,/.test(line))).toBe(true);
    expect(lines.at(-1)).toMatch(/in 1 of 1 config$/);
  });

  it('gitlab: a list of issues with paths, lines from 1 and fingerprints of their own', async () => {
    const { stdout } = await runCli(['check', broken, demo, '--format', 'gitlab']);
    const issues = JSON.parse(stdout) as {
      check_name: string;
      fingerprint: string;
      severity: string;
      location: { path: string; lines: { begin: number } };
    }[];
    expect(issues.length).toBeGreaterThan(8);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
    for (const { severity, location } of issues) {
      expect(['info', 'minor', 'major']).toContain(severity);
      expect(location).toMatchObject({ path: broken, lines: { begin: expect.any(Number) as number } });
    }
  });

  it('gitlab, sarif and junit of what is clean are documents, too', async () => {
    const run = async (format: string): Promise<string> => (await runCli(['check', demo, '--format', format])).stdout;
    expect(JSON.parse(await run('gitlab'))).toEqual([]);
    expect((JSON.parse(await run('sarif')) as Sarif).runs[0]!.results).toEqual([]);
    expect(await run('junit')).toContain('<testcase classname="prompt-preflight" name="1 config checked"/>');
  });

  it('junit: a suite for each file, and what XML cannot hold in no text', async () => {
    const folder = folderOf({
      'eval.py': `models = [dict(type='opencompass.models.HuggingFaceCausalLM', abbr='<&"\\x00\\x1b', meta_template=dict(round=[dict(role="<A>"), dict(role="<A>")]))]\n`,
    });
    const { stdout } = await runCli(['check', 'eval.py', '--format', 'junit'], { cwd: folder });
    expect(stdout).toContain('<testsuite name="eval.py" tests="');
    expect(stdout).toContain('&lt;A&gt;');
    // eslint-disable-next-line no-control-regex -- none of them is a character of XML
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f]|<A>/);
  });
});

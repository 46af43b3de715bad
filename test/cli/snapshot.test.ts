import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, noise, runCli, type Outcome } from './run-cli.js';

const dataset = (abbr: string, prompt: string): string => `
from opencompass.openicl.icl_prompt_template import PromptTemplate
from opencompass.openicl.icl_retriever import ZeroRetriever
from opencompass.openicl.icl_inferencer import GenInferencer
lakes_datasets = [dict(
    abbr=${JSON.stringify(abbr)}, type='HFDataset', path='lakes',
    reader_cfg=dict(input_columns=['name'], output_column='place'),
    infer_cfg=dict(
        prompt_template=dict(type=PromptTemplate, template=${JSON.stringify(prompt)}),
        retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]
`;

const task = `task: lakes
dataset_path: made/lakes
test_split: test
output_type: multiple_choice
doc_to_text: "{{name}} lies in"
doc_to_choice: ["the north", "the south"]
doc_to_target: 0
`;

function snapshot(cwd: string, ...args: string[]): Promise<Outcome> {
  return runCli(['snapshot', ...args], { cwd });
}

function hiddenIn(text: string): string[] {
  return ['\u001b', '\u202e', '\u0000'].filter((sign) => text.includes(sign));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

describe('snapshots', () => {
  it('are one readable file for each prompt, the same each time', async () => {
    const folder = folderOf({
      'configs/lakes_gen.py': dataset('lakes', '{name} lies in: '),
      'configs/lakes.yaml': task,
      'configs/notes.py': 'x = 1\n',
    });
    expect(await snapshot(folder, 'configs', '-o', 'prompts')).toEqual({
      code: 0,
      stdout: 'new prompts/configs/lakes.yaml/lakes.txt\nnew prompts/configs/lakes_gen.py/lakes.txt\n0 snapshots unchanged, 2 new\n',
      stderr: '',
    });
    const lakes = readFileSync(join(folder, 'prompts/configs/lakes_gen.py/lakes.txt'), 'utf8');
    expect(lakes).toMatch(
      /^Prompt Preflight snapshot\nconfig {5}configs\/lakes_gen\.py\ndataset {4}lakes\nasked {6}gen, 0 shots, placeholder rows\nexactness {2}exact · placeholder rows\nrules {6}OpenCompass .+\n\n== prompt ==\n\| ⟦name⟧ lies in: ¶\n$/,
    );
    expect(readFileSync(join(folder, 'prompts/configs/lakes.yaml/lakes.txt'), 'utf8')).toContain(
      '== prompt · label the north · 2 × loglikelihood ==\n| ⟦name⟧ lies in\n\n== scored · label the north · 2 × loglikelihood ==\n|  the north\n\n== scored · label the south',
    );
    expect((await snapshot(folder, 'configs', '-o', 'prompts')).stdout).toBe('2 snapshots unchanged\n');
  });

  it('show in a check what has changed, what is missing and what is too much, and are then brought up to date', async () => {
    const folder = folderOf({
      'configs/a.py': dataset('lakes', '{name} lies in\nwhich place?\n'),
      'configs/b.py': dataset('ponds', 'Where is {name}?'),
    });
    await snapshot(folder, 'configs', '-o', 'prompts');
    writeFileSync(join(folder, 'configs/a.py'), dataset('lakes', '{name} lies in\nwhat place?\n'));
    writeFileSync(join(folder, 'configs/b.py'), dataset('pools', 'Where is {name}?'));
    writeFileSync(join(folder, 'prompts/configs/b.py/README.txt'), 'a note of the user\n');
    const checked = await snapshot(folder, 'configs', '-o', 'prompts', '--check');
    expect(checked.code).toBe(1);
    expect(checked.stdout).toContain(
      'prompts/configs/a.py/lakes.txt has changed\n  … 6 unchanged lines\n  \n  == prompt ==\n  | ⟦name⟧ lies in\n- | which place?\n+ | what place?\n  |\n',
    );
    expect(checked.stdout).toContain('prompts/configs/b.py/pools.txt is missing\n');
    expect(checked.stdout).toContain('prompts/configs/b.py/ponds.txt is of no prompt any more\n');
    expect(checked.stdout).toContain('0 snapshots up to date, 1 changed, 1 missing, 1 of no prompt any more\n');
    const comment = (await snapshot(folder, 'configs', '-o', 'prompts', '--check', '--format', 'markdown')).stdout;
    expect(comment).toContain('<details><summary><code>prompts/configs/a.py/lakes.txt</code> has changed</summary>\n\n```diff\n');
    expect((await snapshot(folder, 'configs', '-o', 'prompts')).code).toBe(0);
    expect(filesBelow(join(folder, 'prompts'))).toEqual(['configs/a.py/lakes.txt', 'configs/b.py/README.txt', 'configs/b.py/pools.txt']);
    expect((await snapshot(folder, 'configs', '-o', 'prompts', '--check')).code).toBe(0);
  });

  it('may be of some datasets, of tasks by their names, and of rows that are given', async () => {
    const folder = folderOf({
      'configs/a.py': dataset('lakes_north', '{name}?') + dataset('lakes_south', '{name}!').replaceAll('lakes_datasets', 'other_datasets'),
      'rows.jsonl': '{"name": "Baikal", "place": "Siberia"}\n{"name": "Como", "place": "Lombardy"}\n',
    });
    const { stdout } = await snapshot(folder, 'configs', '-o', 'out', '--dataset', '*_south', '--row', 'rows.jsonl:2');
    expect(stdout).toBe('new out/configs/a.py/lakes_south.txt\n0 snapshots unchanged, 1 new\n');
    expect(readFileSync(join(folder, 'out/configs/a.py/lakes_south.txt'), 'utf8')).toMatch(/row 2 of rows\.jsonl[\s\S]*\| Como!\n/);
  });

  it('stay within their folder, whatever the datasets are called and the prompts hold', async () => {
    const folder = folderOf({
      'c.py':
        dataset('../../../evil', 'plain') +
        ['/abs', 'Lake', 'lake', 'con', 'x\u001b[2J\u202ey']
          .map((abbr, i) =>
            dataset(abbr, `\u001b[31m{name}\u202e\u0000 == prompt ==\n== scored ==`).replaceAll('lakes_datasets', `d${i}_datasets`),
          )
          .join(''),
    });
    const { code, stdout } = await snapshot(folder, 'c.py', '-o', 'out');
    expect(code).toBe(0);
    expect(hiddenIn(stdout)).toEqual([]);
    const files = filesBelow(folder).filter((file) => file !== 'c.py');
    expect(files).toHaveLength(6);
    for (const file of files) {
      expect(file).toMatch(/^out\/c\.py\/[\w~.-]+\.txt$/);
      const text = readFileSync(join(folder, file), 'utf8');
      expect(hiddenIn(text)).toEqual([]);
      expect(text.match(/^== /gm)).toHaveLength(1);
    }
    expect(new Set(files.map((file) => file.toLowerCase())).size).toBe(6);
  });

  it('follow no link out of their folder', async () => {
    const folder = folderOf({ 'c.py': dataset('lakes', '{name}'), 'elsewhere/lakes.txt': 'mine' });
    mkdirSync(join(folder, 'out'));
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'out/c.py'), 'junction');
    const linked = await snapshot(folder, 'c.py', '-o', 'out');
    expect([linked.code, linked.stderr]).toEqual([2, expect.stringContaining('a link, which is not followed') as string]);
    expect(readFileSync(join(folder, 'elsewhere/lakes.txt'), 'utf8')).toBe('mine');
    rmSync(join(folder, 'out/c.py'));
    expect((await snapshot(folder, 'c.py', '-o', 'out')).code).toBe(0);
    expect(existsSync(join(folder, 'out/c.py/lakes.txt'))).toBe(true);
  });

  it('are kept of a config that cannot be evaluated, which is said', async () => {
    const folder = folderOf({ 'a.py': dataset('lakes', '{name}') });
    await snapshot(folder, 'a.py', '-o', 'out');
    writeFileSync(join(folder, 'a.py'), dataset('lakes', '{name}') + 'oops(\n');
    const { code, stderr, stdout } = await snapshot(folder, '.', '-o', 'out');
    expect([code, stdout]).toEqual([2, '0 snapshots unchanged\n']);
    expect(stderr).toContain('a.py: ');
    expect(stderr).not.toMatch(noise);
    expect(filesBelow(join(folder, 'out'))).toEqual(['a.py/lakes.txt']);
    expect((await snapshot(folder, 'a.py')).stderr).toContain('Say with -o');
  });
});

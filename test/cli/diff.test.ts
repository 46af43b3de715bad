import { describe, expect, it } from 'vitest';
import { folderOf, runCli, type Outcome } from './run-cli.js';

const lakes = `task: lakes
dataset_path: made/lakes
test_split: test
output_type: generate_until
doc_to_text: "{{name}} lies in"
doc_to_target: "{{place}}"
generation_kwargs: {until: ["\\n"]}
`;

const folder = folderOf({
  'lakes.yaml': lakes,
  'prefixed.yaml': `${lakes.replace('lakes', 'prefixed')}gen_prefix: " the"\n`,
  'bare.yaml': lakes.replace('task: lakes', 'task: bare').replace(/generation_kwargs.*\n/, ''),
});

function diff(...args: string[]): Promise<Outcome> {
  return runCli(['diff', ...args], { cwd: folder });
}

describe('diff of two prompts', () => {
  it('compares files, datasets and models by their names', async () => {
    const pairs = folderOf({
      'eval.py': `
reader = dict(input_columns=['q'], output_column='a')
datasets = [dict(abbr=abbr, type='HFDataset', path='x', reader_cfg=reader, infer_cfg=dict(
    prompt_template=dict(type='PromptTemplate', template=dict(round=[dict(role='HUMAN', prompt=text)])), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))
    for abbr, text in [('lakes', 'Name {q}.\\nAnswer:'), ('ponds', 'Name {q}.\\nReply:')]]
models = [dict(abbr='river', type='VLLM', path='x', meta_template=dict(round=[dict(role='HUMAN', begin='<h>')])),
          dict(abbr='brook', type='VLLM', path='x')]
`,
    });
    const run = (...args: string[]): Promise<Outcome> => runCli(['diff', ...args], { cwd: pairs });
    expect(await run('eval.py#lakes,brook', 'eval.py#ponds,brook')).toEqual({
      code: 1,
      stdout:
        'lakes × brook → ponds × brook: the prompt differs.\n--- lakes × brook\n+++ ponds × brook\n  Name ⟦q⟧.↵\n- Answer:\n+ Reply:\n',
      stderr: '',
    });
    expect((await run('eval.py#lakes', 'eval.py#lakes', '--model', 'river')).stdout).toBe(
      'lakes × river → lakes × river: nothing differs.\n',
    );
    const { code, stdout } = await run('eval.py#lakes,river', 'eval.py#lakes,brook', '--format', 'json');
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { sides: ['lakes × river', 'lakes × brook'], equal: false }]);
    expect(await run('eval.py#lakes', 'eval.py#oceans')).toMatchObject({ code: 2, stdout: '' });
    expect((await run('eval.py', 'eval.py', 'eval.py')).stderr).toContain('Only two prompts are compared.');
  });
});

describe('diff of two releases', () => {
  it('says where nothing changes', async () => {
    expect(await diff('lakes.yaml', '--release', '0.4.9.2', '--release', '0.4.13')).toEqual({
      code: 0,
      stdout: 'lakes · 0.4.9.2 → 0.4.13: nothing changes.\n',
      stderr: '',
    });
  });

  it('shows the lines of the prompt that change', async () => {
    const { code, stdout } = await diff('prefixed.yaml', '--release', '0.4.9.2', '--release', '0.4.13');
    expect([code, stdout]).toEqual([
      1,
      'prefixed · 0.4.9.2 → 0.4.13: the prompt changes.\n--- 0.4.9.2\n+++ 0.4.13\n- ⟦name⟧ lies in  the\n+ ⟦name⟧ lies in the\n',
    ]);
  });

  it('shows the settings of the generation, and what is raised', async () => {
    expect((await diff('bare.yaml', '--release', '0.4.8', '--release', '0.4.10')).stdout).toContain(
      '+ generate_until · temperature 0.0 · do_sample False · max_gen_toks 256',
    );
    expect((await diff('prefixed.yaml', '--release', '0.4.7', '--release', '0.4.8')).stdout).toContain(
      "- raises TypeError: TaskConfig.__init__() got an unexpected keyword argument 'gen_prefix'",
    );
  });

  it('is JSON for scripts', async () => {
    const { code, stdout } = await diff('prefixed.yaml', '--release', '0.4.9.2', '--release', '0.4.13', '--format', 'json');
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      {
        of: 'prefixed',
        releases: ['0.4.9.2', '0.4.13'],
        equal: false,
        prompts: [{ equal: false, before: { text: '⟦name⟧ lies in  the' }, after: { text: '⟦name⟧ lies in the' } }],
      },
    ]);
  });

  it('needs two releases, of the framework of the file', async () => {
    expect((await diff('lakes.yaml', '--release', '0.4.13')).stderr).toContain('Say --release twice');
    expect(await diff('lakes.yaml', '--release', '0.5.2', '--release', '0.4.13')).toMatchObject({ code: 2, stdout: '' });
    expect((await diff('lakes.yaml', '--release', 'newest', '--release', '0.4.13')).stderr).toContain('no release of that name is known');
  });

  it('is what preview shows for one release', async () => {
    const { stdout } = await runCli(['preview', 'prefixed.yaml', '--release', '0.4.9.2', '--format', 'json'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ release: { name: '0.4.9.2', by: 'set' }, output: { text: '⟦name⟧ lies in  the' } });
  });
});

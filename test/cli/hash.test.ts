import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { folderOf, runCli } from './run-cli.js';

describe('hash', () => {
  it('hashes the prompt configuration as the framework does', async () => {
    const folder = folderOf({
      'demo_gen.py':
        "demo_datasets = [dict(abbr='d', infer_cfg=dict(retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]\n",
    });
    // Python's json.dumps with sort_keys of the infer_cfg of the only dataset.
    const json = '{"inferencer": {"type": "GenInferencer"}, "retriever": {"type": "ZeroRetriever"}}';
    const expected = createHash('sha256').update(json).digest('hex');
    expect(await runCli(['hash', 'demo_gen.py'], { cwd: folder })).toEqual({ code: 0, stdout: `${expected}  demo_gen.py\n`, stderr: '' });
  });

  it('says where there is nothing to hash', async () => {
    const folder = folderOf({ 'models.py': "models = [dict(type='HuggingFaceCausalLM')]\n" });
    const { code, stderr } = await runCli(['hash', 'models.py'], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('models.py has no prompt hash');
  });
});

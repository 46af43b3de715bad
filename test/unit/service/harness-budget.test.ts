import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { preview } from '../../../server/src/engine/editor/preview/preview.js';
import type { PreviewData } from '../../../server/src/engine/editor/preview/data.js';
import { createProject } from '../../../server/src/engine/project/project.js';

const config = JSON.stringify({ max_position_embeddings: 2048 });

/** The preview of a task. */
function shown(
  modelArgs: string,
  { more = '', files = {}, release }: { more?: string; files?: Record<string, string>; release?: string } = {},
): PreviewData {
  const type = more.includes('output_type') ? '' : 'output_type: generate_until\n';
  const task = `task: own\ndataset_path: json\ntest_split: test\n${type}doc_to_text: "{{q}}"\ndoc_to_target: "{{a}}"\n${more}`;
  const there = { '/ws/own.yaml': task, '/ws/pond/tokenizer.json': '{}', '/ws/pond/config.json': config, ...files };
  const project = createProject(new MemoryWorkspace(there, ['/ws']), {
    ...defaultSettings,
    modelArgs,
    ...(release !== undefined && { release: { 'lm-eval': release } }),
  });
  const result = preview(project, '/ws/own.yaml', { selection: {} });
  if (result.kind !== 'preview') throw new Error(result.reason);
  return result.preview;
}

/** How the prompt of a task is given to a tokenizer. */
function plan(modelArgs: string, given: Parameters<typeof shown>[1] = {}): NonNullable<PreviewData['tokens']> {
  return shown(modelArgs, given).tokens!;
}

describe('the room that the harness leaves a prompt', () => {
  it('is max_length − max_gen_toks, of which the end is kept', () => {
    expect(plan('pretrained=pond,max_length=4096')).toMatchObject({
      file: '/ws/pond/tokenizer.json',
      special: 'unless-begun',
      budget: { most: 3840, reckoned: 'max_length 4096 − max_gen_toks 256' },
      answer: 256,
      cut: { most: 3840, keeps: 'end' },
    });
    expect(plan('pretrained=pond,max_length=4096', { more: 'generation_kwargs: {max_gen_toks: 96}' }).budget?.most).toBe(4000);
    // The first of the names that mean the same.
    expect(plan('max_length=4096', { more: 'generation_kwargs: {max_tokens: 6, max_new_tokens: 46}' }).budget?.most).toBe(4050);
    expect(plan('{"pretrained": "pond", "max_length": 500}').budget?.most).toBe(244);
  });

  it('is said to cut what may be longer', () => {
    const more = `description: "${'word '.repeat(60)}"\n`;
    expect(shown('max_length=500', { more }).notes).toContainEqual(
      expect.stringMatching(/^The prompt has \d+ bytes, and there is room for 244 tokens \(max_length 500 − max_gen_toks 256\): if/),
    );
    const { notes, tokens } = shown('max_length=500', { more });
    expect(notes).toContain(tokens?.byBytes);
    for (const args of ['max_length=500', '']) expect(shown(args).notes.join()).not.toContain('there is room for');
    expect(shown('', { more }).notes.join()).not.toContain('there is room for 244');
  });

  it("is by the model's own length where the arguments have none, and not known without either", () => {
    expect(plan('pretrained=pond').budget).toEqual({ most: 1792, reckoned: 'max_length 2048 − max_gen_toks 256' });
    expect(plan('pretrained=pond').notes).toEqual([
      "max_length is that of the model's config.json, as the harness takes it where --model_args has none.",
    ]);
    const nested = {
      '/ws/pond/config.json': JSON.stringify({ max_position_embeddings: 9, text_config: { max_position_embeddings: 300 } }),
    };
    expect(plan('pretrained=pond', { files: nested }).budget?.most).toBe(44);
    expect(plan('pretrained=pond', { files: { '/ws/pond/config.json': '{}' } }).budget).toBeUndefined();
    expect(plan('').budget).toBeUndefined();
    expect(plan('').notes[0]).toContain('The setting modelArgs');
  });

  it('has one token more where the answer is scored, and no end where a whole text is', () => {
    const scored = plan('pretrained=pond', { more: 'output_type: loglikelihood' });
    expect([scored.budget, scored.answer]).toEqual([{ most: 2049, reckoned: 'max_length 2048 + 1' }, undefined]);
    const rolling = plan('pretrained=pond', { more: 'output_type: loglikelihood_rolling' });
    expect([rolling.budget, rolling.cut]).toEqual([undefined, undefined]);
    expect(rolling.notes).toEqual(['The text is scored in windows of max_length 2048 tokens: nothing is cut away.']);
  });

  it('is none where the answer takes it all, which raises', () => {
    const none = plan('pretrained=pond,max_length=256');
    expect([none.budget?.most, none.cut]).toEqual([0, undefined]);
    expect(none.notes.at(-1)).toContain('AssertionError: Invalid configuration');
  });

  it('is by the one name that counts until 0.4.9.2, and raises where there is none from 0.4.8 on', () => {
    const more = 'generation_kwargs: {max_new_tokens: 46, until: []}';
    const most = (release: string): number | undefined => plan('max_length=4096', { more, release }).budget?.most;
    expect(['0.4.3', '0.4.9.2', '0.4.10'].map(most)).toEqual([3840, 3840, 4050]);
    const notes = (release: string): number => plan('pretrained=pond,max_length=256', { release }).notes.length;
    expect(['0.4.7', '0.4.8', '0.4.13'].map(notes)).toEqual([0, 1, 1]);
  });

  it('has no special tokens with add_bos_token=False', () => {
    expect(plan('pretrained=pond,add_bos_token=False').special).toBe(false);
    expect(plan('pretrained=pond,add_bos_token=True').special).toBe('unless-begun');
  });
});

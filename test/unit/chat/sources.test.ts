import { describe, expect, it } from 'vitest';
import { listChatTemplates, loadChatTemplate, type ChatTemplate } from '../../../server/src/engine/chat/index.js';
import { snapshotOf } from '../../../server/src/engine/chat/hub-cache.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { apply, user } from './support.js';

const caches = { hub: '/hf/hub', datasets: '/hf/datasets' };
const near = '/ws/configs/eval.py';

function workspace(files: Record<string, string>): MemoryWorkspace {
  return new MemoryWorkspace({ '/ws/configs/eval.py': '', ...files }, ['/ws'], caches);
}

function config(more: object): string {
  return JSON.stringify({
    bos_token: '<s>',
    eos_token: { content: '</s>', lstrip: false },
    pad_token: null,
    model_max_length: 10,
    ...more,
  });
}

function load(files: Record<string, string>, spec: string, name?: string): ChatTemplate {
  const loaded = loadChatTemplate(workspace(files), spec, near, name);
  if ('problem' in loaded) throw new Error(loaded.problem);
  return loaded.found;
}

function problem(files: Record<string, string>, spec: string, name?: string): string {
  const loaded = loadChatTemplate(workspace(files), spec, near, name);
  return 'problem' in loaded ? loaded.problem : 'found';
}

describe('one of several templates', () => {
  const files = {
    '/ws/m/tokenizer_config.json': config({
      chat_template: [
        { name: 'default', template: 'plain' },
        { name: 'tool_use', template: 'tools' },
      ],
    }),
  };

  it.each(['m/tokenizer_config.json#tool_use', 'm#tool_use'])('is named behind the place: %s', (spec) => {
    expect(load(files, spec).source.text).toBe('tools');
  });

  it('is missed where there is none of the name', () => {
    expect(problem(files, 'm#rag')).toContain('rag');
  });
});

describe('a file', () => {
  it('is a template of its own, with the tokens of the tokenizer beside it', () => {
    const found = load({ '/ws/m/chat.jinja': '{{ bos_token }}', '/ws/m/tokenizer_config.json': config({}) }, 'm/chat.jinja');
    expect(found).toMatchObject({ name: 'chat.jinja', file: '/ws/m/chat.jinja', tokens: { bos_token: '<s>', eos_token: '</s>' } });
    expect(found.source.pieceAt(0)?.origin).toEqual({ kind: 'source', span: { file: '/ws/m/chat.jinja', start: 0, end: 15 }, exact: true });
  });

  it('is looked up beside the document first', () => {
    expect(load({ '/ws/chat.jinja': 'far', '/ws/configs/chat.jinja': 'near' }, 'chat.jinja').source.text).toBe('near');
    expect(load({ '/ws/chat.jinja': 'far' }, '/ws/chat.jinja').source.text).toBe('far');
  });

  it('of a tokenizer holds one', () => {
    const found = load({ '/ws/m/tokenizer_config.json': config({ chat_template: '{{ bos_token }}\n"é"' }) }, 'm/tokenizer_config.json');
    expect(found).toMatchObject({ name: 'm', named: ['default'] });
    expect(apply(found, [user('Q')]).text.text).toBe('<s>\n"é"');
    const escaped = found.source.pieceAt(found.source.text.indexOf('"'));
    expect(escaped?.origin).toMatchObject({ kind: 'source', exact: false, span: { file: '/ws/m/tokenizer_config.json' } });
  });

  it('of a processor holds one, and a tokenizer beside it the tokens', () => {
    const files = { '/ws/m/chat_template.json': '{"chat_template": "{{ eos_token }}"}', '/ws/m/tokenizer_config.json': config({}) };
    expect(apply(load(files, 'm/chat_template.json'), [user('Q')]).text.text).toBe('</s>');
  });

  it('has special tokens from the older file too', () => {
    const files = {
      '/ws/m/chat_template.jinja': '',
      '/ws/m/tokenizer_config.json': '{"eos_token": "</s>"}',
      '/ws/m/special_tokens_map.json': '{"bos_token": {"content": "<b>"}, "eos_token": "old"}',
    };
    expect(load(files, 'm').tokens).toEqual({ bos_token: '<b>', eos_token: '</s>' });
  });
});

describe('several templates', () => {
  const list = {
    '/ws/m/tokenizer_config.json': config({
      chat_template: [
        { name: 'default', template: 'D' },
        { name: 'tool_use', template: 'T' },
      ],
    }),
  };

  it('have names, the default first', () => {
    expect(load(list, 'm')).toMatchObject({ name: 'm (default)', named: ['default', 'tool_use'], source: { text: 'D' } });
    expect(load(list, 'm', 'tool_use').source.text).toBe('T');
    expect(problem(list, 'm', 'rag')).toBe('m has no chat template named "rag". There are: default, tool_use.');
  });

  it('need a default', () => {
    const files = {
      '/ws/m/tokenizer_config.json': config({
        chat_template: [
          { name: 'rag', template: 'R' },
          { name: 'tool_use', template: 'T' },
        ],
      }),
    };
    expect(problem(files, 'm')).toBe('m has several chat templates and none of them is the default. There are: rag, tool_use.');
  });

  it('may be files, which go before the tokenizer’s own', () => {
    const files = { ...list, '/ws/m/chat_template.jinja': 'file', '/ws/m/additional_chat_templates/rag.jinja': 'R' };
    expect(load(files, 'm').source.text).toBe('file');
    expect(load(files, 'm', 'rag').source.text).toBe('R');
    expect(load(files, 'm').named).toEqual(['default', 'rag']);
  });
});

describe('a model of the local cache', () => {
  const folder = '/hf/hub/models--org--model';
  const files = {
    [`${folder}/refs/main`]: 'abc123\n',
    [`${folder}/refs/v2`]: 'def456',
    [`${folder}/snapshots/abc123/tokenizer_config.json`]: config({ chat_template: 'main' }),
    [`${folder}/snapshots/def456/tokenizer_config.json`]: config({ chat_template: 'second' }),
  };

  it('is found by its name, and by a revision', () => {
    expect(load(files, 'org/model')).toMatchObject({ name: 'org/model', source: { text: 'main' } });
    expect(load(files, 'org/model@v2').source.text).toBe('second');
    expect(load(files, 'org/model@def4').source.text).toBe('second');
  });

  it('needs no refs where there is one snapshot only', () => {
    expect(load({ '/hf/hub/models--gpt2/snapshots/1/chat_template.jinja': 'x' }, 'gpt2').source.text).toBe('x');
  });

  it('is said to be missing from where it is looked for, as its user would write that', () => {
    const inHome = { hub: '/home/ann/.cache/hub', datasets: '/home/ann/.cache/datasets', home: '/home/ann' };
    expect(snapshotOf(new MemoryWorkspace({}, ['/ws'], inHome), 'org/model')).toEqual({
      problem: 'org/model is not in the Hugging Face cache (~/.cache/hub). Nothing is downloaded here: give a file or a folder instead.',
    });
    const elsewhere = { ...inHome, hub: '/home/anna/hub' };
    expect(snapshotOf(new MemoryWorkspace({}, ['/ws'], elsewhere), 'org/model')).toMatchObject({
      problem: expect.stringContaining('(/home/anna/hub)') as string,
    });
  });

  it('may be missing, broken off or without a template', () => {
    expect(problem(files, 'other/model')).toBe(
      'other/model is not in the Hugging Face cache (/hf/hub). Nothing is downloaded here: give a file or a folder instead.',
    );
    expect(problem(files, 'Qwen/Qwen2-7B')).toContain('Judging by its name, the shipped family "chatml" may be close.');
    expect(problem(files, 'org/model@v3')).toContain('no files of org/model at revision v3');
    expect(problem({ [`${folder}/refs/main`]: 'x', [`${folder}/snapshots/x/config.json`]: '{}' }, 'org/model')).toContain(
      'org/model holds no tokenizer',
    );
    expect(problem({ [`${folder}/snapshots/x/tokenizer_config.json`]: config({}) }, 'org/model')).toBe(
      'The tokenizer of org/model has no chat template: frameworks that apply one fail on it.',
    );
  });

  it('cannot be looked up without a cache', () => {
    const loaded = loadChatTemplate(new MemoryWorkspace({}), 'org/model', near);
    expect(loaded).toEqual({ problem: 'org/model cannot be looked up: it is not known where the Hugging Face cache is.' });
  });
});

describe('what cannot be read', () => {
  it.each([
    ['./gone.jinja', '/ws/configs/gone.jinja does not exist.'],
    ['gone/chat_template.jinja', '/ws/configs/gone/chat_template.jinja does not exist.'],
    ['/elsewhere/model', '/elsewhere/model does not exist.'],
    ['broken.json', /^\/ws\/broken\.json is not JSON: /],
    ['list.json', '/ws/list.json does not hold a JSON object.'],
    ['other.json', '/ws/other.json has no chat_template.'],
    [
      'empty',
      'empty holds no tokenizer: neither tokenizer_config.json nor chat_template.jinja is there. They may be missing for a gated model, or for one whose download was stopped.',
    ],
  ])('%s', (spec, expected) => {
    const files = { '/ws/broken.json': '{', '/ws/list.json': '[]', '/ws/other.json': '{}', '/ws/empty/weights.bin': '' };
    expect(problem(files, spec)).toMatch(expected);
  });
});

describe('the list', () => {
  it('has files near the document, models of the cache and the families', () => {
    const files = {
      '/ws/configs/chat.jinja': '',
      '/ws/tokenizer_config.json': '{}',
      '/ws/notes.txt': '',
      '/hf/hub/models--org--model/snapshots/1/tokenizer_config.json': '{}',
      '/hf/hub/version.txt': '1',
    };
    const list = listChatTemplates(workspace(files), near);
    expect(list.filter(({ kind }) => kind !== 'family').map(({ spec, label, kind }) => `${kind} ${spec} ${label}`)).toEqual([
      'file /ws/configs/chat.jinja chat.jinja',
      'file /ws/tokenizer_config.json tokenizer_config.json',
      'model org/model org/model',
    ]);
    expect(list.filter(({ kind }) => kind === 'family').map(({ spec }) => spec)).toContain('chatml');
  });

  it('leads to a template for every family', () => {
    for (const { spec } of listChatTemplates(workspace({}), near)) expect(load({}, spec).note).toContain("the model's own may differ");
  });
});

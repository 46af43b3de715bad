import { describe, expect, it } from 'vitest';
import { distinctNames, safeName } from '../../../server/src/cli/support/snapshot-names.js';

describe('names of snapshots', () => {
  it('are those of the datasets where these are names of files everywhere', () => {
    for (const name of ['gsm8k', 'qwen2.5-7b-instruct', 'mmlu_胃肠', 'a@b', 'x+y=z']) expect(safeName(name)).toBe(name);
  });

  it('never lead out of a folder, and are one name of a file on each system', () => {
    const hostile = [
      '..',
      '.',
      '',
      '../../evil',
      '/etc/passwd',
      'C:\\x',
      'con',
      'NUL.txt',
      'a\u0000b',
      'x\u001b[2J',
      '\u202egpj',
      'ends.',
      '~',
      '-o',
      '.git',
      'a b',
      'x:y',
      'é'.normalize('NFD'),
    ];
    const names = hostile.map(safeName);
    for (const name of names) {
      expect(name).toMatch(/^[\p{L}\p{N}_](?!.*\.\.)[\p{L}\p{N}._@+=-]*~[0-9a-f]{8}$/u);
      expect(/^(?:con|nul)(?:\.|$)/i.test(name)).toBe(false);
    }
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(hostile.length);
  });

  it('fit into a file system, also twice', () => {
    for (const name of ['x'.repeat(300), '胃'.repeat(300), '🧪'.repeat(300)])
      expect(Buffer.byteLength(safeName(name))).toBeLessThanOrEqual(105);
    expect(safeName('x'.repeat(300))).not.toBe(safeName('x'.repeat(301)));
  });

  it('differ by more than case', () => {
    const names = distinctNames(['Lake', 'lake', 'pond'].map((name) => ({ name, key: name })));
    expect(names[2]).toBe('pond');
    expect(names[0]!.toLowerCase()).not.toBe(names[1]!.toLowerCase());
    expect(names[1]).toMatch(/^lake~[0-9a-f]{8}$/);
  });
});

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { fenced, inlineCode } from '../../../server/src/engine/editor/take-away/markdown.js';
import { pythonFor } from '../../../server/src/engine/editor/take-away/python.js';
import { takenAs } from '../../../server/src/engine/editor/take-away/take-away.js';

type Given = Parameters<typeof takenAs>[0];

const hostile = `'; rm -rf "$HOME" \`id\` $(id) \\ \u001b[2J\u202e\u0000\n</script> \`\`\`\`\n| x '\\'' !`;

function given(output: Given['output'], turns: readonly { readonly who: string; readonly text: string }[] = []): Given {
  const stage = {
    id: 'messages',
    title: 'Messages',
    summary: '',
    origins: [],
    turns: turns.map(({ who, text }) => ({
      who,
      kind: 'user' as const,
      generates: false,
      segments: [{ text, kind: 'prompt' as const, title: '', origins: [] }],
    })),
  };
  return {
    ...(output && { output }),
    stages: [stage],
    selection: {
      dataset: 'd',
      model: 'm',
      mode: 'gen',
      label: undefined,
      shots: 0,
      row: undefined,
      chatTemplate: '',
      systemInstruction: '',
      multiturn: true,
    },
    datasets: [{ id: 'd', label: hostile }],
    models: [{ id: 'm', label: hostile }],
    framework: { id: 'opencompass', title: 'OpenCompass', version: 'OpenCompass 0.5.4', previews: 'pairs' },
    exactness: { level: 'placeholder-rows', reason: hostile, reasons: [] },
    problems: [],
    rows: { file: undefined, count: 0, complete: true, problem: undefined },
    notes: [],
  } as unknown as Given;
}

const text = given({ kind: 'text', text: hostile });
const messages = given({
  kind: 'messages',
  text: JSON.stringify([
    { role: 'SYSTEM', content: 'Be brief.' },
    { role: 'user', content: hostile },
  ]),
});

/** What a shell hands on to a program of the name `curl`. */
function argumentsInShell(command: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\nOPENAI_API_KEY=key\nunset OPENAI_BASE_URL\n${command}`;
  const { stdout, status } = spawnSync('sh', ['-c', script]);
  expect(status).toBe(0);
  return stdout.toString().split('\0').slice(0, -1);
}

describe('what is taken away', () => {
  it('is the text itself', () => {
    expect(takenAs(text, 'text')).toBe(hostile);
    expect(takenAs(given(undefined), 'text')).toBeUndefined();
  });

  it('is messages with the names that services have for the roles', () => {
    expect(JSON.parse(takenAs(messages, 'messages')!)).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: hostile },
    ]);
    expect(JSON.parse(takenAs(text, 'messages')!)).toEqual([{ role: 'user', content: hostile }]);
  });

  it.skipIf(process.platform === 'win32')('is a call that a shell takes word by word, whatever is in the prompt', () => {
    const [url, ...others] = argumentsInShell(takenAs(messages, 'curl')!);
    expect(url).toBe('https://api.openai.com/v1/chat/completions');
    expect(others.slice(0, 5)).toEqual(['-H', 'Content-Type: application/json', '-H', 'Authorization: Bearer key', '-d']);
    expect(JSON.parse(others[5]!)).toEqual({
      model: hostile,
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: hostile },
      ],
    });
    const finished = argumentsInShell(takenAs(text, 'curl')!);
    expect([finished[0], JSON.parse(finished.at(-1)!)]).toEqual([
      'https://api.openai.com/v1/completions',
      { model: hostile, prompt: hostile },
    ]);
    const limited = argumentsInShell(takenAs({ ...text, tokens: { special: true, notes: [], answer: 256 } }, 'curl')!);
    expect(JSON.parse(limited.at(-1)!)).toEqual({ model: hostile, max_tokens: 256, prompt: hostile });
    expect(['\u001b', '\u202e', '\u0000'].filter((sign) => takenAs(messages, 'curl')!.includes(sign))).toEqual([]);
  });

  it('is Markdown in which nothing ends a block or a piece of code before its end', () => {
    const markdown = takenAs(text, 'markdown')!;
    expect(markdown).toContain('\n`````text\n');
    expect(['\u001b', '\u202e', '\u0000'].filter((sign) => markdown.includes(sign))).toEqual([]);
    expect(fenced('a `````` b')).toBe('```````\na `````` b\n```````');
    expect([inlineCode('a'), inlineCode('`a'), inlineCode('a``b')]).toEqual(['`a`', '`` `a ``', '```a``b```']);
    expect(takenAs(given(undefined), 'markdown')).toContain('\n- exactness: ');
    expect(markdown).toContain('exact · placeholder rows: ');
  });

  it('is Python that holds what is asked as it is', () => {
    const verification = { script: 'x', request: JSON.stringify({ doc: hostile }), expected: '' };
    for (const script of ['import sys\n"""doc"""\n', "a = '''b'''\n", 'x = "\\\\"\\']) {
      const program = pythonFor(hostile, verification, script, '/w');
      expect(program.split('\n')[0]).toMatch(/^# '; rm/);
      const literal = /^REQUEST = (.*)$/m.exec(program)![1]!;
      expect(JSON.parse(JSON.parse(literal) as string)).toEqual({ doc: hostile });
      expect(['\u001b', '\u202e', '\u0000'].filter((sign) => program.includes(sign))).toEqual([]);
    }
  });
});

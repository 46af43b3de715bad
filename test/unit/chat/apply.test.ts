import { describe, expect, it } from 'vitest';
import { families, familyOfModel, familyTemplate } from '../../../server/src/engine/chat/index.js';
import { apply, assistant, file, origins, raised, system, template, user } from './support.js';

const square = "{% for m in messages %}[{{ m.role }}]{{ m['content'] }}{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}";
const trimmed = square.replace("m['content']", 'm.content | trim');

describe('a conversation', () => {
  it('becomes one text', () => {
    expect(apply(square, [system('S'), user('Q')]).text.text).toBe('[system]S[user]Q');
    expect(apply(square, [user('Q')], { addGenerationPrompt: true }).text.text).toBe('[user]Q[assistant]');
  });

  it('is what the template is given, with special tokens and more variables', () => {
    const source = '{{ bos_token }}{{ eos_token }}{{ tools is none }}{{ documents is none }}{{ think }}{{ list[1].a }}';
    const options = { variables: { think: false, list: [1, { a: 2.0 }] } };
    expect(apply(template(source, { bos_token: '<s>' }), [user('Q')], options).text.text).toBe('<s>TrueTrueFalse2');
  });

  it('must have a message', () => {
    expect(raised(() => apply(square, []))).toBe(
      'ValueError: Cannot apply chat template to an empty conversation. Provide at least one message.',
    );
  });
});

describe('the text', () => {
  it('leads back to the messages and to the template', () => {
    expect(origins(apply(square, [user('Q')], { addGenerationPrompt: true }))).toEqual([
      ['[', `@${square.indexOf('[{{')}`],
      ['user', 'framework'],
      [']', `@${square.indexOf(']{{')}`],
      ['Q', 'user:0'],
      ['[assistant]', `@${square.indexOf('[assistant]')}`],
    ]);
  });

  it('leads to the part of a message that a template keeps', () => {
    const source = "{{ messages[0].content.split('</think>')[-1].strip() + '.' }}";
    expect(origins(apply(source, [user('<think>hm</think>  so \n')]))).toEqual([
      ['so', 'user:19'],
      ['.', `@${source.indexOf(".' }}")}`],
    ]);
  });

  it('leads to escapes of a template by their place', () => {
    expect(origins(apply("{{ 'a\\nb' }}", [user('Q')]))).toEqual([
      ['a', '@4'],
      ['\n', '~@5'],
      ['b', '@7'],
    ]);
  });

  it('has a hole where the date of the run stands', () => {
    const result = apply("On {{ strftime_now('%d %b %Y') }}.", [user('Q')]);
    expect(origins(result)).toEqual([
      ['On ', '@0'],
      ['⟦today as %d %b %Y⟧', 'unknown'],
      ['.', '@33'],
    ]);
  });

  it('is a hole where a template does not end', () => {
    const { text } = apply('{% for i in range(10000000) %}{% endfor %}', [user('Q')]);
    expect(text.pieces[0]?.origin.kind).toBe('unknown');
  });
});

describe('the parts', () => {
  const parts = (source: string, messages: Parameters<typeof apply>[1], options = {}): string[] => {
    const { text, parts: found } = apply(source, messages, options);
    return found.map(({ start, end, messages: of }) => `${of.join('+')}: ${text.text.slice(start, end)}`);
  };

  it('are the messages, and the begin of the answer', () => {
    expect(parts(square, [system('S'), user('Q'), assistant('A'), user('R')], { addGenerationPrompt: true })).toEqual([
      '0: [system]S',
      '1: [user]Q',
      '2: [assistant]A',
      '3: [user]R',
      ': [assistant]',
    ]);
  });

  it('join messages that the template joins', () => {
    const source =
      "{{ '(' + messages[0].content + ')' if messages|length > 1 else raise_exception('no question') }}{% for m in messages[1:] %}{{ m.content }};{% endfor %}";
    expect(parts(source, [system('S'), user('Q'), assistant('A')])).toEqual(['0+1: (S)Q;', '2: A;']);
  });

  it('cover the whole text whatever the template does', () => {
    // Qwen 3 thinks in front of an answer that no question follows.
    const thinks =
      "{% for m in messages %}<{{ m.role }}>\n{% if loop.last and m.role == 'assistant' %}<think>\n\n</think>\n\n{% endif %}{{ m.content.lstrip('\n') }}<end>\n{% endfor %}";
    expect(parts(thinks, [user('Q'), assistant('\nA'), user('R'), assistant('B'), user('S')], { addGenerationPrompt: true })).toEqual([
      '0: <user>\nQ<end>\n',
      '1: <assistant>\nA<end>\n',
      '2: <user>\nR<end>\n',
      '3: <assistant>\nB<end>\n',
      '4: <user>\nS<end>\n',
    ]);
    expect(parts('{{ messages|length }}{{ messages[-1].content }}', [user('Q'), assistant('A')])).toEqual(['0+1: 2A']);
  });
});

describe('going on with the last message', () => {
  const go = { continueFinalMessage: true };
  it('cuts behind its text', () => {
    expect(apply(square.replace("['content']", "['content'] }}<end>{{ ''"), [user('Q'), assistant('The answer is ')], go).text.text).toBe(
      '[user]Q<end>[assistant]The answer is ',
    );
  });

  it('loses white space at the end that the template trims, and says so', () => {
    const result = apply(trimmed, [user('Q'), assistant('The answer is ')], go);
    expect(result.text.text).toBe('[user]Q[assistant]The answer is');
    expect(result.notes.join()).toContain('white space');
    expect(apply(square, [user('Q'), assistant('The answer is ')], go).notes).toEqual([]);
  });

  it('keeps the origins', () => {
    expect(origins(apply(square, [assistant('A ')], go)).at(-1)).toEqual(['A ', 'assistant:0']);
  });

  it('goes by the last place of the text', () => {
    expect(apply(square, [user('A'), assistant('A')], go).text.text).toBe('[user]A[assistant]A');
  });

  it('raises where there is nothing to go on with', () => {
    expect(raised(() => apply("{{ messages[0]['content'] }}", [user('Q'), assistant('gone')], go))).toMatch(
      /^ValueError: continue_final_message is set but the final message does not appear.*Final message to continue: gone\nRendered chat:\nQ$/s,
    );
    expect(raised(() => apply('{{ messages|length }}', [user('Q')], go))).toContain('not an accepted field');
    expect(raised(() => apply(square, [user('Q')], { ...go, addGenerationPrompt: true }))).toContain('not compatible');
  });
});

describe('a template that refuses', () => {
  const strict = "{% if messages[0].role == 'system' %}{{ raise_exception('No system.') }}{% endif %}" + square;

  it('raises', () => {
    expect(raised(() => apply(strict, [system('S'), user('Q')]))).toBe('TemplateError: No system.');
    expect(raised(() => apply("{{ 'a' + missing }}", [user('Q')]))).toBe("UndefinedError: 'missing' is undefined");
    expect(raised(() => apply('{% if %}', [user('Q')]))).toMatch(/^TemplateSyntaxError: /);
  });

  it('says where in the template', () => {
    const source = "ab{{ raise_exception('No.') }}";
    expect(() => apply(source, [user('Q')])).toThrow(expect.objectContaining({ span: { file, start: 5, end: 27 } }));
  });

  it('is tried again without the system, which is noted', () => {
    const result = apply(strict, [system('S'), user('Q'), assistant('A')], { retryWithoutSystem: true });
    expect(result.text.text).toBe('[user]Q[assistant]A');
    expect(result.refusal).toBe('No system.');
    expect(result.parts.map(({ messages }) => messages)).toEqual([[1], [2]]);
    expect(result.notes.join()).toContain('No system.');
  });

  it('raises what it raises the second time', () => {
    const never = '{{ raise_exception(messages[0].role) }}';
    expect(raised(() => apply(never, [system('S'), user('Q')], { retryWithoutSystem: true }))).toBe('TemplateError: user');
  });

  it('is not tried again for other errors', () => {
    expect(
      raised(() =>
        apply("{{ messages[0].content + 1 if messages[0].role == 'system' }}", [system('S'), user('Q')], { retryWithoutSystem: true }),
      ),
    ).toMatch(/^TypeError: /);
  });
});

describe("transformers' Jinja", () => {
  it.each([
    ['lines of statements leave nothing', '{% if true %}\n  {% set x = 1 %}\n\tx\n  {% endif %}\ny\n', '\tx\ny'],
    ['a sign keeps them', 'a\n  {%+ if true %}b{% endif +%}\nc', 'a\n  b\nc'],
    ['comments are statements too', 'a\n  {# c #}\nb', 'a\nb'],
    ['prints are not', 'a\n  {{ 1 }}\nb', 'a\n  1\nb'],
    ['line breaks are all alike', '{% if true %}\r\na\rb\r\n{% endif %}\r\n', 'a\nb\n'],
    [
      'what is missing prints as nothing',
      '[{{ missing }}{{ messages.none }}{{ missing|length }}{% for x in missing %}x{% endfor %}]',
      '[0]',
    ],
    [
      'loops can be left',
      '{% for i in range(5) %}{% if i == 1 %}{% continue %}{% endif %}{% if i == 3 %}{% break %}{% endif %}{{ i }}{% endfor %}',
      '02',
    ],
    ['what the model says may be marked', 'a{% generation %}{% set x = 1 %}{{ x }}{% endgeneration %}{{ x }}', 'a1'],
    [
      'a loop that is left in every round has no rounds for its else',
      '{% for i in range(2) %}{{ i }}{% continue %}{% else %}none{% endfor %}',
      '01none',
    ],
    ['JSON is as it is', "{{ {'b': '<é>', 'a': [1, none, true, 2.0]}|tojson }}", '{"b": "<é>", "a": [1, null, true, 2.0]}'],
    [
      'and can be written otherwise',
      "{{ {'b': 'é', 'a': 1}|tojson(ensure_ascii=true, sort_keys=true, separators=(',', ':')) }}",
      '{"a":1,"b":"\\u00e9"}',
    ],
    ['with lines', '{{ [1, {}]|tojson(indent=2) }}', '[\n  1,\n  {}\n]'],
  ])('%s', (_, source, expected) => {
    expect(apply(source, [user('Q')]).text.text).toBe(expected);
  });

  it.each([
    ['{{ messages.append(1) }}', "SecurityError: access to attribute 'append' of 'list' object is unsafe."],
    ['{{ messages[0].update({}) }}', "SecurityError: access to attribute 'update' of 'dict' object is unsafe."],
    ["{{ ''.__class__() }}", "SecurityError: access to attribute '__class__' of 'str' object is unsafe."],
    ['{% break %}', "SyntaxError: 'break' outside loop"],
    ["{% for x in 'ab' %}{% generation %}{% break %}{% endgeneration %}{% endfor %}", "SyntaxError: 'break' outside loop"],
    ["{% for x in 'ab' %}{% macro f() %}{% continue %}{% endmacro %}{% endfor %}", "SyntaxError: 'continue' not properly in loop"],
    ['{{ missing.attribute }}', "UndefinedError: 'missing' is undefined"],
  ])('does not let %s happen', (source, expected) => {
    expect(raised(() => apply(source, [user('Q')]))).toBe(expected);
  });
});

describe('a shipped family', () => {
  it.each(families.map(({ id }) => id))('%s renders and goes on', (id) => {
    const family = familyTemplate(families.find((candidate) => candidate.id === id)!);
    const messages = [user('Question?'), assistant('Answer.'), user('More?')];
    const { text, parts, notes } = apply(family, messages, { addGenerationPrompt: true });
    for (const { text: said } of messages) expect(text.text).toContain(said.text);
    expect(parts.at(-1)?.end).toBe(text.length);
    expect(notes).toEqual([expect.stringContaining('written for Prompt Preflight')]);
    expect(apply(family, [...messages, assistant('Well,')], { continueFinalMessage: true }).text.text).toMatch(/Well,$/);
  });

  it('puts the system somewhere, or refuses it', () => {
    const outcome = families.map((family) => {
      const result = apply(familyTemplate(family), [system('Be brief.'), user('Q')], {
        addGenerationPrompt: true,
        retryWithoutSystem: true,
      });
      return `${family.id}: ${result.refusal === undefined ? String(result.text.text.includes('Be brief.')) : 'refused'}`;
    });
    expect(outcome.filter((line) => !line.endsWith('true'))).toEqual(['gemma: refused']);
  });

  it.each([
    ['Qwen/Qwen2.5-7B-Instruct', 'chatml'],
    ['meta-llama/Meta-Llama-3-8B-Instruct', 'llama-3'],
    ['mistralai/Mixtral-8x7B-Instruct-v0.1', 'mistral'],
    ['THUDM/glm-4-9b-chat', 'glm-4'],
    ['some/thing', undefined],
  ])('is hinted at by the name %s', (model, family) => {
    expect(familyOfModel(model)?.id).toBe(family);
  });
});

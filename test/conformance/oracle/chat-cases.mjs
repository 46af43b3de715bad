// Random cases for op `chat-template`: templates put together from what chat templates do, white space control and mistakes included.

const contents = [
  'Hi',
  '  lead and trail  ',
  'two\n\nlines\n',
  '',
  '<b>&"\'</b>',
  '𝒳 é 你好\u3000',
  '<think>\nhm\n</think>\n\nso',
  'a</think>b',
  '{{ x }}',
  'tab\t\x1c end\x1f',
  '\u00a0hard\u00a0',
  '\ufeffmark',
  'A',
  '[',
];
const roles = ['user', 'user', 'user', 'assistant', 'assistant', 'system', 'tool'];
const tokens = [{ bos_token: '<s>', eos_token: '</s>' }, { eos_token: '<end>' }, {}];

const texts = [
  'm.content',
  "m['content']",
  'm.content | trim',
  "m['role']",
  'm.role | upper',
  'm.content.strip()',
  "m.content.rstrip('\\n')",
  "m.content.lstrip('\\n ')",
  "m.content.split('</think>')[-1]",
  "m.content.split('</think>')[0].rstrip('\\n').split('<think>')[-1].lstrip('\\n')",
  "m.content.replace('\\n', ' ')",
  'm.content[:3]',
  'm.content[-1]',
  'm.content | length',
  'loop.index0',
  'loop.last',
  'loop.previtem.role',
  'loop.nextitem.content',
  'm | tojson',
  'm.content | tojson',
  'm.content | title',
  'm.content | capitalize',
  'm.missing',
  'm.missing.more',
  "m.get('name', 'none')",
  'm.name or m.role',
  'missing',
  'bos_token',
  'eos_token',
  'bos_token + m.role',
  "'<|' ~ m.role ~ '|>'",
  "'<|' + m.role + '|>\\n'",
  'messages | length',
  'messages[0].role',
  'messages[-1].content',
  "messages | selectattr('role', 'equalto', 'user') | list | length",
  "messages | map(attribute='role') | join(',')",
  'ns.count',
  'x',
  'm.content if m.content else none',
  'm.content if loop.first',
  'm.items() | list',
  'm | items | list',
  'm.content | indent(2)',
  'm.content | default("none", true)',
  'm.content.append(1)',
  'm.content + 1',
  'true',
  'none',
  '[1, "a", 2.0, m.role]',
  "{'a': m.role}",
  'range(3) | list',
  'm.content | first',
  'm.content.splitlines()',
  "'a' in m.content",
  'not m.content',
  'm.content == m.role',
  "raise_exception('no ' + m.role)",
];
const tests = [
  "m.role == 'user'",
  "m.role == 'system'",
  "m['role'] != 'assistant'",
  'loop.first',
  'not loop.last',
  'loop.index0 % 2 == 0',
  "'</think>' in m.content",
  'm.content',
  'm.content is string',
  'm.tools is defined',
  'm.name is none',
  'missing',
  'missing is not defined',
  'tools',
  'tools is none',
  'add_generation_prompt',
  "m.content.startswith('<')",
  'ns.found',
  'm.content is iterable and m.content is not mapping',
  "(m.role == 'user') != (loop.index0 is even)",
  "m.role in ['user', 'tool']",
  'x is defined',
  'messages | length > 2',
];
const words = ['\n', '<|im_start|>', '[INST] ', ' ', '\n  ', 'text', '\t', '', '</s>\n', '{', '}', "'"];

/** @returns the request without its id */
export function randomChatCase(random) {
  const { chance, pick, some } = random;
  const going = chance(0.25);
  return {
    op: 'chat-template',
    template: template(random),
    messages: some(1, 5, () => ({ role: pick(roles), content: pick(contents) })),
    add_generation_prompt: !going && chance(0.6),
    continue_final_message: going,
    tokens: pick(tokens),
    retry_without_system: false,
  };
}

function template(random) {
  const { chance, some, pick } = random;
  const before = chance(0.4) ? `${tag(random, 'set ns = namespace(count=0, found=false)')}${pick(words)}` : '';
  const macro = chance(0.15)
    ? `${tag(random, "macro f(a, b='B')")}(${print(random, pick(['a', 'b', 'a ~ b', 'varargs', 'caller()', 'x']))})${tag(random, 'endmacro')}`
    : '';
  const loop = `${tag(random, `for m in ${pick(['messages', 'messages', 'messages', 'messages[1:]', 'messages[::-1]', "messages if m.role != 'system'", 'missing'])}`)}${body(random, 2)}${chance(0.1) ? `${tag(random, 'else')}none` : ''}${tag(random, 'endfor')}`;
  const after = chance(0.6)
    ? `${tag(random, 'if add_generation_prompt')}${some(1, 2, () => pick(words)).join('')}<|assistant|>${pick(words)}${tag(random, 'endif')}`
    : '';
  const call = macro && chance(0.7) ? print(random, pick(["f('1')", 'f()', "f('1', b=2)", "f('1', 2, 3)", 'f(c=1)'])) : '';
  return [before, macro, pick(words), loop, pick(words), call, after, pick(['', '\n', '\r\n', ' \n\n'])].join('');
}

function body(random, depth) {
  return random.some(1, 4, () => part(random, depth)).join('');
}

function part(random, depth) {
  const { below, pick, chance } = random;
  const kind = below(depth > 0 ? 12 : 7);
  if (kind < 4) return print(random, pick(texts));
  if (kind < 6) return pick(words);
  if (kind === 6)
    return pick([
      tag(random, `set x = ${pick(texts)}`),
      tag(random, 'set ns.count = ns.count + 1'),
      tag(random, 'set ns.found = true'),
      tag(random, pick(['break', 'continue'])),
      '{# a comment #}\n',
      '{#- c -#}',
      '{%- raw %} {{ x }} {%- endraw %}',
    ]);
  if (kind < 10) {
    const middle = chance(0.3) ? `${tag(random, `elif ${pick(tests)}`)}${body(random, depth - 1)}` : '';
    const otherwise = chance(0.4) ? `${tag(random, 'else')}${body(random, depth - 1)}` : '';
    return `${tag(random, `if ${pick(tests)}`)}${body(random, depth - 1)}${middle}${otherwise}${tag(random, 'endif')}`;
  }
  if (kind === 10) return `${tag(random, 'generation')}${body(random, depth - 1)}${tag(random, 'endgeneration')}`;
  return pick([
    `${tag(random, 'set x')}${body(random, depth - 1)}${tag(random, 'endset')}`,
    `${tag(random, `filter ${pick(['upper', 'trim', "replace('a', 'b')"])}`)}${body(random, depth - 1)}${tag(random, 'endfilter')}`,
    `${tag(random, "for w in m.content.split(' ')")}${print(random, pick(['w', 'loop.index', 'm.role', 'loop.length']))}${tag(random, 'endfor')}`,
  ]);
}

/** A statement with some white space control, and white space around it. */
function tag({ pick }, inside) {
  return `${pick(['', '', '', '\n', '\n  ', '  '])}{%${pick(['', '', '', '-', '-', '+'])} ${inside} ${pick(['', '', '-', '+'])}%}${pick(['', '', '\n', '\n\n', ' \n'])}`;
}

function print({ pick }, inside) {
  return `{{${pick(['', '', '', '-'])} ${inside} ${pick(['', '', '', '-'])}}}`;
}

import { input, many, task, type Files, type HostileInput, type Kind } from '../input.js';

/** A task one of whose fields is a function of the module beside it. */
function withFunction(field: string, module: string | (() => string), more: Files = {}): () => Files {
  return () => ({
    'main.yaml': `${task(field)}${field}: !function utils.f\n`,
    'utils.py': typeof module === 'string' ? module : module(),
    ...more,
  });
}

function ofField(name: string, field: string, module: string | (() => string), more: Files = {}): HostileInput {
  return input(`function-${name}`, 'main.yaml', withFunction(field, module, more));
}

/** `doc_to_text` is a function of the row with these lines. */
export function body(name: string, lines: string): HostileInput {
  return ofField(name, 'doc_to_text', `def f(doc):\n${indented(lines)}\n    return doc['question']\n`);
}

/** `process_docs` with these lines. */
function docs(name: string, lines: string): HostileInput {
  return ofField(`docs-${name}`, 'process_docs', `import datasets\ndef f(dataset):\n${indented(lines)}\n    return dataset\n`);
}

function indented(lines: string): string {
  return lines
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

/** Code that runs where a task takes functions from: `utils.py` beside it, or what that imports. */
export const functions: Kind = {
  kind: 'functions',
  inputs: [
    body('endless', 'while True: pass'),
    body('recursion', 'return f(doc) + f(doc)'),
    body('grows', "s = ''\nwhile True: s += 'abc😀'"),
    body('doubled', 'a = [1]\nwhile True: a = [a, a]'),
    body('keys', 'for i in range(10**9): doc[str(i)]'),
    body('missing-columns', "x = [doc['c' + str(i)] for i in range(10**6)]"),
    body('regex', "import re\nre.search(r'^(\\d{1,12}[,.]?){1,12}$', '1' * 40 + 'x')"),
    body('system', "import os\nos.system('touch /tmp/preflight-was-here')"),
    body('import-call', "__import__('os').system('touch /tmp/preflight-was-here')"),
    body('subprocess', "import subprocess\nsubprocess.run(['touch', '/tmp/preflight-was-here'])"),
    body('reads-passwd', "return open('/etc/passwd').read()"),
    body('reads-zero', "return open('/dev/zero').read()"),
    body('reads-up', "return open('../../../../../../etc/hostname').read()"),
    body('writes', "open('/tmp/preflight-was-here', 'w').write('x')"),
    body('exec', "exec('while True: pass')"),
    body('eval-deep', "return eval('(' * 5000 + ')' * 5000)"),
    body('literal-deep', "import ast\nreturn ast.literal_eval('[' * 10**6)"),
    body('hash-much', "import hashlib\nfor i in range(10**6): hashlib.sha512(b'x' * 10**6).hexdigest()"),
    body('random-much', 'import random\nrandom.seed(1)\nreturn str(random.sample(range(10**9), 10**8))'),
    body('random-bits', 'import random\nrandom.seed(1)\nreturn str(random.getrandbits(10**10))'),
    body('shuffle-much', 'import random\nrandom.seed(1)\na = list(range(10**6))\nfor i in range(10**6): random.shuffle(a)'),
    body('match-nested', `match doc:\n    case ${'['.repeat(3000)}x${']'.repeat(3000)}: return 1`),
    body('match-classes', `match doc:\n    case ${'list('.repeat(3000)}x${')'.repeat(3000)}: return 1`),
    body('match-alternatives', `match doc:\n    case ${many(20_000, (i) => `${String(i)} | `)}0: return 1`),
    body('match-cases', `match doc:\n${many(20_000, (i) => `    case ${String(i)}: return 1\n`)}    case _: pass`),
    body('match-range', 'while True:\n    match range(10**9):\n        case [*x]: return x'),
    body('match-ring', 'x = []\nx.append(x)\nwhile True:\n    match x:\n        case [[[[[[[[[y]]]]]]]]]: x = y'),
    body(
      'match-attributes',
      'class A:\n    __match_args__ = ("b",)\n    @property\n    def b(self):\n        match self:\n            case A(x): return x\nreturn A().b',
    ),
    body('decimal-exponent', 'from decimal import Decimal\nreturn f"{Decimal(10) ** 300:.100000000f}" + str(Decimal("1e999999999") + 1)'),
    body(
      'decimal-precision',
      'import decimal\ndecimal.getcontext().prec = 10**9\nreturn str(decimal.Decimal(1) / 3 + decimal.Decimal(2).sqrt())',
    ),
    body('decimal-digits', 'from decimal import Decimal\nx = Decimal("7" * 400000)\nfor i in range(10**6): x = x * x + x / 3'),
    body('decimal-grouped', 'from decimal import Decimal\nreturn f"{Decimal(1):0>100000000,}" + f"{Decimal(1):0999999,}"'),
    body('fraction-power', 'from fractions import Fraction\nreturn str(Fraction("1e100000000") + Fraction(3, 7) ** 10**9)'),
    body('fraction-grows', 'from fractions import Fraction\nx = Fraction(1, 3)\nwhile True: x = x * x + Fraction(1, 7)'),
    body(
      'fraction-denominator',
      'from fractions import Fraction\nreturn str(Fraction(3**300000, 7**300000).limit_denominator(10**100000))',
    ),
    body('date-format', 'import datetime\nreturn datetime.datetime(2024, 1, 2).strftime("%c" * 5000000)'),
    body('date-formats', 'import datetime\nd = datetime.date(2024, 1, 2)\nwhile True: d.strftime("%c%x%X" * 70000)'),
    body('date-parsed', 'import datetime\nreturn datetime.datetime.strptime(" " * 400000 + "x", "%d " + " " * 400000 + "%m %Y")'),
    body(
      'date-counted',
      'import datetime\nd = datetime.date(1, 1, 1)\nwhile True:\n    try: d += datetime.timedelta(days=10**8) * 10**300\n    except OverflowError: pass',
    ),
    body('date-overflow', 'import datetime\nreturn str(datetime.timedelta(10**100000) // datetime.timedelta(microseconds=1))'),
    body('wrap-narrow', 'import textwrap\nreturn textwrap.fill("ab-cd " * 80000 + "x" * 80000, width=1)'),
    body('wrap-hyphens', 'import textwrap\nreturn textwrap.wrap("-" * 400000 + "a-" * 40000, 3)'),
    body(
      'wrap-indented',
      'import textwrap\nreturn textwrap.fill("a " * 80000, width=100001, initial_indent="x" * 100000, subsequent_indent="x" * 100000)',
    ),
    body('shorten-long', 'import textwrap\nreturn textwrap.shorten("a b " * 2500000, width=9)'),
    body('enum-many', "import enum\nE = enum.Enum('E', ['a' + str(i) for i in range(10**6)])\nreturn E.a1.name"),
    ofField('top-endless', 'doc_to_text', 'while True: pass\ndef f(doc): return 1\n'),
    ofField('top-huge-list', 'doc_to_text', 'a = list(range(10**9))\ndef f(doc): return a\n'),
    ofField('ring', 'doc_to_text', 'from .other import g\ndef f(doc): return g(doc)\n', {
      'other.py': 'from .utils import f\ndef g(doc): return f(doc)\n',
    }),
    ofField('long-module', 'doc_to_text', () => many(20_000, (i) => `x${String(i)} = ${String(i)}\n`) + 'def f(doc): return x1\n'),
    ofField('broken', 'doc_to_text', () => 'def f(doc:\n' + '('.repeat(20_000)),
    ofField('link', 'doc_to_text', 'def f(doc): return open("secret.txt").read()\n', { 'secret.txt': { link: '/etc/passwd' } }),
    ofField('module-fifo', 'doc_to_text', 'from .other import g\ndef f(doc): return g(doc)\n', { 'other.py': { special: 'fifo' } }),
    ofField('generator', 'doc_to_text', 'def g():\n    while True: yield 1\ndef f(doc): return list(g())\n'),
    ofField('class-loop', 'doc_to_text', 'class A:\n    def __init__(self): self.a = A()\ndef f(doc): return A()\n'),
    ofField('choices-huge', 'doc_to_choice', "def f(doc): return ['x'] * 10**7\n"),
    ofField('target-huge', 'doc_to_target', "def f(doc): return 'x' * 10**8\n"),
    docs('endless', 'while True: pass'),
    docs('doubling', 'rows = list(dataset)\nwhile True: rows = rows + rows'),
    docs('range', 'return datasets.Dataset.from_list([{"question": str(i)} for i in range(10**9)])'),
    docs('columns', 'return datasets.Dataset.from_dict({str(i): [1] for i in range(10**7)})'),
    docs('map-endless', 'return dataset.map(lambda doc: {"question": [0 for _ in iter(int, 1)]})'),
    docs('map-deep', 'x = {}\nfor i in range(10**5): x = {"a": x}\nreturn dataset.map(lambda doc: x)'),
    docs('concatenate', 'd = dataset\nfor i in range(100): d = datasets.concatenate_datasets([d, d])\nreturn d'),
    docs('select', 'return dataset.select([0] * 10**8)'),
    docs('shuffle', 'd = dataset\nfor i in range(10**7): d = d.shuffle(seed=i)\nreturn d'),
    docs('load-outside', "return datasets.load_dataset('json', data_files='/etc/passwd')['train']"),
  ],
};

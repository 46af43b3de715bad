// Random snippets of plain Python: expressions and a few statements, as functions of tasks use them. Each is a function without arguments that gives a text.

const texts = [
  "''",
  "'a b  c'",
  "' Ab,c '",
  "'x\\ny\\r\\nz\\x0bq\\x1cw\\x85e\\u2028r'",
  "'é日😀'",
  "'e\\u0301A\\u030a'",
  "'{}-{}'",
  "'12'",
  "'-3.5'",
  "' 1_000 '",
  "'٣٤'",
  "'²½Ⅷ'",
  "'it\\'s'",
  "'a,b,,c'",
  "'Σς ßİıŉǆ'",
  "'ΑΣ ΑΣΑ Σ'",
  "'ﬃ ﬁn'",
  "'don\\'t they\\'re'",
  "'\\ud800x'",
  "'tab\\there\\\\'",
  "'0x1F'",
  "'1e5'",
  "'nan'",
  "'+inf'",
  "'(A) yes (B) no'",
  "'\\u200bzero\\u00a0nb\\u3000'",
  "'%s %d%%'",
  "'aaa'",
  "'True'",
  "'1.'",
  "'١.٥'",
  "'𝟙𝟚'",
  "'\\x00\\x7f\\xad'",
];
const ints = ['0', '1', '-2', '7', '255', '-1', '3', '10', '2**70', '-(2**64)+1', '10**25', 'True', '12345678901234567890', '97'];
const floats = [
  '0.0',
  '-0.0',
  '1.5',
  '2.675',
  '2.5',
  '-0.5',
  '1e16',
  '123456789012345680.0',
  '1e-5',
  '0.0001',
  '-123456.789',
  "float('inf')",
  "float('nan')",
  '1e22',
  '5e-324',
  '1.7976931348623157e308',
  '0.1+0.2',
  '1/3',
  '99.995',
  '1e100',
];
const sizes = ['0', '1', '2', '-1', '3', '-3', '5', '100', '-100', 'None'];
const keys = ["'a'", "'b'", '1', '1.0', 'True', 'None', '(1, 2)', "'é'", '-1', "''"];

/** What makes a text of each kind. */
function makers(random) {
  const text = () => random.pick(texts);
  const int = () => random.pick(ints);
  const float = () => random.pick(floats);
  const number = () => (random.chance(0.5) ? int() : float());
  const small = () => random.pick(['0', '1', '2', '3', '-1', '4', '7']);
  const size = () => random.pick(sizes);
  const slice = () =>
    `${random.pick(['', ...sizes])}:${random.pick(['', ...sizes])}${random.chance(0.4) ? ':' + random.pick(['', ...sizes]) : ''}`;
  const atom = () => random.pick([text, text, int, float, number, () => 'None', () => "b'ab'", () => '...'])();
  const key = () => random.pick(keys);
  const list = (depth = 1) => `[${random.some(0, 5, () => value(depth - 1)).join(', ')}]`;
  const tuple = (depth = 1) => `(${random.some(0, 4, () => value(depth - 1) + ',').join(' ')})`;
  const dict = (depth = 1) => `{${random.some(0, 5, () => `${key()}: ${value(depth - 1)}`).join(', ')}}`;
  const set = () => `{${random.some(1, 5, () => random.pick(['1', '2', '3', '17', '8', '-1', '0', '1.0', 'True', '64'])).join(', ')}}`;
  const value = (depth = 1) => (depth <= 0 || random.chance(0.5) ? atom() : random.pick([list, tuple, dict, set, list])(depth));
  const texty = () => `[${random.some(0, 6, text).join(', ')}]`;
  const numbers = () => `[${random.some(0, 6, number).join(', ')}]`;
  const smalls = () => `[${random.some(0, 8, small).join(', ')}]`;
  return { text, int, float, number, small, size, slice, atom, key, list, tuple, dict, set, value, texty, numbers, smalls };
}

/** A format spec that is often valid. */
function spec(random) {
  const part = (share, list) => (random.chance(share) ? random.pick(list) : '');
  const align = random.chance(0.4)
    ? part(0.5, ['*', '0', ' ', 'é', '日', '}', '<']).replace('}', '_') + random.pick(['<', '>', '^', '='])
    : '';
  return (
    align +
    part(0.3, ['+', '-', ' ']) +
    part(0.05, ['z']) +
    part(0.2, ['#']) +
    part(0.2, ['0']) +
    part(0.5, ['1', '5', '8', '12', '20']) +
    part(0.2, [',', '_']) +
    part(0.4, ['.0', '.1', '.2', '.3', '.10', '.20']) +
    part(0.7, ['d', 'f', 'F', 'e', 'E', 'g', 'G', 'n', '%', 's', 'x', 'X', 'o', 'b', 'c', 'q'])
  );
}

const kinds = {
  spec: (random, { number, text, value }) => {
    const what = random.pick([number, number, number, text, value])();
    return random.chance(0.5)
      ? `format(${what}, '${spec(random)}')`
      : `'{:${spec(random)}}|{!r:${random.pick(['', '>12', '^20', '.3', '*<9'])}}'.format(${what}, ${text()})`;
  },
  fstring: (random, { number, text, small, value }) => {
    const inner = random.pick([
      `{x:{y}}`,
      `{x:>{y}}`,
      `{x:{y}.{z}f}`,
      `{x!r}`,
      `{x!s:>10}`,
      `{x!a}`,
      `{x=}`,
      `{x = !s}`,
      `{y=:>5}`,
      `{{}}{x}`,
      `{x if y else z}`,
      `{(lambda q: q)(y)}`,
      `{[a for a in range(y)]}`,
      `{x:${spec(random)}}`,
      `{x!r:^{y}}`,
      `{x:{"*"}^{y}}`,
    ]);
    return `(lambda x, y, z: f'${inner}')(${random.pick([number, text, value])()}, ${small()}, ${small()})`;
  },
  percent: (random, { value, number, text }) => {
    const flag = () => random.pick(['', '', '-', '0', '+', ' ', '#', '0-', '+0']);
    const directive = () =>
      `%${flag()}${random.pick(['', '', '5', '12', '*'])}${random.pick(['', '', '.0', '.2', '.10'])}${random.pick([...'sdrifgGeExXoca%', 'u', 'ld'])}`;
    if (random.chance(0.2))
      return `'%(a)${random.pick(['s', '5d', 'r', '.2f'])} %(b)s' % ${random.pick([`{'a': ${value()}, 'b': 1}`, `{'b': ${value()}}`])}`;
    return `'${directive()}|${random.chance(0.4) ? directive() : ''}' % ${random.pick([number, text, value, () => `(${value()},)`, () => `(${number()}, ${text()})`, () => `(5, ${number()})`])()}`;
  },
  strip: (random, { text, small }) => {
    const chars = random.pick(['', 'None', "' '", "'abc'", "','", "'a '", "'\\n'", "'é'", "''", '1']);
    const method = random.pick(['strip', 'lstrip', 'rstrip', 'removeprefix', 'removesuffix', 'split', 'rsplit', 'partition', 'rpartition']);
    const more = /split/.test(method) && random.chance(0.4) ? `${chars === '' ? 'None' : chars}, ${small()}` : chars;
    return `${text()}.${method}(${more})`;
  },
  cases: (random, { text }) =>
    `${text()}.${random.pick(['upper', 'lower', 'title', 'capitalize', 'swapcase', 'casefold', 'split', 'splitlines', 'isidentifier', 'isprintable', 'isspace', 'istitle', 'isupper', 'islower', 'isalpha', 'isdigit', 'isdecimal', 'isnumeric', 'isalnum', 'isascii', 'encode', 'expandtabs'])}()`,
  search: (random, { text, size }) => {
    const sub = random.pick(["'a'", "''", "' '", "'b'", "','", "'Σ'", "('a', ' ')", "'aa'", '1']);
    const method = random.pick(['find', 'rfind', 'index', 'rindex', 'count', 'startswith', 'endswith']);
    const bounds = random.pick(['', `, ${size()}`, `, ${size()}, ${size()}`]);
    return `${text()}.${method}(${sub}${bounds})`;
  },
  textual: (random, { text, small, int, texty, list }) =>
    random.pick([
      () =>
        `${text()}.replace(${random.pick(["'a'", "''", "' '", "'aa'"])}, ${random.pick(["'<>'", "''"])}${random.chance(0.4) ? `, ${small()}` : ''})`,
      () =>
        `${text()}.${random.pick(['center', 'ljust', 'rjust'])}(${small()}0${random.chance(0.5) ? `, ${random.pick(["'*'", "'é'", "'ab'", "''"])}` : ''})`,
      () => `${text()}.zfill(${small()}0)`,
      () => `${text()}.join(${random.pick([texty, list])()})`,
      () =>
        `${text()}.translate(str.maketrans(${random.pick(["'abc', 'xyz'", "'ab', 'xy', 'c '", "{'a': None, 'b': 'BB', 99: 67}", "'ab', 'x'", "{'ab': 1}"])}))`,
      () =>
        `${text()}.encode(${random.pick(["'utf-8'", "'ascii', 'ignore'", "'ascii', 'replace'", "'utf-8', 'surrogatepass'", "'latin-1'", "'ascii', 'backslashreplace'", "'utf-16'", "'ascii', 'xmlcharrefreplace'"])})`,
      () => `(${text()} * ${small()}, ${int()} * 'ab' if ${small()} < 0 else 0)`,
      () => `ascii(${text()}) + repr(${text()})`,
      () => `[ord(c) for c in ${text()}], ${text()}.splitlines(${random.pick(['True', 'False', 'keepends=True'])})`,
      () => `(sorted(${texty()}), min(${texty()}), max(${texty()}, key=len))`,
      () => `chr(${int()})`,
    ])(),
  slices: (random, { text, slice, list, tuple }) =>
    random.pick([
      () => `${random.pick([text, list, tuple])()}[${slice()}]`,
      () => `${random.pick([text, list])()}[${random.pick(['0', '-1', '5', "'a'", 'None', '1.0', 'True', 'slice(1, None)'])}]`,
    ])(),
  parse: (random, { text, number, value }) =>
    random.pick([
      () => `int(${text()})`,
      () => `float(${text()})`,
      () =>
        `int(${random.pick(["'0x1F'", "'0b101'", "'z'", "'12'", "'-0o17'", "' 7 '", "'1_0'", "'_1'", "'٣'", "''"])}, ${random.pick(['0', '2', '8', '10', '16', '36', '1', '37'])})`,
      () =>
        `float(${random.pick(["'1_0.5'", "'.5'", "'5.'", "'1e400'", "'-1e-400'", "'infinity'", "'-NaN'", "' 1.5\\n'", "'1__0'", "'0x1p3'", "'1e'", "'+-1'"])})`,
      () => `int(${number()})`,
      () => `bool(${value()})`,
      () => `str(${value(2)})`.replace('value(2)', ''),
      () =>
        `(${number()}).${random.pick(['is_integer()', 'as_integer_ratio()', 'bit_length()', 'conjugate()', 'real', 'hex()', 'bit_count()'])}`,
    ])(),
  arithmetic: (random, { number, int, small }) =>
    random.pick([
      () => `${number()} ${random.pick(['+', '-', '*', '/', '//', '%'])} ${number()}`,
      () => `divmod(${number()}, ${number()})`,
      () => `pow(${int()}, ${small()})`,
      () => `pow(${int()}, ${small()}, ${int()})`,
      () => `${number()} ** ${random.pick(['2', '-1', '0.5', '0', '-0.5'])}`,
      () => `round(${number()}, ${random.pick(['0', '1', '2', '-1', '-3', '5', '20', 'None'])})`,
      () => `round(${number()})`,
      () => `${int()} ${random.pick(['&', '|', '^', '<<', '>>'])} ${small()}`,
      () => `(${number()} ${random.pick(['<', '<=', '==', '!=', '>'])} ${number()}, -(${number()}), +(${number()}), abs(${number()}))`,
      () => `~${int()}`,
      () => `hash(${number()})`,
      () => `(bin(${int()}), hex(${int()}), oct(${int()}))`,
    ])(),
  ordering: (random, { list, numbers, texty, value, dict, tuple }) =>
    random.pick([
      () =>
        `sorted(${random.pick([list, numbers, texty])()}${random.pick(['', ', reverse=True', ', key=str', ', key=lambda v: (len(str(v)), str(v))', ', key=repr, reverse=True', ', key=type'])})`,
      () => `(${value()} ${random.pick(['<', '>', '==', '!=', '<=', 'in', 'is'])} ${random.pick([value, dict, tuple])()})`,
      () =>
        `${random.pick(['min', 'max'])}(${random.pick([list, numbers, texty, tuple])()}${random.pick(['', ', default=None', ', key=str'])})`,
      () => `sum(${random.pick([numbers, list])()}${random.pick(['', ', 1.5', ', start=0', ', []'])})`,
      () =>
        `${random.pick(['any', 'all', 'list', 'tuple', 'len', 'set', 'frozenset', 'enumerate', 'iter', 'reversed', 'dict'])}(${value()})`,
      () =>
        `list(${random.pick([`zip(${list()}, ${texty()})`, `map(str, ${list()})`, `filter(None, ${list()})`, `enumerate(${texty()}, 3)`, `reversed(${list()})`, `range(${random.pick(['3', '5, 0, -2', '1, 1', '0, 10, 3', '1.5', '1, 5, 0'])})`, `zip(${list()}, ${texty()}, strict=True)`])})`,
    ])(),
  dicts: (random, { dict, key, value, list }) =>
    random.pick([
      () => `${dict()} | ${dict()}`,
      () => `${dict()}[${key()}]`,
      () =>
        `${dict()}.${random.pick([`get(${key()})`, `get(${key()}, 0)`, `pop(${key()})`, `pop(${key()}, None)`, 'popitem()', 'items()', 'keys()', 'values()', 'copy()', `setdefault(${key()}, 5)`])}`,
      () => `dict(${random.pick([dict, list, () => `zip('abc', ${list()})`, () => `a=1, **${dict()}`])()})`,
      () => `{**${dict()}, 'z': ${value()}, **${dict()}}`,
      () => `dict.fromkeys(${list()}, ${value()})`,
      () => `(${dict()}.keys() ${random.pick(['&', '|', '-', '^'])} ${dict()}.keys()) == set(${list()})`,
      () => `${dict()} == ${dict()}`,
      () => `list(reversed(${dict()}))`,
      () => `{k: v for k, v in ${dict()}.items() if v}`,
    ])(),
  sets: (random, { set, smalls }) =>
    random.pick([
      () => `${set()} ${random.pick(['&', '|', '-', '^', '<', '<=', '=='])} ${set()}`,
      () => `sorted(set(${smalls()}))`,
      () => `set(${smalls()})`,
      () =>
        `${set()}.${random.pick(['union', 'intersection', 'difference', 'symmetric_difference', 'issubset', 'isdisjoint'])}(${smalls()})`,
      () => `frozenset(${smalls()})`,
    ])(),
  lists: (random, { list, value, small, slice, smalls }) =>
    `(lambda x: (${random.pick([`x.append(${value()})`, `x.insert(${small()}, 9)`, `x.pop(${random.pick(['', small()])})`, `x.remove(${small()})`, 'x.reverse()', 'x.sort()', 'x.sort(key=str)', `x.extend(${value()})`, `x.index(${small()})`, `x.count(${small()})`, 'x.clear()', `x.__setitem__(slice(1, 2), ${value()})`, `x.copy()`, `x + ${value()}`, `x * ${small()}`])}, x))(${random.pick([list, smalls])()})` +
    (random.chance(0.2) ? `[1][${slice()}]` : ''),
  complex: (random, { text, number }) =>
    random.pick([
      () => `complex(${text()})`,
      () => `${number()} + ${random.pick(['1j', '2.5j', '0j', '-1e16j'])}`,
      () => `abs(3+4j) + ${number()}`,
      () => `(1+2j) ${random.pick(['*', '/', '-', '**', '=='])} ${random.pick(['(3-1j)', '2', '0'])}`,
      () => `repr(complex(${number()}, ${number()}))`,
    ])(),
  iterators: (random, { smalls, small, texty }) =>
    random.pick([
      () => `list(itertools.${random.pick(['accumulate', 'pairwise', 'chain', 'permutations'])}(${smalls()}[:4]))`,
      () =>
        `list(itertools.${random.pick(['combinations', 'combinations_with_replacement', 'permutations'])}(${smalls()}[:5], ${random.pick(['0', '1', '2', '3', '-1'])}))`,
      () => `list(itertools.product(${smalls()}[:3], ${texty()}[:2]${random.pick(['', ', repeat=2', ', repeat=0'])}))`,
      () => `[(k, list(g)) for k, g in itertools.groupby(${smalls()}${random.pick(['', ', key=lambda v: v % 2', ', lambda v: v > 1'])})]`,
      () => `list(itertools.islice(${smalls()}, ${random.pick([small(), `${small()}, None`, `0, ${small()}, 2`, 'None'])}))`,
      () => `list(itertools.${random.pick(['takewhile', 'dropwhile', 'filterfalse'])}(lambda v: v < 3, ${smalls()}))`,
      () => `list(itertools.zip_longest(${smalls()}, ${texty()}, fillvalue=${small()}))`,
      () => `list(itertools.starmap(${random.pick(['pow', 'max', 'divmod'])}, zip(${smalls()}, ${smalls()})))`,
      () => `functools.reduce(lambda a, b: ${random.pick(['a + b', 'a * b', '(a, b)', 'a - b'])}, ${smalls()}${random.pick(['', ', 10'])})`,
      () => `list(itertools.compress(${texty()}, ${smalls()}))`,
      () =>
        `collections.Counter(${random.pick([smalls, texty])()}).${random.pick(['most_common()', 'most_common(2)', 'total()', 'items()', 'elements()', 'subtract([1])', 'copy()'])}`,
      () => `collections.Counter(${smalls()}) ${random.pick(['+', '-', '&', '|', '=='])} collections.Counter(${smalls()})`,
      () => `collections.Counter(${smalls()})`,
      () =>
        `(lambda d: (${random.pick([`d.rotate(${small()})`, 'd.pop()', 'd.popleft()', `d.appendleft(${small()})`, `d.extendleft([5, 6])`, 'd.reverse()', `d.index(${small()})`])}, d))(collections.deque(${smalls()}, ${random.pick(['None', '3', '10'])}))`,
      () => `collections.ChainMap({'a': 1}, {'a': ${small()}, 'b': 2})['${random.pick(['a', 'b', 'c'])}']`,
      () => `list(functools.partial(zip, ${smalls()})(${texty()}))`,
    ])(),
  maths: (random, { number, int, numbers, smalls }) =>
    random.pick([
      () =>
        `math.${random.pick(['floor', 'ceil', 'trunc', 'sqrt', 'fabs', 'isnan', 'isinf', 'isfinite', 'exp', 'log', 'log2', 'log10', 'log1p', 'degrees', 'radians', 'factorial', 'isqrt', 'modf', 'frexp', 'ulp', 'expm1'])}(${number()})`,
      () => `math.${random.pick(['gcd', 'lcm', 'comb', 'perm'])}(${int()}, ${random.pick(['0', '1', '2', '3', '-2'])})`,
      () => `math.${random.pick(['fsum', 'prod'])}(${numbers()})`,
      () =>
        `math.${random.pick(['fmod', 'copysign', 'hypot', 'isclose', 'dist', 'pow', 'remainder', 'nextafter', 'ldexp', 'log', 'atan2'])}(${number()}, ${number()})`,
      () =>
        `statistics.${random.pick(['mean', 'median', 'mode', 'multimode', 'median_low', 'median_high', 'fmean', 'stdev', 'pstdev', 'variance', 'pvariance', 'harmonic_mean', 'geometric_mean', 'quantiles'])}(${random.pick([numbers, smalls, smalls])()})`,
    ])(),
  exact: (random, { number, int, text, small }) =>
    random.pick([
      () => `Fraction(${random.pick([number(), text(), `${int()}, ${int()}`, "'3/4'", "' -0.125 '"])})`,
      () =>
        `Fraction(${int()}, 7) ${random.pick(['+', '-', '*', '/', '//', '%', '**', '<', '=='])} ${random.pick([small(), 'Fraction(1, 3)', '0.5'])}`,
      () => `Fraction(${random.pick(floats)}).limit_denominator(${random.pick(['10', '100', '1'])})`,
      () => `Decimal(${random.pick([number(), text(), "'1.10'", "'1E+5'", "'-0'", "'0.00001'", "'1e-10'"])})`,
      () =>
        `Decimal('${random.pick(['1.25', '-7', '100', '0.1', '1E+3', '2.675'])}') ${random.pick(['+', '-', '*', '/', '//', '%', '**', '<', '=='])} ${random.pick([small(), "Decimal('0.3')", "Decimal('7')"])}`,
      () =>
        `Decimal('${random.pick(['1.25', '2.675', '-7.5', '0.5', '1234567.891'])}').quantize(Decimal('${random.pick(['0.1', '1', '0.01', '1E+1'])}')${random.pick(['', ', rounding=decimal.ROUND_HALF_UP', ", rounding='ROUND_DOWN'"])})`,
      () =>
        `format(Decimal('${random.pick(['1.25', '1234567.891', '-0', '1E+5', '0.000001'])}'), '${random.pick(['', '.1f', ',', ',.2f', '.3', 'e', 'g', '>12', '%', '010', '+', 'f', '.2%', 'G'])}')`,
      () => `round(Decimal('${random.pick(['1.25', '2.5', '-3.5', '1234.5678'])}')${random.pick(['', ', 1', ', -2', ', 0'])})`,
    ])(),
  patterns: (random, { text }) => {
    const pattern = random.pick([
      "r'\\w+'",
      "r'(a)|(b)'",
      "r'\\s*'",
      "r'[^a-z]'",
      "r'(?i)[a-c]+'",
      "r'(?P<n>\\d)(\\d)?'",
      "r'\\b'",
      "r'^.'",
      "r'.$'",
      "r''",
      "r'(\\w)\\1'",
      "r'(?<=a)b|,'",
      "r'(?m)^\\w'",
      "r'(?s).+'",
      "r'[\\W_]'",
      "r'\\d{1,2}'",
      "r'(?=b)'",
      "r'x*'",
      "r'(?:a|ab)(?:c|,)?'",
      "r'['",
      "r'[éΣ日]'",
      "r'(?x) a # c'",
    ]);
    const flags = random.pick(['', '', '', ', flags=re.I', ', flags=re.M', ', flags=re.S | re.I', ', flags=re.A']);
    return random.pick([
      () => `re.findall(${pattern}, ${text()}${flags})`,
      () =>
        `re.sub(${pattern}, ${random.pick(["'<\\\\g<0>>'", "''", 'lambda m: repr(m.group())', "r'\\1'", "'-'", "r'\\n'", "r'\\q'"])}, ${text()}${random.pick(['', ', count=1'])}${flags})`,
      () => `re.split(${pattern}, ${text()}${random.pick(['', ', maxsplit=1'])}${flags})`,
      () => `[(m.span(), m.groups(), m.lastindex, m.groupdict()) for m in re.finditer(${pattern}, ${text()}${flags})]`,
      () => `re.${random.pick(['match', 'search', 'fullmatch'])}(${pattern}, ${text()}${flags})`,
      () => `re.subn(${pattern}, '.', ${text()}${flags})`,
      () => `re.escape(${text()})`,
      () => `re.compile(${pattern}${flags})`,
    ])();
  },
  codecs: (random, { value, text, dict, list, number }) =>
    random.pick([
      () =>
        `json.dumps(${random.pick([value, dict, list, number])()}${random.pick(['', ', ensure_ascii=False', ', indent=2', ', sort_keys=True', ", separators=(',', ':')", ', default=str', ', indent=0', ", indent='-'", ', allow_nan=False', ', skipkeys=True'])})`,
      () =>
        `json.loads(${random.pick([text(), `json.dumps(${dict()}, default=str)`, "'[1, 2.0, 1e5, -0, null, true]'", '\'{"a": 1, "a": 2}\'', "'[1,]'", "'NaN'", '\'"\\\\u00e9\\\\ud83d"\'', "' {} x'", '\'{"a" 1}\'', "'\"a'"])})`,
      () =>
        `ast.literal_eval(${random.pick([text(), `repr(${value()})`, "'[1, -2, +3, 1+2j]'", "'{1, 2}'", "'a'", "'1 +'", '\'f"x"\'', "'(1)'", "'{**{}}'", "' 1'"])})`,
      () =>
        `html.${random.pick(['escape', 'unescape'])}(${random.pick([text(), "'&lt;a&amp;b&#233;&#x41;&nosuch;&notit;'", "'<\"\\'>'"])})`,
      () =>
        `textwrap.${random.pick(['dedent', 'wrap', 'fill'])}(${random.pick([text(), "'  a\\n   b\\n\\n  c'", "'one two  three-four fivesixseveneight nine'"])})`,
      () =>
        `textwrap.${random.pick(['wrap', 'fill', 'shorten'])}('one two  three-four fivesixseveneight nine', ${random.pick(['5', '10', '20', 'width=1', '12, placeholder="~"', '15, initial_indent="* "'])})`,
      () => `string.capwords(${text()}${random.pick(['', ", ','"])})`,
      () =>
        `string.Template(${random.pick(["'$a ${b} $$'", "'$x'", "'$1'", "'${a'"])}).${random.pick(['substitute', 'safe_substitute'])}(a=1, b=${value()})`,
      () => `unicodedata.${random.pick(["normalize('NFC', ", "normalize('NFKD', ", "normalize('NFKC', "])}${text()})`,
      () =>
        `[unicodedata.${random.pick(['category', 'combining', 'bidirectional', 'east_asian_width', 'mirrored'])}(c) for c in ${text()}]`,
      () => `[unicodedata.${random.pick(['name', 'numeric', 'digit', 'decimal'])}(c, None) for c in ${text()}]`,
      () =>
        `list(csv.reader(io.StringIO(${random.pick([text(), '\'a,"b""c",d\\n1,"2\\n3",4\\r\\n\\n5\'', "'a;b;\\'c;d\\''"])})${random.pick(['', ", delimiter=';'", ', quotechar="\'"', ', quoting=csv.QUOTE_NONNUMERIC', ", delimiter=';', quotechar=\"'\"", ', skipinitialspace=True'])}))`,
    ])(),
  moments: (random, { small, int }) => {
    const date = () => `date(${random.pick(['2024, 2, 29', '1999, 12, 31', '2023, 1, 1', '1, 1, 1', '2024, 2, 30', '9999, 12, 31'])})`;
    const moment = () =>
      `datetime(${random.pick(['2024, 2, 29, 23, 59, 59, 999999', '1999, 12, 31', '2023, 1, 1, 0, 5', '2000, 6, 15, 12, 30, 1, tzinfo=timezone.utc', '2024, 13, 1'])})`;
    return random.pick([
      () =>
        `${random.pick([date, moment])()}.${random.pick(['isoformat()', 'weekday()', 'isoweekday()', 'isocalendar()', 'toordinal()', "strftime('%Y-%m-%d %H:%M:%S %j %a %b %A %B %p %I %y %%')", 'timetuple()', 'replace(day=1)', 'ctime()', "strftime('%-d %e %U %W %u %w %f %z|')"])}`,
      () =>
        `${random.pick([date, moment])()} ${random.pick(['+', '-'])} timedelta(${random.pick(['1', 'days=30, hours=5', 'seconds=-1', 'weeks=2', 'milliseconds=1.5', 'days=10**9'])})`,
      () => `${random.pick([date, moment])()} ${random.pick(['-', '<', '=='])} ${random.pick([date, moment])()}`,
      () =>
        `timedelta(days=${small()}, seconds=${random.pick(['0', '-5', '86401', '1.5'])}, microseconds=${random.pick(['0', '1', '10**7'])})${random.pick(['', '.total_seconds()', ' / 2', ' * 3', ' // timedelta(hours=1)', ' % timedelta(minutes=7)', '.days'])}`,
      () =>
        `datetime.strptime(${random.pick(["'2024-02-29', '%Y-%m-%d'", "'Feb 3, 2021', '%b %d, %Y'", "'31/12/99 23:59', '%d/%m/%y %H:%M'", "'2024', '%Y-%m'", "'1:05 PM', '%I:%M %p'", "'x', '%q'"])})`,
      () =>
        `${random.pick(['date', 'datetime'])}.fromisoformat(${random.pick(["'2024-02-29'", "'2024-01-01T12:30'", "'2024-01-01 12:30:15.123456+02:00'", "'2024-13-01'", "'x'"])})`,
      () => `datetime.fromtimestamp(${random.pick(['0', '1.5', '1700000000', '-1'])}, timezone.utc)`,
      () => `date.fromordinal(${random.pick(['1', '738000', int()])})`,
    ])();
  },
  draws: (random, { smalls, small, texty }) =>
    `(lambda r: (${random.pick([`r.sample(${smalls()}, ${small()})`, 'r.random(), r.random()', `r.choice(${texty()})`, `r.choices(${smalls()}, k=3)`, `r.choices([1, 2, 3], weights=[1, 2, 3], k=2)`, 'r.randint(-5, 10**12)', 'r.uniform(1, 10)', 'r.gauss(0, 1), r.gauss(0, 1), r.random()', 'r.randrange(3, 100, 7)', 'r.getrandbits(70)', 'r.normalvariate(0, 1)', 'r.betavariate(1, 2)', 'r.expovariate(1.5)', 'r.triangular()', 'r.randbytes(3)', 'r.lognormvariate(0, 1)', `r.sample(range(100), counts=None, k=3)`, `r.sample('ab', counts=[3, 2], k=3)`])}, r.random()))(random.Random(${random.pick(['0', '1', '-5', "'seed'", '1.5', '2**70', "b'x'"])}))`,
};

/** Snippets of several lines: `return` gives the text. */
const statements = [
  (random, { value, dict, list }) => `    match ${random.pick([value, dict, list])()}:
        case {'a': x, **rest}:
            return 'dict', x, rest
        case [x, *y] if y:
            return 'list', x, y
        case str(s) | [str(s)]:
            return 'str', s
        case int() | float() as n:
            return 'number', n
        case None | True:
            return 'none'
        case (1 | 2, z):
            return z
        case _:
            return 'other'`,
  (random, { smalls, value }) => `    a, *b${random.pick(['', ', c'])} = ${random.pick([smalls, value])()}
    return a, b`,
  (_random, { smalls, small }) => `    if (n := len(x := ${smalls()})) > ${small()}:
        return n, x, [y := v * 2 for v in x], y
    return [n, *x, *'ab'], {**{'k': n}}`,
  (random, { value, number }) => `    try:
        v = ${value()}${random.pick(['[0]', "['a']", '.nothing', '()', ' + 1', ' < 2', ''])}
    except (${random.pick(['TypeError, KeyError', 'IndexError, AttributeError', 'LookupError, ValueError', 'Exception, BaseException'])}) as e:
        return type(e).__name__, str(e), e.args, repr(e)
    else:
        return 'fine', v
    finally:
        w = ${number()}`,
  (_random, { smalls, small }) => `    def gen(xs):
        total = 0
        for x in xs:
            got = yield total
            total += x if got is None else got
        return total
    def outer():
        r = yield from gen(${smalls()})
        yield ('end', r)
    g = outer()
    out = [next(g)]
    try:
        out.append(g.send(${small()}))
    except StopIteration as e:
        out.append(('stop', e.value))
    return out + list(g)`,
  (
    random,
    { value, small, number },
  ) => `    @dataclass(${random.pick(['', 'order=True', 'frozen=True', 'eq=False', 'unsafe_hash=True', 'kw_only=False, slots=False'])})
    class P:
        x: int
        y: list = field(default_factory=list)
        z: float = ${number()}
    p, q = P(${small()}), P(${value()}, ${random.pick(['[1]', '[]', 'z=2'])})
    return ${random.pick(['p, q', 'p == q', 'p < q', 'asdict(q)', 'replace(p, x=5)', 'hash(p) == hash(p)', "setattr(p, 'x', 9), p", '[f.name for f in fields(P)]', 'astuple(q)', 'P()'])}`,
  (random, { small, text }) => `    class C(${random.pick(['Enum', 'str, Enum', 'IntEnum', 'Enum'])}):
        A = ${random.pick([small(), text()])}
        B = ${random.pick([small(), 'auto()', text()])}
    return ${random.pick(['list(C)', 'C.A', 'C.A.value, C.B.name', "C['B']", "C['Z']", `C(${small()})`, 'C.A == C.B, C.A is C.A', 'repr(C.B), str(C.A)', 'C.__members__', 'C.A < C.B', 'len(C), C.B in C', '{C.A: 1}[C.A]'])}`,
  (
    random,
    { value, small },
  ) => `    N = namedtuple('N', ${random.pick(["'a b'", "['a', 'b', 'c']", "'a b', defaults=[5]", "'a a'", "'a _b'", "'a b', rename=True"])})
    n = N(${small()}, ${value()}${random.pick(['', '', ', 3'])})
    return ${random.pick(['n', 'n._asdict()', 'n._replace(a=0)', 'n[1], n.a', 'n == tuple(n)', 'N._fields', 'n._replace(q=1)', 'n + (1,)', 'sorted([n, (0, 0)])', 'N._make([1, 2])', 'n.q'])}`,
  (random, { smalls, small, text }) => `    @functools.${random.pick(['lru_cache(maxsize=None)', 'cache', 'wraps(print)'])}
    def f(n, m=${small()}, *a, k='x', **w):
        return (n, m, a, k, w)
    return f(${random.pick(['1', '*' + smalls(), 'n=2', `1, 2, 3, k=${text()}`, '1, q=3, r=4', '', '1, n=2', "**{'n': 1, 'z': 2}"])}), f.__name__`,
  (random, { value, small }) => `    class B:
        count = ${small()}
        def __init__(self, v): self.v = v
        def __repr__(self): return f'B({self.v!r})'
        def __eq__(self, o): return isinstance(o, B) and self.v == o.v
        def __lt__(self, o): return self.v < o.v
        def __getitem__(self, i): return self.v[i]
        def __len__(self): return ${random.pick(['0', '1', '2'])}
        def __contains__(self, i): return i == 3
        def __add__(self, o): return B((self.v, o))
        def __radd__(self, o): return B((o, self.v))
        def __call__(self, *a): return a
        @property
        def p(self): return self.v
        @classmethod
        def make(cls, *a): return cls(a)
        @staticmethod
        def s(x): return x
    b = B(${value()})
    return ${random.pick(['b', 'b == B(1)', 'b < B(2)', 'b[0]', 'bool(b)', '3 in b', 'b + 1', '1 + b', 'sum([b, b])', 'b(1, 2)', 'b.p', 'B.make(1)', 'b.s(4)', 'sorted([b, b])', 'list(b)', "getattr(b, 'q', 'no')", 'b.q', "f'{b}' + str(b)", 'vars(b)', 'b.p', 'hash(b)', 'len(b)', '[*b]', 'b != b', 'B.q', 'b - 1', 'min(b, b)', "'%s' % b", 'b.p'])}`,
  (
    random,
    { smalls, small },
  ) => `    x = [[i, j] for i in ${smalls()} for j in range(i) if j ${random.pick(['<', '!=', '%'])} ${random.pick(['2', '3'])}]
    fs = [lambda: i for i in range(${small()})]
    d = {k: v for v, k in enumerate(${smalls()})}
    return x, [f() for f in fs], d, {i % 3 for i in ${smalls()}}`,
  (random, { smalls, small, text }) => `    out = []
    for i, c in enumerate(${random.pick([smalls, text])()}):
        if i == ${small()}: continue
        if i > ${small()}: break
        out.append(c)
    else:
        out.append('done')
    while out and len(out) > ${small()}:
        out.pop(0)
    else:
        out += ['w']
    del out[${random.pick(['0', '-1:', ':1', '::2', '5'])}]
    return out`,
  (random, { value, small }) => `    x = ${value()}
    x ${random.pick(['+=', '*=', '-=', '|=', '%=', '//='])} ${random.pick([value, small])()}
    return x`,
  (random, { value }) =>
    `    raise ${random.pick(['ValueError', 'KeyError', 'RuntimeError', 'StopIteration', 'OSError', 'UnicodeError', 'AssertionError', 'NotImplementedError'])}(${random.pick(['', value(), `${value()}, ${value()}`])})`,
  (random, { text, value }) => `    s = ${text()}
    assert ${random.pick(['s', 'len(s) > 3', 'not s'])}, ${random.pick(['s', `(${value()}, 1)`, "f'no {s!r}'"])}
    return s and s[0], s or 'empty', not s, s if s else None, s < 'b' < 'c'`,
];

const head = `import ast, collections, csv, decimal, functools, html, io, itertools, json, math, random, re, statistics, string, textwrap, unicodedata
from collections import namedtuple
from dataclasses import asdict, astuple, dataclass, field, fields, replace
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum, auto
from fractions import Fraction

`;

/** @param random as createRandom makes it @param number of the case */
export function randomPythonCase(random, number) {
  const names = Object.keys(kinds);
  const made = makers(random);
  const body = number % 4 === 3 ? random.pick(statements)(random, made) : `    return ${kinds[names[number % names.length]](random, made)}`;
  // What is raised is part of the answer, with its message.
  const source = `${head}def snippet():\n${body}\n\n\ndef asked():\n    try:\n        return [repr(snippet())]\n    except Exception as e:\n        return [type(e).__name__ + ': ' + str(e)]\n`;
  return { op: 'python-program', files: {}, source };
}

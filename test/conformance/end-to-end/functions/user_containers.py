"""collections, itertools, and orders of all kinds."""
import bisect
import copy
import heapq
import itertools
import operator
from collections import ChainMap, Counter, OrderedDict, defaultdict, deque, namedtuple
from itertools import accumulate, chain, combinations, combinations_with_replacement, compress, cycle, dropwhile, filterfalse, groupby, islice, permutations, product, repeat, starmap, takewhile, tee, zip_longest
from typing import NamedTuple


def doc_to_text_groupby(doc):
    words = sorted(doc['passage'].split(), key=len)
    groups = {n: list(ws) for n, ws in groupby(words, key=len)}
    runs = [(k, len(list(g))) for k, g in groupby('aaabbc')]
    return f'{groups} {runs}'


def doc_to_text_groupby_lazy(doc):
    held = [g for _, g in groupby('aab')]
    return str([list(g) for g in held])


def doc_to_text_products(doc):
    return f"{list(product('ab', [1, 2]))} {list(product([0, 1], repeat=2))} {list(permutations('abc', 2))} {list(combinations(doc['choices'], 2))} {list(combinations_with_replacement('ab', 2))} {len(list(product()))}"


def doc_to_text_accumulate(doc):
    return f"{list(accumulate([1, 2, 3]))} {list(accumulate([3, 1, 4], max))} {list(accumulate([1, 2], initial=10))} {list(accumulate('abc'))} {list(accumulate([1, 2, 3], operator.mul))} {list(accumulate([1, 2, 3], lambda a, b: a * 10 + b))}"


def doc_to_text_slices(doc):
    return f"{list(islice('abcdef', 2))} {list(islice('abcdef', 1, None, 2))} {list(islice('abcdef', 2, 4))} {list(takewhile(str.islower, 'abCd'))} {list(dropwhile(str.islower, 'abCd'))} {list(filterfalse(str.islower, 'abCd'))} {list(compress('abc', [1, 0, 1]))} {list(starmap(pow, [(2, 3), (3, 2)]))} {list(zip_longest('ab', [1], fillvalue='-'))} {list(chain('ab', [1]))} {list(chain.from_iterable([[1], [2, 3]]))} {list(islice(cycle('ab'), 5))} {list(repeat('x', 3))} {list(islice(itertools.count(5, 2), 3))}"


def doc_to_text_tee_pairwise(doc):
    a, b = tee(doc['choices'])
    next(b, None)
    return f"{list(zip(a, b))} {list(itertools.pairwise([1, 2, 3]))}"


def doc_to_text_zip_strict(doc):
    try:
        return str(list(zip(doc['choices'], range(doc['size']), strict=True)))
    except ValueError as error:
        return str(error)


def doc_to_text_batches(doc):
    items = iter(range(7))
    out = []
    while batch := tuple(islice(items, 3)):
        out.append(batch)
    return f"{out} {list(zip(*[iter('abcdef')] * 2))}"


def doc_to_text_ordered_dict(doc):
    d = OrderedDict((k, doc[k]) for k in ('id', 'level', 'size'))
    d.move_to_end('id')
    d.move_to_end('size', last=False)
    first = d.popitem(last=False)
    d['new'] = 1
    return f"{list(d.items())} {first} {d == OrderedDict(reversed(list(d.items())))} {d == dict(d)} {d} {next(reversed(d))}"


def doc_to_text_deque(doc):
    d = deque(maxlen=3)
    for c in 'abcde':
        d.append(c)
    d.appendleft('z')
    e = deque([1, 2, 3, 4])
    e.rotate(1)
    e.extendleft([7, 8])
    e.remove(2)
    popped = e.pop(), e.popleft()
    return f"{list(d)} {d} {list(e)} {popped} {e[0]} {len(e)} {3 in e} {e.index(1)} {e.count(1)} {d.maxlen} {list(reversed(e))} {deque([1]) == deque([1])} {bool(deque())}"


def doc_to_text_counter(doc):
    c = Counter(doc['passage'].lower().split())
    d = Counter(a=3, b=1) - Counter(a=1, b=2)
    e = Counter('aab') + Counter('bc')
    e.subtract('a')
    return f"{c.most_common(2)} {d} {e} {Counter('ab') & Counter('bc')} {Counter('ab') | Counter('bcc')} {e.total()} {list(Counter('ba').elements())} {c['nothing']} {Counter([1, 1, 2]).most_common()[-1]} {+Counter(a=-1, b=2)} {sorted(Counter('hello').items(), key=lambda kv: (-kv[1], kv[0]))}"


def doc_to_text_default_dicts(doc):
    tree = lambda: defaultdict(tree)
    t = tree()
    t['a']['b']['c'] = doc['id']
    by = defaultdict(lambda: defaultdict(int))
    for word in doc['passage'].split():
        by[len(word)][word[0]] += 1
    plain = {k: dict(v) for k, v in by.items()}
    d = defaultdict(list, x=[1])
    d['y'].append(2)
    return f"{t['a']['b']['c']} {plain} {dict(d)} {d} {d.get('z')} {'z' in d} {d.default_factory}"


def doc_to_text_chain_map(doc):
    base = {'a': 1, 'b': 2}
    c = ChainMap({'a': 9}, base)
    child = c.new_child({'c': 3})
    c['z'] = 5
    return f"{c['a']} {c['b']} {sorted(child)} {len(c)} {base} {dict(child)} {c.maps[0]} {'b' in c} {c.get('q', 0)}"


class Row(NamedTuple):
    name: str
    size: int = 3
    tags: tuple = ()

    @property
    def label(self):
        return f'{self.name}/{self.size}'

    def bigger(self, by=1):
        return self._replace(size=self.size + by)


def doc_to_text_named_tuples(doc):
    r = Row(doc['id'])
    Pair = namedtuple('Pair', ['left', 'right'], defaults=[0])
    p = Pair(1)
    name, size, _ = r
    return f"{r} {r.label} {r.bigger(2)} {r[1]} {r._asdict()} {Row._fields} {p} {p._replace(right=5)} {Pair._make([7, 8])} {r == (doc['id'], 3, ())} {name}{size} {sorted([Row('b'), Row('a', 9)])} {hash(p) == hash((1, 0))} {Row._field_defaults}"


class Attributes(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name)

    def __setattr__(self, name, value):
        self[name] = value


def doc_to_text_attribute_dict(doc):
    a = Attributes(doc)
    a.extra = [1]
    a['more'] = 2
    try:
        a.nothing
    except AttributeError as error:
        missing = str(error)
    return f"{a.id} {a.extra} {a.more} {missing} {'extra' in a} {len(a)} {a.get('size')} {list(a)[:2]} {isinstance(a, dict)} {getattr(a, 'zz', 'default')}"


class Lazy(dict):
    def __missing__(self, key):
        value = self[key] = f'made {key}'
        return value


def doc_to_text_missing(doc):
    d = Lazy(a=1)
    return f"{d['a']} {d['b']} {d} {d.get('c')} {'c' in d} {len(d)}"


class Upper(dict):
    def __init__(self, *args, **kwargs):
        super().__init__()
        self.update(*args, **kwargs)

    def __setitem__(self, key, value):
        super().__setitem__(key.upper(), value)

    def __getitem__(self, key):
        return super().__getitem__(key.upper())

    def update(self, *args, **kwargs):
        for k, v in dict(*args, **kwargs).items():
            self[k] = v


def doc_to_text_upper_dict(doc):
    d = Upper(a=1, b=2)
    d['c'] = doc['id']
    return f"{d['A']} {d['c']} {sorted(d)} {len(d)}"


class Stack(list):
    def push(self, item):
        self.append(item)
        return self

    @property
    def top(self):
        return self[-1]


def doc_to_text_list_subclass(doc):
    s = Stack([1])
    s.push(2).push(doc['id'])
    return f"{s.top} {len(s)} {s[0]} {s} {s[:2]} {isinstance(s, list)} {[x for x in s]} {s == [1, 2, doc['id']]}"


class Word(str):
    @property
    def vowels(self):
        return sum(c in 'aeiou' for c in self.lower())

    def shout(self):
        return Word(self.upper() + '!')


def doc_to_text_str_subclass(doc):
    w = Word(doc['question'].strip())
    return f"{w.vowels} {w.shout()} {w.shout().vowels} {w[:3]} {type(w).__name__} {type(w.lower()).__name__} {w == doc['question'].strip()} {len(w)}"


class Metres(float):
    def __repr__(self):
        return f'{float(self)}m'


class Id(int):
    def __str__(self):
        return f'#{int(self)}'


def doc_to_text_number_subclasses(doc):
    m, i = Metres(doc['score']), Id(doc['size'])
    return f"{m!r} {m + 1} {i} {i + 1} {int(i)} {i == doc['size']} {sorted([Id(3), Id(1)])} {[Id(2)]}"


def doc_to_text_sorting(doc):
    rows = [('b', 2), ('a', 2), ('c', 1), ('a', 1)]
    return f"{sorted(rows, key=lambda r: r[1])} {sorted(rows, key=lambda r: r[1], reverse=True)} {sorted(rows, key=operator.itemgetter(1, 0))} {sorted(doc['choices'], key=str.lower)} {sorted('bA1_ é', reverse=True)} {sorted([True, 0, 2.5, -1])} {sorted([[2], [1, 5], []])} {min(rows, key=lambda r: (r[1], r[0]))} {max(rows)} {sorted({'b': 1, 'a': 2})} {sorted({'b': 1, 'a': 2}, key={'b': 1, 'a': 2}.get)} {list(reversed(rows))[0]} {sorted(rows, key=lambda r: (-r[1], r[0]))}"


def doc_to_text_bisect_heap(doc):
    xs = [1, 3, 3, 5]
    bisect.insort(xs, 4)
    h = [5, 1, 4]
    heapq.heapify(h)
    heapq.heappush(h, 2)
    return f"{xs} {bisect.bisect(xs, 3)} {bisect.bisect_left(xs, 3)} {heapq.heappop(h)} {h} {heapq.nlargest(2, [3, 9, 4])} {heapq.nsmallest(2, doc['choices'], key=len)} {list(heapq.merge([1, 4], [2, 3]))} {heapq.heappushpop(h, 0)} {heapq.heapreplace(h, 9)} {'ABCDF'[bisect.bisect([60, 70, 80, 90], 75)]}"


def doc_to_text_dicts(doc):
    d = {'b': 1, 'a': 2}
    d |= {'c': 3}
    e = d | {'a': 9}
    f = dict.fromkeys('xy', 0)
    d.setdefault('z', []).append(1)
    popped = d.pop('b'), d.pop('nope', None)
    inverted = {v: k for k, v in e.items()}
    g = dict(zip('ab', (1, 2)), c=3)
    return f"{d} {e} {f} {popped} {inverted} {g} {list(d)[-1]} {list(reversed(e))} {d.keys() & e.keys() == {'a', 'c', 'z'} - {'z'}} {d.items() >= {('a', 2)}} {dict([('k', 'v')])} {len(d)} {e.popitem()} { {1: 'a', 1.0: 'b', True: 'c'} } {sorted(d.keys() ^ e.keys())} {dict(a=1) == {'a': 1.0}} {list(d.values())}"


def doc_to_text_sets(doc):
    a, b = {1, 2, 3}, {2, 3, 4}
    return f"{sorted(a & b)} {sorted(a | b)} {sorted(a - b)} {sorted(a ^ b)} {a <= {1, 2, 3, 4}} {a.isdisjoint({9})} {len(set(doc['passage'].split()))} {frozenset([1]) in {frozenset([1])}} {sorted(set('hello'))} {set()} { {5} } {sorted(a.union([7], (8,)))} {a == {3, 2, 1}} {a < a} {sorted({*a, *b})}"


def doc_to_text_slicing(doc):
    xs = list(range(6))
    xs[1:3] = ['a', 'b', 'c']
    xs[::2] = [0] * len(xs[::2])
    del xs[-2:]
    ys = [1, 2, 3]
    ys[len(ys):] = [4]
    ys[:0] = [0]
    ys *= 2
    zs = ys[:]
    zs.insert(-1, 'i')
    zs.insert(99, 'e')
    return f"{xs} {ys} {zs} {zs[::-1][:2]} {ys[-100:2]} {ys[5:1:-2]} {'abc'[-2:]} {ys.index(3, 4)} {zs.count(0)} {ys[1:-1]} {[0] * 2 + [1]} {xs < ys} {[1, 2] == [1.0, 2.0]} {slice(1, 5, 2).indices(4)} {range(10)[2:8:3]} {list(range(5, 0, -2))} {len(range(0, 10, 3))} {5 in range(0, 10, 5)} {range(3) == range(0, 3)}"


def doc_to_text_copies(doc):
    a = {'x': [1, [2]]}
    shallow, deep = copy.copy(a), copy.deepcopy(a)
    b = a['x'] * 2
    a['x'][1].append(3)
    a['x'].append(4)
    return f"{a} {shallow} {deep} {b} {shallow['x'] is a['x']} {copy.copy(doc['tags']) is doc['tags']} {[[0]] * 2}"


def doc_to_text_aggregates(doc):
    xs = [3, 1, 2]
    return f"{sum(xs)} {sum(xs, 10)} {sum([[1], [2]], [])} {max(xs, default=0)} {max([], default='none')} {min('b', 'a')} {any([])} {all([])} {any(x > 2 for x in xs)} {all(map(str.isalpha, doc['tags']))} {sum(map(len, doc['choices']))} {sum(0.1 for _ in range(10))} {sum([0.1] * 3)} {list(enumerate('ab', 5))} {list(map(lambda a, b: a + b, [1, 2], [3, 4, 5]))} {list(filter(None, [0, '', 'a', [], [0]]))} {max(doc['choices'], key=len)} {list(zip('ab', range(9)))} {dict(enumerate('ab'))} {abs(-2)} {round(sum([.1] * 10), 3)} {divmod(17, 5)} {list(map(int, '123'))}"


class Dot(dict):
    __getattr__ = dict.get


class Attr(dict):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.__dict__ = self


class Defaults(dict):
    defaults = {'shots': 5, 'lang': 'en'}

    def __init__(self, **given):
        super().__init__(self.defaults)
        self.update(given)
        self.made = sorted(given)

    def __getitem__(self, key):
        if key not in self:
            raise KeyError(f'no {key}; there are {sorted(self)}')
        return super().__getitem__(key)

    def __repr__(self):
        return f'Defaults({dict(self)})'

    @property
    def size(self):
        return len(self)

    @classmethod
    def of(cls, doc):
        return cls(lang=doc['level'], id=doc['id'])


class Counting(dict):
    def __missing__(self, key):
        return 0

    def add(self, key):
        self[key] += 1
        return self


def doc_to_text_dot_dict(doc):
    d = Dot(doc)
    return f"{d.id} {d.nothing} {d['level']} {len(d)} {d.get('size')} {isinstance(d, dict)} {type(d).__name__}"


def doc_to_text_attr_dict(doc):
    a = Attr(x=1, y=[2])
    a.z = doc['id']
    a['w'] = 5
    del a.x
    return f"{a} {a.w} {a['z']} {'z' in a} {hasattr(a, 'x')} {list(a)} {a.y} {dict(a)} { {**a} }"


def doc_to_text_defaults_dict(doc):
    import json
    d = Defaults.of(doc)
    try:
        d['zz']
    except KeyError as error:
        bad = error.args[0]
    return f"{d} {d!r} {d.size} {d.made} {bad} {d.get('zz')} {json.dumps(d)} {d == dict(d)} {d | {'a': 1}} {type(d | {}).__name__} {type(d.copy()).__name__} {bool(d)} {list(d.items())[0]} {d.setdefault('new', 1)} {d.pop('lang')} {d}"


def doc_to_text_counting_dict(doc):
    c = Counting()
    for letter in doc['question']:
        c.add(letter)
    return f"{sorted(c.items())[:4]} {c['absent']} {'absent' in c} {max(c, key=c.get)} {sum(c.values())} {c.get('absent')}"


def doc_to_text_dict_subclass_of_subclass(doc):
    class Base(dict):
        def __setitem__(self, key, value):
            super().__setitem__(str(key), value)

    class Loud(Base):
        def __setitem__(self, key, value):
            super().__setitem__(key, str(value).upper())

        def __delitem__(self, key):
            super().__delitem__(str(key))

        def __contains__(self, key):
            return super().__contains__(str(key))

    d = Loud()
    d[1] = 'a'
    d[2] = 'b'
    d.update({3: 'c'})
    del d[2]
    return f"{d} {1 in d} {2 in d} {isinstance(d, Base)} {issubclass(Loud, dict)} {Loud.__mro__[1].__name__}"


def doc_to_text_copied_object(doc):
    class Box:
        def __init__(self, items):
            self.items = items
            self.name = 'a'

    a = Box([1])
    b = copy.copy(a)
    b.name = 'b'
    b.items.append(2)
    c = copy.deepcopy(a)
    c.items.append(3)
    return f'{a.name} {b.name} {a.items} {c.items} {a is b}'


class DotSet(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__


def doc_to_text_dot_set(doc):
    d = DotSet(a=1)
    d.b = doc['id']
    del d.a
    return f"{d} {d.b} {d.a} {issubclass(DotSet, dict)}"

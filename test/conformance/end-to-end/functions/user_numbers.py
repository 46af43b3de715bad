"""Decimals and fractions."""
import decimal
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation, getcontext
from fractions import Fraction


def doc_to_text_quantize(doc):
    return str(Decimal(str(doc['score'])).quantize(Decimal('0.01'), rounding=ROUND_HALF_UP)) + ' ' + str(Decimal(str(doc['score'])).quantize(Decimal('1')))


def doc_to_text_decimals(doc):
    a, b = Decimal(str(doc['score'])), Decimal(doc['size'])
    return f'{a + b} {a - b} {a * b} {a / b} {a // b} {a % b} {b ** 3} {-a} {abs(-a)} {a > b} {max(a, b)} {a == b}'


def doc_to_text_exact(doc):
    return f'{Decimal(0.1)} {Decimal("1.10") + Decimal("2.2")} {Decimal("3") / Decimal("7")} {Decimal("1E+3")} {Decimal("0.000001")} {Decimal("1e-9")} {Decimal("-0.00")}'


def doc_to_text_formats(doc):
    d = Decimal(str(doc['score'])) * 1000
    return f'{d:.2f} {d:,.1f} {d:e} {d:>12} {d:.3} {d:010.2f} {d:.1%} {d!r} {d:g} {d:,}'


def doc_to_text_methods(doc):
    d = Decimal(str(doc['score']))
    return f'{d.normalize()} {d.as_tuple()} {int(d)} {float(d)} {round(d, 1)} {round(d)} {d.to_integral_value()} {d.is_nan()} {d.copy_abs()} {d.compare(1)} {bool(d)} {Decimal("1200").normalize()}'


def doc_to_text_sum(doc):
    parts = [Decimal('0.1')] * doc['size']
    return f'{sum(parts)} {sum(parts) == Decimal("0.3")} {sum(parts, Decimal("1.5"))} {sorted([Decimal("2"), 1, Decimal("1.5")])}'


def doc_to_text_mixed(doc):
    return Decimal('1.5') + doc['score']


def doc_to_text_with_int(doc):
    return f"{Decimal('1.5') * doc['size']} {doc['size'] + Decimal('0.5')} {1 - Decimal('0.9')} {2 ** Decimal('3')} {Decimal(2) < 2.5} {Decimal('1.0') == 1} {hash(Decimal('1')) == hash(1)}"


def doc_to_text_invalid(doc):
    try:
        return str(Decimal(doc['answer']))
    except InvalidOperation:
        return 'not a number'


def doc_to_text_zero(doc):
    return Decimal(doc['size']) / Decimal(0)


def doc_to_text_context(doc):
    getcontext().prec = 6
    try:
        return str(Decimal(1) / Decimal(doc['size'] + 2))
    finally:
        getcontext().prec = 28


def doc_to_text_local(doc):
    with decimal.localcontext() as ctx:
        ctx.prec = 5
        third = Decimal(doc['size']) / 3
    return f'{third} {Decimal(1) / 3}'


def doc_to_text_special(doc):
    return f"{Decimal('NaN')} {Decimal('Infinity')} {Decimal('-inf')} {Decimal('Infinity') > doc['size']} {Decimal(' 12.5 ')} {Decimal('1_000')}"


def doc_to_text_roundings(doc):
    d = Decimal(str(doc['score'])) - 2
    modes = ['ROUND_UP', 'ROUND_DOWN', 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_HALF_UP', 'ROUND_HALF_DOWN', 'ROUND_HALF_EVEN', 'ROUND_05UP']
    return ' '.join(str(d.quantize(Decimal('.1'), rounding=getattr(decimal, mode))) for mode in modes)


def doc_to_text_roots(doc):
    return f"{Decimal(2).sqrt()} {Decimal('0.5') ** 2} {Decimal(10) ** -2} {divmod(Decimal(7), Decimal(doc['size']))}"


def doc_to_text_fractions(doc):
    f = Fraction(doc['size'], 6)
    return f'{f} {f + 1} {f * Fraction(2, 3)} {f / 3} {f - Fraction("1/3")} {f.numerator}/{f.denominator} {float(f):.3f} {f > 0.5} {f == Fraction(1, 2)} {f!r} {f ** 2} {-f} {abs(-f)} {round(f, 1)} {round(f)} {int(f)}'


def doc_to_text_fraction_texts(doc):
    return f"{Fraction('0.125')} {Fraction(0.5)} {Fraction(doc['score']).limit_denominator(1000)} {Fraction('3/4') + Fraction('1e-2')} {Fraction(7, -14)} {Fraction(Decimal('1.1'))} {Fraction(7, 2) // 1} {Fraction(7, 2) % 2} {1 / Fraction(3)} {2 + Fraction(1, 2)} {Fraction(1, 2) + 0.25}"


def doc_to_text_fraction_zero(doc):
    return Fraction(doc['size'], 0)


def doc_to_text_fraction_sum(doc):
    return str(sum(Fraction(1, n) for n in range(1, doc['size'] + 1))) + str(sorted([Fraction(1, 2), Fraction(1, 3)])) + str({Fraction(2, 4): 'half'}[Fraction(1, 2)])


def doc_to_text_percent(doc):
    return '%.2f %s %d' % (Decimal(str(doc['score'])), Fraction(doc['size'], 3), Decimal('3.9'))

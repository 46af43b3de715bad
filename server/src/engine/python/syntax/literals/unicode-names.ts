/**
 * Characters by their Unicode name, as `\N{…}` of a Python string uses them: letters of the common alphabets by rule, and the marks that
 * turn up in prompts. Not all of Unicode: what is not here is unknown, not wrong.
 */
const marks: Readonly<Record<string, number>> = {
  SPACE: 0x20,
  'EXCLAMATION MARK': 0x21,
  'QUOTATION MARK': 0x22,
  'NUMBER SIGN': 0x23,
  'DOLLAR SIGN': 0x24,
  'PERCENT SIGN': 0x25,
  AMPERSAND: 0x26,
  APOSTROPHE: 0x27,
  'LEFT PARENTHESIS': 0x28,
  'RIGHT PARENTHESIS': 0x29,
  ASTERISK: 0x2a,
  'PLUS SIGN': 0x2b,
  COMMA: 0x2c,
  'HYPHEN-MINUS': 0x2d,
  'FULL STOP': 0x2e,
  SOLIDUS: 0x2f,
  COLON: 0x3a,
  SEMICOLON: 0x3b,
  'LESS-THAN SIGN': 0x3c,
  'EQUALS SIGN': 0x3d,
  'GREATER-THAN SIGN': 0x3e,
  'QUESTION MARK': 0x3f,
  'COMMERCIAL AT': 0x40,
  'LEFT SQUARE BRACKET': 0x5b,
  'REVERSE SOLIDUS': 0x5c,
  'RIGHT SQUARE BRACKET': 0x5d,
  'CIRCUMFLEX ACCENT': 0x5e,
  'LOW LINE': 0x5f,
  'GRAVE ACCENT': 0x60,
  'LEFT CURLY BRACKET': 0x7b,
  'VERTICAL LINE': 0x7c,
  'RIGHT CURLY BRACKET': 0x7d,
  TILDE: 0x7e,
  'NO-BREAK SPACE': 0xa0,
  'POUND SIGN': 0xa3,
  'YEN SIGN': 0xa5,
  'SECTION SIGN': 0xa7,
  'COPYRIGHT SIGN': 0xa9,
  'LEFT-POINTING DOUBLE ANGLE QUOTATION MARK': 0xab,
  'REGISTERED SIGN': 0xae,
  'DEGREE SIGN': 0xb0,
  'PLUS-MINUS SIGN': 0xb1,
  'MICRO SIGN': 0xb5,
  'PILCROW SIGN': 0xb6,
  'MIDDLE DOT': 0xb7,
  'RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK': 0xbb,
  'MULTIPLICATION SIGN': 0xd7,
  'DIVISION SIGN': 0xf7,
  'LATIN SMALL LETTER SHARP S': 0xdf,
  'ZERO WIDTH SPACE': 0x200b,
  'ZERO WIDTH NON-JOINER': 0x200c,
  'ZERO WIDTH JOINER': 0x200d,
  HYPHEN: 0x2010,
  'EN DASH': 0x2013,
  'EM DASH': 0x2014,
  'LEFT SINGLE QUOTATION MARK': 0x2018,
  'RIGHT SINGLE QUOTATION MARK': 0x2019,
  'LEFT DOUBLE QUOTATION MARK': 0x201c,
  'RIGHT DOUBLE QUOTATION MARK': 0x201d,
  BULLET: 0x2022,
  'HORIZONTAL ELLIPSIS': 0x2026,
  'EURO SIGN': 0x20ac,
  'TRADE MARK SIGN': 0x2122,
  'LEFTWARDS ARROW': 0x2190,
  'UPWARDS ARROW': 0x2191,
  'RIGHTWARDS ARROW': 0x2192,
  'DOWNWARDS ARROW': 0x2193,
  'RIGHTWARDS DOUBLE ARROW': 0x21d2,
  'MINUS SIGN': 0x2212,
  'SQUARE ROOT': 0x221a,
  INFINITY: 0x221e,
  'NOT EQUAL TO': 0x2260,
  'LESS-THAN OR EQUAL TO': 0x2264,
  'GREATER-THAN OR EQUAL TO': 0x2265,
  'WHITE MEDIUM SQUARE': 0x25fb,
  'BLACK STAR': 0x2605,
  'CHECK MARK': 0x2713,
  'HEAVY CHECK MARK': 0x2714,
  'IDEOGRAPHIC SPACE': 0x3000,
  'IDEOGRAPHIC COMMA': 0x3001,
  'IDEOGRAPHIC FULL STOP': 0x3002,
  'ZERO WIDTH NO-BREAK SPACE': 0xfeff,
  'FULLWIDTH COMMA': 0xff0c,
  'FULLWIDTH COLON': 0xff1a,
  'REPLACEMENT CHARACTER': 0xfffd,
  'GRINNING FACE': 0x1f600,
};

const digits = ['ZERO', 'ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX', 'SEVEN', 'EIGHT', 'NINE'];
const greek =
  'ALPHA BETA GAMMA DELTA EPSILON ZETA ETA THETA IOTA KAPPA LAMDA MU NU XI OMICRON PI RHO FINAL-SIGMA SIGMA TAU UPSILON PHI CHI PSI OMEGA'.split(
    ' ',
  );
const accents: Readonly<Record<string, string>> = {
  GRAVE: '\u0300',
  ACUTE: '\u0301',
  CIRCUMFLEX: '\u0302',
  TILDE: '\u0303',
  MACRON: '\u0304',
  BREVE: '\u0306',
  DIAERESIS: '\u0308',
  CARON: '\u030c',
  CEDILLA: '\u0327',
};

/** The character of this name, in any case of letters; undefined where the name is not known here. */
export function unicodeCharacter(name: string): string | undefined {
  const upper = name.toUpperCase();
  const mark = Object.hasOwn(marks, upper) ? marks[upper] : undefined;
  if (mark !== undefined) return String.fromCodePoint(mark);
  const letter = /^(LATIN|GREEK) (SMALL|CAPITAL) LETTER ([A-Z ]+?)(?: WITH ([A-Z]+))?$/.exec(upper);
  if (letter) return letterOf(letter[1]!, letter[2]!, letter[3]!, letter[4]);
  const digit = /^DIGIT ([A-Z]+)$/.exec(upper);
  if (digit && digits.includes(digit[1]!)) return String(digits.indexOf(digit[1]!));
  const ideograph = /^CJK UNIFIED IDEOGRAPH-([4-9][0-9A-F]{3})$/.exec(upper);
  if (ideograph) return String.fromCodePoint(parseInt(ideograph[1]!, 16));
  return undefined;
}

function letterOf(alphabet: string, size: string, name: string, accent: string | undefined): string | undefined {
  const base = alphabet === 'LATIN' ? latin(name) : greekLetter(name, size);
  if (base === undefined) return undefined;
  const sized = size === 'CAPITAL' ? base.toUpperCase() : base;
  if (accent === undefined) return sized;
  const combining = alphabet === 'LATIN' && Object.hasOwn(accents, accent) ? accents[accent] : undefined;
  const composed = combining === undefined ? '' : (sized + combining).normalize('NFC');
  return composed.length === 1 ? composed : undefined;
}

function latin(name: string): string | undefined {
  return /^[A-Z]$/.test(name) ? name.toLowerCase() : undefined;
}

function greekLetter(name: string, size: string): string | undefined {
  const index = greek.indexOf(name === 'FINAL SIGMA' && size === 'SMALL' ? 'FINAL-SIGMA' : name);
  return index < 0 ? undefined : String.fromCodePoint(0x3b1 + index);
}

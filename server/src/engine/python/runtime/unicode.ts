/**
 * What CPython 3.11 (Unicode 14) says of characters. JavaScript's own tables may be newer: `newer` holds what later versions of Unicode
 * added, so that it counts as unassigned.
 */
const newerRanges =
  '\\u088f\\u0897\\u0c5c\\u0cdc\\u0cf3\\u0ece\\u1acf-\\u1add\\u1ae0-\\u1aeb\\u1b4e\\u1b4f\\u1b7f\\u1c89\\u1c8a\\u20c1\\u2427-\\u2429\\u2b96\\u2ffc-\\u2fff' +
  '\\u31e4\\u31e5\\u31ef\\ua7cb-\\ua7cf\\ua7d2\\ua7d4\\ua7da-\\ua7dc\\ua7f1\\ufbc3-\\ufbd2\\ufd90\\ufd91\\ufdc8-\\ufdce\\u{105c0}-\\u{105f3}\\u{10940}-\\u{10959}' +
  '\\u{10d40}-\\u{10d65}\\u{10d69}-\\u{10d85}\\u{10d8e}\\u{10d8f}\\u{10ec2}-\\u{10ec7}\\u{10ed0}-\\u{10ed8}\\u{10efa}-\\u{10eff}\\u{1123f}-\\u{11241}' +
  '\\u{11380}-\\u{11389}\\u{1138b}\\u{1138e}\\u{11390}-\\u{113b5}\\u{113b7}-\\u{113c0}\\u{113c2}\\u{113c5}\\u{113c7}-\\u{113ca}\\u{113cc}-\\u{113d5}' +
  '\\u{113d7}\\u{113d8}\\u{113e1}\\u{113e2}\\u{116d0}-\\u{116e3}\\u{11b00}-\\u{11b09}\\u{11b60}-\\u{11b67}\\u{11bc0}-\\u{11be1}\\u{11bf0}-\\u{11bf9}' +
  '\\u{11db0}-\\u{11ddb}\\u{11de0}-\\u{11de9}\\u{11f00}-\\u{11f10}\\u{11f12}-\\u{11f3a}\\u{11f3e}-\\u{11f5a}\\u{1342f}\\u{13440}-\\u{13455}' +
  '\\u{13460}-\\u{143fa}\\u{16100}-\\u{16139}\\u{16d40}-\\u{16d79}\\u{16ea0}-\\u{16eb8}\\u{16ebb}-\\u{16ed3}\\u{16ff2}-\\u{16ff6}\\u{187f8}-\\u{187ff}' +
  '\\u{18cff}\\u{18d09}-\\u{18d1e}\\u{18d80}-\\u{18df2}\\u{1b132}\\u{1b155}\\u{1cc00}-\\u{1ccfc}\\u{1cd00}-\\u{1ceb3}\\u{1ceba}-\\u{1ced0}' +
  '\\u{1cee0}-\\u{1cef0}\\u{1d2c0}-\\u{1d2d3}\\u{1df25}-\\u{1df2a}\\u{1e030}-\\u{1e06d}\\u{1e08f}\\u{1e4d0}-\\u{1e4f9}\\u{1e5d0}-\\u{1e5fa}' +
  '\\u{1e5ff}\\u{1e6c0}-\\u{1e6de}\\u{1e6e0}-\\u{1e6f5}\\u{1e6fe}\\u{1e6ff}\\u{1f6d8}\\u{1f6dc}\\u{1f774}-\\u{1f77f}\\u{1f7d9}\\u{1f8b2}-\\u{1f8bb}' +
  '\\u{1f8c0}\\u{1f8c1}\\u{1f8d0}-\\u{1f8d8}\\u{1fa54}-\\u{1fa57}\\u{1fa75}-\\u{1fa77}\\u{1fa87}-\\u{1fa8a}\\u{1fa8e}\\u{1fa8f}\\u{1faad}-\\u{1faaf}' +
  '\\u{1fabb}-\\u{1fabf}\\u{1fac6}\\u{1fac8}\\u{1facd}-\\u{1facf}\\u{1fada}-\\u{1fadc}\\u{1fadf}\\u{1fae8}-\\u{1faea}\\u{1faef}\\u{1faf7}\\u{1faf8}' +
  '\\u{1fbcb}-\\u{1fbef}\\u{1fbfa}\\u{2b739}-\\u{2b73f}\\u{2cea2}-\\u{2cead}\\u{2ebf0}-\\u{2ee5d}\\u{31350}-\\u{33479}';
const newer = oneOf(newerRanges);

/** Letters that are numbers too, mostly Chinese numerals. */
const numeralRanges =
  '\\u3405\\u3483\\u382a\\u3b4d\\u4e00\\u4e03\\u4e07\\u4e09\\u4e5d\\u4e8c\\u4e94\\u4e96\\u4ebf\\u4ec0\\u4edf\\u4ee8\\u4f0d\\u4f70\\u5104\\u5146\\u5169' +
  '\\u516b\\u516d\\u5341\\u5343-\\u5345\\u534c\\u53c1-\\u53c4\\u56db\\u58f1\\u58f9\\u5e7a\\u5efe\\u5eff\\u5f0c-\\u5f0e\\u5f10\\u62fe\\u634c\\u67d2\\u6f06' +
  '\\u7396\\u767e\\u8086\\u842c\\u8cae\\u8cb3\\u8d30\\u9621\\u9646\\u964c\\u9678\\u96f6\\uf96b\\uf973\\uf978\\uf9b2\\uf9d1\\uf9d3\\uf9fd\\u{20001}' +
  '\\u{20064}\\u{200e2}\\u{20121}\\u{2092a}\\u{20983}\\u{2098c}\\u{2099c}\\u{20aea}\\u{20afd}\\u{20b19}\\u{22390}\\u{22998}\\u{23b1b}\\u{2626d}' +
  '\\u{2f890}';
const numerals = oneOf(numeralRanges);

/** Digits that are not decimal: superscripts, circled and others. */
const specialDigits =
  /[\u00b2\u00b3\u00b9\u1369-\u1371\u19da\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468\u2474-\u247c\u2488-\u2490\u24ea\u24f5-\u24fd\u24ff\u2776-\u277e\u2780-\u2788\u278a-\u2792\u{10a40}-\u{10a43}\u{10e60}-\u{10e68}\u{11052}-\u{1105a}\u{1f100}-\u{1f10a}]/u;

function oneOf(ranges: string): RegExp {
  return new RegExp(`[${ranges}]`, 'u');
}

function test(pattern: RegExp): (character: string) => boolean {
  return (character) => pattern.test(character) && !newer.test(character);
}

/** Each takes one character (a code point) and answers as the method of str of that name. */
export const isAlpha = test(/\p{L}/u);
export const isDecimal = test(/\p{Nd}/u);
export const isDigit = (character: string): boolean => isDecimal(character) || specialDigits.test(character);
export const isNumeric = (character: string): boolean => test(/\p{N}/u)(character) || numerals.test(character);
export const isUpper = test(/\p{Uppercase}/u);
export const isLower = test(/[\p{Lowercase}\u0295]/u);
export const isTitle = test(/\p{Lt}/u);
export const isCased = (character: string): boolean => isUpper(character) || isLower(character) || isTitle(character);
export const isIdentifierStart = test(/[\p{XID_Start}_]/u);
export const isIdentifierPart = test(/\p{XID_Continue}/u);

/** What `str.strip()` and `str.split()` take for white space. */
export const whitespace = '\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';
const space = new RegExp(`[${whitespace}]`);
export const isSpace = (character: string): boolean => space.test(character);

const notPrintable = /[\p{C}\p{Z}]/u;
export const isPrintable = (character: string): boolean => character === ' ' || (!notPrintable.test(character) && !newer.test(character));

const titles: Readonly<Record<string, string>> = {
  Ǆ: 'ǅ',
  ǅ: 'ǅ',
  ǆ: 'ǅ',
  Ǉ: 'ǈ',
  ǈ: 'ǈ',
  ǉ: 'ǈ',
  Ǌ: 'ǋ',
  ǋ: 'ǋ',
  ǌ: 'ǋ',
  Ǳ: 'ǲ',
  ǲ: 'ǲ',
  ǳ: 'ǲ',
  ŉ: 'ʼN',
};

/** The title case of one character. */
export function titleCase(character: string): string {
  const known = titles[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0)!;
  // Georgian letters are their own title case.
  if (code >= 0x10d0 && code <= 0x10ff) return character;
  return code >= 0x1f80 && code <= 0x1ffc ? greekTitle(character, code) : firstUpper(character);
}

function firstUpper(character: string): string {
  const upper = character.toUpperCase();
  const first = String.fromCodePoint(upper.codePointAt(0)!);
  return first + upper.slice(first.length).toLowerCase();
}

/** Greek letters with an iota below keep it below. */
function greekTitle(character: string, code: number): string {
  if (code <= 0x1faf) return String.fromCodePoint(code | 8);
  const single: Readonly<Record<number, string>> = {
    0x1fb3: '\u1fbc',
    0x1fbc: '\u1fbc',
    0x1fc3: '\u1fcc',
    0x1fcc: '\u1fcc',
    0x1ff3: '\u1ffc',
    0x1ffc: '\u1ffc',
  };
  const upper = character.toUpperCase();
  return single[code] ?? (upper.endsWith('\u0399') ? upper.slice(0, -1) + '\u0345' : firstUpper(character));
}

/** `str.casefold` of one character. */
export function caseFold(character: string): string {
  if (character === 'ı') return character;
  if (character === 'ẞ') return 'ss';
  // Cherokee folds to its capitals.
  if (/[\u13a0-\u13f5]/.test(character)) return character;
  if (/[\u13f8-\u13fd\uab70-\uabbf]/.test(character)) return character.toUpperCase();
  return character.toUpperCase().toLowerCase();
}

// Texts for tokenizers, made by a seed: scripts, code, emoji, special tokens within the text, odd white space, long words, and whatever a seed puts together.

/** Words, or letters, of many scripts. */
const scripts = {
  latin: "The quick brown fox jumps over the lazy dog naïve façade Straße Übergröße ﬁnancial I\u2019ll WE\u2019RE don't You'LL it'ſ",
  vietnamese: 'Tiếng Việt có nhiều dấu thanh điệu khác nhau Nguyễn',
  turkish: 'İstanbul ışık ğüşiöç IĞDIR diyarbakır',
  polish: 'Zażółć gęślą jaźń',
  icelandic: 'Þórður þýðir æði',
  greek: 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία ΟΔΟΣ σοφός ΣΊΣΥΦΟΣ',
  cyrillic: 'Съешь же ещё этих мягких французских булок ЁЖИК Їжак',
  armenian: 'Բոլոր մարդիկ ծնվում են ազատ և հավասար',
  georgian: 'ყველა ადამიანი იბადება თავისუფალი Ა',
  hebrew: 'שלום עולם בְּרֵאשִׁית בָּרָא',
  arabic: 'مرحبا بالعالم السَّلامُ عليكم ٣٤٥ ۔',
  persian: 'سلام دنیا می‌خواهم ۱۲۳',
  urdu: 'تمام انسان آزاد اور حقوق و عزت',
  devanagari: 'सभी मनुष्यों को गौरव और अधिकारों १२३ क्षत्रिय',
  bengali: 'সমস্ত মানুষ স্বাধীনভাবে ৪৫৬',
  tamil: 'மனிதப் பிறிவியினர் சகலரும்',
  telugu: 'ప్రతిపత్తిస్వత్వముల విషయమున',
  kannada: 'ಎಲ್ಲಾ ಮಾನವರೂ ಸ್ವತಂತ್ರರಾಗಿಯೇ',
  malayalam: 'മനുഷ്യരെല്ലാവരും തുല്യാവകാശങ്ങളോടും',
  sinhala: 'සියලු මනුෂ්‍යයෝ නිදහස්ව',
  thai: 'มนุษย์ทั้งหลายเกิดมามีอิสระ๑๒๓',
  lao: 'ມະນຸດທຸກຄົນເກີດມາ',
  khmer: 'មនុស្សទាំងអស់កើតមកមានសេរីភាព',
  burmese: 'လူတိုင်းသည် တူညီ လွတ်လပ်သော',
  tibetan: 'འགྲོ་བ་མིའི་རིགས་རྒྱུད་ཡོངས་ལ་',
  ethiopic: 'የሰው ልጅ ሁሉ ሲወለድ ነጻ',
  hangul: '모든 인간은 태어날 때부터 각 한글 가',
  japanese: 'すべての人間は、生まれながらにして自由 カタカナ ﾊﾝｶｸ ゞ々〆 が',
  chinese: '人人生而自由,在尊严和权利上一律平等。問題：选择题〇①㈱',
  chineseRare: '𠮷野家 𪚥 㐀 豈 丽 龘',
  cherokee: 'ᏂᎦᏓ ᎠᏂᏴᏫ ꮒꭶꮣ',
  mongolian: 'ᠬᠦᠮᠦᠨ ᠪᠦᠷ Хүн бүр',
  math: '∀x∈ℝ: ⌈x⌉ = −⌊−x⌋, 𝔘𝔫𝔦 𝟙𝟚𝟛 ½ ² ³ ₄ Ⅳ ⅷ √2≈1.41',
  gothic: '𐌲𐌿𐍄 𒀀𒀁 𓀀𓂀',
  emoji: '😀👨‍👩‍👧‍👦🏳️‍🌈🇩🇪🇫🇷👍🏽❤️☺️🫠🧑🏿‍🚀⌚️#️⃣',
  combining: 'e\u0301 a\u0308\u0323 Z\u0351\u036b\u0343 n\u0303 \u1e9b\u0323 \u0344 \u0f73 \u2126 \u212b \u1100\u1161\u11a8',
};
const code = [
  'def f(x, *, y=1):\n    return {k: v for k, v in x.items() if v >= y}\n',
  'for (let i = 0; i < 10; i++) { console.log(`${i}\\n`); }\r\n\r\n\t// done\r\n',
  "SELECT * FROM \"t\" WHERE a_b != 'x''y' -- c\n",
  '#include <stdio.h>\nint main(void) {\n\tprintf("%d\\n", 0x1F);\n}\n',
  '<div class="a">&nbsp;&#x27;</div><!-- x -->',
  '{"a": [1, 2.5e-10, null], "\\u00e9": "\\\\"}',
  'https://example.com/a?b=c&d=%20#e foo@bar.baz C:\\Users\\x',
  '$\\frac{1}{2} \\sum_{i=0}^{n} x_i$ \\boxed{42}',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n* x\n  - y\n1. z\n',
];
const spaces = [
  ' ',
  '  ',
  '   ',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\t',
  '\t\t',
  '\u00a0',
  '\u3000',
  '\u2003',
  '\u200b',
  '\u200d',
  '\ufeff',
  '\u0085',
  '\u2028',
  '\v',
  '\f',
  '\u1680',
  ' \n ',
  '\n \n',
  '      \n',
  '\u180e',
  '\u00ad',
];
const numbers = ['0', '1', '12', '123', '1234', '12345678901', '3.14159', '1,000,000', '1e-5', '٣', '１２３', '½', '2024-11-22', '00:00'];
const signs = [
  '.',
  ',',
  '!',
  '?',
  '…',
  '—',
  '«',
  '»',
  '„',
  '“',
  "'",
  '"',
  '""',
  "''",
  '`',
  '...',
  '----',
  '====',
  '****',
  '////',
  '()',
  '[]',
  '{}',
  '<',
  '>',
  '|',
  '_',
  '__',
  '$',
  '€',
  '^',
  '~',
  '¿',
  '、',
  '。',
  '：',
  '·',
  '¬',
  '\u2019s',
  "'s",
  "'S",
  "'ll",
  "'VE",
  "'t",
  "'ſ",
  "'re",
  '\0',
  '\x07',
  '\x1b[0m',
  '\x7f',
  '▁',
  '▁▁',
  'Ġ',
  'Ċ',
  '##',
  '</w>',
  '<0x0A>',
  '\ufffd',
  '\uffff',
  '\u{10ffff}',
  '\u{e000}',
  '\u202e',
  '\u0378',
];

/**
 * A text of a case. @param specials contents of the tokenizer's added tokens
 */
export function randomTokenText(random, number, specials) {
  const names = Object.keys(scripts);
  if (number < names.length) return scripts[names[number]];
  if (number === names.length) return '';
  const kind = random.below(14);
  switch (kind) {
    case 0:
      return random.pick(code).repeat(1 + random.below(3));
    case 1:
      return random.some(1, 6, () => random.pick(spaces)).join('');
    case 2:
      return longWord(random);
    case 3:
      return random.some(1, 40, () => String.fromCodePoint(codePoint(random))).join('');
    case 4:
    case 5:
      return random.some(1, 12, () => (random.chance(0.4) && specials.length > 0 ? special(random, specials) : piece(random))).join('');
    case 6:
      return slice(random, random.pick(Object.values(scripts)));
    case 7:
      return random.some(2, 30, () => random.pick(signs)).join(random.chance(0.5) ? '' : ' ');
    case 8:
      return random.chance(0.3) ? `${piece(random)}\ud83d${random.chance(0.5) ? piece(random) : ''}` : piece(random).toUpperCase();
    default:
      return random.some(1, 25, () => piece(random)).join(random.pick(['', ' ', ' ', '\n']));
  }
}

function piece(random) {
  const kind = random.below(10);
  if (kind < 5) return random.pick(random.pick(Object.values(scripts)).split(' '));
  if (kind === 5) return random.pick(spaces);
  if (kind === 6) return random.pick(numbers);
  if (kind === 7) return random.pick(signs);
  if (kind === 8) return slice(random, random.pick(code));
  return slice(random, random.pick(Object.values(scripts)));
}

function special(random, specials) {
  const content = random.pick(specials);
  switch (random.below(8)) {
    case 0:
      return content.slice(0, -1);
    case 1:
      return ` ${content} `;
    case 2:
      return `a${content}b`;
    case 3:
      return content.toUpperCase();
    case 4:
      return `\n${content}\n`;
    default:
      return content;
  }
}

function longWord(random) {
  const part = random.pick([
    'a',
    'ab',
    'Ab',
    'é',
    '漢字',
    '1',
    '=',
    '-',
    '!?',
    'lo',
    '😀',
    'ᄀ',
    'ßs',
    '\u0301',
    'क्',
    ' ',
    '\n',
    '\t ',
    '\u00a0',
  ]);
  return part.repeat(1 + random.below(600));
}

/** From anywhere in a text: between a letter and its accent too. */
function slice(random, text) {
  const characters = [...text];
  const start = random.below(characters.length);
  return characters.slice(start, start + 1 + random.below(20)).join('');
}

function codePoint(random) {
  const code = random.chance(0.7) ? random.below(0x3000) : random.chance(0.7) ? random.below(0x10000) : random.below(0x110000);
  return code >= 0xd800 && code < 0xe000 ? 0xfffd : code;
}

/** What stands for a character that Python's code may not hold. Same length in UTF-16 units, so that offsets stay. */
export interface OddCharacter {
  readonly length: number;
  readonly message: string;
  /** The character that is meant, '' for an invisible one; undefined where there is no telling. */
  readonly replacement: string | undefined;
}

const lookalikes: Readonly<Record<string, string>> = {
  '。': '.',
  '、': ',',
  '【': '[',
  '】': ']',
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '×': '*',
  '÷': '/',
  '…': '...',
};

/** The odd character at `at`, a place in code whose character is not ASCII and no part of a name. */
export function oddCharacter(text: string, at: number): OddCharacter {
  const code = text.codePointAt(at)!;
  const character = String.fromCodePoint(code);
  const name = 'U+' + code.toString(16).toUpperCase().padStart(4, '0');
  const length = character.length;
  if (/[\s\p{Zs}]/u.test(character))
    return { length, message: `invalid non-printable character ${name}: a space that Python does not know`, replacement: ' ' };
  if (/[\p{C}]/u.test(character)) return { length, message: `invalid non-printable character ${name}`, replacement: '' };
  const meant = meantBy(code, character);
  const advice = meant === undefined ? '' : `: write ${meant} instead`;
  return { length, message: `invalid character '${character}' (${name})${advice}`, replacement: meant };
}

function meantBy(code: number, character: string): string | undefined {
  if (Object.hasOwn(lookalikes, character)) return lookalikes[character];
  // The full-width forms U+FF01 to U+FF5E mirror ASCII; `？` and `！` mean nothing in Python's code either way.
  if (code < 0xff01 || code > 0xff5e) return undefined;
  const ascii = String.fromCharCode(code - 0xfee0);
  return /[?$`!]/.test(ascii) ? undefined : ascii;
}

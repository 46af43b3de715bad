import { BoolValue, StrValue } from '../../../core/value.js';
import { positional } from '../call-arguments.js';
import * as unicode from '../unicode.js';
import { chargeCharacters } from '../../../core/cost.js';
import { looking, type Method } from './method.js';

/** The steps for each character whose case is looked up. */
const looksUp = 4;

/** A method that makes another text of the same origin; unchanged text keeps its exact origin. */
function changing(name: string, change: (text: string) => string, stepsEach = 0): Method {
  return looking('str', (runtime, self, args) => {
    positional(`str.${name}`, args, 0, 0);
    chargeCharacters(self.text.length);
    runtime.step(stepsEach * self.text.length);
    return new StrValue(self.traced.recomputed(change(self.text)), runtime.span);
  });
}

/** The lower case of a character of a text: a capital sigma at the end of a word has one of its own. */
function lowerAt(text: string, offset: number, character: string): string {
  return character === 'Σ' ? lowerSigma(text, offset) : character.toLowerCase();
}

/** How far around a sigma its word is looked at: what decides stands next to it, but for marks, of which there are few. */
const around = 40;

function lowerSigma(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - around), offset);
  return (before + text.slice(offset, offset + around)).toLowerCase().charAt(before.toLowerCase().length);
}

function title(text: string): string {
  let inWord = false;
  let result = '';
  let offset = 0;
  for (const character of text) {
    result += inWord ? lowerAt(text, offset, character) : unicode.titleCase(character);
    inWord = unicode.isCased(character);
    offset += character.length;
  }
  return result;
}

function capitalize(text: string): string {
  const [first = ''] = text;
  return first === '' ? '' : unicode.titleCase(first) + text.toLowerCase().slice(first.toLowerCase().length);
}

function swapCase(text: string): string {
  let result = '';
  let offset = 0;
  for (const c of text) {
    result += unicode.isUpper(c) ? lowerAt(text, offset, c) : unicode.isLower(c) ? c.toUpperCase() : c;
    offset += c.length;
  }
  return result;
}

/** A test that holds for a text that is not empty and whose every character passes. */
function testing(name: string, holds: (text: string) => boolean): Method {
  return looking('str', (runtime, self, args) => {
    positional(`str.${name}`, args, 0, 0);
    chargeCharacters(self.text.length);
    return new BoolValue(holds(self.text), runtime.span);
  });
}

function every(passes: (character: string) => boolean): (text: string) => boolean {
  return (text) => text !== '' && [...text].every(passes);
}

/** At least one cased character, and none of the other case. */
function cased(wanted: (character: string) => boolean, refused: (character: string) => boolean): (text: string) => boolean {
  return (text) => {
    const characters = [...text];
    return characters.some(wanted) && !characters.some((c) => refused(c) || unicode.isTitle(c));
  };
}

function isTitleText(text: string): boolean {
  let inWord = false;
  let any = false;
  for (const c of text) {
    if (unicode.isUpper(c) || unicode.isTitle(c)) {
      if (inWord) return false;
      inWord = any = true;
    } else if (unicode.isLower(c)) {
      if (!inWord) return false;
      any = true;
    } else inWord = false;
  }
  return any;
}

function isIdentifier(text: string): boolean {
  const [first = '', ...rest] = text;
  return first !== '' && unicode.isIdentifierStart(first) && rest.every(unicode.isIdentifierPart);
}

const isAlnum = (c: string): boolean => unicode.isAlpha(c) || unicode.isDigit(c) || unicode.isNumeric(c);

/** Methods of str about letters and their case. */
export const caseMethods: Record<string, Method> = {
  upper: changing('upper', (text) => text.toUpperCase()),
  lower: changing('lower', (text) => text.toLowerCase()),
  title: changing('title', title, looksUp),
  capitalize: changing('capitalize', capitalize),
  swapcase: changing('swapcase', swapCase, looksUp),
  casefold: changing('casefold', (text) => Array.from(text, unicode.caseFold).join(''), looksUp),
  isalpha: testing('isalpha', every(unicode.isAlpha)),
  isalnum: testing('isalnum', every(isAlnum)),
  isdecimal: testing('isdecimal', every(unicode.isDecimal)),
  isdigit: testing('isdigit', every(unicode.isDigit)),
  isnumeric: testing('isnumeric', every(unicode.isNumeric)),
  isspace: testing('isspace', every(unicode.isSpace)),
  isprintable: testing('isprintable', (text) => [...text].every(unicode.isPrintable)),
  isascii: testing('isascii', (text) => [...text].every((c) => c <= '\x7f')),
  isupper: testing('isupper', cased(unicode.isUpper, unicode.isLower)),
  islower: testing('islower', cased(unicode.isLower, unicode.isUpper)),
  istitle: testing('istitle', isTitleText),
  isidentifier: testing('isidentifier', isIdentifier),
};

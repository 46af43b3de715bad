import { str } from '../../../core/value.js';
import { nowhere } from '../../../core/span.js';
import { moduleOf } from './module.js';

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const whitespace = ' \t\n\r\v\f';

/** The constants of the module `string`. */
export const stringModule = moduleOf('string', {
  ascii_lowercase: str(lower, nowhere),
  ascii_uppercase: str(upper, nowhere),
  ascii_letters: str(lower + upper, nowhere),
  digits: str(digits, nowhere),
  hexdigits: str(digits + 'abcdefABCDEF', nowhere),
  octdigits: str('01234567', nowhere),
  punctuation: str(punctuation, nowhere),
  whitespace: str(whitespace, nowhere),
  printable: str(digits + lower + upper + punctuation + whitespace, nowhere),
});

import { filterNames } from '../../../jinja/analysis/builtin-names.js';
import { unknownNameRule } from './support/unknown-name.js';

/** What Python and other languages call a filter. */
const otherNames: Readonly<Record<string, string>> = {
  strip: 'trim',
  len: 'length',
  size: 'length',
  str: 'string',
  sorted: 'sort',
  reversed: 'reverse',
  uppercase: 'upper',
  upcase: 'upper',
  lowercase: 'lower',
  downcase: 'lower',
  titlecase: 'title',
  json: 'tojson',
  to_json: 'tojson',
  dumps: 'tojson',
  re_sub: 'regex_replace',
  regex_sub: 'regex_replace',
};

/** Methods of texts that no filter does. */
const methods = ['lstrip', 'rstrip', 'split', 'rsplit', 'splitlines', 'startswith', 'endswith', 'removeprefix', 'removesuffix', 'zfill'];

/** A filter that Jinja does not have; the harness adds only `regex_replace` (lm-evaluation-harness 0.4.13 `utils.py`). */
export const unknownFilter = unknownNameRule('filter', { names: filterNames, otherNames, methods });

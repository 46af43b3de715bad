/** The names of jinja2 3.1's built-in filters, and the harness's own `regex_replace` (lm-evaluation-harness 0.4.13 `utils.py`). */
export const filterNames: ReadonlySet<string> = new Set([
  'abs', 'attr', 'batch', 'capitalize', 'center', 'count', 'd', 'default', 'dictsort', 'e', 'escape', 'filesizeformat', 'first', 'float', 'forceescape',
  'format', 'groupby', 'indent', 'int', 'items', 'join', 'last', 'length', 'list', 'lower', 'map', 'max', 'min', 'pprint', 'random', 'reject', 'rejectattr',
  'replace', 'reverse', 'round', 'safe', 'select', 'selectattr', 'slice', 'sort', 'string', 'striptags', 'sum', 'title', 'tojson', 'trim', 'truncate',
  'unique', 'upper', 'urlencode', 'urlize', 'wordcount', 'wordwrap', 'xmlattr', 'regex_replace',
]);

/** The names of jinja2 3.1's built-in tests. */
export const testNames: ReadonlySet<string> = new Set([
  '!=', '<', '<=', '==', '>', '>=', 'boolean', 'callable', 'defined', 'divisibleby', 'eq', 'equalto', 'escaped', 'even', 'false', 'filter', 'float', 'ge',
  'greaterthan', 'gt', 'in', 'integer', 'iterable', 'le', 'lessthan', 'lower', 'lt', 'mapping', 'ne', 'none', 'number', 'odd', 'sameas', 'sequence',
  'string', 'test', 'true', 'undefined', 'upper',
]);

/** What every template knows without a column of that name (jinja2 3.1 `defaults.py`). */
export const globalNames: ReadonlySet<string> = new Set(['range', 'dict', 'lipsum', 'cycler', 'joiner', 'namespace']);

import { PyError } from '../core/errors.js';
import type { JinjaEnvironment } from '../jinja/runtime/rendering.js';
import { filterArguments, pythonFilter } from '../jinja/filters/filter.js';
import type { ParseStatement } from '../jinja/syntax/parse-statement.js';
import { jinjaTruth } from '../jinja/runtime/jinja-semantics.js';
import { call, typeError, valueError } from '../python/runtime/call-arguments.js';
import { indentation, writeJson } from '../python/runtime/modules/json-write.js';
import { BuiltinValue } from '../python/runtime/runtime.js';
import { pyStr } from '../python/runtime/semantics.js';
import { TracedText } from '../core/traced-text.js';
import { StrValue, textOf, type Value } from '../core/value.js';
import { nowhere } from '../core/span.js';

/** No template can say this name. */
const callerOnly = 'generation block';

/** `{% generation %}` marks what the model said. It is a call block of a function that gives what the block prints. */
const generation: ParseStatement = (parser, start) => {
  const at = parser.at(start);
  const callee = { type: 'Name', name: callerOnly, ...at } as const;
  const call = { type: 'Call', callee, args: { positional: [], keywords: [], star: undefined, doubleStar: undefined }, ...at } as const;
  return { type: 'CallBlock', call, parameters: [], body: parser.parseBlockBody(['name:endgeneration'], true), ...parser.at(start) };
};

const printCaller = new BuiltinValue(callerOnly, nowhere, (runtime, { keywords }) => call(runtime, keywords.get('caller')!), 'function');

function jump(type: 'Break' | 'Continue'): ParseStatement {
  return (parser, start) => ({ type, ...parser.at(start) });
}

/** `json.dumps` as it is: nothing is escaped for HTML, nor beyond ASCII. */
const toJson = pythonFilter(
  'tojson',
  ['ensure_ascii', 'indent', 'separators', 'sort_keys'],
  (it, value, [ascii, indent, separators, sortKeys]) => {
    const level = indentation(indent);
    const [item, key] = separatorsOf(separators) ?? [level === undefined ? ', ' : ',', ': '];
    const json = writeJson(it, value, {
      skipKeys: false,
      ensureAscii: ascii !== undefined && jinjaTruth(ascii),
      allowNan: true,
      indent: level,
      itemSeparator: item,
      keySeparator: key,
      sortKeys: sortKeys !== undefined && jinjaTruth(sortKeys),
      fallback: undefined,
    });
    return new StrValue(json, it.span);
  },
);

function separatorsOf(value: Value | undefined): readonly [string, string] | undefined {
  if (!value || value.kind === 'none') return undefined;
  const items = value.kind === 'list' || value.kind === 'tuple' ? value.items.map(textOf) : [];
  if (items.length !== 2) throw valueError('separators must be a pair of texts');
  const [item, key] = items;
  if (item === undefined || key === undefined) throw typeError('separators must be texts');
  return [item, key];
}

const raiseException = new BuiltinValue(
  'raise_exception',
  nowhere,
  (_runtime, args) => {
    const [message] = filterArguments('raise_exception', args, ['message'], 1);
    throw new PyError('TemplateError', pyStr(message!).text);
  },
  'function',
);

/** Today is not known here: a text stands for it that says how it would be written. */
const dateOfRun = new BuiltinValue(
  'strftime_now',
  nowhere,
  (runtime, args) => {
    const [format] = filterArguments('strftime_now', args, ['format'], 1);
    const reason = 'The chat template inserts the date of the run.';
    return new StrValue(TracedText.of(`⟦today as ${pyStr(format!).text}⟧`, { kind: 'unknown', reason, span: runtime.span }), runtime.span);
  },
  'function',
);

/** Where chat templates are rendered: transformers 5.23 `utils/chat_template_utils.py`. */
export const chatEnvironment: JinjaEnvironment = {
  trimBlocks: true,
  lstripBlocks: true,
  keepTrailingNewline: false,
  strict: false,
  sandboxed: true,
  tags: { generation, break: jump('Break'), continue: jump('Continue') },
  filters: new Map([['tojson', toJson]]),
  globals: new Map([
    [callerOnly, printCaller],
    ['raise_exception', raiseException],
    ['strftime_now', dateOfRun],
  ]),
};

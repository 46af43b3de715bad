import { PyError } from '../../../core/errors.js';
import { pyRepr, pyStr, typeName } from '../../../python/runtime/semantics.js';
import { textOf, type DictValue, type Value } from '../../../core/value.js';
import { formatFields, presets, presetValue, type FormatField, type Preset } from './presets.js';

/** One format with the fields that it has after all. */
export interface Format {
  readonly name: string;
  readonly fields: Readonly<Record<FormatField, Value>>;
}

/**
 * The format that a spec names (lm-evaluation-harness 0.5.0.dev2 `config/formats/_base.py`, `FormatConfig.get`): a name; a dict with `type` and
 * fields of its own; or a dict of formats, of which `selection` or else the first is meant.
 * @throws PyError ValueError for a format that does not exist, TypeError for a field that it does not have
 */
export function selectFormat(spec: Value, selection?: string): Format {
  if (spec.kind === 'str') return made(presets.get(spec.text) ?? unknownFormat('format', spec), undefined);
  if (spec.kind !== 'dict')
    throw new PyError(
      'TypeError',
      `Invalid format spec type: <class '${typeName(spec)}'>. Expected str, dict, FormatConfig, or None.`,
      spec.span,
    );
  if (spec.entry('type')) return typed(spec, spec.get('type')!, spec);
  return chosen(spec, selection);
}

function chosen(formats: DictValue, selection: string | undefined): Format {
  const entries = [...formats.entries.values()];
  const entry = selection === undefined ? entries[0] : formats.entry(selection);
  if (!entry && selection === undefined) throw new PyError('StopIteration', '', formats.span, 'formats names no format.');
  if (!entry) {
    const available = `[${entries.map(({ key }) => pyRepr(key).text).join(', ')}]`;
    throw new PyError('ValueError', `Format '${selection!}' not found in task formats. Available: ${available}`, formats.span);
  }
  const { key, value } = entry;
  if (value.kind === 'str') return selectFormat(value);
  if (value.kind !== 'none' && value.kind !== 'dict')
    throw new PyError('TypeError', `'${typeName(value)}' object is not a mapping`, value.span);
  const overrides = value.kind === 'dict' ? value : undefined;
  return typed(overrides, overrides?.get('type') ?? key, formats);
}

function typed(overrides: DictValue | undefined, type: Value, spec: DictValue): Format {
  if (type.kind === 'list' || type.kind === 'dict' || type.kind === 'set')
    throw new PyError('TypeError', `unhashable type: '${typeName(type)}'`, type.span);
  return made(presets.get(textOf(type) ?? '') ?? unknownFormat('format type', type.span.file === '' ? spec : type, type), overrides);
}

function unknownFormat(what: string, place: Value, name = place): never {
  throw new PyError(
    'ValueError',
    `Unknown ${what}: ${pyStr(name).text}. Available: [${[...presets.keys()]
      .sort()
      .map((known) => `'${known}'`)
      .join(', ')}]`,
    place.span,
  );
}

function made(preset: Preset, overrides: DictValue | undefined): Format {
  for (const { key, keySpan } of overrides?.entries.values() ?? []) {
    if (key.kind !== 'str') throw new PyError('TypeError', 'keywords must be strings', keySpan);
    if (key.text !== 'type' && !formatFields.some((field) => field === key.text))
      throw new PyError('TypeError', `${preset.className}.__init__() got an unexpected keyword argument '${key.text}'`, keySpan);
  }
  const fields = Object.fromEntries(formatFields.map((field) => [field, overrides?.get(field) ?? presetValue(preset, field)])) as Record<
    FormatField,
    Value
  >;
  return { name: preset.name, fields };
}

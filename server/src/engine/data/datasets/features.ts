import { DictValue, IntValue, ListValue, NoneValue, str, textOf, UnknownValue, type Value } from '../../core/value.js';
import { nowhere } from '../../core/span.js';
import { TracedText } from '../../core/traced-text.js';
import { LibraryObject } from '../../python/runtime/objects.js';
import { pyRepr } from '../../python/runtime/semantics.js';
import { UnknownSignal } from '../../python/runtime/unknown-signal.js';
import { plainType, type ArrowType, type PlainName } from './arrow-type.js';
import type { ColumnForm } from './installed-datasets.js';
import type { Schema } from './table.js';
import { say } from '../../core/say.js';

const plainNames: ReadonlySet<string> = new Set<PlainName>([
  'null',
  'bool',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
  'float16',
  'float32',
  'float64',
  'string',
  'large_string',
  'binary',
  'large_binary',
  'date32',
  'timestamp[s]',
  'timestamp[ms]',
  'timestamp[us]',
  'timestamp[ns]',
]);

/** A feature of the library `datasets` (3.6 `features/features.py`): `Value('string')`, `Sequence(…)`. */
class FeatureValue extends LibraryObject {
  /** @param type the type of its column; undefined for one that is decoded or encoded on the way (pictures, labels) */
  constructor(
    typeName: string,
    readonly type: ArrowType | undefined,
    members: Readonly<Record<string, Value>>,
    /** As releases before 4.0 write it. */
    readonly written: string,
    form: ColumnForm,
  ) {
    super(typeName, nowhere, (name) => (Object.hasOwn(members, name) ? members[name] : undefined), {
      ...(form === 'list'
        ? { repr: written }
        : {
            text: () =>
              TracedText.of('⟨unknown⟩', {
                kind: 'unknown',
                reason: say`how features are written depends on the release of the library datasets`,
                span: nowhere,
              }),
          }),
      equals: (other) => other instanceof FeatureValue && other.written === written,
    });
  }
}

/** `Value(dtype)`; unknown for a type that is not modelled. */
export function valueFeature(dtype: string, form: ColumnForm): Value {
  const name = dtype === 'float' ? 'float32' : dtype === 'double' ? 'float64' : dtype;
  if (!plainNames.has(name)) return new UnknownValue(say`columns of the type ${dtype} are not modelled`, nowhere);
  const members = { dtype: str(name, nowhere), id: new NoneValue(nowhere), _type: str('Value', nowhere) };
  return new FeatureValue('Value', plainType(name as PlainName), members, `Value(dtype='${name}', id=None)`, form);
}

/** `Sequence(feature)`: a dict in it is a dict of sequences. */
export function sequenceFeature(feature: Value, length: bigint, form: ColumnForm): Value {
  const members = { feature, length: new IntValue(length, nowhere), id: new NoneValue(nowhere) };
  const written = feature instanceof FeatureValue ? feature.written : pyRepr(feature).text;
  const repr = `Sequence(feature=${written}, length=${String(length)}, id=None)`;
  const item = typeOfFeature(feature);
  const type: ArrowType | undefined =
    feature.kind === 'dict' && item?.kind === 'struct'
      ? { kind: 'struct', fields: item.fields.map(([name, field]) => [name, { kind: 'list', item: field }] as const) }
      : item && { kind: 'list', item };
  return new FeatureValue('Sequence', type, members, repr, form);
}

/** The type of the column of a feature; undefined where that is not modelled. */
function typeOfFeature(feature: Value): ArrowType | undefined {
  if (feature instanceof FeatureValue) return feature.type;
  if (feature.kind === 'list' && feature.items.length === 1) {
    const item = typeOfFeature(feature.items[0]!);
    return item && { kind: 'list', item };
  }
  if (feature.kind !== 'dict') return undefined;
  const fields: (readonly [string, ArrowType])[] = [];
  for (const { key, value } of feature.entries.values()) {
    const type = typeOfFeature(value);
    const name = textOf(key);
    if (!type || name === undefined) return undefined;
    fields.push([name, type]);
  }
  return { kind: 'struct', fields };
}

/** The columns that `Features(…)` names. @throws UnknownSignal where a type is not modelled */
export function schemaOfFeatures(features: Value): Schema {
  const type = typeOfFeature(features);
  if (type?.kind !== 'struct')
    throw new UnknownSignal(
      features.kind === 'unknown' ? features : new UnknownValue(say`the types of these features are not modelled`, features.span),
    );
  return new Map(type.fields);
}

/** The feature of a column (`generate_from_arrow_type`): lists of structs are lists, other lists sequences. */
function featureOf(type: ArrowType, form: ColumnForm): Value {
  switch (type.kind) {
    case 'open':
      return type.because;
    case 'json':
      return new UnknownValue(say`features of JSON are not modelled`, nowhere);
    case 'plain':
      return valueFeature(type.name, form);
    case 'list': {
      const item = featureOf(type.item, form);
      return item.kind === 'dict' || item.kind === 'list' ? new ListValue([item], nowhere) : sequenceFeature(item, -1n, form);
    }
    case 'struct':
      return featuresOf(new Map(type.fields), form, 'dict');
  }
}

/** `Dataset.features`. */
export function featuresOf(schema: Schema, form: ColumnForm, className = 'Features'): DictValue {
  const features = new DictValue(nowhere, className);
  for (const [name, type] of schema) features.set(name, featureOf(type, form));
  return features;
}

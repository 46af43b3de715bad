import type { ConfigKind } from '../config/config.js';
import type { ConfigRule, Finding } from './rule.js';
import { kindSchemas } from './schemas.js';
import { removeCommaFix } from './support/fixes.js';
import { trailingComma } from './support/tuples.js';
import { fits, whatItIs } from './support/types.js';

/** What the framework does with the tuple, where it is known. */
const consequences: Partial<Record<ConfigKind, Readonly<Record<string, string>>>> = {
  model: { meta_template: 'building the model raises AssertionError: round is required in meta template' },
  dataset: { reader_cfg: 'building the dataset raises TypeError, since the arguments must be a mapping', infer_cfg: 'the task raises AttributeError or TypeError when it starts' },
};

/** A comma behind a value makes it a tuple of one. */
export const trailingCommaTuple: ConfigRule = {
  id: 'trailing-comma-tuple',
  title: 'A trailing comma turns a value into a tuple',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  prevents: 'AssertionError: round is required in meta template; TypeError: argument after ** must be a mapping, not tuple',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const { kind, value } of context.config.places) {
      if (value.kind !== 'dict') continue;
      const { properties } = kindSchemas[kind];
      for (const { key, value: given } of value.entries.values()) {
        const field = key.kind === 'str' && Object.hasOwn(properties, key.text) ? properties[key.text] : undefined;
        const found = field ? trailingComma(context, given) : undefined;
        if (!field || !found || key.kind !== 'str' || !fits(found.tuple.items[0]!, field)) continue;
        const consequence = consequences[kind]?.[key.text] ?? `\`${key.text}\` must be ${article(field['x-type'])}`;
        yield {
          span: found.comma,
          message: `This comma turns ${whatItIs(found.tuple.items[0]!)} into a tuple of one: ${consequence}. Remove the comma.`,
          related: value.span.file === found.comma.file ? [{ span: value.entry(key.text)!.keySpan, message: `the tuple is used as \`${key.text}\` here` }] : [],
          fixes: removeCommaFix(context, found.tuple),
        };
      }
    }
  },
};

function article(type: string): string {
  return `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
}

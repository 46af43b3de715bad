/**
 * A JSON schema that an editor completes and explains by, and never validates by: VS Code checks `preflight.json` by the schema of the extension, and our server says the same better, with fixes
 * and in the user's language.
 * @param {unknown} schema
 * @returns {unknown}
 */
export function hintsOnly(schema) {
  if (Array.isArray(schema)) return schema.map(hintsOnly);
  if (typeof schema !== 'object' || schema === null) return schema;
  const hints = Object.entries(schema).flatMap(([key, value]) => {
    if (checks.has(key)) return [];
    if (key === 'enum') return [['examples', value]];
    if (key === 'properties') return [[key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hintsOnly(inner)]))]];
    return [[key, key === 'items' || key === 'additionalProperties' ? hintsOnly(value) : value]];
  });
  return Object.fromEntries(hints.filter(([key, value]) => key !== 'additionalProperties' || value !== false));
}

/** What of a schema only says what is wrong. */
const checks = new Set([
  'type',
  'minLength',
  'minItems',
  'pattern',
  'required',
  'propertyNames',
  'uniqueItems',
  'maxLength',
  'minimum',
  'maximum',
]);

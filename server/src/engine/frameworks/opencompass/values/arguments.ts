import { PyError } from '../../../core/errors.js';
import type { DictValue, Value } from '../../../core/value.js';

/**
 * Checks that a config dict can be the keyword arguments of a constructor, as Python's call does.
 * @param config the dict; its `type` is not an argument, nor is `_scope_`, which mmengine takes out
 * @throws PyError TypeError for an unexpected argument, or for required ones that are missing
 */
export function checkArguments(config: DictValue, className: string, required: readonly string[], optional: readonly string[]): void {
  for (const { key, keySpan } of config.entries.values()) {
    const name = key.kind === 'str' ? key.text : '';
    if (name === 'type' || name === '_scope_' || required.includes(name) || optional.includes(name)) continue;
    throw new PyError('TypeError', `${className}.__init__() got an unexpected keyword argument '${name}'`, keySpan);
  }
  const missing = required.filter((name) => config.get(name) === undefined);
  if (missing.length === 0) return;
  const plural = missing.length > 1 ? 's' : '';
  const names = missing.map((name) => `'${name}'`);
  const list =
    names.length > 1 ? `${names.slice(0, -1).join(', ')}${names.length > 2 ? ',' : ''} and ${names.at(-1) ?? ''}` : names.join('');
  const text = `${className}.__init__() missing ${String(missing.length)} required positional argument${plural}: ${list}`;
  throw new PyError('TypeError', text, config.span);
}

/** An argument, or its default where the config does not give it. */
export function argument(config: DictValue, name: string, fallback: Value): Value {
  return config.get(name) ?? fallback;
}

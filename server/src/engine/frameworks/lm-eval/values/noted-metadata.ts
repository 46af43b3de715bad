import { DictValue, str } from '../../../core/value.js';

/**
 * `metadata` of a config with what the harness writes into it as it loads the file (lm-evaluation-harness 0.4.13 `tasks/_factory.py`, `_load_full_config`):
 * the path of the file, and what is no dict under a key of its own.
 */
export function notedMetadata(config: DictValue): DictValue {
  const metadata = config.get('metadata');
  const noted = new DictValue(config.span);
  if (metadata?.kind === 'dict') for (const { key, value } of metadata.entries.values()) if (key.kind === 'str') noted.set(key.text, value);
  if (metadata && metadata.kind !== 'dict') noted.set('_metadata', metadata);
  noted.set('config_source', str(config.span.file, config.span));
  return noted;
}

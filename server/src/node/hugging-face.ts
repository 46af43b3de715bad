import { posix } from 'node:path';
import type { FileId } from '../engine/core/span.js';
import type { HuggingFaceCaches } from '../engine/core/workspace.js';
import { fileOfPath } from './uris.js';

/**
 * The folders in which Hugging Face's libraries keep what they downloaded (huggingface_hub `constants.py`, datasets `config.py`). They need not exist.
 * @returns undefined where nothing says where the user's home is
 */
export function huggingFaceCaches(environment: Readonly<Record<string, string | undefined>>): HuggingFaceCaches | undefined {
  const home = given(environment, 'HOME') ?? given(environment, 'USERPROFILE');
  const inHome = (path: string): FileId => (path.startsWith('~') && home !== undefined ? home + path.slice(1) : path);
  const folder = (name: string): FileId | undefined => {
    const path = given(environment, name);
    return path === undefined ? undefined : inHome(path);
  };
  const caches = folder('XDG_CACHE_HOME') ?? (home === undefined ? undefined : posix.join(home, '.cache'));
  const root = folder('HF_HOME') ?? (caches === undefined ? undefined : posix.join(caches, 'huggingface'));
  const hub = folder('HF_HUB_CACHE') ?? folder('HUGGINGFACE_HUB_CACHE') ?? (root === undefined ? undefined : posix.join(root, 'hub'));
  const datasets = folder('HF_DATASETS_CACHE') ?? (root === undefined ? undefined : posix.join(root, 'datasets'));
  return hub === undefined || datasets === undefined ? undefined : { hub, datasets, home };
}

function given(environment: Readonly<Record<string, string | undefined>>, name: string): FileId | undefined {
  const value = environment[name];
  return value === undefined || value === '' ? undefined : fileOfPath(value).replace(/(.)\/+$/, '$1');
}

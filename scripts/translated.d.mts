import type { BuildOptions } from 'esbuild';

export const languages: readonly string[];
export const tables: readonly BuildOptions[];

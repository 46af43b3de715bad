import type { Plugin } from 'esbuild';

export const languages: readonly string[];
export function translated(part: 'engine' | 'page', language: string): Plugin;

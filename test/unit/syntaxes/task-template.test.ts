import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Pattern {
  readonly name?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
}
interface Grammar {
  readonly scopeName: string;
  readonly patterns: readonly Pattern[];
  readonly repository: { readonly code: { readonly patterns: readonly Pattern[] } };
}
interface Manifest {
  readonly contributes: {
    readonly grammars: readonly { readonly path: string; readonly scopeName: string; readonly injectTo: readonly string[] }[];
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const entry = manifest.contributes.grammars.find(({ scopeName }) => scopeName === 'prompt-preflight.task-template')!;
const grammar = JSON.parse(readFileSync(entry.path, 'utf8')) as Grammar;

/** The kinds of blocks that begin in a text, in the order of the grammar. */
function blocks(text: string): (string | undefined)[] {
  return grammar.patterns.filter(({ begin }) => new RegExp(begin!, 'u').test(text)).map(({ name }) => name?.split('.').at(-2));
}

describe('the grammar of task templates', () => {
  it('is named in the manifest, for YAML only', () => {
    expect(grammar.scopeName).toBe(entry.scopeName);
    expect(entry.injectTo).toEqual(['source.yaml']);
  });

  it.each([
    ['Q: {{question}}', ['expression']],
    ['{%- if a %}', ['statement']],
    ['{# why #}', ['block']],
    ['${{ github.ref }}', []],
    ['{question}', []],
  ])('%s', (text, expected) => expect(blocks(text)).toEqual(expected));

  it('has patterns that can be read', () => {
    for (const { match, begin, end } of [...grammar.patterns, ...grammar.repository.code.patterns])
      for (const source of [match, begin, end]) if (source !== undefined) expect(new RegExp(source, 'u').source).not.toBe('');
  });
});

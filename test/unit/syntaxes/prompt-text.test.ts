import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Grammar {
  readonly scopeName: string;
  readonly patterns: readonly { readonly name: string; readonly match: string }[];
}
interface Manifest {
  readonly contributes: {
    readonly grammars: readonly { readonly path: string; readonly scopeName: string; readonly injectTo: readonly string[] }[];
  };
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const [entry] = manifest.contributes.grammars;
const grammar = JSON.parse(readFileSync(entry!.path, 'utf8')) as Grammar;

/** What the grammar marks in a string, with the last part but one of its scope. */
function marked(text: string): string[] {
  return grammar.patterns.flatMap(({ name, match }) =>
    [...text.matchAll(new RegExp(match, 'g'))].map((found) => `${name.split('.').at(-2)} ${found[0]}`),
  );
}

describe('the grammar of prompt text', () => {
  it('is the one that the manifest names', () => {
    expect(grammar.scopeName).toBe(entry!.scopeName);
    expect(entry!.injectTo).toEqual(['source.python', 'source.yaml']);
  });

  it('marks input columns and ice tokens', () => {
    expect(marked('</E>Q: {question}\nA: {answer_1}')).toEqual(['other {question}', 'other {answer_1}', 'ice-token </E>']);
  });

  it.each(['{{question}}', '{}', '{0}', '{"a": 1}', '\\{a}', '</div>', '{a b}'])('leaves %s alone', (text) =>
    expect(marked(text)).toEqual([]),
  );
});

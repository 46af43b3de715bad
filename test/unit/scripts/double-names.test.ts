import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { doubleNames } from '../../../scripts/double-names.mjs';

function doublesOf(files: Readonly<Record<string, string>>): Record<string, string[]> {
  const found = doubleNames(Object.entries(files).map(([path, text]) => ({ path, text })));
  return Object.fromEntries(found.map(({ name, paths }) => [name, paths]));
}

it.each([
  'export function pike(): void {}',
  'export async function* pike() {}',
  'export const perch = 1, pike = 2;',
  'export const { roach: pike, ...rest } = lake;',
  'export class Pike {}\nexport type pike = Pike;',
  'export abstract class pike {}',
  'export interface pike {}',
  'export enum pike {}',
  'const pike = 1;\nexport { pike };',
  'const perch = 1;\nexport { perch as pike };',
])('finds a name that two files declare: %s', (text) => {
  expect(doublesOf({ 'b.ts': text, 'a.ts': 'export const pike = 1;' })).toEqual({ pike: ['a.ts', 'b.ts'] });
});

it.each([
  'function pike() {}',
  'export const perch = () => { const pike = 1; return pike; };',
  "export { pike } from './a.js';",
  "export * from './a.js';",
  "import { pike } from './a.js';\nexport { pike };",
  "import type { pike } from './a.js';\nexport type { pike };",
  'const pike = 1;\nexport { pike as perch };',
])('takes no other name for one: %s', (text) => {
  expect(doublesOf({ 'b.ts': text, 'a.ts': 'export const pike = 1;' })).toEqual({});
});

it('counts a type and a value of one file as one', () => {
  expect(
    doublesOf({
      'a.ts': 'export type Pike = 1;\nexport const Pike = 1;\nexport function f(a: string): void;\nexport function f(a: unknown) {}',
    }),
  ).toEqual({});
});

it('finds none in the sources of the server', () => {
  const names = readdirSync('server/src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(doublesOf(Object.fromEntries(names.map((name) => [name, readFileSync(`server/src/${name}`, 'utf8')])))).toEqual({});
});

it('gives no name to more than two files of the engine, so that a name opens them', () => {
  const names = readdirSync('server/src/engine', { recursive: true, encoding: 'utf8' }).map((name) => basename(name));
  // Each framework has these two.
  const files = names.filter((name) => name.endsWith('.ts') && name !== 'index.ts' && name !== 'sniff.ts');
  const crowded = files.filter((name) => files.filter((other) => other === name).length > 2);
  expect([...new Set(crowded)]).toEqual([]);
});

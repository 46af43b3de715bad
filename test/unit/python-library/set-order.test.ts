import { expect, test } from 'vitest';
import { shown } from './table.js';

// What CPython 3.11 gives for each.
test.each([
  ['r = list(set([300, 8, -1, 16]))', '[8, 16, 300, -1]'],
  ['a = 300\nr = list({a, 8, 16, 24})', '[8, 16, 300, 24]'],
  ['r = list({v * 7 for v in range(6)})', '[0, 35, 7, 14, 21, 28]'],
  ['r = list(set([(1, 2), (3, 4), (0, 0)]))', '[(1, 2), (3, 4), (0, 0)]'],
  ['r = list(frozenset([2 ** 70, 5, 2.0]))', '[1180591620717411303424, 2.0, 5]'],
  ['s = {300}\ns.add(8)\ns.add(-5)\nr = str(s)', "'{8, -5, 300}'"],
  ['s = {1, 2, 300}\ns.clear()\ns.add(300)\ns.add(-5)\nr = list(s)', '[-5, 300]'],
  ['s = set([-1, 4, 300])\nr = s.pop()', '4'],
])('numbers that were added one by one have their places: %s', (program, expected) => {
  expect(shown(program)).toBe(expected);
});

test.each([
  'r = list({300, -8, 16})',
  'r = list(set({300, -8, 16}))',
  'r = list(set({300: 1, -8: 1, 16: 1}))',
  'a = 300\nr = list({a, *{-8, 16}})',
  's = set([300, -8, 16])\ns.remove(16)\nr = list(s)',
  's = set([300, -8, 16])\ns.discard(16)\nr = list(s)',
  's = set([300, -8, 16])\ns.pop()\nr = list(s)',
  's = set([300, -8, 16])\ns |= {24}\nr = list(s)',
  's = set([300, -8, 16])\ns.update([24])\nr = list(s)',
  'r = list(set([300, -8, 16]) | {24})',
  'r = list(set([300, -8, 16]).copy())',
  'r = list(set([300, 2.5]))',
  'r = list(set([300, None]))',
  "r = list(set([300, 'a']))",
  "r = list(set([(300, 'a'), (1, 2)]))",
])('the order of any other set is not known: %s', (program) => {
  expect(shown(program)).toBe('unknown: the order of this set differs from run to run');
});

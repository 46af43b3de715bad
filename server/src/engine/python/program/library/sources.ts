import { abcSource } from './abc-source.js';
import { collectionsSource, functoolsSource, itertoolsSource, typingSource } from './collections-source.js';
import { contextlibSource } from './contextlib-source.js';
import { dataclassesSource } from './dataclasses-source.js';
import { calendarSource, datetimeSource, timeSource } from './datetime-source.js';
import { decimalSource, fractionsSource } from './decimal-source.js';
import { enumSource } from './enum-source.js';
import { bisectSource, heapqSource } from './heapq-source.js';
import { htmlSource } from './html-source.js';
import { ioSource } from './io-source.js';
import { statisticsSource } from './statistics-source.js';
import { stringSource } from './string-source.js';
import { textwrapSource } from './textwrap-source.js';

/**
 * Modules of the standard library that are written in Python here, by their names: what programs see of them is run by our own interpreter. What one does not define is looked for among
 * those that the interpreter has itself.
 */
export const librarySources: Readonly<Record<string, string>> = {
  abc: abcSource,
  bisect: bisectSource,
  calendar: calendarSource,
  collections: collectionsSource,
  contextlib: contextlibSource,
  dataclasses: dataclassesSource,
  datetime: datetimeSource,
  decimal: decimalSource,
  enum: enumSource,
  fractions: fractionsSource,
  functools: functoolsSource,
  heapq: heapqSource,
  html: htmlSource,
  io: ioSource,
  itertools: itertoolsSource,
  statistics: statisticsSource,
  string: stringSource,
  textwrap: textwrapSource,
  time: timeSource,
  typing: typingSource,
};

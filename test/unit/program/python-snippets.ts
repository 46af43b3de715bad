import { findUnknown } from '../../../server/src/engine/python/runtime/find-unknown.js';
import { pyRepr } from '../../../server/src/engine/python/runtime/semantics.js';
import { PyError } from '../../../server/src/engine/core/errors.js';
import { resultOf } from './support.js';

const head = `import ast, collections, decimal, functools, html, io, itertools, json, math, re, statistics, string, textwrap, unicodedata
from collections import namedtuple
from dataclasses import asdict, astuple, dataclass, field, fields, replace
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from enum import Enum, IntEnum, auto
from fractions import Fraction
`;

/** The repr of what the body of a function returns, or the exception that it raises, in a program with the usual imports. */
export function snippet(body: string): string {
  const lines = body.split('\n').map((line) => `    ${line}`);
  try {
    const value = resultOf(`${head}\ndef asked():\n${lines.join('\n')}\n\nr = asked()\n`);
    const unknown = findUnknown(value);
    return unknown ? `unknown: ${unknown.reason}` : pyRepr(value).text;
  } catch (error) {
    if (error instanceof PyError) return `${error.type}: ${error.text}`;
    throw error;
  }
}

import { PyError } from '../../../core/errors.js';
import { DictValue, IntValue, NoneValue, str, StrValue, TupleValue, type Value } from '../../../core/value.js';
import { bind, positional, typeError } from '../call-arguments.js';
import { expandTemplate } from './re-template.js';
import { LibraryObject } from '../objects.js';
import { BuiltinValue, type Arguments, type Runtime } from '../runtime.js';
import { asInteger, intValue, pyRepr } from '../semantics.js';
import { codePointsOf } from '../../../core/code-points.js';
import { chargeText } from '../../../core/cost.js';
import type { Match } from './re-found.js';

/** The text of a group with its origin; `absent` where it took no part. */
export function groupText(runtime: Runtime, match: Match, group: number, absent: Value): Value {
  const range = match.groups[group];
  return range ? new StrValue(match.subject.traced.slice(range[0], range[1]), runtime.span) : absent;
}

/** The number of a group given by number or name. @throws PyError IndexError */
function groupNumber(match: Match, v: Value): number {
  const n = v.kind === 'str' ? match.pattern.names.get(v.text) : asInteger(v);
  if (n === undefined || n < 0 || Number(n) > match.pattern.groupCount) throw new PyError('IndexError', 'no such group');
  return Number(n);
}

/** A match as Python shows it. */
export function matchObject(runtime: Runtime, match: Match): LibraryObject {
  const { span } = runtime;
  const none = new NoneValue(span);
  const indexOf = (offset: number): number => codePointsOf(match.subject.traced, chargeText).index(offset);
  const place = (offset: number): Value => intValue(indexOf(offset), span);
  const group = (v: Value | undefined): number => (v ? groupNumber(match, v) : 0);
  const method =
    (name: string, run: (r: Runtime, args: Arguments) => Value): (() => Value) =>
    () =>
      new BuiltinValue(`Match.${name}`, span, run);
  const edge = (which: 0 | 1, args: Arguments): Value => {
    const range = match.groups[group(positional('start', args, 0, 1)[0])];
    return range ? place(range[which]) : new IntValue(-1n, span);
  };
  const members: Record<string, () => Value> = {
    group: method('group', (r, args) => {
      if (args.positional.length < 2) return groupText(r, match, group(args.positional[0]), none);
      return new TupleValue(
        args.positional.map((v) => groupText(r, match, groupNumber(match, v), none)),
        r.span,
      );
    }),
    groups: method('groups', (r, args) => {
      const [absent = none] = bind('groups', args, ['default'], 0);
      return new TupleValue(
        Array.from({ length: match.pattern.groupCount }, (_, i) => groupText(r, match, i + 1, absent)),
        r.span,
      );
    }),
    groupdict: method('groupdict', (r, args) => {
      const [absent = none] = bind('groupdict', args, ['default'], 0);
      const dict = new DictValue(r.span);
      for (const [name, number] of match.pattern.names) dict.set(name, groupText(r, match, number, absent));
      return dict;
    }),
    start: method('start', (_r, args) => edge(0, args)),
    end: method('end', (_r, args) => edge(1, args)),
    span: method('span', (_r, args) => new TupleValue([edge(0, args), edge(1, args)], span)),
    expand: method('expand', (r, args) => {
      const [template] = positional('expand', args, 1, 1);
      if (template!.kind !== 'str') throw typeError('expected str instance');
      return new StrValue(expandTemplate(match, template!.traced), r.span);
    }),
    string: () => match.subject,
    pos: () => new IntValue(0n, span),
    endpos: () => place(match.subject.text.length),
    lastindex: () => (match.lastGroup > 0 ? new IntValue(BigInt(match.lastGroup), span) : none),
    lastgroup: () => {
      const name = [...match.pattern.names].find(([, number]) => number === match.lastGroup)?.[0];
      return name === undefined ? none : str(name, span);
    },
    re: match.regex,
    regs: () =>
      new TupleValue(
        match.groups.map(
          (range) =>
            new TupleValue(
              (range ?? [-1, -1]).map((at) => (at < 0 ? new IntValue(-1n, span) : place(at))),
              span,
            ),
        ),
        span,
      ),
  };
  const [start, end] = match.groups[0]!;
  return new LibraryObject('Match', span, (name) => (Object.hasOwn(members, name) ? members[name]!() : undefined), {
    // Made when it is asked for: where a match stands is counted from the begin of the text.
    get repr() {
      return `<re.Match object; span=(${String(indexOf(start))}, ${String(indexOf(end))}), match=${pyRepr(groupText(runtime, match, 0, none)).text.slice(0, 50)}>`;
    },
    getItem: (index) => groupText(runtime, match, groupNumber(match, index), none),
  });
}

import { entryOf, type Entry, type Literal, type PythonSource } from '../python-source.js';
import { removed, renamedKey, replaced } from '../edits.js';
import type { Kind, Mutation, Range } from '../mutation.js';

/** A turn of a template, in one of its sections. */
export function turns(source: PythonSource): readonly Literal[] {
  return source.literals.filter(({ name, parent, entries }) => {
    const inTemplate = parent !== undefined && !isMeta(parent);
    return (
      inTemplate &&
      /^(round|begin)\[\]$/.test(name) &&
      entries.some(({ key }) => key === 'role') &&
      entries.some(({ key }) => key === 'prompt')
    );
  });
}

function isMeta({ name, parent }: Literal): boolean {
  return /(^|_)meta_template$/.test(name) || (parent !== undefined && isMeta(parent));
}

export function metaRounds(source: PythonSource): readonly Literal[] {
  return source.literals.filter(({ name, parent }) => name === 'round[]' && parent !== undefined && isMeta(parent));
}

/** Inferencers with a parser of their own ask no meta template for roles. */
function hasOrdinaryInferencer({ text }: PythonSource): boolean {
  return (
    /\b(GenInferencer|PPLInferencer)\b/.test(text) &&
    !/Chat\w*Inferencer|Agent\w*Inferencer|MultiTurn|Mm\w*Template|MMPrompt|judge|LMEvaluator/i.test(text)
  );
}

function roleSites(source: PythonSource, among: readonly Literal[], change: (role: string) => string | undefined): Mutation[] {
  return among.flatMap((turn) => {
    const role = plainText(source, entryOf(turn, 'role'));
    const text = role && change(source.textOf(role));
    return role && text !== undefined ? [replaced(turn, role, text)] : [];
  });
}

/** The letters of a plain string. */
export function plainText(source: PythonSource, entry: Entry | undefined): Range | undefined {
  if (entry?.value.type !== 'String') return undefined;
  const { start, end } = entry.value;
  return /^(['"])[^'"\\]+\1$/.test(source.textOf({ start, end })) ? { start: start + 1, end: end - 1 } : undefined;
}

export const roleKinds: readonly Kind<PythonSource>[] = [
  {
    id: 'role/slip in a template',
    sites: (source, slip) => (hasOrdinaryInferencer(source) ? roleSites(source, turns(source), slip) : []),
  },
  {
    id: 'role/other case in a template',
    sites: (source) =>
      hasOrdinaryInferencer(source) ? roleSites(source, turns(source), (role) => role.charAt(0) + role.slice(1).toLowerCase()) : [],
  },
  {
    id: 'role/of another framework in a template',
    sites: (source) =>
      hasOrdinaryInferencer(source)
        ? roleSites(source, turns(source), (role) => (role === 'HUMAN' ? 'user' : role === 'BOT' ? 'assistant' : undefined))
        : [],
  },
  { id: 'role/slip in a meta template', sites: (source, slip) => roleSites(source, metaRounds(source), slip) },
  {
    id: 'role/slip in a special token around a turn',
    sites: (source, slip) =>
      metaRounds(source).flatMap((turn) =>
        ['begin', 'end'].flatMap((key) => {
          const value = entryOf(turn, key)?.value;
          const token = value?.type === 'String' ? /<\|(\w{6,})\|>/.exec(source.textOf(value)) : null;
          if (!value || !token) return [];
          const start = value.start + token.index + 2;
          return [replaced(turn, { start, end: start + token[1]!.length }, slip(token[1]!))];
        }),
      ),
  },
  {
    id: 'role/slip of api_role',
    sites: (source, slip) =>
      metaRounds(source).flatMap((turn) => {
        const role = plainText(source, entryOf(turn, 'api_role'));
        return role ? [replaced(turn, role, slip(source.textOf(role)))] : [];
      }),
  },
  {
    id: 'meta/api_role missing',
    sites: (source) => metaRounds(source).flatMap((turn) => entrySites(turn, 'api_role', (entry) => removed(source, turn, entry))),
  },
  {
    id: 'meta/generate missing',
    sites: (source) => metaRounds(source).flatMap((turn) => entrySites(turn, 'generate', (entry) => removed(source, turn, entry))),
  },
  {
    id: 'meta/slip of generate',
    sites: (source, slip) =>
      metaRounds(source).flatMap((turn) => entrySites(turn, 'generate', (entry) => renamedKey(turn, entry, slip('generate')))),
  },
  {
    id: 'meta/slip of another key',
    sites: (source, slip) =>
      metaRounds(source).flatMap((turn) =>
        turn.entries.filter(({ key }) => /^(role|begin|end|api_role)$/.test(key)).map((entry) => renamedKey(turn, entry, slip(entry.key))),
      ),
  },
  {
    id: 'meta/role twice',
    sites: (source) => {
      const [first, second] = metaRounds(source).map((turn) => ({ turn, role: plainText(source, entryOf(turn, 'role')) }));
      return first?.role && second?.role ? [replaced(second.turn, second.role, source.textOf(first.role))] : [];
    },
  },
];

export function entrySites(literal: Literal, key: string, make: (entry: Entry) => Mutation): Mutation[] {
  const entry = entryOf(literal, key);
  return entry ? [make(entry)] : [];
}

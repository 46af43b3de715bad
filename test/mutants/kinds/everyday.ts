import { removed, renamedKey, replaced } from '../edits.js';
import type { Kind, Mutation } from '../mutation.js';
import { entryOf, type Entry, type Literal, type PythonSource } from '../python-source.js';
import { models } from './keys.js';
import { metaRounds, plainText, turns } from './roles.js';

/** What stands in configs of users, though each of it raises late or never. */

function entriesOf(literals: readonly Literal[], key: string, make: (literal: Literal, entry: Entry) => Mutation | undefined): Mutation[] {
  return literals.flatMap((literal) => {
    const entry = entryOf(literal, key);
    const mutation = entry && make(literal, entry);
    return mutation ? [mutation] : [];
  });
}

function renamedKeys(id: string, of: (source: PythonSource) => readonly Literal[], from: string, to: string): Kind<PythonSource> {
  return {
    id,
    sites: (source) => entriesOf(of(source), from, (literal, entry) => (entryOf(literal, to) ? undefined : renamedKey(literal, entry, to))),
  };
}

/** Turns of the one who asks, whose role the source says. */
function askingTurns(source: PythonSource): readonly Literal[] {
  return turns(source).filter((turn) => {
    const role = plainText(source, entryOf(turn, 'role'));
    return role !== undefined && /^(HUMAN|SYSTEM)$/.test(source.textOf(role));
  });
}

/** `reader_cfg=x_reader_cfg`, with a variable of the other part beside it. */
function otherPart(source: PythonSource, part: string, other: string): Mutation[] {
  return source.literals.flatMap((literal) =>
    entryOf(literal, part) && entryOf(literal, other)
      ? entriesOf([literal], part, (_literal, entry) => {
          const name = source.textOf(entry.value);
          const meant = name.endsWith(part) ? name.slice(0, -part.length) + other : '';
          return new RegExp(`^${meant} *= *(?:dict\\(|\\{)`, 'm').test(source.text) && meant !== ''
            ? replaced(literal, entry.value, meant)
            : undefined;
        })
      : [],
  );
}

/** A name at the top that a run reads, under another one. */
function topName(id: string, from: string, to: string): Kind<PythonSource> {
  return {
    id: `run/${id}`,
    sites: (source) => {
      if (!/^models\s*=/m.test(source.text) || !/^datasets\s*=/m.test(source.text)) return [];
      if (source.text.split(new RegExp(`\\b${from}\\b`)).length !== 2) return [];
      return source.module.body.flatMap((statement) => {
        const [target] = statement.type === 'Assign' ? statement.targets : [];
        return target?.type === 'Name' && target.name === from ? [replaced({ at: target }, target, to)] : [];
      });
    },
  };
}

export const everydayKinds: readonly Kind<PythonSource>[] = [
  renamedKeys('turn/content for prompt', turns, 'prompt', 'content'),
  renamedKeys('model/max_new_tokens for max_out_len', models, 'max_out_len', 'max_new_tokens'),
  renamedKeys('model/model_path for path', models, 'path', 'model_path'),
  {
    id: 'turn/nothing but its role',
    sites: (source) =>
      entriesOf(askingTurns(source), 'prompt', (turn, entry) => (turn.entries.length === 2 ? removed(source, turn, entry) : undefined)),
  },
  {
    id: 'turn/slip of a fallback',
    sites: (source, slip) =>
      entriesOf(turns(source), 'fallback_role', (turn, entry) => {
        const role = plainText(source, entry);
        return role && replaced(turn, role, slip(source.textOf(role)));
      }),
  },
  {
    id: 'infer/stopping_criteria is one text',
    sites: (source) =>
      entriesOf(source.named('inferencer'), 'stopping_criteria', (literal, entry) => {
        const only = /^\[\s*((['"])[^'"\\\n]+\2)/.exec(source.textOf(entry.value))?.[1];
        return only === undefined ? undefined : replaced(literal, entry.value, only);
      }),
  },
  {
    id: 'eval/pred_role in lower case',
    // AISBench does not look it up.
    sites: (source) =>
      /\bais_bench\b/.test(source.text)
        ? []
        : entriesOf(source.named('eval_cfg'), 'pred_role', (literal, entry) => {
            const role = plainText(source, entry);
            return role && replaced(literal, role, source.textOf(role).toLowerCase());
          }),
  },
  {
    id: 'meta/generate of the one who asks',
    sites: (source) =>
      metaRounds(source).flatMap((turn) => {
        const role = entryOf(turn, 'role');
        const isAsking = role !== undefined && /^['"]HUMAN['"]$/.test(source.textOf(role.value));
        const { text } = source;
        return isAsking && text.startsWith('dict(', turn.at.start)
          ? [replaced(turn, { start: role.at.end, end: role.at.end }, ', generate=True')]
          : [];
      }),
  },
  { id: 'dataset/infer_cfg for reader_cfg', sites: (source) => otherPart(source, 'reader_cfg', 'infer_cfg') },
  { id: 'dataset/infer_cfg for eval_cfg', sites: (source) => otherPart(source, 'eval_cfg', 'infer_cfg') },
  topName('workdir for work_dir', 'work_dir', 'workdir'),
  topName('inference for infer', 'infer', 'inference'),
  {
    id: 'class/import from the other framework',
    sites: (source) =>
      source.module.body.flatMap((statement) => {
        if (statement.type !== 'ImportFrom') return [];
        const at = source.textOf(statement);
        const [, root] = /^from (opencompass|ais_bench\.benchmark)\.openicl\.icl_\w+ import \w+$/.exec(at) ?? [];
        const start = statement.start + 'from '.length;
        return root === undefined
          ? []
          : [
              replaced(
                { at: statement },
                { start, end: start + root.length },
                root === 'opencompass' ? 'ais_bench.benchmark' : 'opencompass',
              ),
            ];
      }),
  },
];

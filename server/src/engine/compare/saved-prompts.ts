import { say } from '../core/say.js';
import type { ComparedTurn } from './compare-prompts.js';

/** The prompts that a run has saved of one row: one, or one for each label. */
export interface SavedPrompts {
  /** The number of the row, as the run counts them; where the file does not say, that of the entry. From 0. */
  readonly row: number;
  /** `label`: what is scored, or the name of the label; absent where the row has one prompt. */
  readonly prompts: readonly { readonly label?: string; readonly turns: readonly ComparedTurn[]; readonly kind: 'text' | 'turns' }[];
}

/**
 * The prompts in a file that a run has written: predictions of OpenCompass and AISBench (`{"0": {"origin_prompt": …}}`, or a line for each; OpenCompass 0.5.4
 * `icl_base_inferencer.py`), or samples of lm-evaluation-harness (`samples_*.jsonl`, `arguments`; 0.4.13 `evaluation_tracker.py`).
 * @returns entries in the order of their rows; empty where none of these is in it
 */
export function savedPrompts(text: string): readonly SavedPrompts[] {
  const found = entriesIn(text).flatMap(([key, entry], i): SavedPrompts[] => {
    const prompts = promptsOf(entry);
    return prompts.length === 0 ? [] : [{ row: rowOf(key, entry) ?? i, prompts }];
  });
  return found.sort((a, b) => a.row - b.row);
}

type Dict = Readonly<Record<string, unknown>>;

function isDict(value: unknown): value is Dict {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function entriesIn(text: string): (readonly [string | undefined, Dict])[] {
  const whole = parsed(text);
  if (isDict(whole) && Object.values(whole).some(isDict) && !('arguments' in whole) && !('origin_prompt' in whole))
    return Object.entries(whole).flatMap(([key, entry]) => (isDict(entry) ? [[key, entry] as const] : []));
  const list: readonly unknown[] = Array.isArray(whole) ? whole : whole === undefined ? objectsByLine(text) : [whole];
  return list.flatMap((entry) => (isDict(entry) ? [[undefined, entry] as const] : []));
}

/** A file with more lines that look like objects and are none was not written by a run. */
const mostBroken = 1000;

function objectsByLine(text: string): readonly unknown[] {
  const found: unknown[] = [];
  let broken = 0;
  for (const line of text.split('\n')) {
    if (!/^\s*\{/.test(line) || !/\}\s*$/.test(line.slice(-100))) continue;
    const object = parsed(line);
    if (object !== undefined) found.push(object);
    else if (++broken > mostBroken) break;
  }
  return found;
}

function parsed(text: string): unknown {
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function rowOf(key: string | undefined, entry: Dict): number | undefined {
  const said = [key, entry['doc_id'], entry['idx'], entry['id']].find((value) => /^\d{1,9}$/.test(String(value)));
  return said === undefined ? undefined : Number(said);
}

function promptsOf(entry: Dict): SavedPrompts['prompts'] {
  const args = entry['arguments'];
  if (args !== undefined) return (Array.isArray(args) ? args : isDict(args) ? Object.values(args) : []).flatMap(argumentsOf);
  const labels = Object.entries(entry).flatMap(([key, value]) => {
    const turns = key.startsWith('label: ') && isDict(value) ? turnsOf(value['prompt']) : undefined;
    return turns ? [{ label: key.slice('label: '.length), ...turns }] : [];
  });
  if (labels.length > 0) return labels;
  const turns = turnsOf(entry['origin_prompt']);
  return turns ? [turns] : [];
}

/** Of a request of the harness: the context, and where a continuation is scored, that. Messages are a list of one JSON text (`JsonChatStr`). */
function argumentsOf(request: unknown): SavedPrompts['prompts'] {
  const [context, continuation] = Array.isArray(request) ? request : isDict(request) ? [request['arg_0'], request['arg_1']] : [];
  const messages = Array.isArray(context) && typeof context[0] === 'string' ? parsed(context[0]) : undefined;
  const turns = turnsOf(messages ?? context);
  if (!turns) return [];
  if (typeof continuation !== 'string') return [turns];
  return [{ ...turns, label: continuation, turns: [...turns.turns, { who: say`scored`, kind: 'other', text: continuation }] }];
}

/** A text, or what roles say: `{role, prompt}` or `{role, content}`, with texts between. Of several rounds the last one that was asked. */
function turnsOf(prompt: unknown): Pick<SavedPrompts['prompts'][number], 'turns' | 'kind'> | undefined {
  if (typeof prompt === 'string') return { kind: 'text', turns: [{ who: say`prompt`, kind: 'other', text: prompt }] };
  if (!Array.isArray(prompt)) return undefined;
  const last: unknown = prompt.at(-1);
  if (Array.isArray(last)) return turnsOf(last);
  const turns = prompt.flatMap((item: unknown): ComparedTurn[] => {
    if (typeof item === 'string') return [{ who: '', kind: 'other', text: item }];
    if (!isDict(item)) return [];
    const said = item['prompt'] ?? item['content'] ?? '';
    const role = typeof item['role'] === 'string' ? item['role'] : '';
    return [{ who: role, kind: kindOfRole(role), text: typeof said === 'string' ? said : JSON.stringify(said) }];
  });
  return turns.length === 0 ? undefined : { kind: 'turns', turns };
}

function kindOfRole(role: string): ComparedTurn['kind'] {
  const name = role.toLowerCase();
  if (name === 'system' || name === 'developer') return 'system';
  if (name === 'human' || name === 'user') return 'user';
  return name === 'bot' || name === 'assistant' ? 'assistant' : 'other';
}

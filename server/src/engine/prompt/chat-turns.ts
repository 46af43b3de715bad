import type { ChatMessage, ChatResult } from '../chat/index.js';
import { TracedText } from '../core/traced-text.js';
import type { Turn } from './rendered-prompt.js';
import { say } from '../core/say.js';

const kinds: Readonly<Record<string, Turn['kind']>> = { system: 'system', user: 'user', assistant: 'assistant' };

/** A turn of a chat, by the role that services know it by; it belongs to an example if all of its text does. */
export function chatTurn(role: string, text: TracedText): Turn {
  const note = text.pieces.find((piece) => piece.note?.shot !== undefined)?.note;
  // Delimiters, and what a chat template adds, belong to no example.
  const whole = text.pieces.every((piece) => piece.note?.part !== 'prompt' || piece.note.shot === note?.shot);
  const shot = whole ? note?.shot : undefined;
  const row = note?.shotRow === undefined ? '' : ` · train[${String(note.shotRow)}]`;
  return { who: role, kind: kinds[role] ?? 'other', text, ...(shot !== undefined && { shot, detail: say`shot ${String(shot)}${row}` }) };
}

/** The text that a chat template makes, cut into what belongs to which message. */
export function turnsOfTemplate(result: ChatResult, messages: readonly ChatMessage[]): Turn[] {
  return result.parts.map((part): Turn => {
    const text = result.text.slice(part.start, part.end);
    const roles = [...new Set(part.messages.map((i) => messages[i]!.role))];
    const [role] = roles;
    if (role === undefined) return { who: say`template`, kind: 'meta', text };
    return { ...chatTurn(role, text), who: roles.join(', ') };
  });
}

/** The last turn ends where the model starts to write. */
export function generating(turns: readonly Turn[]): Turn[] {
  const last = turns.at(-1) ?? { who: say`text`, kind: 'other' as const, text: TracedText.empty };
  return [...turns.slice(0, -1), { ...last, generates: true }];
}

import { TracedText } from '../../core/traced-text.js';
import type { Output, RenderedPrompt } from '../../prompt/rendered-prompt.js';
import { cutAt } from './room.js';
import type { LabelText } from './preview-shape.js';

/** As many labels are set side by side, of prompts that are as long: each is one more rendering at each keystroke. */
const most = { labels: 6, characters: 100_000, shown: 400 } as const;
/** So much of what the prompts share is shown around what differs. */
const around = 24;
/** What is longer is no word. */
const longestWord = 40;

/**
 * What the prompts of a perplexity target's labels differ in, side by side; empty where there are none, too many, or where one is not known.
 * @param render the prompt for another label
 */
export function labelTexts(shown: RenderedPrompt, render: (label: string) => RenderedPrompt): readonly LabelText[] {
  const { labels, output } = shown;
  if (labels.length < 2 || labels.length > most.labels || !output || textOf(output).length > most.characters) return [];
  const prompts = labels.map((label) => (label === shown.label ? shown : render(label)));
  const texts = prompts.flatMap((prompt) => (prompt.output ? [textOf(prompt.output)] : []));
  if (texts.length < labels.length) return [];
  const plain = texts.map(({ text }) => text);
  const start = beforeWord(plain, sameAtTheStart(plain));
  const end = behindWord(plain, sameAtTheEnd(plain, start));
  return texts.map((text, i) => ({ label: labels[i]!, parts: partsOf(text, start, text.length - end) }));
}

function textOf(output: Output): TracedText {
  if (output.kind === 'text') return output.text;
  return output.messages.reduce((all, { text }) => all.concat(text), TracedText.empty);
}

function sameAtTheStart(texts: readonly string[]): number {
  const [first = ''] = texts;
  let at = 0;
  while (at < first.length && texts.every((text) => text.charCodeAt(at) === first.charCodeAt(at))) at++;
  return cutAt(first, at);
}

/** How much the texts share at their ends, behind what they share at the start. */
function sameAtTheEnd(texts: readonly string[], start: number): number {
  const [first = ''] = texts;
  const room = Math.min(...texts.map(({ length }) => length)) - start;
  let count = 0;
  while (count < room && texts.every((text) => text.charCodeAt(text.length - 1 - count) === first.charCodeAt(first.length - 1 - count)))
    count++;
  const code = first.charCodeAt(first.length - count);
  return code >= 0xdc00 && code < 0xe000 ? count - 1 : count;
}

/** A letter of a script that writes spaces between words, or a digit. */
const ofWord = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{N}_]/u;

function isWithinWord(text: string, at: number): boolean {
  return ofWord.test(text.charAt(at - 1)) && ofWord.test(text.charAt(at));
}

/** Where the word begins that the texts differ within: an `A` that "An anchor" and "A keel" share is nothing to be read as the same. */
function beforeWord(texts: readonly string[], start: number): number {
  let at = start;
  while (start - at < longestWord && texts.some((text) => isWithinWord(text, at))) at--;
  return start - at < longestWord ? at : start;
}

/** The same from the ends: how much is the same behind the word. */
function behindWord(texts: readonly string[], end: number): number {
  let count = end;
  while (end - count < longestWord && count > 0 && texts.some((text) => isWithinWord(text, text.length - count))) count--;
  return end - count < longestWord ? count : end;
}

function partsOf(text: TracedText, start: number, end: number): LabelText['parts'] {
  const from = Math.max(0, start - around);
  const to = Math.min(text.length, end + around, start + most.shown);
  const parts: { text: string; differs: boolean; scored: boolean }[] = [];
  for (const { start: at, piece } of text.located()) {
    const cuts = [at, start, end, at + piece.length, from, to].map((place) =>
      Math.max(from, Math.min(to, Math.max(at, Math.min(at + piece.length, place)))),
    );
    const places = [...new Set(cuts)].sort((a, b) => a - b);
    for (let i = 1; i < places.length; i++) {
      const [low, high] = [places[i - 1]!, places[i]!];
      if (low >= at && high <= at + piece.length)
        parts.push({ text: text.text.slice(low, high), differs: low >= start && high <= end, scored: piece.note?.scored === true });
    }
  }
  if (from > 0 && parts[0]) parts[0].text = `…${parts[0].text}`;
  if (to < text.length && parts.at(-1)) parts.at(-1)!.text += '…';
  return parts;
}

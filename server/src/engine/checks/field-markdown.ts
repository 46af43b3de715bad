import type { FieldDoc, NameDoc } from '../frameworks/face/fields.js';
import { say } from '../core/say.js';

/** The doc of a field as Markdown: a line of facts, the meaning, the trap, the difference and the source. */
export function fieldMarkdown(doc: FieldDoc): string {
  const facts = [`**${doc.key}**`, doc.type];
  if (doc.required) facts.push(say`required`);
  if (doc.defaultValue !== undefined) facts.push(say`default ${codeOrWords(doc.defaultValue)}`);
  if (doc.allowed.length > 0) facts.push(doc.allowed.map((value) => `\`${value}\``).join(' | '));
  return paragraphs(facts.join(' · '), doc.meaning, doc.trap, doc.difference, doc.source);
}

/** The doc of a class or role as Markdown. */
export function nameMarkdown(doc: NameDoc): string {
  return paragraphs(`**${doc.name}** · ${doc.what}`, doc.meaning, doc.trap, undefined, doc.source);
}

function paragraphs(
  head: string,
  meaning: string,
  trap: string | undefined,
  difference: string | undefined,
  source: string | undefined,
): string {
  const lines = [head, meaning];
  if (trap) lines.push(say`**Trap:** ${trap}`);
  if (difference) lines.push(difference);
  if (source) lines.push(say`*Source: \`${source}\`*`);
  return lines.join('\n\n');
}

/** A Python literal is set as code, a description is not. */
function codeOrWords(text: string): string {
  return /^(?:'[^']*'|[[{].*|-?\d[\d.]*|True|False|None)$/.test(text) ? `\`${text}\`` : text;
}

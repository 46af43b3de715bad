import { safeJson, shownText } from '../../core/shown.js';
import type { PreviewData } from '../preview/data.js';
import { levelWords } from './level-words.js';
import { fenced, inlineCode } from './markdown.js';
import { sentBlocks } from './sent-blocks.js';

/** What a prompt is taken away as. */
export const takenForms = ['text', 'messages', 'curl', 'python', 'markdown'] as const;
export type TakenForm = (typeof takenForms)[number];

type Taken = Pick<
  PreviewData,
  | 'output'
  | 'tokens'
  | 'stages'
  | 'selection'
  | 'datasets'
  | 'models'
  | 'framework'
  | 'release'
  | 'exactness'
  | 'problems'
  | 'rows'
  | 'notes'
>;

/** @returns undefined where there is no prompt */
export function takenAs(data: Taken, form: Exclude<TakenForm, 'python'>): string | undefined {
  if (!data.output) return form === 'markdown' ? issueText(data) : undefined;
  switch (form) {
    case 'text':
      return data.output.kind === 'text'
        ? data.output.text
        : sentBlocks(data)
            .map(({ name, text }) => `${name}:\n${text}`)
            .join('\n\n');
    case 'messages':
      return safeJson(JSON.stringify(messagesOf(data), null, 2));
    case 'curl':
      return curlCommand(data);
    case 'markdown':
      return issueText(data);
  }
}

/** The roles that a service of this kind knows; OpenCompass has names of its own for them. */
const roles: Readonly<Record<string, string>> = { HUMAN: 'user', BOT: 'assistant', SYSTEM: 'system' };

function messagesOf(data: Taken): readonly { readonly role: string; readonly content: string }[] {
  if (data.output?.kind === 'text') return [{ role: 'user', content: data.output.text }];
  return sentBlocks(data).map(({ name, text }) => ({ role: roles[name] ?? name, content: text }));
}

/**
 * For a service that takes what OpenAI's takes: its address in `OPENAI_BASE_URL`, the key in `OPENAI_API_KEY`. A finished text goes to `/completions`, which adds no template to it, and
 * ends the answer after 16 tokens where nothing is said of it.
 */
function curlCommand(data: Taken): string {
  const isText = data.output?.kind === 'text';
  const model = modelOf(data) ?? 'MODEL';
  const answer = data.tokens?.answer;
  const body = isText
    ? { model, ...(answer !== undefined && { max_tokens: answer }), prompt: data.output.text }
    : { model, messages: messagesOf(data) };
  return [
    `curl "\${OPENAI_BASE_URL:-https://api.openai.com/v1}/${isText ? 'completions' : 'chat/completions'}" \\`,
    "  -H 'Content-Type: application/json' \\",
    '  -H "Authorization: Bearer $OPENAI_API_KEY" \\',
    `  -d ${shellQuoted(safeJson(JSON.stringify(body, null, 2)))}`,
  ].join('\n');
}

/** A text as one word of a POSIX shell, whatever is in it. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function modelOf({ models, selection }: Taken): string | undefined {
  const model = models.find(({ id }) => id === selection.model);
  return selection.model === '' ? undefined : model?.label;
}

/** For an issue: what it is of, what is wrong with it, and the prompt. */
function issueText(data: Taken): string {
  const { selection, framework, release, exactness, problems, datasets } = data;
  const dataset = datasets.find(({ id }) => id === selection.dataset)?.label ?? selection.dataset;
  const model = modelOf(data);
  const facts: readonly (readonly [string, string | undefined])[] = [
    [framework.previews === 'tasks' ? 'task' : 'dataset', dataset],
    ['model', model],
    ['asked', `${selection.mode}${selection.label === undefined ? '' : `, label ${selection.label}`}, ${String(selection.shots)} shots`],
    ['rules', release ? `${framework.title} ${release.name}` : framework.version],
    ['exactness', exactness.reason === '' ? levelWords[exactness.level] : `${levelWords[exactness.level]}: ${exactness.reason}`],
  ];
  return [
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${inlineCode(value)}`])),
    ...problems.map(({ severity, rule, message }) => `- ${severity} ${inlineCode(rule)}: ${inlineCode(message)}`),
    '',
    ...sentBlocks(data).flatMap(({ name, text }) => [`${inlineCode(name)}:`, '', fenced(shownText(text, Infinity), 'text'), '']),
    '_Made by Prompt Preflight._',
    '',
  ].join('\n');
}

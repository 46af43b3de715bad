import type { InferCfg, TemplateConfig } from '../../../config/infer-cfg.js';
import { templateTexts, templateVariants } from '../../../config/dialogue.js';
import { textOf, type DictValue, type StrValue, type Value } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import type { TextEdit } from '../../../core/text-edit.js';
import { addToBegin, prependToString, replaceStringFix } from '../../../checks/support/fixes.js';
import { isKeySlip } from '../../../checks/support/slip.js';
import { given, inferCfgs, shotCount, usesTemplates } from './support/inference.js';
import { dialogueLacks, textLacks } from './support/tokens.js';
import { quoted } from '../../../checks/support/words.js';
import { exceptionName } from './support/exception.js';
import { say } from '../../../core/say.js';

/** The template does not hold its own ice_token. OpenCompass 0.5.3 `openicl/icl_prompt_template.py`. */
export const iceTokenMissing: ConfigRule = {
  id: 'ice-token-missing',
  title: 'The ice token is not in the template',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'error',
  fix: 'unsafe',
  prevents: "LookupError: '</E>' not in '…'; in a dialogue: in-context examples that are dropped without an error",
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const inferCfg of inferCfgs(context)) {
      for (const template of [inferCfg.iceTemplate, inferCfg.promptTemplate]) {
        const token = textOf(template?.iceToken);
        if (!token || template?.className !== 'PromptTemplate') continue;
        yield* textFindings(context, template, token);
        yield* cutShort(context, template, token);
      }
      const count = shotCount(inferCfg, context.framework) ?? 0;
      if (count > 0) yield* dialogueFindings(context, inferCfg, count);
    }
  },
};

/** Texts are looked at when the template is built, whatever the retriever: those of labels, and a section that is a text. */
function* textFindings(context: CheckContext, template: TemplateConfig, token: string): Iterable<Finding> {
  const texts = valuesOf(template.template).filter((value) => value.kind === 'str');
  const lacking = texts.filter((text) => textLacks(text, token));
  if (lacking.length === 0) return;
  const labels =
    texts.length > 1 ? say`${String(lacking.length)} of the ${String(texts.length)} texts of the template do` : say`The template does`;
  yield {
    span: template.value.entry('ice_token')!.valueSpan,
    message: say`${labels} not contain the ice token ${quoted(token)}: building the template raises ${exceptionName(context.framework, 'ice-token-missing')}. Write the token where the in-context examples are to go.`,
    related: lacking.slice(0, 3).map((text) => ({ span: text.span, message: say`the token is missing here` })),
    fixes: insertInto(context, lacking, token),
  };
}

/** `</E` where the texts have `</E>`: the bracket behind it stays in the prompt. */
function* cutShort(context: CheckContext, template: TemplateConfig, token: string): Iterable<Finding> {
  if (!/^<[^<>]+$/.test(token)) return;
  const places = templateTexts(template.template).flatMap(({ text }) => text.split(token).slice(1));
  if (places.length === 0 || !places.every((behind) => behind.startsWith('>'))) return;
  const entry = template.value.entry('ice_token')!;
  const meant = `${token}>`;
  yield {
    span: entry.valueSpan,
    severity: 'warning',
    message: say`The texts of the template have ${quoted(meant)}, and the ice token is ${quoted(token)}: where it is replaced, > stays in the prompt. Did you mean ${quoted(meant)}?`,
    fixes: entry.value.kind === 'str' ? replaceStringFix(context, entry.value, meant, say`Change to ${quoted(meant)}`) : [],
  };
}

function valuesOf(template: Value | undefined): Value[] {
  if (template?.kind === 'dict') return [...template.entries.values()].map(({ value }) => value);
  return template ? [template] : [];
}

/** The turns of dialogues are not looked at by the framework: the examples vanish. @param count of them */
function* dialogueFindings(context: CheckContext, inferCfg: InferCfg, count: number): Iterable<Finding> {
  const prompt = inferCfg.promptTemplate ?? inferCfg.iceTemplate;
  if (!prompt || !usesTemplates(inferCfg, context.framework) || given(inferCfg.value, 'ice_template') !== true) return;
  if (prompt.className === 'RawPromptTemplate') return void (yield* rawFindings(prompt, count));
  const token = textOf(prompt.iceToken);
  if (!token || prompt.className !== 'PromptTemplate') return;
  const dialogues = templateVariants(prompt.template).flatMap(({ value }) => (value.kind === 'dict' ? [value] : []));
  const lacking = dialogues.filter((dialogue) => dialogueLacks(dialogue, token));
  // A section that is a text raises instead.
  if (lacking.length === 0 || valuesOf(prompt.template).some(({ kind }) => kind === 'str')) return;
  yield {
    span: prompt.value.entry('ice_token')!.valueSpan,
    severity: 'warning',
    message: say`No turn of the dialogue contains the ice token ${quoted(token)}: the ${examples(count)} dropped without an error. Write the token as an item of \`begin\`.`,
    fixes: insertIntoBegin(context, lacking, token),
  };
}

/** In messages the token must be an item of its own. */
function* rawFindings(prompt: TemplateConfig, count: number): Iterable<Finding> {
  const messages = prompt.messages;
  const token = prompt.iceToken ? textOf(prompt.iceToken) : '</E>';
  if (messages?.kind !== 'list' || token === undefined) return;
  if (messages.items.some((item) => item.kind === 'unknown' || textOf(item) === token)) return;
  yield {
    span: prompt.value.entry('messages')!.keySpan,
    severity: 'warning',
    message: say`None of the messages is the ice token ${quoted(token)}: the ${examples(count)} dropped without an error. Write the token as an item of the list.`,
  };
}

function examples(count: number): string {
  return count === 1 ? say`in-context example is` : say`${String(count)} in-context examples are`;
}

/** A token in angle brackets that is nearly the one that is looked for. */
function misspeltToken({ text }: CheckContext, texts: readonly StrValue[], token: string): TextEdit | undefined {
  for (const { span } of texts) {
    const source = text(span.file).slice(span.start, span.end);
    for (const { index, 0: found } of source.matchAll(/<[^<>\s]{0,6}>|<\/[A-Za-z]{1,4}|(?<!<)\/[A-Za-z]{1,4}>/g)) {
      const start = span.start + index;
      if (isKeySlip(found, token)) return { span: { file: span.file, start, end: start + found.length }, newText: token };
    }
  }
  return undefined;
}

function insertInto(context: CheckContext, texts: readonly StrValue[], token: string): Fix[] {
  const slips = texts.map((one) => misspeltToken(context, [one], token));
  if (slips.length > 0 && slips.every((slip) => slip !== undefined)) return together(say`Change to ${quoted(token)}`, slips);
  return together(
    say`Insert ${quoted(token)} at the start of the template`,
    texts.map((text) => prependToString(context, text, token)),
  );
}

function insertIntoBegin(context: CheckContext, dialogues: readonly DictValue[], token: string): Fix[] {
  const slips = dialogues.map((dialogue) => misspeltToken(context, templateTexts(dialogue), token));
  if (slips.length > 0 && slips.every((slip) => slip !== undefined)) return together(say`Change to ${quoted(token)}`, slips);
  return together(
    say`Insert ${quoted(token)} into begin`,
    dialogues.map((dialogue) => addToBegin(context, dialogue, token)),
  );
}

/** One fix of several edits, each place once; none where one of them is not sure. */
function together(title: string, edits: readonly (TextEdit | undefined)[]): Fix[] {
  const unique = new Map(edits.map((edit) => [edit && `${edit.span.file}:${String(edit.span.start)}`, edit]));
  const sure = [...unique.values()].flatMap((edit) => edit ?? []);
  return sure.length === unique.size && sure.length > 0 ? [{ title, safe: false, edits: sure }] : [];
}

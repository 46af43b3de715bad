import { readMetaTemplate, type MetaTemplate } from '../../../config/meta-template.js';
import { textOf, type DictEntry, type DictValue } from '../../../core/value.js';
import type { CheckContext, ConfigRule, Finding, Fix } from '../../face/rule.js';
import { misspelt } from './support/misspelt.js';
import { addEntryFix, renameKeyFix, oneEdit } from '../../../checks/support/fixes.js';
import { ofKind, usedPlaces } from '../../../checks/support/places.js';
import { say } from '../../../core/say.js';

const answering = new Set(['BOT', 'ASSISTANT', 'MODEL', 'AI', 'GPT']);

/** No role of the meta template's round has generate=True, or the one who asks has it. OpenCompass 0.5.3 `models/base.py`, `_prompt2str`. */
export const noGenerateRole: ConfigRule = {
  id: 'no-generate-role',
  title: 'No role of the meta template marks where the model starts to write',
  frameworks: ['opencompass', 'aisbench'],
  severity: 'warning',
  fix: 'unsafe',
  prevents: 'A prompt that ends with a finished, empty answer, without an error',
  scope: 'document',
  *check(context): Iterable<Finding> {
    for (const { value } of ofKind(usedPlaces(context.config), 'meta-template')) {
      const meta = readMetaTemplate(value);
      if (!meta?.complete || meta.round.length === 0) continue;
      yield* earlyFindings(context, meta);
      if (meta.round.some((role) => role.generates !== false)) continue;
      const role = answeringRole(meta);
      if (asksAtEnd(meta, role) || isUnseen(role)) continue;
      const advice = role
        ? say`Add generate=True to the role ${role.name ?? 'BOT'}.`
        : say`Add a role BOT with generate=True: dict(role='BOT', generate=True).`;
      yield {
        span: role?.value.entry('role')?.valueSpan ?? meta.value.entry('round')!.keySpan,
        message: say`No role of this meta template has generate=True: in gen mode the model is sent a finished, empty answer instead of being asked for one, and nothing raises. ${advice}`,
        fixes: role ? generateFix(context, role.value, role.name ?? 'BOT') : [],
      };
    }
  },
};

/** White space, and tokens that may end a text or a turn. */
const endToken = /\s+|<\/s>|<\|?([a-z_]+)\|?>|\[end\]/giy;

/** Whether a text is tokens that end a text or a turn, and no more. */
function isOfEndTokens(text: string): boolean {
  let end = 0;
  for (const { 0: token, 1: name } of text.matchAll(endToken)) {
    if (name !== undefined && !/end|eo[a-z]/i.test(name)) return false;
    end += token.length;
  }
  return end === text.length;
}

/** Whether the meta template's own `end` opens the answer, behind a turn of which nothing is seen: the LM parser writes it where no role generates. */
function asksAtEnd({ value }: MetaTemplate, role: MetaTemplate['round'][number] | undefined): boolean {
  const end = textOf(value.get('end'));
  return end !== undefined && !isOfEndTokens(end) && isBlank(role);
}

/** Whether the turn of a role is written as white space alone: the prompt is then the same but for that, as for a class that makes a message of it. */
function isUnseen(role: MetaTemplate['round'][number] | undefined): boolean {
  return role !== undefined && role.apiRole === undefined && role.value.get('begin') !== undefined && isBlank(role);
}

function isBlank(role: MetaTemplate['round'][number] | undefined): boolean {
  return ['begin', 'end', 'prompt'].every((key) => {
    const text = role?.value.get(key);
    return text === undefined || textOf(text)?.trim() === '';
  });
}

/** The prompt ends where the first role that generates begins: of the one who asks nothing is sent then. */
function* earlyFindings(context: CheckContext, meta: MetaTemplate): Iterable<Finding> {
  const first = meta.round.find((role) => role.generates !== false);
  const generate = first?.value.entry('generate');
  if (!first || first.generates === undefined || !generate || !isAsking(first)) return;
  const answers = meta.round.slice(meta.round.indexOf(first) + 1).find((role) => !isAsking(role));
  if (!answers) return;
  const name = first.name ?? '';
  yield {
    span: generate.keySpan.file === context.file ? { ...generate.keySpan, end: generate.valueSpan.end } : generate.valueSpan,
    message: say`The role ${name} has generate=True: in gen mode the prompt ends where its last turn begins, and nothing of that turn is sent. Only the role that answers generates.`,
    fixes: onlyAnswers(context, generate, answers, name),
  };
}

function isAsking({ name }: MetaTemplate['round'][number]): boolean {
  return ['HUMAN', 'USER'].includes(name?.toUpperCase() ?? '');
}

function onlyAnswers(context: CheckContext, generate: DictEntry, answers: MetaTemplate['round'][number], name: string): Fix[] {
  const { valueSpan } = generate;
  const written = context.text(valueSpan.file).slice(valueSpan.start, valueSpan.end);
  if (!/^[Tt]rue$/.test(written)) return [];
  const title = say`Set generate=False for ${name}`;
  const off = { span: valueSpan, newText: written === 'True' ? 'False' : 'false' };
  if (answers.generates !== false) return oneEdit(title, false, off);
  const [on] = answers.value.entry('generate') ? [] : generateFix(context, answers.value, answers.name ?? 'BOT');
  return on ? [{ title: say`Let ${answers.name ?? 'BOT'} generate, not ${name}`, safe: false, edits: [off, ...on.edits] }] : [];
}

/** A `generate` that is there already says False. */
function generateFix(context: CheckContext, role: DictValue, name: string): Fix[] {
  const given = role.entry('generate');
  const slip = given ? undefined : misspelt(role, 'generate');
  if (slip) return renameKeyFix(context, slip, 'generate');
  if (!given) return addEntryFix(context, role, 'generate', 'True', say`Add generate=True to ${name}`, false);
  const { file, start, end } = given.valueSpan;
  const written = context.text(file).slice(start, end);
  if (!/^[Ff]alse$/.test(written)) return [];
  return oneEdit(say`Set generate=True for ${name}`, false, { span: given.valueSpan, newText: written === 'False' ? 'True' : 'true' });
}

/** The role of the round that answers: by its API role or its name, else the last; undefined where that is the one who asks. */
function answeringRole({ round }: MetaTemplate): MetaTemplate['round'][number] | undefined {
  return (
    round.find((role) => textOf(role.apiRole?.value) === 'BOT') ??
    round.find((role) => answering.has(role.name?.toUpperCase() ?? '')) ??
    lastOf(round)
  );
}

function lastOf(round: MetaTemplate['round']): MetaTemplate['round'][number] | undefined {
  const last = round.at(-1);
  return ['HUMAN', 'USER'].includes(last?.name?.toUpperCase() ?? '') ? undefined : last;
}

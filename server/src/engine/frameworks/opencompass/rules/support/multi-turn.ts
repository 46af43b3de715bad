import { dialogueItems, type DialogueItem } from '../../../../config/dialogue.js';
import { readInferCfg } from '../../../../config/infer-cfg.js';
import { textOf, type StrValue } from '../../../../core/value.js';
import { replaceStringFix } from '../../../../checks/support/fixes.js';
import { say } from '../../../../core/say.js';
import type { CheckContext, Finding, Fix } from '../../../face/rule.js';
import { datasetsToCheck, findingAt } from './dataset-faults.js';

/** The role whose turns the model writes, and the column of the turns of each. */
const answers = 'BOT';
const columns: Readonly<Record<string, string>> = { HUMAN: 'question', [answers]: 'answer' };

interface Stray {
  readonly item: DialogueItem;
  readonly role: string;
  readonly meant: string;
}

/**
 * Turns of a conversation with the role of the one who answers them, or asks: it is cut in front of each turn of BOT, by this very name, and what stands in
 * that is never asked. AISBench 3.1.0 `openicl/icl_inferencer/icl_multiturn_inferencer.py`.
 */
export function* multiTurnFindings(context: CheckContext): Iterable<Finding> {
  const told = new Set<DialogueItem['value']>();
  for (const dataset of datasetsToCheck(context)) {
    const inferCfg = readInferCfg(dataset.inferCfg);
    const template = inferCfg?.promptTemplate;
    if (template?.className !== 'MultiTurnPromptTemplate' || inferCfg?.inferencer?.className !== 'MultiTurnGenInferencer') continue;
    const round = dialogueItems(template.template).filter(({ section }) => section === 'round');
    const strays = round.flatMap((item) => strayOf(item) ?? []);
    const [first] = strays;
    if (!first || told.has(first.item.value) || !changesWhatIsAsked(round, strays)) continue;
    told.add(first.item.value);
    yield findingAt(context, dataset, first.item.role!.valueSpan, {
      message:
        first.role === answers
          ? say`The conversation is cut in front of each turn of BOT, which the model writes: the question in this one is never asked.`
          : say`The conversation is cut in front of each turn of BOT, and it has none: the model is asked nothing.`,
      fixes: fixOf(context, strays),
    });
  }
}

/** A turn of BOT that asks, or no such turn at all: another one may show the model an answer, of which another rule tells. */
function changesWhatIsAsked(round: readonly DialogueItem[], strays: readonly Stray[]): boolean {
  return (
    strays.some(({ role }) => role === answers) || round.every(({ role }) => role?.value.kind === 'str' && role.value.text !== answers)
  );
}

function strayOf(item: DialogueItem): Stray | undefined {
  const [role, prompt] = [textOf(item.role?.value) ?? '', textOf(item.prompt?.value) ?? ''];
  const meant = Object.keys(columns).find((other) => other !== role && prompt.includes(`{${columns[other]!}}`));
  if (meant === undefined || !Object.hasOwn(columns, role) || prompt.includes(`{${columns[role]!}}`)) return undefined;
  return { item, role, meant };
}

/** All of them at once: two may have been swapped. */
function fixOf(context: CheckContext, strays: readonly Stray[]): Fix[] {
  const title = say`Write ${strays[0]!.meant}`;
  const edits = strays.flatMap(({ item, meant }) => replaceStringFix(context, item.role!.value as StrValue, meant, title)[0]?.edits ?? []);
  return edits.length === strays.length ? [{ title, safe: false, edits }] : [];
}

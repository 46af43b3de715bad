import { say } from '../../../core/say.js';
import { textOf, type DictValue } from '../../../core/value.js';
import type { Mode } from '../../../prompt/rendered-prompt.js';
import type { TokenPlan } from '../../../prompt/token-plan.js';
import { asInteger } from '../../../python/runtime/semantics.js';
import type { Target, TokenSurroundings } from '../../face/behaviour.js';
import { releaseOf } from '../releases/find-harness.js';
import type { HarnessRelease } from '../releases/harness-release.js';
import { maxLengthOf } from '../values/max-length.js';
import { parseModelArgs } from '../values/model-args.js';

/** What `HFLM.max_gen_toks` is where neither the task nor the command line says it. */
const usualAnswer = 256;

/**
 * How `HFLM` gives a prompt to the tokenizer (lm-evaluation-harness 0.4.13 `models/huggingface.py`): special tokens are added unless the text begins with the BOS token or `add_bos_token` is
 * False. A context that is too long to be answered loses its beginning, down to `max_length − max_gen_toks`; with the answer that is scored, down to `max_length + 1`, since the last token is
 * not read. A text that is scored as a whole is scored in windows.
 */
export function tokenPlanOfTask(target: Target, mode: Mode, around: TokenSurroundings): TokenPlan {
  return planOfModelArgs(target, mode, around, parseModelArgs(around.surroundings.settingsOf(around.file).modelArgs));
}

/** The same with the arguments of the model that a run is given. */
export function planOfModelArgs(
  { dataset }: Target,
  mode: Mode,
  { surroundings, file, model }: TokenSurroundings,
  args: ReadonlyMap<string, string>,
): TokenPlan {
  const release = releaseOf(file, surroundings);
  const pretrained = args.get('pretrained') ?? model;
  const tokenizer = args.get('tokenizer') ?? args.get('pretrained');
  const given = wholeNumber(args.get('max_length') ?? args.get('max_model_len'));
  const whole = given ?? (pretrained === undefined ? undefined : maxLengthOf(surroundings.workspace, pretrained, file));
  const rolling = textOf(dataset.value.get('output_type')) === 'loglikelihood_rolling';
  const answer = answerOf(dataset.value, args, release);
  const room = whole === undefined || rolling ? undefined : roomIn(whole, mode, answer);
  return {
    ...(tokenizer !== undefined && { tokenizer }),
    special: args.get('add_bos_token')?.toLowerCase() === 'false' ? false : 'unless-begun',
    ...(room && { budget: room, ...(room.most > 0 && { cut: { most: room.most, keeps: 'end' as const } }) }),
    ...(mode === 'gen' && { answer }),
    notes: rolling ? [windows(whole)] : notes({ whole, resolved: given === undefined, most: room?.most, answer }, release),
  };
}

function roomIn(whole: number, mode: Mode, answer: number): NonNullable<TokenPlan['budget']> {
  if (mode === 'ppl') return { most: whole + 1, reckoned: `max_length ${String(whole)} + 1` };
  return { most: Math.max(0, whole - answer), reckoned: `max_length ${String(whole)} − max_gen_toks ${String(answer)}` };
}

/** What is known of the room. */
interface RoomKnown {
  readonly whole: number | undefined;
  /** Whether it is that of the model's own config. */
  readonly resolved: boolean;
  readonly most: number | undefined;
  readonly answer: number;
}

function notes({ whole, resolved, most, answer }: RoomKnown, { refusesNoRoom }: HarnessRelease): string[] {
  if (whole === undefined)
    return [
      say`The model is named on the command line: there is room for its max_length − max_gen_toks ${String(answer)}, and of a longer prompt the beginning is cut away. The setting modelArgs takes what you write behind --model_args.`,
    ];
  const from = resolved ? [say`max_length is that of the model's config.json, as the harness takes it where --model_args has none.`] : [];
  if (most !== 0 || !refusesNoRoom) return from;
  return [
    ...from,
    say`The harness stops: AssertionError: Invalid configuration: requested max tokens to generate (${String(answer)}) must be less than model's maximum sequence length (${String(whole)}).`,
  ];
}

function windows(whole: number | undefined): string {
  return whole === undefined
    ? say`The text is scored in windows of the model's max_length: nothing is cut away.`
    : say`The text is scored in windows of max_length ${String(whole)} tokens: nothing is cut away.`;
}

function answerOf(task: DictValue, args: ReadonlyMap<string, string>, { answerLengths }: HarnessRelease): number {
  const settings = task.get('generation_kwargs');
  const own = settings?.kind === 'dict' ? settings : undefined;
  const given = answerLengths.map((name) => own?.get(name)).find((value) => value !== undefined && value.kind !== 'none');
  const tokens = given && asInteger(given);
  return tokens === undefined ? (wholeNumber(args.get('max_gen_toks')) ?? usualAnswer) : Number(tokens);
}

/** A whole number from 1. */
function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,11}$/.test(text) ? Number(text) : undefined;
}

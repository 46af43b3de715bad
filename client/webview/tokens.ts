import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import { promptKey, type TokensShown } from '../../server/src/protocol/page.js';
import type { Preview, PreviewSegment, PreviewStage, PreviewTurn } from '../../server/src/protocol/preview.js';
import type { ShownToken } from '../../server/src/protocol/tokens.js';
import { estimatedTokens } from '../../server/src/engine/core/estimated-tokens.js';
import { finalStage } from '../../server/src/engine/core/final-stage.js';

/** The id of the stage that the page makes of what the tokenizer says. */
export const tokensStageId = 'tokens';

/** What can be done in the line of tokens. */
export interface TokenActions {
  pick(): void;
  toggleIds(): void;
}

/** The tokens of the prompt that is shown; those of another one are none. */
export function tokensOf(preview: Preview, tokens: TokensShown | undefined): TokensShown | undefined {
  return tokens?.of === promptKey(preview) ? tokens : undefined;
}

/** How many tokens the prompt has, and for how many there is room: one quiet line. */
export function tokenLine(
  preview: Preview,
  tokens: TokensShown | undefined,
  ids: boolean,
  stage: string,
  actions: TokenActions,
): TemplateResult | typeof nothing {
  const { tokens: plan, output } = preview;
  if (!plan || output?.kind !== 'text') return nothing;
  const answer = tokens?.answer;
  if (answer?.kind !== 'tokens')
    return html`<div class="tokens" role="group" aria-label=${say`Tokens`}>
      ${plan.file !== undefined && !answer ? html`<span>${say`Counting tokens …`}</span>` : estimate(output.text)}
      ${lack(answer?.reason ?? plan.problem, actions)}
    </div>`;
  const all = answer.counts[0]!.all;
  const most = plan.budget?.most;
  const over = most !== undefined && all > most && !isMadeUp(preview);
  const said = most === undefined ? tokensText(all) : say`${grouped(all)} of ${grouped(most)} tokens`;
  return html`<div class="tokens" role="group" aria-label=${say`Tokens`}>
    ${most === undefined ? nothing : html`<progress class=${over ? 'over' : ''} max=${Math.max(1, most)} value=${Math.min(all, most)} aria-hidden="true"></progress>`}
    <span title=${[plan.budget?.reckoned ?? '', ...plan.notes].filter((part) => part !== '').join('\n')}>${said}</span>
    ${plan.budget ? html`<small>${plan.budget.reckoned}</small>` : nothing}
    ${isMadeUp(preview) ? html`<small>${say`with placeholder rows`}</small>` : nothing}
    ${fate(preview, tokens!).map((text) => html`<span class="fate">${text}</span>`)}
    ${answer.doubleBos === undefined ? nothing : html`<span class="fate">${say`${answer.doubleBos} stands twice at the beginning.`}</span>`}
    ${stage === tokensStageId ? html`<button class="quiet" aria-pressed=${ids} @click=${() => actions.toggleIds()}>${say`Ids`}</button>` : nothing}
  </div>`;
}

function estimate(text: string): TemplateResult {
  return html`<span title=${say`Estimated by its length: no tokenizer has counted them.`}
    >${say`≈ ${grouped(estimatedTokens(text))} tokens`}</span
  >`;
}

function lack(reason: string | undefined, { pick }: TokenActions): TemplateResult {
  return html`${reason === undefined ? nothing : html`<small class="reason" title=${reason}>${reason}</small>`}<button
      class="quiet"
      @click=${() => pick()}
    >
      ${say`Choose a tokenizer.json …`}
    </button>`;
}

/** What the run does so that the prompt fits: sentences. */
function fate(preview: Preview, tokens: TokensShown): string[] {
  if (isMadeUp(preview)) return [];
  const said: string[] = [];
  const { shots } = preview.selection;
  if (tokens.shotsKept !== undefined && tokens.shotsKept < shots) {
    const gone = shots - tokens.shotsKept;
    said.push(gone === 1 ? say`The run leaves out the last example.` : say`The run leaves out the last ${gone} examples.`);
  }
  const cut = cutOf(preview, tokens);
  if (cut) said.push(cutText(cut));
  return said;
}

/** Of placeholders nothing can be said on whether the prompt of a run fits. */
function isMadeUp({ exactness }: Preview): boolean {
  return exactness.reasons.some(({ kind }) => kind === 'placeholder-rows');
}

/** Which tokens are cut away: from the one to before the other. */
interface Cut {
  readonly from: number;
  readonly to: number;
  readonly keeps: 'end' | 'beginning' | 'both ends';
}

function cutText({ from, to, keeps }: Cut): string {
  const count = grouped(to - from);
  if (keeps === 'end') return say`The first ${count} tokens are cut away.`;
  return keeps === 'beginning' ? say`The last ${count} tokens are cut away.` : say`${count} tokens in the middle are cut away.`;
}

/** The cut of the model, of what is left when examples were dropped. */
function cutOf(preview: Preview, { answer, kept }: TokensShown): Cut | undefined {
  const { tokens: plan } = preview;
  if (isMadeUp(preview) || !plan?.cut || answer.kind !== 'tokens') return undefined;
  const all = kept ?? answer.counts[0]!.all;
  const { most, keeps } = plan.cut;
  if (all <= most) return undefined;
  const half = Math.floor(most / 2);
  if (keeps === 'end') return { from: 0, to: all - most, keeps };
  return keeps === 'beginning' ? { from: most, to: all, keeps } : { from: half, to: all - half, keeps };
}

/** The prompt as it is told of where its tokens are counted. */
export function withTokens(preview: Preview, tokens: TokensShown | undefined): Preview {
  return withFate(withoutGuess(preview, tokens), tokens);
}

/** What is guessed by the bytes of the prompt is not told where a tokenizer counts, nor while it does: it would come and go with each keystroke. */
function withoutGuess(preview: Preview, tokens: TokensShown | undefined): Preview {
  const { tokens: plan, notes } = preview;
  if (plan?.byBytes === undefined || plan.file === undefined || tokens?.answer.kind === 'refused') return preview;
  return { ...preview, notes: notes.filter((note) => note !== plan.byBytes) };
}

/** A prompt of which examples are left out, or that is cut, is not what is sent: its seal says so. */
function withFate(preview: Preview, tokens: TokensShown | undefined): Preview {
  const messages = tokens ? fate(preview, tokens) : [];
  if (messages.length === 0) return preview;
  const { exactness } = preview;
  const better = ['exact', 'placeholder-rows', 'stand-in-shots', 'close'].includes(exactness.level);
  return {
    ...preview,
    exactness: {
      level: better ? 'close' : exactness.level,
      reason: better ? messages.join(' ') : exactness.reason,
      reasons: [...exactness.reasons, ...messages.map((message) => ({ kind: 'cut', message }) as const)],
    },
  };
}

/** The stage behind all others: the text as the tokenizer splits it. Undefined where it is not known. */
export function tokensStage(preview: Preview, tokens: TokensShown | undefined, ids: boolean): PreviewStage | undefined {
  const answer = tokens?.answer;
  const last = finalStage(preview);
  if (answer?.kind !== 'tokens' || !last || preview.output?.kind !== 'text') return undefined;
  const { all, parts } = answer.counts[0]!;
  const cut = cutOf(preview, tokens!);
  const turns: PreviewTurn[] = [];
  let at = 0;
  const left = all - answer.tokens.length;
  const add = (count: number, like: Pick<PreviewTurn, 'who' | 'kind' | 'shot' | 'generates'>): void => {
    const end = Math.min(at + count, answer.tokens.length);
    const segments = answer.tokens
      .slice(at, end)
      .map((token, i) => segmentOf(token, ids, cut !== undefined && at + i >= cut.from && at + i < cut.to));
    turns.push({
      who: like.who,
      kind: like.kind,
      detail: tokensText(count),
      ...(like.shot !== undefined && { shot: like.shot }),
      segments,
      // The model writes behind the last token, which may be one of those that are only counted.
      generates: like.generates && left <= 0,
    });
    at = end;
  };
  const generates = last.turns.some((turn) => turn.generates);
  if (parts.length === last.turns.length) last.turns.forEach((turn, i) => add(parts[i]!, turn));
  else add(all, { who: say`text`, kind: 'other', generates });
  if (left > 0) turns.push({ who: '', kind: 'other', segments: [rest(say`⟨and ${grouped(left)} more tokens⟩`)], generates });
  return {
    id: tokensStageId,
    title: say`Tokens`,
    summary: grouped(all),
    turns: turns.filter(({ segments, generates: ends }) => segments.length > 0 || ends),
    ...(answer.problem !== undefined && { unknown: answer.problem }),
    origins: [],
  };
}

const names: Readonly<Record<ShownToken['kind'], () => string>> = {
  text: () => say`token`,
  special: () => say`special token`,
  added: () => say`added by the tokenizer`,
  bytes: () => say`bytes of a part of a character`,
};

function segmentOf({ id, text, kind }: ShownToken, ids: boolean, cut: boolean): PreviewSegment {
  const title = `${String(id)} · ${names[kind]()}${cut ? ` · ${say`cut away`}` : ''}`;
  const shown = kind === 'bytes' ? `⟨${text}⟩` : text;
  const kinds = { text: 'prompt', special: 'meta', added: 'framework', bytes: 'data' } as const;
  const added = kind === 'added' && { added: true };
  return { text: ids ? `${String(id)} ` : shown, kind: cut ? 'unknown' : kinds[kind], title, ...added, origins: [] };
}

function rest(text: string): PreviewSegment {
  return { text, kind: 'unknown', title: text, origins: [] };
}

/** Whether the run leaves a turn out, so that the prompt fits: its example is one of the last. */
export function isLeftOut(preview: Preview, { shot }: PreviewTurn, tokens: TokensShown | undefined): boolean {
  return !isMadeUp(preview) && shot !== undefined && tokens?.shotsKept !== undefined && shot >= tokens.shotsKept;
}

/** The stages with the number of their tokens beside them. */
export function withCounts(stages: readonly PreviewStage[], tokens: TokensShown | undefined): readonly PreviewStage[] {
  const counts = tokens?.stages;
  if (!counts) return stages;
  return stages.map((stage) => {
    const count = counts[stage.id];
    return count === undefined
      ? stage
      : { ...stage, summary: stage.summary === '' ? tokensText(count) : `${stage.summary} · ${tokensText(count)}` };
  });
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}

function tokensText(count: number): string {
  return count === 1 ? say`1 token` : say`${grouped(count)} tokens`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { Shown } from '../../server/src/protocol/page.js';
import type { PlaceLink } from '../../server/src/protocol/place.js';
import type { Preview } from '../../server/src/protocol/preview.js';
import { actionOf, type Control } from './reach.js';
import { withoutBackticks } from './split-code.js';
import { placeLink } from './turns.js';
import { withCode } from './with-code.js';

/** `peek`: the reasons are there while the mouse or the focus is; `open`: until they are closed. */
export interface SealState {
  readonly reasons: 'closed' | 'peek' | 'open';
}

export interface SealActions {
  show(reasons: SealState['reasons']): void;
  open(link: PlaceLink): void;
  /** Leads to the control that can do something about a reason. */
  reach(control: Control): void;
}

type Reason = Preview['exactness']['reasons'][number];
type Level = Preview['exactness']['level'] | 'stale';

interface ShownReason {
  readonly text: string;
  readonly links: readonly PlaceLink[];
  readonly control?: Control;
}

const marks: Readonly<Record<Level, { readonly mark: string; readonly style: string }>> = {
  exact: { mark: '●', style: 'exact' },
  'placeholder-rows': { mark: '◍', style: 'unknown-level' },
  'stand-in-shots': { mark: '◍', style: 'unknown-level' },
  close: { mark: '◐', style: 'unknown-level' },
  'never-sent': { mark: '✖', style: 'raises' },
  unknown: { mark: '◐', style: 'unknown-level' },
  raises: { mark: '✖', style: 'raises' },
  stale: { mark: '⚠', style: 'unknown-level' },
};

/** What can be done about a reason: by which control of the bar. */
const controls: Readonly<Partial<Record<Reason['kind'], Control>>> = {
  'placeholder-rows': 'rows',
  'stand-in-shots': 'shots',
  'unprocessed-row': 'rows',
  'guessed-template': 'chat-template',
};

/** The seal: one word on how far the prompt can be relied on, and all the reasons behind it, each of which leads to what can be done. */
export function seal(preview: Preview, shown: Shown | undefined, { reasons: state }: SealState, actions: SealActions): TemplateResult {
  const level: Level = shown?.kind === 'preview' ? preview.exactness.level : 'stale';
  const { mark, style } = marks[level];
  const reasons = level === 'stale' ? whyStale(shown) : whyNotExact(preview);
  // What raises is told in full above, where the prompt would be; the word itself says that rows are placeholders.
  const told = level === 'raises' || level === 'placeholder-rows';
  const [first] = told ? [] : level === 'stale' ? reasons.map(({ text }) => text) : [preview.exactness.reason];
  return html`<span
    class="seal"
    @pointerenter=${() => state === 'closed' && actions.show('peek')}
    @pointerleave=${() => state === 'peek' && actions.show('closed')}
    @focusout=${({ relatedTarget, currentTarget }: FocusEvent) =>
      relatedTarget instanceof Node && !(currentTarget as Element).contains(relatedTarget) && actions.show('closed')}
    @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && state !== 'closed' && (event.preventDefault(), actions.show('closed'))}
  >
    <button
      class="level ${style}"
      aria-expanded=${state !== 'closed'}
      aria-controls=${state === 'closed' ? nothing : 'reasons'}
      @click=${() => actions.show(state === 'open' ? 'closed' : 'open')}
      @focus=${({ target }: FocusEvent) => (target as Element).matches(':focus-visible') && state === 'closed' && actions.show('peek')}
    >
      <span aria-hidden="true">${mark}</span> ${wordsOf(level, preview)}
    </button>
    ${first ? html`<span class="reason" title=${withoutBackticks(first)}>${withCode(first)}</span>` : nothing}
    ${level === 'stale' && shown && shown.kind !== 'preview' && shown.link ? placeLink(shown.link, actions.open) : nothing}
    ${state === 'closed' ? nothing : reasonList(reasons, actions)}
  </span>`;
}

function reasonList(reasons: readonly ShownReason[], actions: SealActions): TemplateResult {
  return html`<div class="reasons" id="reasons" role="group" aria-label=${say`How far this prompt can be relied on`}>
    ${reasons.map(
      ({ text, links, control }) =>
        html`<p>
          ${withCode(text)} ${links.map((link) => placeLink(link, actions.open))}
          ${control ? html`<button class="link" @click=${() => actions.reach(control)}>${actionOf(control)}</button>` : nothing}
        </p>`,
    )}
  </div>`;
}

function whyStale(shown: Shown | undefined): readonly ShownReason[] {
  if (!shown || shown.kind === 'preview') return [];
  const text = shown.kind === 'failed' ? say`The server did not answer: ${shown.reason}` : shown.reason;
  return [
    { text: say`The last good prompt is shown.`, links: [] },
    { text, links: shown.link ? [shown.link] : [] },
  ].toReversed();
}

function whyNotExact({ exactness, stages, chatTemplates }: Preview): readonly ShownReason[] {
  if (exactness.reasons.length === 0 && exactness.level === 'exact') return [{ text: say`Every byte is that of a run.`, links: [] }];
  const raised = stages.find(({ error }) => error !== undefined);
  const seen = new Set<string>();
  return exactness.reasons.flatMap(({ kind, message }) => {
    if (seen.has(message)) return [];
    seen.add(message);
    const control = kind === 'unknown' ? remedyOf(stages, message) : controls[kind];
    const links = kind === 'raises' ? (raised?.origins ?? []) : [];
    const offered = control === 'chat-template' && chatTemplates.length === 0 ? undefined : control;
    return [{ text: message, links, ...(offered && { control: offered }) }];
  });
}

/** A stage that cannot be known for want of a choice says so in the seal, too. */
function remedyOf(stages: Preview['stages'], message: string): Control | undefined {
  return stages.some(({ id, unknown }) => id === 'chat-template' && unknown === message) ? 'chat-template' : undefined;
}

function wordsOf(level: Level, { exactness: { reasons } }: Preview): string {
  switch (level) {
    case 'exact':
      return say`exact`;
    case 'placeholder-rows':
      return say`exact · placeholder rows`;
    case 'stand-in-shots':
      return say`exact · stand-in shots`;
    case 'close':
      return closeWords(reasons);
    case 'never-sent':
      return say`never sent`;
    case 'unknown':
      return say`unknown`;
    case 'raises':
      return say`the framework raises`;
    case 'stale':
      return say`stale`;
  }
}

function closeWords(reasons: readonly Reason[]): string {
  const guessed = reasons.find(({ kind }) => kind === 'guessed-template')?.about;
  if (guessed !== undefined) return say`close · ${guessed} guessed`;
  if (reasons.some(({ kind }) => kind === 'unprocessed-row')) return say`close · row as it lies in the file`;
  if (reasons.some(({ kind }) => kind === 'library-release')) return say`close · rows by the release of datasets`;
  if (reasons.some(({ kind }) => kind === 'unfollowed-call')) return say`close · not all code is followed`;
  if (reasons.some(({ kind }) => kind === 'cut')) return say`close · not all of it is sent`;
  if (reasons.some(({ kind }) => kind === 'incomplete')) return say`close · not all of it is shown`;
  return say`close`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { PreviewStage } from '../../server/src/protocol/preview.js';

/** How much of the row of tabs one click on its end brings into sight. */
const scrolledAtOnce = 0.7;
/** So wide is what says that there are more, in pixels. */
const moreWidth = 22;

/** Scrolls a tab into sight, and says at which ends there are more. @param bar the row of tabs, which is scrolled sideways in a low panel */
export function showTab(bar: HTMLElement, tab: HTMLElement): void {
  const end = tab.offsetLeft + tab.offsetWidth;
  const hidden = tab.offsetLeft < bar.scrollLeft + moreWidth || end > bar.scrollLeft + bar.clientWidth - moreWidth;
  if (hidden) bar.scrollLeft = end - bar.clientWidth + moreWidth + 6;
  sayMore(bar);
}

function sayMore(bar: HTMLElement): void {
  const behind = bar.scrollWidth - bar.clientWidth - bar.scrollLeft;
  bar.parentElement?.classList.toggle('more-before', bar.scrollLeft > 1);
  bar.parentElement?.classList.toggle('more-behind', behind > 1);
}

/** For the mouse: the keyboard goes from tab to tab. */
function more(side: 'before' | 'behind'): TemplateResult {
  const scroll = ({ currentTarget }: Event): void => {
    const bar = (currentTarget as HTMLElement).parentElement?.querySelector('.stages');
    bar?.scrollBy({ left: (side === 'before' ? -1 : 1) * scrolledAtOnce * bar.clientWidth });
  };
  return html`<button class="more-tabs ${side}" tabindex="-1" aria-hidden="true" @click=${scroll}>
    ${side === 'before' ? '‹' : '›'}
  </button>`;
}

/** The stages as tabs: arrow keys, Home and End move between them. */
export function stageTabs(stages: readonly PreviewStage[], shown: string, show: (id: string) => void): TemplateResult {
  const move = (event: KeyboardEvent): void => {
    const at = stages.findIndex(({ id }) => id === shown);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: stages.length - 1 }[event.key];
    const target = to === undefined ? undefined : stages[(to + stages.length) % stages.length];
    if (!target) return;
    event.preventDefault();
    show(target.id);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#stage-${target.id}`)?.focus();
  };
  return html`<div class="tabs">
    ${more('before')}
    <div
      class="stages"
      role="tablist"
      aria-label=${say`Stages of the prompt`}
      @keydown=${move}
      @scroll=${({ currentTarget }: Event) => sayMore(currentTarget as HTMLElement)}
    >
      ${stages.map(
        (stage) =>
          html`<button
            class="stage ${stage.error ? 'bad' : ''}"
            id="stage-${stage.id}"
            role="tab"
            aria-selected=${stage.id === shown}
            aria-controls="prompt"
            tabindex=${stage.id === shown ? 0 : -1}
            title=${stage.summary ?? nothing}
            @click=${() => show(stage.id)}
          >
            ${stage.error ? '✖ ' : nothing}${stage.title}${stage.summary ? html`<small>${stage.summary}</small>` : nothing}
          </button>`,
      )}
    </div>
    ${more('behind')}
  </div>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { PreviewStage } from '../../server/src/protocol/preview.js';

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
  return html`<div class="stages" role="tablist" aria-label=${say`Stages of the prompt`} @keydown=${move}>
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
  </div>`;
}

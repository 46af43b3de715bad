import { html, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { Choice, Preview } from '../../server/src/protocol/preview.js';

/** What stands in place of the bar in a small panel: the pair in one line, which unfolds the bar and folds it. */
export function summaryLine({ datasets, models, selection }: Preview, folded: boolean, toggle: () => void): TemplateResult {
  const labelOf = (choices: readonly Choice[], id: string): string | undefined => choices.find((choice) => choice.id === id)?.label;
  const pair = [labelOf(datasets, selection.dataset), labelOf(models, selection.model)].filter((name) => name !== undefined).join(' × ');
  return html`<button
    class="summary"
    aria-expanded=${!folded}
    title=${folded ? say`${pair}: show what can be chosen` : say`${pair}: fold the bar away`}
    @click=${toggle}
  >
    <span aria-hidden="true">${folded ? '▸' : '▾'}</span> <span class="pair-name">${pair}</span>
  </button>`;
}

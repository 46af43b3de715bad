import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { say } from '../../../server/src/engine/core/say.js';
import type { Preview } from '../../../server/src/protocol/preview.js';
import { withSigns } from '../body/signs.js';
import { styled } from '../styled.js';
import { PanelDropdown } from './panel-dropdown.js';
import { pickerStyles } from './picker-styles.js';
import { rowStyles } from './row-styles.js';

const widest = 520;

/** How many in-context examples there are; a panel says which train rows they are, by the numbers that the run has for them, and where they come from. */
export class ShotPicker extends PanelDropdown {
  static override styles = [pickerStyles, rowStyles];
  static override properties = { preview: { attribute: false } };

  declare preview: Preview | undefined;
  picked: (shots: number) => void = () => undefined;
  choose: () => void = () => undefined;

  protected override render(): TemplateResult | typeof nothing {
    const { preview } = this;
    if (!preview) return nothing;
    const { configured, most } = preview.shots;
    const { shots: used } = preview.selection;
    return html`<span class="pick text"
        ><small class="title">${say`shots`}</small>
        <button class="step" aria-label=${say`One shot fewer`} ?disabled=${used <= 0} @click=${() => this.picked(used - 1)}>−</button>
        <button
          class="rows"
          aria-haspopup="dialog"
          aria-expanded=${this.open}
          title=${preview.shots.source ?? say`The config asks for ${configured}`}
          @click=${this.toggle}
        >
          <span>${used}${used !== configured && most === configured ? html` <small>${say`of ${configured}`}</small>` : nothing}</span
          ><span class="arrow" aria-hidden="true">▾</span>
        </button>
        <button class="step" aria-label=${say`One shot more`} ?disabled=${used >= most} @click=${() => this.picked(used + 1)}>
          +
        </button></span
      >${this.open ? this.popup(preview) : nothing}`;
  }

  private popup({ shots: { examples, source, configured } }: Preview): TemplateResult {
    return html`<div
      class="popup"
      role="dialog"
      aria-label=${say`Examples`}
      ${styled(this.place(widest))}
      @focusout=${this.focusLeft}
      @keydown=${this.keyPressed}
    >
      <div class="source">
        <span class="where">${source ?? say`The config asks for ${configured}`}</span
        ><button class="action" @click=${() => this.leave(this.choose)}>${say`Choose train rows …`}</button>
      </div>
      ${
        examples.length === 0
          ? nothing
          : html`<ol class="examples" tabindex="0">
              ${examples.map(
                ({ shot, row, text }) =>
                  html`<li>
                    <small>${row === undefined ? say`shot ${shot}` : say`shot ${shot} · train row ${row}`}</small>
                    <span>${withSigns(text)}</span>
                  </li>`,
              )}
            </ol>`
      }
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('open') && this.open) this.renderRoot.querySelector<HTMLElement>('.action')?.focus();
  }
}

import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { TakenForm } from '../../server/src/protocol/take-away.js';
import { baseStyles } from './styles/base.js';

/** What the menu does: a form to copy the prompt in, or a comparison. */
export type Taken = TakenForm | 'compare';

/** The menu beside "Copy": by mouse, or by Enter, arrows, Home, End and Escape. Tells what was chosen by the event `take`. */
export class TakeAwayMenu extends LitElement {
  static override styles = [
    baseStyles,
    css`
      :host {
        position: relative;
        display: inline-flex;
        height: auto;
        background: none;
      }
      .arrow {
        padding: 2px 4px;
        border-radius: 4px;
        line-height: 20px;
      }
      .arrow:hover {
        background: var(--vscode-toolbar-hoverBackground);
      }
      .menu {
        position: absolute;
        z-index: 5;
        top: 100%;
        right: 0;
        display: flex;
        flex-direction: column;
        padding: 4px;
        border: 1px solid var(--vscode-menu-border, var(--line));
        border-radius: 5px;
        background: var(--vscode-menu-background, var(--vscode-editor-background));
        color: var(--vscode-menu-foreground, var(--vscode-foreground));
        box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
        white-space: nowrap;
      }
      .menu button {
        padding: 3px 12px;
        border-radius: 3px;
      }
      .menu button:hover,
      .menu button:focus {
        background: var(--vscode-menu-selectionBackground);
        color: var(--vscode-menu-selectionForeground, inherit);
        outline: 1px solid var(--vscode-menu-selectionBorder, transparent);
        outline-offset: -1px;
      }
      hr {
        width: 100%;
        margin: 4px 0;
        border: 0;
        border-top: 1px solid var(--vscode-menu-separatorBackground, var(--line));
      }
    `,
  ];
  static override properties = { open: { state: true } };

  declare private open: boolean;

  constructor() {
    super();
    this.open = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('focusout', this.left);
    this.addEventListener('keydown', this.keyPressed);
  }

  protected override render(): TemplateResult {
    const forms: readonly (readonly [TakenForm, string])[] = [
      ['text', say`Copy as text`],
      ['messages', say`Copy messages as JSON`],
      ['curl', say`Copy as curl`],
      ['python', say`Copy as Python`],
      ['markdown', say`Copy as Markdown for an issue`],
    ];
    return html`<button
        class="arrow"
        aria-haspopup="menu"
        aria-expanded=${this.open}
        aria-label=${say`More ways to copy, and to compare`}
        title=${say`More ways to copy, and to compare`}
        @click=${() => this.toggle()}
      >
        ▾</button
      >${
        this.open
          ? html`<div class="menu" role="menu" aria-label=${say`Copy`}>
              ${forms.map(([form, words]) => this.item(form, words))}
              <hr role="separator" />
              ${this.item('compare', say`Compare with…`)}
            </div>`
          : nothing
      }`;
  }

  private item(taken: Taken, words: string): TemplateResult {
    return html`<button role="menuitem" tabindex="-1" @click=${() => this.choose(taken)}>${words}</button>`;
  }

  private toggle(): void {
    this.open = !this.open;
    if (this.open) void this.updateComplete.then(() => this.items()[0]?.focus());
  }

  private choose(taken: Taken): void {
    this.close();
    this.dispatchEvent(new CustomEvent<Taken>('take', { detail: taken }));
  }

  private close(): void {
    this.open = false;
    this.renderRoot.querySelector<HTMLElement>('.arrow')?.focus();
  }

  private items(): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('[role=menuitem]')];
  }

  private readonly left = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget === null || !this.renderRoot.contains(relatedTarget as Node)) this.open = false;
  };

  private readonly keyPressed = (event: KeyboardEvent): void => {
    if (!this.open) return;
    const items = this.items();
    const at = items.indexOf(this.shadowRoot?.activeElement as HTMLElement);
    const to = { ArrowDown: (at + 1) % items.length, ArrowUp: (at - 1 + items.length) % items.length, Home: 0, End: items.length - 1 }[
      event.key
    ];
    if (event.key === 'Escape') this.close();
    else if (to !== undefined) items[to]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** The menu as the bar has it. */
export function takeAwayMenu(take: (taken: Taken) => void): TemplateResult {
  return html`<take-away-menu @take=${({ detail }: CustomEvent<Taken>) => take(detail)}></take-away-menu>`;
}

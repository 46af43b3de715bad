import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { say } from '../../../server/src/engine/core/say.js';
import type { Preview, PreviewSelection } from '../../../server/src/protocol/preview.js';
import { styled } from '../styled.js';
import { nearPath } from './near-path.js';
import { PanelDropdown } from './panel-dropdown.js';
import { pickerStyles } from './picker-styles.js';
import { rowStyles } from './row-styles.js';

const widest = 460;

/** Which row is asked: steps to the next and the previous one, and a panel to go to one, to search, to edit one, and to choose where rows come from. */
export class RowPicker extends PanelDropdown {
  static override styles = [pickerStyles, rowStyles];
  static override properties = {
    preview: { attribute: false },
    found: { attribute: false },
    edited: { state: true },
  };

  declare preview: Preview | undefined;
  /** Whether the last search found a row; undefined while none was made. */
  declare found: boolean | undefined;
  picked: (selection: Pick<PreviewSelection, 'row' | 'rows'>) => void = () => undefined;
  searched: (text: string, back: boolean) => void = () => undefined;
  choose: () => void = () => undefined;
  save: () => void = () => undefined;
  /** The text of the row that is being written; undefined: that of the row that is shown. */
  declare private edited: string | undefined;

  protected override render(): TemplateResult | typeof nothing {
    const { preview } = this;
    if (!preview) return nothing;
    const { count, complete } = preview.rows;
    const row = this.row;
    const steps = count > 1 || !complete;
    return html`<span class="pick text"
        >${
          steps
            ? html`<button class="step" aria-label=${say`Previous row`} ?disabled=${row <= 0} @click=${() => this.picked({ row: row - 1 })}>
                ◀
              </button>`
            : nothing
        }<button class="rows" aria-haspopup="dialog" aria-expanded=${this.open} title=${this.said((file) => file)} @click=${this.toggle}>
          ${this.face(preview)}<span class="arrow" aria-hidden="true">▾</span></button
        >${
          steps
            ? html`<button
                class="step"
                aria-label=${say`Next row`}
                ?disabled=${complete && row + 1 >= count}
                @click=${() => this.picked({ row: row + 1 })}
              >
                ▶
              </button>`
            : nothing
        }</span
      >${this.open ? this.popup(preview) : nothing}`;
  }

  /** What the bar says without opening anything. */
  private face({ rows: { count, complete, problem, by } }: Preview): TemplateResult {
    if (problem) return html`<span class="state warning" aria-hidden="true">⚠</span><span class="chosen">${say`rows: ${problem}`}</span>`;
    if (by === 'written') return html`<span>${say`row written by hand`}</span>`;
    if (count === 0) return html`<span><small class="title">${say`row`}</small> ${say`placeholders`}</span>`;
    return html`<span>${say`row ${this.row + 1}`} <small>${say`of ${count.toLocaleString('en') + (complete ? '' : '+')}`}</small></span>`;
  }

  /** Where the rows come from. @param shown how the path of a file is written */
  private said(shown: (file: string) => string): string {
    const rows = this.preview?.rows;
    if (!rows) return '';
    const file = shown(rows.file ?? '');
    switch (rows.by) {
      case 'own':
        return say`The dataset's own rows: ${file}`;
      case 'team':
        return say`Named by preflight.json: ${file}`;
      case 'setting':
        return say`Named by the setting promptPreflight.rowFile: ${file}`;
      case 'picked':
        return file;
      case 'written':
        return say`A row that was written by hand`;
      default:
        return say`No rows are known: placeholders stand in for them`;
    }
  }

  private popup(preview: Preview): TemplateResult {
    const {
      uri,
      rows: { count, complete, problem, by, text, file },
    } = preview;
    return html`<div
      class="popup"
      role="dialog"
      aria-label=${say`Rows`}
      ${styled(this.place(widest))}
      @focusout=${this.focusLeft}
      @keydown=${this.keyPressed}
    >
      <div class="source">
        <span class="where" title=${file ?? nothing}>${problem ?? this.said((path) => nearPath(path, uri))}</span>${
          problem === undefined && (by === 'picked' || by === 'setting' || by === 'team')
            ? html`<button
                class="action"
                title=${say`Names this row in preflight.json, for all who have the repository`}
                @click=${() => this.leave(this.save)}
              >
                ${say`Save for the team`}
              </button>`
            : nothing
        }<button class="action" @click=${() => this.leave(this.choose)}>${say`Choose rows …`}</button>
      </div>
      ${
        count > 1 || !complete
          ? html`<div class="line-of">
              <label
                >${say`Row`}<input
                  class="number"
                  type="number"
                  min="1"
                  max=${complete ? count : nothing}
                  .value=${String(this.row + 1)}
                  @change=${this.goTo}
              /></label>
              <button class="action" @click=${() => this.picked({ row: Math.floor(Math.random() * Math.max(1, count)) })}>
                ${say`Random`}
              </button>
              <input
                class="search"
                type="search"
                aria-label=${say`Search the rows`}
                placeholder=${say`Search the rows`}
                @keydown=${this.searchKey}
              />
              <span role="status">${this.found === false ? say`Not found` : nothing}</span>
            </div>`
          : nothing
      }
      <textarea
        aria-label=${say`The row as JSON`}
        spellcheck="false"
        rows="9"
        placeholder=${rowLike(preview)}
        .value=${this.edited ?? text ?? ''}
        @input=${(event: Event) => (this.edited = (event.target as HTMLTextAreaElement).value)}
      ></textarea>
      <div class="source">
        <small class="where">${say`Edit the row, or paste one as a JSON object.`}</small>
        ${
          by === 'written'
            ? html`<button class="action" @click=${() => this.use({ rows: { kind: 'own' } })}>${say`Back to the dataset's rows`}</button>`
            : nothing
        }
        <button class="action main" ?disabled=${this.edited === undefined || this.edited === text} @click=${this.useWritten}>
          ${say`Use this row`}
        </button>
      </div>
    </div>`;
  }

  protected override updated(changed: PropertyValues): void {
    const before = changed.get('preview') as Preview | undefined;
    // What was written for one row is nothing for another.
    if (before && (before.rows.of !== this.preview?.rows.of || before.rows.text !== this.preview.rows.text)) this.edited = undefined;
    if (changed.has('open') && this.open) this.renderRoot.querySelector<HTMLElement>('.search, textarea')?.focus();
  }

  private get row(): number {
    return this.preview?.selection.row ?? 0;
  }

  private use(selection: Pick<PreviewSelection, 'row' | 'rows'>): void {
    this.edited = undefined;
    this.picked(selection);
  }

  private readonly useWritten = (): void => {
    if (this.edited !== undefined) this.use({ rows: { kind: 'written', text: this.edited } });
  };

  private readonly goTo = (event: Event): void => {
    const row = Number((event.target as HTMLInputElement).value);
    if (Number.isSafeInteger(row) && row >= 1) this.picked({ row: row - 1 });
  };

  private readonly searchKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    const text = (event.target as HTMLInputElement).value;
    if (text !== '') this.searched(text, event.shiftKey);
  };
}

/** A row with the columns that the dataset has, as one would write it. */
function rowLike({ stages }: Preview): string {
  const columns = stages.find(({ id }) => id === 'row')?.turns.map(({ who }) => who) ?? [];
  const shown = columns.length > 0 ? columns : ['question'];
  return JSON.stringify(Object.fromEntries(shown.map((column) => [column, '…'])), null, 1);
}

import { LitElement } from 'lit';
import { placeBelow } from './place-below.js';

/** A button of the bar with what opens below it, which keeps its place when the panel gets another size. The button has the class `pick`. */
export abstract class Dropdown extends LitElement {
  private readonly resized = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('resize', this.resized);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('resize', this.resized);
  }

  /** Styles of what is open. In pixels; `highest`: absent, as high as there is room for. */
  protected place(widest: number, highest?: number): Record<string, string> {
    return placeBelow(this.renderRoot.querySelector('.pick'), widest, highest);
  }
}

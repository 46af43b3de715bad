import { LitElement, type PropertyDeclarations } from 'lit';

/** A control of the bar with a panel that opens below its button (`.rows`). Escape closes it, and so does another control that takes the focus. */
export abstract class OpensBelow extends LitElement {
  static override properties: PropertyDeclarations = { open: { state: true } };

  declare protected open: boolean;
  /** The panel stands where its button is. */
  private readonly resized = (): void => this.requestUpdate();

  constructor() {
    super();
    this.open = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener('resize', this.resized);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('resize', this.resized);
  }

  protected readonly keyPressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    this.open = false;
    this.renderRoot.querySelector<HTMLElement>('.rows')?.focus();
  };

  protected readonly focusLeft = ({ relatedTarget }: FocusEvent): void => {
    // A click beside it, as on a scroll bar, leaves it open; another control takes over.
    if (relatedTarget instanceof Node && !this.renderRoot.contains(relatedTarget)) this.open = false;
  };
}

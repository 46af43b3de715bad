import type { PropertyDeclarations } from 'lit';
import { Dropdown } from './dropdown.js';

/** A button (`.rows`) that opens a panel of controls. Escape closes it and goes back to the button. */
export abstract class PanelDropdown extends Dropdown {
  static override properties: PropertyDeclarations = { open: { state: true } };

  declare protected open: boolean;

  constructor() {
    super();
    this.open = false;
  }

  protected readonly toggle = (): void => {
    this.open = !this.open;
  };

  /** Closes the panel for something that opens elsewhere. */
  protected leave(then: () => void): void {
    this.open = false;
    then();
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

import { say } from '../../server/src/engine/core/say.js';

/** Controls of the bar that something else leads to: each has its name as `data-control`. */
export type Control = 'rows' | 'shots' | 'chat-template' | 'model' | 'dataset';

/** Puts the focus on a control of the bar, and opens it where it is one that opens. */
export function reach(root: DocumentFragment | HTMLElement, control: Control): void {
  const holder = root.querySelector<HTMLElement>(`[data-control="${control}"]`);
  const focusable = 'button, select, input, [tabindex]';
  const inside = holder?.shadowRoot ?? holder;
  const opener = inside?.querySelector<HTMLElement>('[aria-haspopup]');
  const target = holder?.matches(focusable) ? holder : (opener ?? inside?.querySelector<HTMLElement>(focusable));
  target?.focus();
  if (target instanceof HTMLButtonElement && target.hasAttribute('aria-haspopup')) target.click();
}

/** What a link to a control says. */
export function actionOf(control: Control): string {
  switch (control) {
    case 'rows':
      return say`Choose a row`;
    case 'shots':
      return say`Choose train rows …`;
    case 'chat-template':
      return say`Choose the chat template`;
    case 'model':
      return say`Choose another model`;
    case 'dataset':
      return say`Choose another dataset`;
  }
}

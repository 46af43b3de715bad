import { html, type TemplateResult } from 'lit';

/** A row of buttons of which one is chosen: one stop of the tab key, arrow keys go to the next or the previous choice, round at the ends. */
export function segmented<T extends string>(
  name: string,
  choices: readonly T[],
  value: T | undefined,
  pick: (choice: T) => void,
): TemplateResult {
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = (choices.findIndex((choice) => choice === value) + step + choices.length) % choices.length;
    const target = choices[to];
    if (target === undefined || target === value) return;
    pick(target);
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('button')[to]?.focus();
  };
  return html`<span class="switch" role="radiogroup" aria-label=${name} @keydown=${move}
    >${choices.map(
      (choice) =>
        html`<button role="radio" aria-checked=${choice === value} tabindex=${choice === value ? 0 : -1} @click=${() => pick(choice)}>
          ${choice}
        </button>`,
    )}</span
  >`;
}

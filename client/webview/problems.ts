import { html, nothing, type TemplateResult } from 'lit';
import { say } from '../../server/src/engine/core/say.js';
import type { PlaceLink } from '../../server/src/protocol/place.js';
import type { Preview, PreviewProblem } from '../../server/src/protocol/preview.js';
import { placeLink } from './turns.js';
import { withCode } from './with-code.js';

const icons = { error: '✖', warning: '⚠', information: 'i', hint: '○' } as const;

/** As many problems and notes need no line that counts them and folds them away. */
const mostWithoutCounts = 3;

export interface ProblemActions {
  open(link: PlaceLink): void;
  apply(problem: number, fix: number): void;
  toggle(): void;
}

/**
 * The problems of the pair that is shown, with their fixes unless the document has moved on; under them what is worth knowing about this prompt. Folded, one line says how many there
 * are.
 */
export function problems(
  preview: Preview,
  { stale, folded, small }: { readonly stale: boolean; readonly folded: boolean; readonly small: boolean },
  actions: ProblemActions,
): TemplateResult | typeof nothing {
  const { problems: all, notes } = preview;
  if (all.length === 0 && notes.length === 0) return nothing;
  return html`<section class="problems ${folded ? 'folded' : ''}" aria-label=${say`Problems`}>
    ${folded || small || all.length + notes.length > mostWithoutCounts ? countLine(preview, folded, actions) : nothing}
    ${
      folded
        ? nothing
        : html`<ul tabindex=${all.length + notes.length > mostWithoutCounts ? 0 : nothing}>
            ${all.map((problem, index) => item(problem, index, stale, actions))}
            ${notes.map(
              (note) =>
                html`<li class="information">
                  <span class="icon" role="img" aria-label=${say`note`}>i</span>
                  <p>${withCode(note)}</p>
                </li>`,
            )}
          </ul>`
    }
  </section>`;
}

function countLine(preview: Preview, folded: boolean, actions: ProblemActions): TemplateResult {
  return html`<button
    class="counts"
    aria-expanded=${!folded}
    title=${folded ? say`Show the problems` : say`Fold the problems away`}
    @click=${actions.toggle}
  >
    <span aria-hidden="true">${folded ? '▸' : '▾'}</span
    >${counts(preview)}${folded ? html`<span class="leading">${leading(preview)}</span>` : nothing}
  </button>`;
}

function counts({ problems: all, notes }: Preview): TemplateResult {
  const count = (severity: PreviewProblem['severity']): number => all.filter((problem) => problem.severity === severity).length;
  const shown = (['error', 'warning', 'information', 'hint'] as const)
    .map((severity) => ({ severity, number: count(severity) + (severity === 'information' ? notes.length : 0) }))
    .filter(({ number }) => number > 0);
  return html`${shown.map(
    ({ severity, number }) =>
      html`<span class=${severity}
        ><span class="icon" role="img" aria-label=${severityName(severity)}>${icons[severity]}</span> ${number}</span
      >`,
  )}`;
}

function leading({ problems: [first], notes: [note] }: Preview): ReturnType<typeof withCode> {
  return withCode(first?.message ?? note ?? '');
}

function severityName(severity: PreviewProblem['severity']): string {
  return { error: say`errors`, warning: say`warnings`, information: say`notes`, hint: say`hints` }[severity];
}

/** How one problem is called. */
function oneName(severity: PreviewProblem['severity']): string {
  return { error: say`error`, warning: say`warning`, information: say`note`, hint: say`hint` }[severity];
}

function item(
  { severity, message, rule, href, link, fixes }: PreviewProblem,
  index: number,
  stale: boolean,
  actions: ProblemActions,
): TemplateResult {
  return html`<li class=${severity}>
    <span class="icon" role="img" aria-label=${oneName(severity)}>${icons[severity]}</span>
    <p>
      ${withCode(message)}${placeLink(link, actions.open)}<a href=${href}><small>${rule}</small></a>
    </p>
    ${
      stale || fixes.length === 0
        ? nothing
        : html`<div class="fixes">
            ${fixes.map(({ title }, fix) => html`<button class="fix" @click=${() => actions.apply(index, fix)}>${title}</button>`)}
          </div>`
    }
  </li>`;
}

import { html, nothing, type TemplateResult } from 'lit';
import type { Choice, Preview, PreviewSelection } from '../../server/src/protocol/preview.js';
import { takeAwayMenu, type Taken } from './take-away.js';
import { segmented } from './switch.js';

/** What the bar's controls do. */
export interface BarActions {
  pick(selection: PreviewSelection): void;
  toggleWhitespace(): void;
  copy(): void;
  take(taken: Taken): void;
  toggleLock(): void;
}

/** What the bar shows beside the preview. */
export interface BarState {
  readonly whitespace: boolean;
  readonly copied: boolean;
  readonly locked: boolean;
}

/** The bar on top: which dataset, model, mode, label, shots, row and chat template; then how to look at the prompt. */
export function bar(preview: Preview, state: BarState, actions: BarActions): TemplateResult {
  const { selection } = preview;
  return html`<header class="bar">
    ${select(preview.framework.previews === 'tasks' ? 'task' : 'dataset', preview.datasets, selection.dataset, (dataset) => actions.pick({ dataset }))}
    ${
      preview.models.length === 0
        ? nothing
        : html`<span class="pair"
            ><small aria-hidden="true">×</small
            >${select('model', preview.models, selection.model, (model) => actions.pick({ model }))}</span
          >`
    }
    ${modes(preview, actions)} ${labels(preview, actions)} ${shots(preview, actions)} ${rows(preview, actions)} ${chat(preview, actions)}
    <span class="tools"
      >${tool('␣', 'Show whitespace', state.whitespace, actions.toggleWhitespace)}
      ${preview.output ? html`<button class="tool" title="Copy the prompt" @click=${actions.copy}>${state.copied ? 'Copied' : 'Copy'}</button>` : nothing}${takeAwayMenu(actions.take)}
      ${tool(state.locked ? 'Locked' : 'Lock', 'Keep this document, whichever editor is active', state.locked, actions.toggleLock)}</span
    >
  </header>`;
}

function tool(text: string, title: string, pressed: boolean, action: () => void): TemplateResult {
  return html`<button class="tool" title=${title} aria-label=${title} aria-pressed=${pressed} @click=${action}>${text}</button>`;
}

// The list is the browser's own, laid invisibly over a face of ours: closed it shows less than its entries, and it is only as wide as that.
function select(name: string, choices: readonly Choice[], value: string, pick: (id: string) => void): TemplateResult {
  const chosen = choices.find(({ id }) => id === value);
  return html`<label class="pick ${name}" title=${`${name}: ${chosen ? wordsOf(chosen) : ''}`}
    ><small class="name">${name}</small
    ><span class="chosen">${chosen?.label}</span>${chosen?.detail ? html`<small class="detail">${chosen.detail}</small>` : nothing}<span
      class="arrow"
      aria-hidden="true"
      >▾</span
    >
    <select aria-label=${name} @change=${(event: Event) => pick((event.target as HTMLSelectElement).value)}>
      ${choices.map((choice) => html`<option value=${choice.id} .selected=${choice.id === value}>${wordsOf(choice)}</option>`)}
    </select></label
  >`;
}

function wordsOf({ label, detail, place }: Choice): string {
  return [label, detail, place].filter((words) => words !== undefined).join(' · ');
}

/** What a chat model is asked with: its template, whether examples are turns of their own, what the system is told. */
function chat({ chatTemplates, choices, selection }: Preview, actions: BarActions): TemplateResult {
  const templates =
    chatTemplates.length === 0
      ? nothing
      : select('chat template', chatTemplates, selection.chatTemplate, (chatTemplate) => actions.pick({ chatTemplate }));
  const turns = choices.includes('multiturn')
    ? tool('Multi-turn', 'Examples as turns of their own (--fewshot_as_multiturn)', selection.multiturn, () =>
        actions.pick({ multiturn: !selection.multiturn }),
      )
    : nothing;
  const system = choices.includes('system-instruction')
    ? html`<input
        class="instruction"
        type="text"
        aria-label="System instruction"
        title="System instruction (--system_instruction)"
        placeholder="system instruction"
        .value=${selection.systemInstruction}
        @change=${(event: Event) => actions.pick({ systemInstruction: (event.target as HTMLInputElement).value })}
      />`
    : nothing;
  return html`${templates} ${turns} ${system}`;
}

function modes({ modes: known, selection }: Preview, actions: BarActions): TemplateResult | typeof nothing {
  if (known.length === 0) return nothing;
  if (known.length === 1) return html`<span class="pick text" title="No other mode gives a prompt"><small>mode</small>${known[0]}</span>`;
  return segmented('mode', [...known].sort(), selection.mode, (mode) => actions.pick({ mode }));
}

/** A few short labels are buttons, so that one key shows how the prompts differ; many or long ones are a list. */
function labels({ labels: known, selection }: Preview, actions: BarActions): TemplateResult | typeof nothing {
  if (known.length === 0) return nothing;
  const choose = (label: string): void => actions.pick({ label });
  const small = known.length > 1 && known.length <= 6 && known.every(({ length }) => length <= 3);
  if (small)
    return html`<span class="labels" title="label"><small>label</small>${segmented('label', known, selection.label, choose)}</span>`;
  return select(
    'label',
    known.map((label) => ({ id: label, label })),
    selection.label ?? '',
    choose,
  );
}

function shots(
  { shots: { configured, most, standIn }, selection: { shots: used } }: Preview,
  actions: BarActions,
): TemplateResult | typeof nothing {
  if (most === 0 && used === 0) return nothing;
  const why = standIn ? 'The retriever chooses the examples at run time; these stand in for them' : `The config asks for ${configured}`;
  return html`<span class="pick text" title=${why}
    ><small>shots</small>
    <button class="step" aria-label="One shot fewer" ?disabled=${used <= 0} @click=${() => actions.pick({ shots: used - 1 })}>−</button>
    <span>${used}${used !== configured && most === configured ? html` <small>of ${configured}</small>` : nothing}</span>
    <button class="step" aria-label="One shot more" ?disabled=${used >= most} @click=${() => actions.pick({ shots: used + 1 })}>
      +
    </button></span
  >`;
}

function rows({ rows: { file, count, complete, problem }, selection }: Preview, actions: BarActions): TemplateResult {
  if (problem)
    return html`<span class="pick text warning" title=${problem}><span class="icon">⚠</span><small>row file: ${problem}</small></span>`;
  if (count === 0) {
    return html`<span class="pick text" title="Name a file of rows in the setting promptPreflight.rowFile to see its rows here"
      ><small class="name">row</small>placeholders</span
    >`;
  }
  const row = selection.row ?? 0;
  return html`<span class="pick text" title=${file ?? "The dataset's own rows"}
    ><button class="step" aria-label="Previous row" ?disabled=${row <= 0} @click=${() => actions.pick({ row: row - 1 })}>◀</button>
    <span>row ${row + 1} <small>of ${count.toLocaleString('en')}${complete ? nothing : '+'}</small></span>
    <button class="step" aria-label="Next row" ?disabled=${complete && row + 1 >= count} @click=${() => actions.pick({ row: row + 1 })}>
      ▶
    </button></span
  >`;
}

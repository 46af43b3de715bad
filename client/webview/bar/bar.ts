import { html, nothing, type TemplateResult } from 'lit';
import type { Choice, Preview, PreviewSelection } from '../../../server/src/protocol/preview.js';
import { say } from '../../../server/src/engine/core/say.js';
import type { Pairs } from '../pairs/pairs.js';
import { takeAwayMenu, type Taken } from '../take-away.js';
import { segmented } from '../switch.js';
import type { ChoicePicker } from './picker.js';

/** What the bar's controls do. */
export interface BarActions {
  pick(selection: PreviewSelection): void;
  toggleWhitespace(): void;
  toggleAdded(): void;
  copy(): void;
  take(taken: Taken): void;
  toggleLock(): void;
  toggleMatrix(): void;
}

/** What the bar shows beside the preview. */
export interface BarState {
  readonly whitespace: boolean;
  readonly added: boolean;
  readonly copied: boolean;
  readonly locked: boolean;
  readonly matrix: boolean;
  readonly comparing: boolean;
}

/** The bar on top: which dataset, model, mode, label, shots, row and chat template; then how to look at the prompt. */
export function bar(preview: Preview, pairs: Pairs, state: BarState, actions: BarActions): TemplateResult {
  return html`<header class="bar">
    ${pair(preview, pairs, actions)} ${modes(preview, actions)} ${labels(preview, actions)} ${shots(preview, pairs, actions)}
    ${rows(preview, pairs, actions)} ${chat(preview, actions)}
    <span class="tools"
      >${
        hasMatrix(preview)
          ? html`<button class="tool" aria-pressed=${state.matrix} title=${say`All pairs of this config`} @click=${actions.toggleMatrix}>
              ${say`Matrix`}
            </button>`
          : nothing
      }${marks(state, actions)}
      ${
        preview.output
          ? html`<button class="tool" title=${say`Copy the prompt`} @click=${actions.copy}>${state.copied ? say`Copied` : say`Copy`}</button
              >${takeAwayMenu(actions.take)}`
          : nothing
      }
      ${tool(state.locked ? say`Locked` : say`Lock`, say`Keep this prompt here, whichever editor is active`, state.locked, actions.toggleLock)}</span
    >
  </header>`;
}

/** One pair is no matrix. */
export function hasMatrix({ own, framework }: Preview): boolean {
  return framework.previews === 'tasks' ? own.datasets > 1 : own.datasets > 0 && own.models > 0 && own.datasets * own.models > 1;
}

/** What is marked in the text. A toggle that changes nothing of what is shown says why. */
function marks({ whitespace, added, comparing, matrix }: BarState, { toggleWhitespace, toggleAdded }: BarActions): TemplateResult {
  const noText = matrix ? say`The matrix shows no text of a prompt` : undefined;
  const noStage = comparing ? say`A comparison marks what differs, not what a stage adds` : undefined;
  return html`${tool(say`Whitespace`, say`Show whitespace`, whitespace, toggleWhitespace, noText)}${tool(say`Added`, say`Set apart what is added by a stage`, added, toggleAdded, noText ?? noStage)}`;
}

/** @param idle why it does nothing now */
function tool(text: string, title: string, pressed: boolean, action: () => void, idle?: string): TemplateResult {
  return html`<button
    class="tool"
    title=${idle ?? title}
    aria-label=${title}
    aria-pressed=${pressed && idle === undefined}
    ?disabled=${idle !== undefined}
    @click=${action}
  >
    ${text}
  </button>`;
}

/** The two halves of what is asked: each is known to be fine or not with the other one that is picked. */
function pair({ framework, selection, datasets, models }: Preview, pairs: Pairs, actions: BarActions): TemplateResult {
  const task = framework.previews === 'tasks';
  const modelIds = task ? [] : [selection.model];
  const dataset = pairPicker(pairs, {
    name: task ? 'task' : 'dataset',
    label: task ? say`task` : say`dataset`,
    value: selection.dataset,
    shown: datasets.find(({ id }) => id === selection.dataset),
    choices: pairs.datasets,
    stateOf: (id) => pairs.stateOf(id, modelIds[0] ?? ''),
    wanted: (ids) => pairs.want(ids, modelIds),
    picked: (id) => actions.pick({ dataset: id }),
  });
  if (models.length === 0) return dataset;
  const model = pairPicker(pairs, {
    name: 'model',
    label: say`model`,
    value: selection.model,
    shown: models.find(({ id }) => id === selection.model),
    choices: pairs.models,
    stateOf: (id) => pairs.stateOf(selection.dataset, id),
    wanted: (ids) => pairs.want([selection.dataset], ids),
    picked: (id) => actions.pick({ model: id }),
  });
  return html`${dataset}<span class="pair"><small aria-hidden="true">×</small>${model}</span>`;
}

/** What a picker of a half is made of. */
interface Half extends Pick<ChoicePicker, 'name' | 'label' | 'value' | 'shown' | 'choices' | 'picked' | 'wanted'> {
  readonly stateOf: NonNullable<ChoicePicker['stateOf']>;
}

function pairPicker(pairs: Pairs, { name, label, value, shown, choices, stateOf, wanted, picked }: Half): TemplateResult {
  return html`<choice-picker
    data-control=${name}
    .name=${name}
    .label=${label}
    .value=${value}
    .shown=${shown}
    .choices=${choices}
    .recent=${pairs.recent}
    .cut=${pairs.cut}
    .stateOf=${stateOf}
    .epoch=${pairs.told}
    .opened=${pairs.open}
    .wanted=${wanted}
    .picked=${picked}
  ></choice-picker>`;
}

/** A picker of choices that are all there, and of which nothing is known but their names. */
function plainPicker(
  { name, label, value }: { readonly name: string; readonly label: string; readonly value: string },
  choices: readonly Choice[],
  picked: (id: string) => void,
): TemplateResult {
  return html`<choice-picker
    data-control=${name}
    .name=${name}
    .label=${label}
    .value=${value}
    .choices=${choices}
    .picked=${picked}
  ></choice-picker>`;
}

/** What a chat model is asked with: its template, whether examples are turns of their own, what the system is told. */
function chat({ chatTemplates, choices, selection }: Preview, actions: BarActions): TemplateResult {
  const templates =
    chatTemplates.length === 0
      ? nothing
      : plainPicker({ name: 'chat-template', label: say`chat template`, value: selection.chatTemplate }, chatTemplates, (chatTemplate) =>
          actions.pick({ chatTemplate }),
        );
  const turns = choices.includes('multiturn')
    ? tool(say`Multi-turn`, say`Examples as turns of their own (--fewshot_as_multiturn)`, selection.multiturn, () =>
        actions.pick({ multiturn: !selection.multiturn }),
      )
    : nothing;
  const system = choices.includes('system-instruction')
    ? html`<input
        class="instruction"
        type="text"
        aria-label=${say`System instruction`}
        title=${say`System instruction (--system_instruction)`}
        placeholder=${say`system instruction`}
        .value=${selection.systemInstruction}
        @change=${(event: Event) => actions.pick({ systemInstruction: (event.target as HTMLInputElement).value })}
      />`
    : nothing;
  return html`${templates} ${turns} ${system}`;
}

/** A task has one way to be asked, which its last stage says in words of its own. */
function modes({ modes: known, selection, framework }: Preview, actions: BarActions): TemplateResult | typeof nothing {
  if (known.length === 0 || framework.previews === 'tasks') return nothing;
  if (known.length === 1)
    return html`<span class="pick text" title=${say`No other mode gives a prompt`}><small>${say`mode`}</small>${known[0]}</span>`;
  return segmented(say`mode`, [...known].sort(), selection.mode, (mode) => actions.pick({ mode }));
}

/** A few short labels are buttons, so that one key shows how the prompts differ; many or long ones are a list. */
function labels({ labels: known, selection }: Preview, actions: BarActions): TemplateResult | typeof nothing {
  if (known.length === 0) return nothing;
  const choose = (label: string): void => actions.pick({ label });
  const small = known.length > 1 && known.length <= 6 && known.every(({ length }) => length <= 3);
  if (small)
    return html`<span class="labels" title=${say`label`}
      ><small>${say`label`}</small>${segmented(say`label`, known, selection.label, choose)}</span
    >`;
  return plainPicker(
    { name: 'label', label: say`label`, value: selection.label ?? '' },
    known.map((label) => ({ id: label, label })),
    choose,
  );
}

function shots(preview: Preview, pairs: Pairs, actions: BarActions): TemplateResult | typeof nothing {
  if (preview.shots.most === 0 && preview.selection.shots === 0) return nothing;
  return html`<shot-picker
    data-control="shots"
    .preview=${preview}
    .picked=${(shots: number) => actions.pick({ shots })}
    .choose=${pairs.chooseTrainRows}
  ></shot-picker>`;
}

function rows(preview: Preview, pairs: Pairs, actions: BarActions): TemplateResult {
  return html`<row-picker
    data-control="rows"
    .preview=${preview}
    .found=${pairs.foundRow}
    .picked=${(selection: Pick<PreviewSelection, 'row' | 'rows'>) => actions.pick(selection)}
    .searched=${pairs.findRow}
    .choose=${pairs.chooseRows}
    .save=${pairs.saveRows}
  ></row-picker>`;
}

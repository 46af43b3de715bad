import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { FromWebview, ToWebview } from '../../../server/src/protocol/page.js';
import type { Choice, Choices, PairState, Preview } from '../../../server/src/protocol/preview.js';

/** So many datasets are asked about at once, each with all models. */
const chunk = 32;

interface Known {
  readonly state: PairState;
  /** When it was told; what was told before the last change is asked again. */
  readonly epoch: number;
}

/**
 * What the page knows of the pairs of its document beside the one that is shown: the choices, and the states of pairs. They are asked for when they are
 * looked at, and one question at a time, so that nobody works on what is out of sight.
 */
export class Pairs implements ReactiveController {
  /** The choices, and for which document and dataset they are. */
  private choices: { readonly of: string; readonly choices: Choices; readonly recent: readonly string[] } | undefined;
  private asked: string | undefined;
  private readonly known = new Map<string, Known>();
  private waiting: { readonly datasets: readonly string[]; readonly models: readonly string[] }[] = [];
  /** What is asked and not answered yet. */
  private outstanding: { readonly datasets: ReadonlySet<string>; readonly models: string } | undefined;
  /** The datasets of the pairs, without the second passes over them, which have a model of their own. */
  paired: readonly Choice[] | undefined;
  private preview: Preview | undefined;
  /** Whether the last search for a row found one. */
  foundRow: boolean | undefined;
  /** Counts the prompts that were shown: after each, states may be other ones. */
  epoch = 0;
  /** Counts what the server told of pairs. */
  told = 0;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly post: (message: FromWebview) => void,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    // Nothing to listen to.
  }

  /** Another prompt is shown: what is known may be out of date. */
  shows(preview: Preview | undefined): void {
    if (preview?.uri !== this.preview?.uri) {
      this.known.clear();
      this.waiting = [];
    }
    this.preview = preview;
    this.epoch++;
  }

  /** @returns whether the message was meant for this */
  receive(message: ToWebview): boolean {
    if (message.type === 'choices') {
      this.choices = { of: message.of, choices: message.choices, recent: message.recent };
      this.paired = message.choices.datasets.filter(({ id }) => !id.startsWith('judge/'));
      this.host.requestUpdate();
      return true;
    }
    if (message.type === 'foundRow') {
      this.foundRow = message.found;
      this.host.requestUpdate();
      return true;
    }
    if (message.type !== 'states') return false;
    this.outstanding = undefined;
    if (message.uri === this.preview?.uri && message.states.length > 0) {
      this.keep(message);
      this.told++;
      this.host.requestUpdate();
    }
    this.askNext();
    return true;
  }

  /** Looks for the next row that has a text, or the one before. */
  readonly findRow = (text: string, back: boolean): void => {
    this.foundRow = undefined;
    this.post({ type: 'findRow', text, back });
  };

  readonly chooseRows = (): void => this.post({ type: 'chooseRows' });
  readonly saveRows = (): void => this.post({ type: 'saveRows' });

  readonly chooseTrainRows = (): void => this.post({ type: 'chooseTrainRows' });

  /** Asks for the choices, unless they are there. */
  open = (): void => {
    const { of } = this;
    if (of === undefined || this.asked === of) return;
    this.asked = of;
    this.post({ type: 'choices', of });
  };

  get datasets(): readonly Choice[] | undefined {
    return this.current?.choices.datasets;
  }

  get models(): readonly Choice[] | undefined {
    return this.current?.choices.models;
  }

  /** The models of the pairs. */
  get pairedModels(): readonly Choice[] | undefined {
    return this.current?.choices.paired ?? this.models;
  }

  get cut(): string | undefined {
    return this.current?.choices.cut;
  }

  /** Ids, the last used first. */
  get recent(): readonly string[] {
    return this.choices?.recent ?? [];
  }

  readonly stateOf = (dataset: string, model: string): PairState | undefined => {
    return this.known.get(keyOf(dataset, model))?.state;
  };

  /** Whether nothing has changed since a state was told. */
  isFresh(dataset: string, model: string): boolean {
    return this.known.get(keyOf(dataset, model))?.epoch === this.epoch;
  }

  /** Asks about pairs in place of all that waits. @param models empty: of tasks */
  want(datasets: readonly string[], models: readonly string[]): void {
    const asked = this.outstanding?.models === models.join('\n') ? this.outstanding.datasets : undefined;
    const isStale = (dataset: string): boolean => (models.length > 0 ? models : ['']).some((model) => !this.isFresh(dataset, model));
    const stale = datasets.filter((dataset) => !asked?.has(dataset) && isStale(dataset));
    this.waiting = [];
    for (let i = 0; i < stale.length; i += chunk) this.waiting.push({ datasets: stale.slice(i, i + chunk), models });
    this.askNext();
  }

  private get of(): string | undefined {
    const { preview } = this;
    // A second pass over a dataset has models of its own, and what is picked is listed with the others of its file.
    return preview && [preview.uri, preview.version, this.epoch, preview.selection.dataset, preview.selection.model].join('\n');
  }

  private get current(): { readonly choices: Choices } | undefined {
    // Those of the prompt before stay while the new ones are read.
    return this.preview && this.choices?.of.startsWith(`${this.preview.uri}\n`) ? this.choices : undefined;
  }

  private keep({ datasets, models, states }: Extract<ToWebview, { type: 'states' }>): void {
    const asked = models.length > 0 ? models : [''];
    states.forEach((state, i) => {
      const dataset = datasets[Math.floor(i / asked.length)]!;
      this.known.set(keyOf(dataset, asked[i % asked.length]!), { state, epoch: this.epoch });
    });
    // What there was no time for is asked again, but for what never comes.
    const answered = Math.floor(states.length / asked.length);
    if (states.length > 0 && answered < datasets.length) this.waiting.unshift({ datasets: datasets.slice(answered), models });
  }

  private askNext(): void {
    if (this.outstanding) return;
    const next = this.waiting.shift();
    if (!next) return;
    this.outstanding = { datasets: new Set(next.datasets), models: next.models.join('\n') };
    this.post({ type: 'states', ...next });
  }
}

function keyOf(dataset: string, model: string): string {
  return `${dataset}\n${model}`;
}

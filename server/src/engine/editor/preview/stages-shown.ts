import { finalStage } from '../../core/final-stage.js';
import type { RenderedPrompt, Stage } from '../../prompt/rendered-prompt.js';
import type { Span } from '../../core/span.js';
import { addedBy, type IsAdded } from './added.js';
import type { KeyPaths } from './key-paths.js';
import { previewStage, type PieceKnowledge } from './segments.js';
import type { KeyPath, StageOf } from './preview-shape.js';

/** The stages of a prompt as the page shows them: the one that is looked at may be had before the others, and none is made twice. */
export class StagesShown {
  private readonly made = new Map<number, StageOf<Span>>();
  private readonly added: readonly (() => IsAdded)[];
  private readonly stages: readonly Stage[];
  /** The stage that is looked at. */
  private readonly look: Stage | undefined;

  /** @param looked its id; one that the prompt does not have, or none: the stage that the prompt leaves */
  constructor(
    prompt: RenderedPrompt,
    private readonly keys: KeyPaths,
    private readonly known: Omit<PieceKnowledge, 'isAdded' | 'pathOf'>,
    looked: string | undefined,
  ) {
    this.stages = prompt.stages;
    this.added = addedBy(prompt.stages);
    this.look = this.stages.find(({ id }) => id === looked) ?? finalStage(prompt);
  }

  /** The stage that is looked at; of the others only what their tabs say. */
  looked(): readonly StageOf<Span>[] {
    return this.stages.map((stage, i) =>
      stage === this.look ? this.stage(i) : previewStage({ ...stage, turns: [] }, { ...this.known, ...nothingToKnow }),
    );
  }

  /** The stages that are not looked at. */
  others(): readonly (StageOf<Span> | undefined)[] {
    return this.stages.map((stage, i) => (stage === this.look ? undefined : this.stage(i)));
  }

  all(): readonly StageOf<Span>[] {
    return this.stages.map((_, i) => this.stage(i));
  }

  /** The keys that the stages which were made until now are written under. */
  paths(): readonly KeyPath[] {
    return [...this.keys.all];
  }

  private stage(i: number): StageOf<Span> {
    const known: PieceKnowledge = { ...this.known, pathOf: (place) => this.keys.numberOf(place), isAdded: this.added[i]!() };
    const stage = this.made.get(i) ?? previewStage(this.stages[i]!, known);
    this.made.set(i, stage);
    return stage;
  }
}

/** Of a stage without turns. */
const nothingToKnow: Pick<PieceKnowledge, 'isAdded' | 'pathOf'> = { isAdded: () => false, pathOf: () => undefined };

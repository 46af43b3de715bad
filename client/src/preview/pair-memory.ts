import type { Preview, PreviewSelection } from '../../../server/src/protocol/preview.js';

/** As much of `vscode.Memento` as is needed: what a workspace keeps. */
export interface Kept {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const usedKey = 'promptPreflight.used';
/** What was used is remembered, so many ids of each. */
const most = 20;

type Kind = 'dataset' | 'model';

/** What was used last, by ids that are good in every document of the workspace, and by those of the documents that it was picked in. */
interface Used {
  readonly dataset: readonly string[];
  readonly model: readonly string[];
  readonly picked: readonly string[];
}

const nothing: Used = { dataset: [], model: [], picked: [] };

/** Which datasets and models were picked in this workspace: so that a document with one half of a pair is shown with the other half that one works with. */
export class PairMemory {
  constructor(private readonly kept: Kept) {}

  /** The halves that a document which lacks one is shown with. */
  halves(): { readonly dataset?: string; readonly model?: string } {
    const { dataset, model } = this.used();
    return { ...(dataset[0] !== undefined && { dataset: dataset[0] }), ...(model[0] !== undefined && { model: model[0] }) };
  }

  /** Ids of choices, what was used last first. */
  recent(): readonly string[] {
    const { dataset, model, picked } = this.used();
    return [...new Set([...picked, ...dataset, ...model])].filter((id) => id !== '');
  }

  /** The user picked a dataset or a model, and this came of it. */
  pickedPair(picked: Pick<PreviewSelection, Kind>, { portable, selection }: Pick<Preview, 'portable' | 'selection'>): void {
    const before = this.used();
    const kinds = (['dataset', 'model'] as const).filter((kind) => picked[kind] !== undefined);
    const now = {
      ...before,
      picked: first(
        kinds.map((kind) => selection[kind]).filter((id) => id !== ''),
        before.picked,
      ),
    };
    for (const kind of kinds) now[kind] = first([portable[kind] ?? ''], before[kind]);
    void this.kept.update(usedKey, now);
  }

  /** What is kept may be of another version of the extension, or of no shape at all. */
  private used(): Used {
    const kept = this.kept.get(usedKey);
    if (typeof kept !== 'object' || kept === null) return nothing;
    const { dataset, model, picked } = kept as Record<string, unknown>;
    return { dataset: ids(dataset), model: ids(model), picked: ids(picked) };
  }
}

function first(ids: readonly string[], before: readonly string[]): readonly string[] {
  return [...new Set([...ids, ...before])].slice(0, most);
}

function ids(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}

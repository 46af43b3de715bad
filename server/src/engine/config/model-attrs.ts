/** Where a model runs: `attr`, which only AISBench reads. */
export type ModelAttr = 'local' | 'service';

/** What `attr` of a model may be. */
export const modelAttrs: readonly ModelAttr[] = ['local', 'service'];

export function modelAttrOf(text: string | undefined): ModelAttr | undefined {
  return modelAttrs.find((attr) => attr === text);
}

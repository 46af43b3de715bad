/** What `attr` of a model may be: where the model runs. Only AISBench reads it. */
export const modelAttrs: readonly string[] = ['local', 'service'];

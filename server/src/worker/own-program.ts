declare global {
  /** Set by who starts an engine from parts whose compiled code may be kept; absent: none is. */
  var promptPreflightProgram: { keep(): void } | undefined;
}

/** Keeps what V8 has compiled of this program for the next run; to be called when the work is done, or much of it. */
export function keepCompiled(): void {
  globalThis.promptPreflightProgram?.keep();
}

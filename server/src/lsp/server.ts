export interface ServerOptions {
  readonly transport: 'stdio' | 'ipc';
}

/** Starts the language server. */
export async function startServer(_options: ServerOptions): Promise<void> {}

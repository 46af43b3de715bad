/** What `prompt-preflight lsp --help` prints. */
export const lspHelp = `Usage: prompt-preflight lsp [--stdio | --node-ipc]

Starts the language server (Language Server Protocol 3.17).

  --stdio      speak over standard input and output (the default without a parent Node process)
  --node-ipc   speak over the IPC channel of the parent Node process (the default with one)
`;

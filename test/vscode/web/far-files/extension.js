// A file system of which each file and each folder is a request to the test's own server, with the answer of a repository far away: late, and nothing is written.
// An extension host loads CommonJS.
// eslint-disable-next-line @typescript-eslint/no-require-imports
const vscode = require('vscode');

exports.activate = (context) => {
  const { scheme, authority } = context.extensionUri;
  const ask = async (what, uri) => {
    const answer = await fetch(`${scheme}://${authority}/far/${what}?${new URLSearchParams({ path: uri.path })}`);
    if (answer.status === 404) throw vscode.FileSystemError.FileNotFound(uri);
    if (!answer.ok) throw vscode.FileSystemError.Unavailable(uri);
    return answer;
  };
  const refuse = (uri) => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const provider = {
    onDidChangeFile: new vscode.EventEmitter().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat: async (uri) => (await ask('stat', uri)).json(),
    readDirectory: async (uri) => (await ask('names', uri)).json(),
    readFile: async (uri) => new Uint8Array(await (await ask('bytes', uri)).arrayBuffer()),
    createDirectory: refuse,
    writeFile: refuse,
    delete: refuse,
    rename: refuse,
  };
  context.subscriptions.push(vscode.workspace.registerFileSystemProvider('far', provider, { isCaseSensitive: true }));
};

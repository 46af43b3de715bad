import * as vscode from 'vscode';

/** The part of the Python extension's public interface that we use. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(): { readonly path: string };
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<{ readonly path: string }>;
  };
}

/**
 * Reports the interpreter that the Python extension has selected, now and on each change; nothing where that extension is not installed.
 * Its site-packages may hold the framework's package. For that the interpreter itself is not run.
 */
export function followPythonInterpreter(report: (path: string) => void, log: vscode.LogOutputChannel): vscode.Disposable {
  const subscriptions: vscode.Disposable[] = [];
  let disposed = false;
  const follow = async (): Promise<void> => {
    const python = await pythonExtension();
    if (!python || disposed) return;
    subscriptions.push(python.environments.onDidChangeActiveEnvironmentPath(({ path }) => report(path)));
    report(python.environments.getActiveEnvironmentPath().path);
  };
  follow().catch((error: unknown) => log.warn(`The Python extension did not name its interpreter: ${String(error)}`));
  return {
    dispose: () => {
      disposed = true;
      for (const subscription of subscriptions) subscription.dispose();
    },
  };
}

/** An open Python document activates that extension in any case; otherwise it is left alone unless it already runs. */
async function pythonExtension(): Promise<PythonExtension | undefined> {
  const extension = vscode.extensions.getExtension<Partial<PythonExtension>>('ms-python.python');
  if (!extension) return undefined;
  const wanted = extension.isActive || vscode.workspace.textDocuments.some(({ languageId }) => languageId === 'python');
  const api = wanted ? await extension.activate() : undefined;
  return api?.environments ? { environments: api.environments } : undefined;
}

/** The interpreter to run for a file: the one of the setting, that of the Python extension, else what `python.defaultInterpreterPath` names; undefined: the one that is found by its name. */
export async function interpreterOf(uri: vscode.Uri): Promise<string | undefined> {
  const own = vscode.workspace.getConfiguration('promptPreflight', uri).get<string>('pythonPath');
  if (own) return own;
  const python = await pythonExtension().catch(() => undefined);
  const named =
    python?.environments.getActiveEnvironmentPath().path ??
    vscode.workspace.getConfiguration('python', uri).get<string>('defaultInterpreterPath');
  return named === undefined || named === '' || named === 'python' ? undefined : named;
}

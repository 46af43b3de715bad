import * as vscode from 'vscode';

/** The list of which something was chosen, while what comes behind it is made ready. */
export interface OpenList {
  /** The user has closed it meanwhile: nothing more is to be asked. */
  readonly left: boolean;
  /** For what shows nothing in its place, as a window of the system. */
  hide(): void;
}

/**
 * Asks for one of several items, and goes on with it. The list stays until what comes next takes its place: were it closed between, the panel would get the focus back, which comes late on a busy
 * machine, takes it from the next list, and so closes that one. It also stays where the focus goes elsewhere: a command from the palette gives it back to the panel in the same way.
 * @returns undefined where nothing was chosen
 * @throws what `goOn` throws
 */
export function pickAndGoOn<I extends vscode.QuickPickItem, T>(
  items: readonly I[],
  title: string,
  goOn: (item: I, list: OpenList) => Promise<T | undefined>,
): Promise<T | undefined> {
  const list = vscode.window.createQuickPick<I>();
  list.items = items;
  list.title = title;
  list.matchOnDescription = true;
  list.ignoreFocusOut = true;
  let chosen = false;
  const state = { left: false, hide: () => list.hide() };
  return new Promise<T | undefined>((resolve, reject) => {
    list.onDidAccept(() => {
      const [item] = list.selectedItems;
      if (!item || chosen) return;
      chosen = true;
      list.busy = true;
      goOn(item, state).then(resolve, reject);
    });
    list.onDidHide(() => {
      state.left = true;
      if (!chosen) resolve(undefined);
    });
    list.show();
  }).finally(() => list.dispose());
}

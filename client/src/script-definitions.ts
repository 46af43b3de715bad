import type { CancellationToken, Definition, DefinitionLink, DefinitionProvider, Position, TextDocument } from 'vscode';
import { namedInScript } from '../../server/src/engine/command-line/named-in-script.js';
import type { Server } from './server.js';

/** The language of shell scripts. */
export const shellLanguage = 'shellscript';

/**
 * Leads from what a command of a shell script gives to a run (`lm_eval --tasks a,b`) to where it is defined. The server has no scripts: it is given one for as long as it is asked, and it is
 * started only where such a name stands.
 */
export class ScriptDefinitions implements DefinitionProvider {
  private before: Promise<unknown> = Promise.resolve();

  constructor(private readonly server: () => Promise<Pick<Server, 'definitionsIn'>>) {}

  /** Undefined without a name, and where the server cannot be asked: its log says why. */
  async provideDefinition(
    document: TextDocument,
    position: Position,
    token: CancellationToken,
  ): Promise<Definition | DefinitionLink[] | undefined> {
    if (!namedInScript(document.getText(), document.offsetAt(position))) return undefined;
    const server = await this.server();
    // One after the other: a document is open once.
    const answer = this.before.then(() => (token.isCancellationRequested ? undefined : server.definitionsIn(document, position, token)));
    this.before = answer.catch(() => undefined);
    return answer;
  }
}

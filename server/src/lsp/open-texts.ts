import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import type { DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams } from 'vscode-languageserver';

/** Texts of more characters are handed to no engine: a copy of such a one in each would be most of the memory there is. */
const longest = 16_000_000;
/** So many changes are kept as they came before they become part of the text. */
const mostChanges = 200;

interface OpenText {
  document: TextDocument;
  /** What the client changed since, in the order in which it came; put into the text when that is asked for. */
  changes: TextDocumentContentChangeEvent[];
  version: number;
  /** At least as many characters as the text has. */
  bound: number;
}

/** The documents that the client has opened, as it would open them now: what an engine that takes over must be told. */
export class OpenTexts {
  private readonly texts = new Map<string, OpenText>();

  opened({ textDocument: { uri, languageId, version, text } }: DidOpenTextDocumentParams): void {
    this.texts.set(uri, { document: TextDocument.create(uri, languageId, version, text), changes: [], version, bound: text.length });
  }

  changed({ textDocument: { uri, version }, contentChanges }: DidChangeTextDocumentParams): void {
    const open = this.texts.get(uri);
    if (!open) return;
    open.changes.push(...contentChanges);
    open.version = version;
    for (const { text } of contentChanges) open.bound += text.length;
    if (open.changes.length > mostChanges) this.document(open);
  }

  closed({ textDocument: { uri } }: DidCloseTextDocumentParams): void {
    this.texts.delete(uri);
  }

  /** The version of an open document. */
  version(uri: string): number | undefined {
    return this.texts.get(uri)?.version;
  }

  uris(): readonly string[] {
    return [...this.texts.keys()];
  }

  /** What opens a document as it is now, without its text where that is too long; undefined where it is not open. */
  opening(uri: string): DidOpenTextDocumentParams | undefined {
    const open = this.texts.get(uri);
    if (!open) return undefined;
    const text = this.excess(uri) === undefined ? this.document(open).getText() : '';
    return { textDocument: { uri, languageId: open.document.languageId, version: open.version, text } };
  }

  /** How many characters a document has that is too long to be handed to an engine; undefined for any other. */
  excess(uri: string): number | undefined {
    const open = this.texts.get(uri);
    if (!open || open.bound <= longest) return undefined;
    open.bound = this.document(open).getText().length;
    return open.bound > longest ? open.bound : undefined;
  }

  private document(open: OpenText): TextDocument {
    open.document = TextDocument.update(open.document, open.changes, open.version);
    open.changes = [];
    return open.document;
  }
}

import {
  CodeActionKind,
  CodeActionTriggerKind,
  CompletionItemKind,
  InsertTextFormat,
  MarkupKind,
  SymbolKind,
  type CodeAction as ProtocolAction,
  type CodeActionContext,
  type CodeActionParams,
  type CodeLens,
  type CompletionItem,
  type CompletionParams,
  type DefinitionParams,
  type DocumentSymbol as ProtocolSymbol,
  type Hover as ProtocolHover,
  type HoverParams,
  type Location,
  type LocationLink,
  type MarkupContent,
  type Position,
  type SymbolInformation,
} from 'vscode-languageserver';
import { codeActions, fixAll, type CodeAction } from '../engine/editor/code-actions.js';
import { codeLenses } from '../engine/editor/code-lens.js';
import type { Completion, Definition, DocumentSymbol } from '../engine/frameworks/face/editor.js';
import { completions } from '../engine/editor/completion.js';
import { definitions } from '../engine/editor/definition.js';
import { documentLinks } from '../engine/editor/document-links.js';
import { documentSymbols } from '../engine/editor/document-symbols.js';
import { hover } from '../engine/editor/hover.js';
import { definitionsInScript } from '../engine/editor/script-definition.js';
import { mostOfName, shownLine } from '../engine/core/shown.js';
import type { FileId, Span } from '../engine/core/span.js';
import { generativeConfig } from '../engine/editor/refactor/generative-config.js';
import { refactorings } from '../engine/editor/refactor/refactorings.js';
import { fixAllKind, openRuleCommand, refactorKinds } from './abilities.js';
import { documentAt, openDocument, scriptAt, spanOfRange } from './from-protocol.js';
import { allNames, indexIfRead } from './index-read.js';
import { checkInSlices } from './checked-documents.js';
import { documentRequest } from './guard.js';
import type { Session } from './session.js';
import { patienceForRows, wait } from './turns.js';
import { textOfMarkdown } from './text-of-markdown.js';
import { diagnosticOf, rangeOf, ruleLink, editMaking, workspaceEditOf } from './to-protocol.js';
import { say } from '../engine/core/say.js';

/** The client's command that opens the preview: takes the document's URI and a position in it. */
const openPreviewCommand = 'promptPreflight.preview';

const symbolKinds: Readonly<Record<DocumentSymbol['kind'], SymbolKind>> = {
  list: SymbolKind.Array,
  dataset: SymbolKind.Object,
  model: SymbolKind.Object,
  template: SymbolKind.Struct,
  value: SymbolKind.Variable,
};

const completionKinds: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  role: CompletionItemKind.EnumMember,
  column: CompletionItemKind.Field,
  value: CompletionItemKind.Value,
  class: CompletionItemKind.Class,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  snippet: CompletionItemKind.Snippet,
};

/** Answers the requests about one document at one moment. */
export function registerFeatures(session: Session): void {
  const { connection, project } = session;

  connection.onHover(
    documentRequest(session, 'hover', ({ textDocument, position }: HoverParams): ProtocolHover | null => {
      const place = documentAt(session, textDocument.uri, position);
      const found = place && hover(project, place.document.file, place.offset);
      return found ? { contents: markup(found.markdown, session.abilities.hoverMarkdown), range: rangeOf(session, found.span) } : null;
    }),
  );

  const definition = documentRequest(session, 'definition', ({ textDocument, position }: DefinitionParams): Location[] | LocationLink[] => {
    const document = session.documents.get(textDocument.uri)!;
    const located = definitionsAt(session, textDocument.uri, position).map(({ origin, target }) => ({
      origin: { start: document.positionAt(origin.start), end: document.positionAt(origin.end) },
      uri: session.uris.uri(target.file),
      range: rangeOf(session, target),
    }));
    if (!session.abilities.definitionLinks) return located.map(({ uri, range }) => ({ uri, range }));
    return located.map(({ origin, uri, range }) => ({
      originSelectionRange: origin,
      targetUri: uri,
      targetRange: range,
      targetSelectionRange: range,
    }));
  });
  connection.onDefinition(async (params, token) => {
    const found = await definition(params, token);
    const { reads } = project;
    if (!reads.pending || !Array.isArray(found) || found.length > 0) return found;
    // The names of thousands of tasks may still be read: who has asked waits for them, and not for rows of any length.
    await Promise.race([reads.pending, Promise.all([reads.names(), wait(patienceForRows)])]);
    return definition(params, token);
  });

  connection.onCompletion(
    documentRequest(session, 'completion', ({ textDocument, position }: CompletionParams): CompletionItem[] => {
      const place = documentAt(session, textDocument.uri, position);
      if (!place) return [];
      const found = completions(project, place.document.file, place.offset);
      return found.filter(({ kind }) => kind !== 'snippet' || session.abilities.snippets).map((item) => completionItem(session, item));
    }),
  );

  connection.onCodeLens(
    documentRequest(session, 'code lens', ({ textDocument }): CodeLens[] => {
      const document = openDocument(session, textDocument.uri);
      if (!document) return [];
      return codeLenses(project, document.file).map(({ title, span }) => {
        const range = rangeOf(session, span);
        return { range, command: { title: nameOf(title), command: openPreviewCommand, arguments: [textDocument.uri, range.start] } };
      });
    }),
  );

  connection.onCodeAction(
    documentRequest(
      session,
      'code action',
      ({ textDocument, range, context }: CodeActionParams): ProtocolAction[] => {
        const document = openDocument(session, textDocument.uri);
        if (!document) return [];
        const quickFixes = wants(context.only, CodeActionKind.QuickFix)
          ? codeActions(project, document.file, spanOfRange(document, range), indexIfRead(session))
          : [];
        const possible = quickFixes.filter(({ does }) => session.abilities.renameFiles || does.kind !== 'edit' || !does.rename);
        return [
          ...possible.map((action) => protocolAction(session, action)),
          ...refactorActions(session, spanOfRange(document, range), context),
          ...fixAllAction(session, document.file, context.only),
        ];
      },
      // What imports a file that a fix renames follows it.
      async (file) => {
        await checkInSlices(session, 'code action', file);
        const renames = session.abilities.renameFiles && project.check(file).some(({ fixes }) => fixes.some(({ rename }) => rename));
        if (renames && session.host.readsAll) await allNames(session);
      },
    ),
  );

  connection.onDocumentLinks(
    documentRequest(session, 'document links', ({ textDocument }) => {
      const document = openDocument(session, textDocument.uri);
      if (!document) return [];
      return documentLinks(project, document.file).map(({ span, target }) => ({
        range: rangeOf(session, span),
        target: session.uris.uri(target),
      }));
    }),
  );

  connection.onDocumentSymbol(
    documentRequest(session, 'document symbols', ({ textDocument }): ProtocolSymbol[] | SymbolInformation[] => {
      const document = openDocument(session, textDocument.uri);
      if (!document) return [];
      const symbols = documentSymbols(project, document.file);
      if (session.abilities.symbolTree) return symbols.map((symbol) => protocolSymbol(session, symbol));
      return symbols.flatMap((symbol) => flatSymbols(session, textDocument.uri, symbol));
    }),
  );
}

function definitionsAt(session: Session, uri: string, position: Position): Definition[] {
  const place = documentAt(session, uri, position);
  if (place) return definitions(session.project, place.document.file, place.offset);
  const inScript = scriptAt(session, uri, position);
  return inScript ? definitionsInScript(session.project, inScript.script, inScript.offset) : [];
}

/** A text as the client can show it. */
function markup(markdown: string, takesMarkdown: boolean): MarkupContent {
  return takesMarkdown ? { kind: MarkupKind.Markdown, value: markdown } : { kind: MarkupKind.PlainText, value: textOfMarkdown(markdown) };
}

/** A name or title as an editor shows it. */
function nameOf(text: string): string {
  return shownLine(text, mostOfName);
}

/** Whether a client that asks for some kinds of actions only (`quickfix`, `source`) asks for this one; without a choice it gets quick fixes. */
function wants(only: readonly string[] | undefined, kind: string): boolean {
  if (!only) return kind === CodeActionKind.QuickFix;
  return only.some((asked) => asked === '' || asked === kind || kind.startsWith(`${asked}.`));
}

/** They take a rendering of all prompts: they are looked for where the user asks for them, and not with each move of the cursor. */
function refactorActions(session: Session, range: Span, { only, triggerKind }: CodeActionContext): ProtocolAction[] {
  const asked = only ? refactorKinds.some((kind) => wants(only, kind)) : triggerKind === CodeActionTriggerKind.Invoked;
  if (!asked) return [];
  const made = session.abilities.createFiles ? generativeConfig(session.project, range.file) : undefined;
  return [
    ...refactorings(session.project, range).map(({ title, kind, edits }) => ({
      title: nameOf(title),
      kind,
      edit: workspaceEditOf(session, edits),
    })),
    ...(made ? [{ title: nameOf(made.title), kind: refactorKinds[2], edit: editMaking(session, made.file, made.text) }] : []),
  ].filter(({ kind }) => !only || wants(only, kind));
}

function fixAllAction(session: Session, file: FileId, only: readonly string[] | undefined): ProtocolAction[] {
  const edits = wants(only, fixAllKind) ? fixAll(session.project, file) : [];
  return edits.length === 0
    ? []
    : [{ title: say`Apply all safe fixes of Prompt Preflight`, kind: fixAllKind, edit: workspaceEditOf(session, edits) }];
}

function completionItem(session: Session, { label, kind, detail, markdown, span, newText, also = [] }: Completion): CompletionItem {
  const shown = nameOf(label);
  return {
    label: shown,
    kind: completionKinds[kind],
    detail: nameOf(detail),
    // What is typed is held against the name itself.
    ...(shown !== label && { filterText: label }),
    ...(markdown !== '' && { documentation: markup(markdown, session.abilities.completionMarkdown) }),
    textEdit: { range: rangeOf(session, span), newText },
    ...(kind === 'snippet' && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(also.length > 0 && { additionalTextEdits: also.map((edit) => ({ range: rangeOf(session, edit.span), newText: edit.newText })) }),
  };
}

function protocolAction(session: Session, action: CodeAction): ProtocolAction {
  const title = nameOf(action.title);
  const common = {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics: [diagnosticOf(session, action.diagnostic)],
    ...(action.preferred && { isPreferred: true }),
  };
  if (action.does.kind === 'edit') return { ...common, edit: workspaceEditOf(session, action.does.edits, action.does.rename) };
  const { rule } = action.does;
  const { rulePageCommand } = session;
  const command = rulePageCommand === undefined ? openRuleCommand : rulePageCommand;
  return { ...common, command: { title, command, arguments: [rulePageCommand === undefined ? ruleLink(session, rule) : rule] } };
}

function protocolSymbol(session: Session, symbol: DocumentSymbol): ProtocolSymbol {
  return {
    name: nameOf(symbol.name),
    detail: nameOf(symbol.detail),
    kind: symbolKinds[symbol.kind],
    range: rangeOf(session, symbol.span),
    selectionRange: rangeOf(session, symbol.nameSpan),
    children: symbol.children.map((child) => protocolSymbol(session, child)),
  };
}

/** For a client that knows no tree: each symbol names the one that it is in. */
function flatSymbols(session: Session, uri: string, symbol: DocumentSymbol, containerName?: string): SymbolInformation[] {
  const name = nameOf(symbol.name);
  const location = { uri, range: rangeOf(session, symbol.span) };
  const own = { name, kind: symbolKinds[symbol.kind], location, ...(containerName !== undefined && { containerName }) };
  return [own, ...symbol.children.flatMap((child) => flatSymbols(session, uri, child, name))];
}

import {
  CodeActionKind,
  CompletionItemKind,
  MarkupKind,
  SymbolKind,
  type CodeAction as ProtocolAction,
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
  type SymbolInformation,
} from 'vscode-languageserver';
import { codeActions, fixAll, type CodeAction } from '../engine/editor/code-actions.js';
import { codeLenses } from '../engine/editor/code-lens.js';
import type { Completion, DocumentSymbol } from '../engine/frameworks/face/editor.js';
import { completions } from '../engine/editor/completion.js';
import { definition } from '../engine/editor/definition.js';
import { documentLinks } from '../engine/editor/document-links.js';
import { documentSymbols } from '../engine/editor/document-symbols.js';
import { hover } from '../engine/editor/hover.js';
import { mostOfName, shownLine } from '../engine/core/shown.js';
import type { FileId } from '../engine/core/span.js';
import { fixAllKind, openRuleCommand } from './abilities.js';
import { documentAt, openDocument, spanOfRange } from './from-protocol.js';
import { documentRequest } from './guard.js';
import type { Session } from './session.js';
import { textOfMarkdown } from './text-of-markdown.js';
import { diagnosticOf, rangeOf, ruleLink, workspaceEditOf } from './to-protocol.js';
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

  connection.onDefinition(
    documentRequest(session, 'definition', ({ textDocument, position }: DefinitionParams): Location[] | LocationLink[] => {
      const place = documentAt(session, textDocument.uri, position);
      const found = place && definition(project, place.document.file, place.offset);
      if (!found) return [];
      const range = rangeOf(session, found.target);
      if (!session.abilities.definitionLinks) return [{ uri: session.uris.uri(found.target.file), range }];
      return [
        {
          originSelectionRange: rangeOf(session, found.origin),
          targetUri: session.uris.uri(found.target.file),
          targetRange: range,
          targetSelectionRange: range,
        },
      ];
    }),
  );

  connection.onCompletion(
    documentRequest(session, 'completion', ({ textDocument, position }: CompletionParams): CompletionItem[] => {
      const place = documentAt(session, textDocument.uri, position);
      return place ? completions(project, place.document.file, place.offset).map((item) => completionItem(session, item)) : [];
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
    documentRequest(session, 'code action', ({ textDocument, range, context }: CodeActionParams): ProtocolAction[] => {
      const document = openDocument(session, textDocument.uri);
      if (!document) return [];
      const quickFixes = wants(context.only, CodeActionKind.QuickFix)
        ? codeActions(project, document.file, spanOfRange(document, range))
        : [];
      const possible = quickFixes.filter(({ does }) => session.abilities.renameFiles || does.kind !== 'edit' || !does.rename);
      return [...possible.map((action) => protocolAction(session, action)), ...fixAllAction(session, document.file, context.only)];
    }),
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

function fixAllAction(session: Session, file: FileId, only: readonly string[] | undefined): ProtocolAction[] {
  const edits = wants(only, fixAllKind) ? fixAll(session.project, file) : [];
  return edits.length === 0
    ? []
    : [{ title: say`Apply all safe fixes of Prompt Preflight`, kind: fixAllKind, edit: workspaceEditOf(session, edits) }];
}

function completionItem(session: Session, { label, kind, detail, markdown, span, newText }: Completion): CompletionItem {
  const shown = nameOf(label);
  return {
    label: shown,
    kind: completionKinds[kind],
    detail: nameOf(detail),
    // What is typed is held against the name itself.
    ...(shown !== label && { filterText: label }),
    ...(markdown !== '' && { documentation: markup(markdown, session.abilities.completionMarkdown) }),
    textEdit: { range: rangeOf(session, span), newText },
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

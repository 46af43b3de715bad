import {
  DiagnosticSeverity,
  DiagnosticTag,
  type Diagnostic as ProtocolDiagnostic,
  type DiagnosticRelatedInformation,
  type Range,
  type RenameFile,
  type TextDocumentEdit,
  type TextEdit as ProtocolEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { ruleHref } from '../engine/checks/rule-page.js';
import { CacheKey } from '../engine/core/cache-key.js';
import { LineIndex } from '../engine/core/line-index.js';
import { RecentMap } from '../engine/core/recent-map.js';
import { mostOfName, shownText } from '../engine/core/shown.js';
import type { FileId, Span } from '../engine/core/span.js';
import type { Diagnostic } from '../engine/frameworks/face/rule.js';
import type { FileRename } from '../engine/core/text-edit.js';
import type { TextEdit } from '../engine/core/text-edit.js';
import type { Severity } from '../engine/core/severity.js';
import type { Session } from './session.js';
import { grouped } from '../engine/core/grouped.js';
import { say } from '../engine/core/say.js';

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** What leads to the page of a rule: a command of the client's, where it has one, else an address. */
export function ruleLink({ rulePageCommand }: Pick<Session, 'rulePageCommand'>, rule: string): string {
  return rulePageCommand === undefined ? ruleHref(rule) : `command:${rulePageCommand}?${encodeURIComponent(JSON.stringify([rule]))}`;
}

/** The lines of files that are no documents, made when a place of one is first asked for. */
const otherLines = new CacheKey<RecentMap<FileId, LineIndex>>('lines of files that are no documents');
/** So many of them are kept. */
const mostKept = 200;

/** The lines of a document: a config's, or those of a file of any kind (a text that a config reads, a row file). */
function linesOf(session: Session, file: FileId): LineIndex {
  const document = session.project.document(file);
  if (document) return document.lines;
  const kept = session.project.remember(otherLines, () => {
    const lines = new RecentMap<FileId, LineIndex>(mostKept);
    return { value: lines, concerns: (changed) => lines.get(changed) !== undefined };
  });
  return kept.getOr(file, () => {
    const read = session.project.workspace.read(file);
    return new LineIndex(read.kind === 'text' ? read.text : '');
  });
}

export function rangeOf(session: Session, span: Span): Range {
  const lines = linesOf(session, span.file);
  return { start: lines.positionAt(span.start), end: lines.positionAt(span.end) };
}

export function locationOf(session: Session, span: Span): { uri: string; range: Range } {
  return { uri: session.uris.uri(span.file), range: rangeOf(session, span) };
}

export function diagnosticOf(session: Session, diagnostic: Diagnostic): ProtocolDiagnostic {
  return {
    range: rangeOf(session, diagnostic.span),
    severity: severities[diagnostic.severity],
    code: diagnostic.rule,
    codeDescription: { href: ruleLink(session, diagnostic.rule) },
    source: 'Prompt Preflight',
    message: shownText(diagnostic.message),
    ...(diagnostic.unnecessary && { tags: [DiagnosticTag.Unnecessary] }),
    ...(diagnostic.related.length > 0 && { relatedInformation: relatedOf(session, diagnostic.related) }),
  };
}

/** So many places are named beside a diagnostic's own; the last one says how many there are more. */
const mostRelated = 20;

function relatedOf(session: Session, related: Diagnostic['related']): DiagnosticRelatedInformation[] {
  const more = related.length - mostRelated;
  return related.slice(0, mostRelated).map(({ span, message }, i) => {
    const shown = shownText(message, mostOfName);
    return {
      location: locationOf(session, span),
      message: more > 0 && i === mostRelated - 1 ? say`${shown} (and ${grouped(more)} more)` : shown,
    };
  });
}

/** Edits by document, each for the version that it was computed from where the client can tell, so that it refuses it on a newer text; a file is moved last. */
export function workspaceEditOf(session: Session, edits: readonly TextEdit[], rename?: FileRename): WorkspaceEdit {
  const files = [...new Set(edits.map((edit) => edit.span.file))];
  const changes = files.map((file) =>
    documentEdit(
      session,
      file,
      edits.filter((edit) => edit.span.file === file),
    ),
  );
  if (rename) return { documentChanges: [...changes, renameOf(session, rename)] };
  if (session.abilities.versionedEdits) return { documentChanges: changes };
  return { changes: Object.fromEntries(changes.map(({ textDocument, edits: ofFile }) => [textDocument.uri, ofFile as ProtocolEdit[]])) };
}

/** The edit that makes a file, which must not be there, with a text. */
export function editMaking(session: Session, file: FileId, text: string): WorkspaceEdit {
  const uri = session.uris.uri(file);
  const start = { line: 0, character: 0 };
  const insertion = { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: text }] };
  return { documentChanges: [{ kind: 'create', uri, options: { overwrite: false } }, insertion] };
}

function renameOf(session: Session, { from, to }: FileRename): RenameFile {
  return { kind: 'rename', oldUri: session.uris.uri(from), newUri: session.uris.uri(to), options: { overwrite: false } };
}

function documentEdit(session: Session, file: FileId, edits: readonly TextEdit[]): TextDocumentEdit {
  const version = session.project.isOpen(file) ? session.project.document(file)!.version : null;
  return {
    textDocument: { uri: session.uris.uri(file), version },
    edits: edits.map((edit) => ({ range: rangeOf(session, edit.span), newText: edit.newText })),
  };
}

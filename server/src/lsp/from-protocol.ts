import type { Position, Range } from 'vscode-languageserver';
import type { Document } from '../engine/core/document.js';
import { languageByEnding } from '../engine/core/language.js';
import type { FileId, Span } from '../engine/core/span.js';
import type { Script } from '../engine/editor/script-definition.js';
import type { Session } from './session.js';
import { fileOfUri } from '../node/uris.js';

/** The language of a document by what the editor says, else by its name; undefined for a language that no config is written in. */
export function documentLanguage(file: FileId, languageId: string): Document['language'] | undefined {
  if (languageId === 'python') return 'python';
  if (/yaml$/.test(languageId)) return 'yaml';
  if (languageId === 'json' || languageId === 'jsonc') return 'json';
  return languageByEnding(file);
}

/** What editors call the language of shell scripts. */
const shells = new Set(['shellscript', 'sh', 'bash', 'zsh', 'ksh', 'shell']);

/** The open shell script that a request names, with the offset of its position; undefined for any other document. It is no document of the project, so nothing else is answered for it. */
export function scriptAt(session: Session, uri: string, position: Position): { script: Script; offset: number } | undefined {
  const document = session.documents.get(uri);
  const isScript = document && (shells.has(document.languageId) || /\.(?:sh|bash|zsh|ksh)$/.test(fileOfUri(uri)));
  return isScript ? { script: { file: fileOfUri(uri), text: document.getText() }, offset: document.offsetAt(position) } : undefined;
}

/** The document that a request names, with the offset of its position; undefined where it is not ours. */
export function documentAt(session: Session, uri: string, position: Position): { document: Document; offset: number } | undefined {
  const document = openDocument(session, uri);
  return document && { document, offset: document.lines.offsetAt(position) };
}

/** The open document of a URI; undefined where it is not ours, or is too much to work on. */
export function openDocument(session: Session, uri: string): Document | undefined {
  const file = fileOfUri(uri);
  return session.project.isOpen(file) && !session.project.refusal(file) ? session.project.document(file) : undefined;
}

export function spanOfRange(document: Document, range: Range): Span {
  return { file: document.file, start: document.lines.offsetAt(range.start), end: document.lines.offsetAt(range.end) };
}

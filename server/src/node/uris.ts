import { URI } from 'vscode-uri';
import type { FileId } from '../engine/core/span.js';

declare global {
  /** Set by who starts a server in a browser, before anything of it is loaded: where the folders lie whose files have paths; absent: on the disk, `file:`. */
  var promptPreflightHome: { readonly scheme: string; readonly authority: string } | undefined;
}

const home = globalThis.promptPreflightHome;

/**
 * The document that a URI names. `file:` URIs become absolute paths with forward slashes, a Windows drive in lower case
 * (`c:/ws/eval.py`); a server name stays in front (`//server/share/eval.py`). Any other URI stays as it is.
 */
export function fileOfUri(uri: string): FileId {
  const parsed = parse(uri);
  if (home && parsed?.scheme === home.scheme && parsed.authority === home.authority) return parsed.path;
  if (parsed?.scheme !== 'file') return uri;
  const path = parsed.authority ? `//${parsed.authority}${parsed.path}` : parsed.path;
  const drive = /^\/([A-Za-z]):/.exec(path);
  return drive ? drive[1]!.toLowerCase() + path.slice(2) : path;
}

/** The URI of a document, as `fileOfUri` would read it. Half of a pair of surrogates, which no file's name has but a config may write, is one of U+FFFD. */
export function uriOfFile(file: FileId): string {
  if (!isPath(file)) return file;
  const path = file.replace(/\p{Surrogate}/gu, '\ufffd');
  return (home ? URI.from({ ...home, path }) : URI.file(path)).toString();
}

/** Whether a document has a path, and so can be on disk. */
export function isPath(file: FileId): boolean {
  return file.startsWith('/') || /^[A-Za-z]:[\\/]/.test(file);
}

/** The FileId of a path of the machine, which on Windows has backslashes. */
export function fileOfPath(path: string): FileId {
  const slashed = path.replaceAll('\\', '/');
  return /^[A-Z]:\//.test(slashed) ? slashed[0]!.toLowerCase() + slashed.slice(1) : slashed;
}

function parse(uri: string): URI | undefined {
  try {
    return URI.parse(uri, true);
  } catch {
    return undefined;
  }
}

/**
 * Remembers under which URI the editor knows a document, since the same path may be written in several ways (`c%3A`, upper-case drives):
 * what goes back to the editor must be its own spelling.
 */
export class UriMap {
  private readonly spelled = new Map<FileId, string>();

  opened(uri: string): FileId {
    const file = fileOfUri(uri);
    this.spelled.set(file, uri);
    return file;
  }

  closed(file: FileId): void {
    this.spelled.delete(file);
  }

  uri(file: FileId): string {
    return this.spelled.get(file) ?? uriOfFile(file);
  }
}

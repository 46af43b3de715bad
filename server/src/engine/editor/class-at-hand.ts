import { constructorSignature, type Signature } from '../classes/signature.js';
import { classNameOf, classPathOf } from '../config/class-name.js';
import type { ConfigKind } from '../config/config.js';
import type { Document } from '../core/document.js';
import { str, RefValue, type Value } from '../core/value.js';
import { keysAround } from '../cursor/keys-around.js';
import { importedPaths } from '../edit/add-import.js';
import type { Framework } from '../frameworks/face/framework.js';
import type { Project } from '../project/project.js';
import { parsePython } from '../python/syntax/parse.js';

/** The class of the dict around a place. */
export interface ClassAtHand {
  readonly kind: ConfigKind;
  readonly name: string;
  /** What `type` is. */
  readonly type: Value;
}

/** What the dict of a class may have. */
export interface ClassKeys extends Signature {
  readonly name: string;
}

/** The class that the dict around a place names in `type`, told by the text alone, so that a document may be broken. Undefined where it names none. */
export function classAtHand(project: Project, framework: Framework, document: Document, offset: number): ClassAtHand | undefined {
  const kind = framework.editor?.kindAround?.(document, offset);
  const written = kind === undefined ? undefined : keysAround(document, offset).get('type');
  const type = written === undefined ? undefined : typeWritten(project, document, written);
  const name = classNameOf(type);
  return kind === undefined || !type || name === undefined ? undefined : { kind, name, type };
}

/** What a `type` is by its text: a name that the document imports or has from a base, or a string. Undefined for any other expression. */
function typeWritten(project: Project, document: Document, written: string): Value | undefined {
  const span = { file: document.file, start: 0, end: 0 };
  const quoted = /^(["'])([\w.]+)\1$/.exec(written)?.[2];
  if (quoted !== undefined) return str(quoted, span);
  if (document.language !== 'python') return written === '' ? undefined : str(written, span);
  if (!/^[^\W\d]\w*$/.test(written)) return undefined;
  const path = importedPaths(parsePython(document.file, document.text)).get(written);
  if (path !== undefined) return new RefValue(path, span);
  const evaluation = project.evaluate(document.file);
  // A name that nothing binds is known by itself, as where its import is still to be written.
  return evaluation?.hidden.get(written) ?? evaluation?.value.get(written) ?? str(written, span);
}

/**
 * The keys that the dict of a class may have, `type` first: what its source takes, else what we know of it. Undefined where neither is known.
 * @param document the one that names the class
 */
export function keysOfClass(
  project: Project,
  framework: Framework,
  { kind, name, type }: ClassAtHand,
  document: Document,
): ClassKeys | undefined {
  const facts = kind === 'model' || kind === 'dataset' ? framework.classFacts?.(kind, type, document.file, project.classes) : undefined;
  const signature = facts?.signature ?? signatureBySource(project, type, document);
  const known = framework.fields.keys(kind, name);
  if (!signature && !known) return undefined;
  const taken = [...(framework.fields.keys(kind) ?? [])].filter((key) => facts?.taken.has(key));
  const required = new Set(framework.fields.required?.(kind, name));
  const names = signature ? [...signature.keys.keys()] : [...known!];
  const given = new Set(framework.editor?.given?.[kind]);
  const own = ['type', ...taken, ...names].filter((key) => !given.has(key));
  const keys = own.map((key) => [key, { required: signature?.keys.get(key)?.required ?? required.has(key) }] as const);
  return { name, keys: new Map(keys), open: signature?.open ?? false };
}

function signatureBySource(project: Project, type: Value, { file }: Document): Signature | undefined {
  const path = classPathOf(type);
  if (path === undefined || !path.includes('.') || path.startsWith('.')) return undefined;
  const found = project.classes.find(path, file);
  return found.kind === 'class' ? constructorSignature(project.classes, found.source) : undefined;
}

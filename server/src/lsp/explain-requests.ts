import { explainError } from '../engine/editor/explain-error.js';
import { frameworks, rules } from '../engine/frameworks/registry.js';
import type { Diagnostic } from '../engine/frameworks/face/rule.js';
import { fileOfUri } from '../node/uris.js';
import type { ExplainAnswer } from '../protocol/commands.js';
import { linkOf } from './preview-requests.js';
import type { Session } from './session.js';

/** Answers "Explain Framework Error". @param raw what a client gave, of any shape */
export function explained(session: Session, raw: unknown): ExplainAnswer {
  const { text, uri } = (raw ?? {}) as { readonly text?: unknown; readonly uri?: unknown };
  const explanation = typeof text === 'string' ? explainError(text) : undefined;
  if (!explanation) return null;
  const file = typeof uri === 'string' ? fileOfUri(uri) : undefined;
  const found: readonly Diagnostic[] = file !== undefined && session.project.document(file) ? session.project.check(file) : [];
  return {
    error: explanation.error,
    frameworks: frameworks.filter(({ id }) => explanation.frameworks.includes(id)).map(({ title }) => title),
    says: explanation.says,
    rules: explanation.rules.flatMap((id) => {
      const rule = rules.find((known) => known.id === id);
      const of = found.filter((diagnostic) => diagnostic.rule === id);
      return rule ? [{ id, title: rule.title, found: of.map(({ message, span }) => ({ message, link: linkOf(session, span) })) }] : [];
    }),
  };
}

import { DiagnosticSeverity, type Diagnostic as ProtocolDiagnostic } from 'vscode-languageserver';
import type { Diagnostic } from '../engine/frameworks/face/rule.js';
import type { Severity } from '../engine/core/severity.js';
import type { Session } from './session.js';
import { diagnosticOf, rangeOf } from './to-protocol.js';
import { grouped } from '../engine/core/grouped.js';
import { say } from '../engine/core/say.js';

/** The most findings of one document that an editor is sent, and the most characters that these take. */
const mostFindings = 1000;
const mostCharacters = 800_000;

const worst: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/**
 * The findings of a document as an editor gets them, in the order of the text. Of very many the worst are sent, and one more at the first that is left out,
 * which says how many there are.
 */
export function boundedDiagnostics(session: Session, found: readonly Diagnostic[]): ProtocolDiagnostic[] {
  const chosen = new Map<Diagnostic, ProtocolDiagnostic>();
  let characters = 0;
  for (const diagnostic of worstFirst(found)) {
    if (chosen.size === mostFindings) break;
    const sent = diagnosticOf(session, diagnostic);
    characters += JSON.stringify(sent).length;
    if (characters > mostCharacters) break;
    chosen.set(diagnostic, sent);
  }
  const sent = found.flatMap((diagnostic) => chosen.get(diagnostic) ?? []);
  const leftOut = found.find((diagnostic) => !chosen.has(diagnostic));
  return leftOut ? [...sent, more(session, leftOut, found.length - chosen.size)] : sent;
}

/** By severity, within one in the order of the text. */
function worstFirst(found: readonly Diagnostic[]): Diagnostic[] {
  return worst.flatMap((severity) => found.filter((diagnostic) => diagnostic.severity === severity));
}

function more(session: Session, { span }: Diagnostic, count: number): ProtocolDiagnostic {
  const message = say`This document has ${grouped(count)} more ${count === 1 ? 'finding' : 'findings'}, which ${count === 1 ? 'is' : 'are'} not shown.`;
  return { range: rangeOf(session, span), severity: DiagnosticSeverity.Information, source: 'Prompt Preflight', message };
}

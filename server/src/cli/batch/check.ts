import { diagnosticJson } from '../support/diagnostic-json.js';
import type { CommonOperation } from './session.js';

/** Op `check`: the diagnostics of a config. */
export const checkOperation: CommonOperation = (session, request) => {
  const { project, file, shown } = session.open(request);
  const lines = project.document(file)?.lines;
  const diagnostics = lines ? project.check(file).map((diagnostic) => diagnosticJson(shown(file), diagnostic, lines)) : [];
  return `"diagnostics": ${JSON.stringify(diagnostics)}`;
};

import { evaluationMembers } from '../support/evaluation-json.js';
import type { CommonOperation } from './session.js';
import { BadRequest } from '../../engine/requests/request.js';

/** Op `evaluate`: what a config evaluates to. */
export const evaluateOperation: CommonOperation = (session, request) => {
  const { project, file, shown } = session.open(request);
  const evaluation = project.evaluate(file);
  if (!evaluation) throw new BadRequest(`${shown(file)} cannot be evaluated.`);
  return evaluationMembers(evaluation, shown, (other) => {
    const read = project.workspace.read(other);
    return read.kind === 'text' ? read.text : '';
  });
};

import { PyError } from '../../../core/errors.js';
import { Fault, type FaultName } from '../../opencompass/values/fault.js';

/** A class of AISBench's exceptions, its code, and what is wrong where the shared check does not say it. */
type Name = readonly [type: string, code: string, text: string];

/** AISBench 3.1.0 `utils/logging/error_codes.py`, and the places that raise. */
const names: Readonly<Record<FaultName, Name>> = {
  'template-type': ['AISBenchValueError', 'ICLR-TYPE-001', 'a prompt template must be a str or a dict'],
  'template-part-type': ['AISBenchValueError', 'ICLR-TYPE-002', 'a value of a template must be a str, a list or a dict'],
  'ice-token-missing': ['AISBenchValueError', 'ICLR-PARAM-001', 'the ice token is not in the template'],
  'ice-template-missing': ['AISBenchValueError', 'ICLR-PARAM-002', 'examples are retrieved, but there is no ice_template'],
  'ice-token-undefined': ['AISBenchImplementationError', 'ICLR-IMPL-002', 'the template has no ice_token'],
  'templates-missing': ['AISBenchImplementationError', 'ICLR-IMPL-003', 'there is no template'],
  'examples-in-turn': ['AISBenchTypeError', 'UTILS-TYPE-001', 'examples cannot be put inside a turn'],
  'template-only-generates': ['AISBenchImplementationError', 'ICLR-UNK-001', 'the template class makes no such prompt'],
  'example-id': ['AISBenchValueError', 'ICLR-PARAM-004', 'an id is beyond the train rows'],
  repeats: ['ParameterValueError', 'DSET-PARAM-002', 'k must not be above n'],
  'argument-type': ['AISBenchInvalidTypeException', 'UTILS-TYPE-001', 'an argument has the wrong type'],
  'argument-no-text': ['AISBenchInvalidTypeException', 'UTILS-TYPE-004', 'an argument is not a str'],
  'meta-round-missing': ['AISBenchTypeError', 'MODEL-PARAM-004', 'a meta template needs a round'],
  'meta-type': ['AISBenchTypeError', 'MODEL-TYPE-004', 'a part of the meta template has the wrong type'],
  'meta-role-twice': ['AISBenchTypeError', 'MODEL-PARAM-005', 'a role appears twice in the meta template'],
  'meta-text-in-round': ['AISBenchTypeError', 'MODEL-TYPE-001', 'a str is in round without a role'],
  'turn-role': ['AISBenchKeyError', 'MODEL-PARAM-002', 'a turn has neither a known role nor a known fallback_role'],
  'turn-empty': ['AISBenchValueError', 'MODEL-DATA-002', 'a role has neither prompt nor prompt_mm'],
  'prompt-type': ['AISBenchTypeError', 'MODEL-TYPE-002', 'a prompt must be a str or a list'],
  'section-marker': ['AISBenchValueError', 'MODEL-UNK-001', 'the markers of sections do not match'],
  'infer-mode': ['ParameterValueError', 'ICLI-PARAM-002', 'infer_mode must be every, last or every_with_gt'],
};

/** The exception as AISBench raises it: `AISBenchValueError: [ICLR-PARAM-001]…`. What it has no code for stays Python's own. */
export function aisBenchError(error: PyError): PyError {
  if (!(error instanceof Fault)) return error;
  const [type, code, text] = names[error.fault];
  return new PyError(type, `[${code}]${error.text || text}`, error.span);
}

/** The code of each fault; several share one. */
export function faultCodes(): readonly (readonly [fault: FaultName, code: string])[] {
  return (Object.keys(names) as FaultName[]).map((fault) => [fault, names[fault][1]]);
}

/** How a message names what AISBench raises. */
export function aisBenchException(fault: FaultName): string {
  const [type, code] = names[fault];
  return `${type} [${code}]`;
}

/** Runs `body`; what it throws is named as AISBench names it. */
export function named<T>(body: () => T): T {
  try {
    return body();
  } catch (thrown) {
    throw thrown instanceof PyError ? aisBenchError(thrown) : thrown;
  }
}

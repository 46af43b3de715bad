import { PyError } from '../../../core/errors.js';
import type { Span } from '../../../core/span.js';

/**
 * What the frameworks of this family check in the same places, but do not raise alike: OpenCompass with Python's own exceptions, AISBench with
 * classes and codes of its own.
 */
export type FaultName =
  /** A template that is neither a text nor a dict. */
  | 'template-type'
  /** A part of a template that is neither a text nor a list nor a dict. */
  | 'template-part-type'
  /** A text that does not hold the ice token. */
  | 'ice-token-missing'
  /** Examples without an ice template. */
  | 'ice-template-missing'
  /** Both templates are given, and the one for the prompt has no ice token; or the ice template stands alone without one. */
  | 'ice-token-undefined'
  /** Neither of the templates is given. */
  | 'templates-missing'
  /** An ice token within a turn, in place of which a prompt list would stand. */
  | 'examples-in-turn'
  /** The template class makes prompts for generating only. */
  | 'template-only-generates'
  /** An id of an example beyond the train rows. */
  | 'example-id'
  /** `k` above `n`. */
  | 'repeats'
  /** An argument that is not of the types that it may have. */
  | 'argument-type'
  /** An argument that must be a text. */
  | 'argument-no-text'
  /** What the API parser refuses: a meta template without round, … */
  | 'meta-round-missing'
  /** … with a section or an item of a wrong type, */
  | 'meta-type'
  /** … with a role twice; */
  | 'meta-role-twice'
  /** bare text in the meta template's round, */
  | 'meta-text-in-round'
  /** a turn whose role is unknown, */
  | 'turn-role'
  /** a role of the meta template for which there is no text, */
  | 'turn-empty'
  /** a prompt that is neither text nor list, */
  | 'prompt-type'
  /** and markers of sections that do not fit. */
  | 'section-marker'
  /** A way to ask turn by turn that does not exist. */
  | 'infer-mode';

/** What messages quote of OpenCompass's exceptions; all others that they name are AssertionErrors. */
const quoted: Partial<Record<FaultName, string>> = {
  'template-part-type': 'TypeError',
  'argument-type': 'TypeError',
  'argument-no-text': 'TypeError',
  'ice-token-missing': 'LookupError',
  'ice-token-undefined': 'NotImplementedError',
  'turn-role': 'KeyError: "… neither has an appropriate role nor a fallback role."',
};

/** How a message names what OpenCompass raises. */
export function openCompassException(fault: FaultName): string {
  return quoted[fault] ?? 'AssertionError';
}

/** An exception that is named differently in the frameworks. As it is thrown it has OpenCompass's type. */
export class Fault extends PyError {
  constructor(
    readonly fault: FaultName,
    type: string,
    text: string,
    span?: Span,
  ) {
    super(type, text, span);
  }
}

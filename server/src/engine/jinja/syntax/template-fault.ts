import { PyError } from '../../core/errors.js';
import type { Span } from '../../core/span.js';

/** What Jinja raises on a template, with the place in the template's own text that it is about. */
export class TemplateFault extends PyError {
  /**
   * @param start UTF-16 offset into the template's text
   * @param end the same, behind the last character
   * @param span the place in the document, once it is known
   */
  constructor(
    type: string,
    text: string,
    readonly start: number,
    readonly end: number,
    span?: Span,
  ) {
    super(type, text, span);
  }
}

/** A template of more parts than are followed here: a limit of ours, nothing that Jinja raises. */
export class TemplateTooLong extends TemplateFault {
  constructor(most: number, start: number, end: number, span?: Span) {
    super('LimitError', `This template has more than ${String(most)} words and signs: it is not read any further.`, start, end, span);
  }
}

/** jinja2's `TemplateSyntaxError`. */
export function templateSyntaxError(text: string, at: { readonly start: number; readonly end: number }): TemplateFault {
  return new TemplateFault('TemplateSyntaxError', text, at.start, at.end);
}

/** jinja2's `TemplateAssertionError`: a fault that only shows when the parsed template is compiled. */
export function assertionError(text: string, at: { readonly start: number; readonly end: number }): TemplateFault {
  return new TemplateFault('TemplateAssertionError', text, at.start, at.end);
}

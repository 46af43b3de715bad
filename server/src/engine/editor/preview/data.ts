import type { NotVerifiable, Verification } from '../../prompt/verification.js';
import type { Diagnostic } from '../../frameworks/face/rule.js';
import type { Span } from '../../core/span.js';
import type { PreviewOf, RestOf } from './preview-shape.js';

/** A preview as the engine makes it: places are spans. */
export type PreviewData = PreviewOf<Span, Diagnostic> & {
  /** Only where the request says `verify`, and where there is something to ask. */
  readonly verification?: Verification | NotVerifiable;
};

/** What of a preview comes later. Finding the problems checks the document, which is a piece of work of its own. */
export interface RestToMake {
  readonly made: () => Omit<RestOf<Span, Diagnostic>, 'problems'>;
  readonly problems: () => readonly Diagnostic[];
}

/** `preview`: its `rest` is to be asked for where the request says that it may come later. `broken`: the document cannot be evaluated, for `reason`, at `span`. `none`: there is nothing to preview; `reason` says what would be. */
export type PreviewResult =
  | { readonly kind: 'preview'; readonly preview: PreviewData; readonly rest?: RestToMake }
  | { readonly kind: 'broken'; readonly reason: string; readonly span: Span | undefined }
  | { readonly kind: 'none'; readonly reason: string };

import {
  FoldingRangeKind,
  LSPErrorCodes,
  MarkupKind,
  ResponseError,
  SemanticTokensBuilder,
  type FoldingRange,
  type InlayHint as ProtocolHint,
  type InlayHintParams,
  type SelectionRange,
  type SelectionRangeParams,
  type SemanticTokens,
  type SignatureHelp,
  type SignatureHelpParams,
} from 'vscode-languageserver';
import { mostOfName, shownLine } from '../engine/core/shown.js';
import type { Document } from '../engine/core/document.js';
import { inlayHints } from '../engine/editor/inlay-hints.js';
import { semanticTokens } from '../engine/editor/semantic-tokens.js';
import { signatureHelp } from '../engine/editor/signature-help.js';
import { foldingRanges, selectionRanges } from '../engine/editor/text-ranges.js';
import type { MeaningToken } from '../engine/frameworks/face/editor.js';
import { looksLikeConfig } from '../engine/frameworks/registry.js';
import { tokenTypes } from './abilities.js';
import { documentAt, openDocument, spanOfRange } from './from-protocol.js';
import { documentRequest } from './guard.js';
import { refreshHints } from './changes.js';
import type { Session } from './session.js';
import { ShotTokens } from './shot-tokens.js';
import { textOfMarkdown } from './text-of-markdown.js';
import { rangeOf } from './to-protocol.js';

/** The protocol's own types, which every theme colours. */
const typeOfMeaning: Readonly<Record<MeaningToken['meaning'], (typeof tokenTypes)[number]>> = {
  column: 'parameter',
  role: 'enumMember',
  ice: 'macro',
  special: 'keyword',
  keyword: 'keyword',
  variable: 'variable',
  function: 'function',
};

const kindOfFold = { imports: FoldingRangeKind.Imports, comment: FoldingRangeKind.Comment, other: undefined } as const;

/** Answers the requests about what is shown within the text, and what of it belongs together. */
export function registerTextFeatures(session: Session): void {
  const { connection, project } = session;
  const shotTokens = new ShotTokens(session, () => refreshHints(session));

  connection.languages.inlayHint.on(
    documentRequest(session, 'inlay hints', ({ textDocument, range }: InlayHintParams): ProtocolHint[] | ResponseError<void> | null => {
      const document = openDocument(session, textDocument.uri);
      if (!document) return null;
      if (isBroken(session, document)) return asBefore();
      const tokensOf = shotTokens.of(document.file, document.version);
      return inlayHints(project, spanOfRange(document, range), session.inlayHints, tokensOf).map(({ at, label, tooltip }) => ({
        position: document.lines.positionAt(at.end),
        label: shownLine(label, mostOfName),
        tooltip: shownLine(tooltip),
        paddingLeft: true,
      }));
    }),
  );

  connection.languages.semanticTokens.on(
    documentRequest(session, 'semantic tokens', ({ textDocument }): SemanticTokens | ResponseError<void> => {
      const document = openDocument(session, textDocument.uri);
      if (document && isBroken(session, document)) return asBefore();
      const builder = new SemanticTokensBuilder();
      for (const { span, meaning } of document ? semanticTokens(project, document.file) : []) {
        const { line, character } = document!.lines.positionAt(span.start);
        builder.push(line, character, span.end - span.start, tokenTypes.indexOf(typeOfMeaning[meaning]), 0);
      }
      return builder.build();
    }),
  );

  connection.onSignatureHelp(
    documentRequest(session, 'signature help', ({ textDocument, position }: SignatureHelpParams): SignatureHelp | null => {
      const place = documentAt(session, textDocument.uri, position);
      const found = place && signatureHelp(project, place.document.file, place.offset);
      return found ? protocolSignature(session, found) : null;
    }),
  );

  connection.onFoldingRanges(
    documentRequest(session, 'folding ranges', ({ textDocument }): FoldingRange[] | null => {
      const document = pythonConfig(session, textDocument.uri);
      if (!document) return null;
      return foldingRanges(document).map(({ first, last, kind }) => ({
        startLine: first,
        endLine: last,
        ...(kindOfFold[kind] && { kind: kindOfFold[kind] }),
      }));
    }),
  );

  connection.onSelectionRanges(
    documentRequest(session, 'selection ranges', ({ textDocument, positions }: SelectionRangeParams): SelectionRange[] | null => {
      const document = pythonConfig(session, textDocument.uri);
      if (!document) return null;
      return positions.map((position) => {
        const ranges = selectionRanges(document, document.lines.offsetAt(position));
        return ranges.reduceRight<SelectionRange | undefined>(
          (parent, { start, end }) => ({ range: rangeOf(session, { file: document.file, start, end }), ...(parent && { parent }) }),
          undefined,
        )!;
      });
    }),
  );
}

/** Whether a config cannot be read as it stands, as while one types. */
function isBroken({ project }: Session, { file, text, language }: Document): boolean {
  return (
    looksLikeConfig(text, language) &&
    project.evaluate(file)?.problems.some(({ kind, span }) => kind === 'syntax-error' && span.file === file) === true
  );
}

/** With this error editors keep the hints and colours that they show, in place of a flicker at each bracket. */
function asBefore(): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.ContentModified, 'The document cannot be read as it stands.');
}

/** In other documents the editor folds and selects by itself, or others do: an answer of ours would be in place of that. */
function pythonConfig(session: Session, uri: string): Document | undefined {
  const document = openDocument(session, uri);
  return document?.language === 'python' && looksLikeConfig(document.text, document.language) ? document : undefined;
}

function protocolSignature(
  session: Session,
  { label, markdown, parameters, active }: NonNullable<ReturnType<typeof signatureHelp>>,
): SignatureHelp {
  const takesMarkdown = session.abilities.signatureMarkdown;
  const text = (of: string): { kind: MarkupKind; value: string } =>
    takesMarkdown ? { kind: MarkupKind.Markdown, value: of } : { kind: MarkupKind.PlainText, value: textOfMarkdown(of) };
  const signature = {
    label,
    ...(markdown !== '' && { documentation: text(markdown) }),
    parameters: parameters.map(({ start, end, markdown: of }) => ({
      label: [start, end] as [number, number],
      ...(of !== '' && { documentation: text(of) }),
    })),
  };
  // An index behind the last one: none of them.
  return { signatures: [signature], activeSignature: 0, activeParameter: active ?? parameters.length };
}

import { preview as previewOf } from '../engine/editor/preview/preview.js';
import type { PreviewData, RestToMake } from '../engine/editor/preview/data.js';
import type { Diagnostic } from '../engine/frameworks/face/rule.js';
import type { LineIndex } from '../engine/core/line-index.js';
import { say } from '../engine/core/say.js';
import { mostOfName, shownLine, shownText } from '../engine/core/shown.js';
import { baseName, type Span } from '../engine/core/span.js';
import type { RequestOf, StageOf } from '../engine/editor/preview/preview-shape.js';
import type { PlaceLink } from '../protocol/place.js';
import type { Preview, PreviewAnswer, PreviewProblem, PreviewRequest, PreviewRest, PreviewStage } from '../protocol/preview.js';
import type { Session } from './session.js';
import { rangeOf, ruleLink } from './to-protocol.js';
import { fileOfUri } from '../node/uris.js';

/** What of a preview comes later: what is made of the prompt, and the problems, which the check of the document finds. */
export interface RestLater {
  readonly made: () => Omit<PreviewRest, 'problems'>;
  readonly problems: () => readonly PreviewProblem[];
}

/** Renders a preview. Nothing is remembered here: the client keeps the last good prompt, which then outlives this process. Never throws for any document.
 * @param later takes what is left; absent: the answer has all
 */
export function answerPreview(session: Session, request: PreviewRequest, later?: (rest: RestLater) => void): PreviewAnswer {
  const start = performance.now();
  const { project } = session;
  const { uri } = request;
  const file = fileOfUri(uri);
  const document = project.document(file);
  if (!document) return { kind: 'none', uri, version: 0, reason: say`This document is not a Python, YAML or JSON config.` };
  const { version } = document;
  const result = previewOf(project, file, { ...serviceRequest(document.lines, request), restLater: later !== undefined });
  switch (result.kind) {
    case 'none':
      return { kind: 'none', uri, version, reason: result.reason };
    case 'broken': {
      const link = result.span && linkOf(session, result.span);
      return { kind: 'stale', uri, version, reason: result.reason, ...(link && { link }) };
    }
    case 'preview': {
      if (result.rest) later?.(restMessage(session, result.rest));
      return { kind: 'preview', preview: previewMessage(session, uri, version, result.preview), renderMs: performance.now() - start };
    }
  }
}

/** The request as the engine takes it. */
export function serviceRequest(lines: LineIndex, { cursor, cursorWins, halves, selection, stage }: PreviewRequest): RequestOf<number> {
  return {
    ...(cursor && { cursor: lines.offsetAt(cursor) }),
    ...(cursorWins !== undefined && { cursorWins }),
    ...(halves && { halves }),
    ...(stage !== undefined && { stage }),
    partial: true,
    selection,
  };
}

/**
 * The request as a client sent it, checked.
 * @throws Error that says what is wrong with it
 */
export function readPreviewRequest(raw: unknown): PreviewRequest {
  const request = raw as Partial<PreviewRequest> | null | undefined;
  if (typeof request !== 'object' || request === null || typeof request.uri !== 'string')
    throw new Error('the request must be an object with a "uri"');
  const { uri, cursor, cursorWins, selection, halves, holds, stage } = request;
  if (selection !== undefined && (typeof selection !== 'object' || selection === null)) throw new Error('"selection" must be an object');
  if (halves !== undefined && (typeof halves !== 'object' || halves === null)) throw new Error('"halves" must be an object');
  if (cursor !== undefined && (typeof cursor?.line !== 'number' || typeof cursor.character !== 'number'))
    throw new Error('"cursor" must be a position');
  const at = { ...(cursor && { cursor }), ...(cursorWins === true && { cursorWins }) };
  const kept = { ...(typeof holds === 'string' && { holds }), ...(typeof stage === 'string' && { stage }) };
  return { uri, ...at, ...(halves && { halves: readHalves(halves) }), ...kept, selection: selection ?? {} };
}

function readHalves({ dataset, model }: NonNullable<PreviewRequest['halves']>): NonNullable<PreviewRequest['halves']> {
  return { ...(typeof dataset === 'string' && { dataset }), ...(typeof model === 'string' && { model }) };
}

function previewMessage(session: Session, uri: string, version: number, data: PreviewData): Preview {
  return {
    ...data,
    uri,
    version,
    rows: { ...data.rows, file: data.rows.file },
    stages: data.stages.map((stage) => stageMessage(session, stage)),
    keys: data.keys.map(({ at, makes }) => ({ at: linkOf(session, at), makes: makes.map((span) => linkOf(session, span)) })),
    problems: data.problems.map((problem) => problemMessage(session, problem)),
  };
}

function restMessage(session: Session, { made, problems }: RestToMake): RestLater {
  return {
    made: () => {
      const { stages, ...others } = made();
      return { ...others, stages: stages.map((stage) => stage && stageMessage(session, stage)) };
    },
    problems: () => problems().map((problem) => problemMessage(session, problem)),
  };
}

function stageMessage(session: Session, stage: StageOf<Span>): PreviewStage {
  return {
    ...stage,
    turns: stage.turns.map((turn) => ({
      ...turn,
      segments: turn.segments.map((segment) => ({ ...segment, origins: segment.origins.map((span) => linkOf(session, span)) })),
    })),
    origins: stage.origins.map((span) => linkOf(session, span)),
  };
}

function problemMessage(session: Session, problem: Diagnostic): PreviewProblem {
  return {
    severity: problem.severity,
    message: shownText(problem.message),
    rule: problem.rule,
    href: ruleLink(session, problem.rule),
    link: linkOf(session, problem.span),
    // The page edits texts only; files are renamed from the editor.
    fixes: problem.fixes
      .filter(({ rename }) => !rename)
      .map(({ title, edits }) => ({
        title: shownLine(title, mostOfName),
        edits: edits.map(({ span, newText }) => ({ uri: session.uris.uri(span.file), range: rangeOf(session, span), newText })),
      })),
  };
}

/** A place as the client opens it. */
export function linkOf(session: Session, span: Span): PlaceLink {
  const range = rangeOf(session, span);
  return { uri: session.uris.uri(span.file), range, label: `${shownLine(baseName(span.file), mostOfName)}:${range.start.line + 1}` };
}

import type { ResponseError } from 'vscode-languageserver';
import { savedPrompts, type SavedPrompts } from '../engine/compare/saved-prompts.js';
import { say } from '../engine/core/say.js';
import { comparedPreviews, comparedWithSaved, type ComparedPreviews } from '../engine/editor/compare/compare-previews.js';
import { preview } from '../engine/editor/preview/preview.js';
import type { PreviewData, PreviewResult } from '../engine/editor/preview/data.js';
import type { PreviewSelection, RequestOf } from '../engine/editor/preview/preview-shape.js';
import { frameworks } from '../engine/frameworks/registry.js';
import type { Project } from '../engine/project/project.js';
import type { FileId } from '../engine/core/span.js';
import { fileOfUri } from '../node/uris.js';
import {
  comparePromptsCommand,
  readSavedCommand,
  releasesCommand,
  type CompareAnswer,
  type CompareRequest,
  type OtherPrompt,
  type ReleasesAnswer,
  type SavedAnswer,
} from '../protocol/compare.js';
import { compareCommands } from './abilities.js';
import { guarded, workOn } from './guard.js';
import { OtherProjects } from './other-projects.js';
import { readPreviewRequest } from './preview-requests.js';
import type { Session } from './session.js';
import { wait } from './turns.js';

/** So long rows of the other prompt are waited for, in milliseconds. */
const patience = 3000;

/** A request as the engine takes it, of a project and a document in it. */
interface Asked {
  readonly project: Project;
  readonly file: FileId;
  readonly request: RequestOf<number>;
}

/** Answers what is asked of a prompt beside another one. */
export class PromptComparer {
  private readonly others: OtherProjects;
  /** The last file of predictions that was read. */
  private saved: { readonly id: string; readonly rows: readonly SavedPrompts[] } | undefined;

  constructor(private readonly session: Session) {
    this.others = new OtherProjects(session);
  }

  answers(command: string): boolean {
    return (compareCommands as readonly string[]).includes(command);
  }

  async answer(command: string, raw: unknown): Promise<CompareAnswer | SavedAnswer | ReleasesAnswer | ResponseError<void>> {
    const { session } = this;
    const request = (typeof raw === 'object' && raw !== null ? raw : {}) as Partial<CompareRequest & { id: string; text: string }>;
    const work = workOn(session, 'Comparing', String(request.uri ?? ''));
    if (command === readSavedCommand)
      return guarded(session.log, { what: 'Reading saved prompts' }, () => this.readSaved(String(request.id), String(request.text)));
    if (command === releasesCommand) return guarded(session.log, work, () => this.releases(String(request.uri)));
    if (command !== comparePromptsCommand || !isOther(request.other)) throw new Error(`${command}: this is no request.`);
    const { other } = request;
    const compare = (): CompareAnswer | ResponseError<void> => guarded(session.log, work, () => this.compare(request.request, other));
    const first = compare();
    const pending = this.pendingReads(other);
    if (pending.length === 0) return first;
    await Promise.race([Promise.all(pending), wait(patience)]);
    return compare();
  }

  private pendingReads(other: OtherPrompt): Promise<unknown>[] {
    const projects = [this.session.project, this.otherProject(other)];
    return projects.flatMap((project) => project?.reads.pending ?? []);
  }

  private readSaved(id: string, text: string): SavedAnswer {
    const rows = savedPrompts(text);
    this.saved = { id, rows };
    return { rows: rows.length };
  }

  private releases(uri: string): ReleasesAnswer {
    const loaded = this.session.project.load(fileOfUri(uri));
    const found = loaded?.framework.releases?.find(fileOfUri(uri), loaded.surroundings);
    return { known: loaded?.framework.releases?.known ?? [], shown: found?.name };
  }

  private compare(raw: unknown, other: OtherPrompt): CompareAnswer {
    const { uri, selection, halves } = readPreviewRequest(raw);
    const byHalves = halves && { halves };
    const { project } = this.session;
    const file = fileOfUri(uri);
    const document = project.document(file);
    const none = (reason: string): CompareAnswer => ({ kind: 'none', uri, reason });
    if (!document) return none(say`This document is not a Python, YAML or JSON config.`);
    const now = preview(project, file, { selection, ...byHalves });
    if (now.kind !== 'preview') return none(now.reason);
    const after = now.preview;
    const picked: PreviewSelection = { ...selection, dataset: after.selection.dataset, model: after.selection.model };
    const answer = (compared: ComparedPreviews, note?: string): CompareAnswer => ({
      kind: 'comparison',
      uri,
      version: document.version,
      ...compared,
      ...(note !== undefined && { note }),
    });
    if (other.kind === 'saved') return this.withSaved(other.id, after, uri, answer);
    const wanted = other.kind === 'selection' ? { ...picked, ...other.selection } : picked;
    const before = previewAs({ project: this.otherProject(other) ?? project, file, request: { selection: wanted, ...byHalves } });
    return answer(comparedPreviews(before, after), noteOf(before, wanted));
  }

  private withSaved(
    id: string,
    after: PreviewData,
    uri: string,
    answer: (compared: ComparedPreviews, note?: string) => CompareAnswer,
  ): CompareAnswer {
    if (this.saved?.id !== id) return { kind: 'lost', uri, reason: say`The file of saved prompts has to be read again.` };
    const { rows } = this.saved;
    if (rows.length === 0)
      return { kind: 'none', uri, reason: say`No prompts are saved in this file: it has neither \`origin_prompt\` nor \`arguments\`.` };
    const index = after.selection.row ?? 0;
    const entry = rows.find(({ row }) => row === index);
    if (!entry)
      return {
        kind: 'none',
        uri,
        reason: say`The file has no prompt of row ${index + 1}; it has those of ${rows.length} rows, from row ${rows[0]!.row + 1} on.`,
      };
    const { label } = after.selection;
    const byLabel = entry.prompts.find((prompt) => prompt.label !== undefined && prompt.label.trim() === label?.trim());
    const prompt = byLabel ?? entry.prompts[label === undefined ? 0 : after.labels.indexOf(label)] ?? entry.prompts[0]!;
    const note =
      after.selection.row === undefined
        ? say`The rows shown are placeholders: what stands in for them differs from row 1 of the run.`
        : undefined;
    return answer(comparedWithSaved(prompt, after), note);
  }

  /** Undefined where the prompt is one of the document as it is. */
  private otherProject(other: OtherPrompt): Project | undefined {
    const { settings } = this.session;
    if (other.kind === 'files') return this.others.asFiles(other.texts.map(({ uri, text }) => ({ file: fileOfUri(uri), text })));
    if (other.kind !== 'release') return undefined;
    const release = Object.fromEntries(frameworks.map(({ id }) => [id, other.release]));
    return this.others.asEdited({ ...settings, release: { ...settings.release, ...release } });
  }
}

function previewAs({ project, file, request }: Asked): PreviewResult {
  return preview(project, file, request);
}

/** What is shown may not be what was asked for: another pair, where there is none of that name. */
function noteOf(before: PreviewResult, wanted: PreviewSelection): string | undefined {
  if (before.kind !== 'preview') return undefined;
  const { selection, datasets, models } = before.preview;
  const isOther =
    (wanted.dataset !== undefined && wanted.dataset !== selection.dataset) ||
    (wanted.model !== undefined && wanted.model !== selection.model);
  if (!isOther) return undefined;
  const name = (id: string, choices: PreviewData['datasets']): string => choices.find((choice) => choice.id === id)?.label ?? id;
  return say`The pair is not there: ${name(selection.dataset, datasets)} × ${name(selection.model, models)} is compared.`;
}

function isOther(value: unknown): value is OtherPrompt {
  const other = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<string, unknown>>;
  switch (other['kind']) {
    case 'selection':
      return typeof other['selection'] === 'object' && other['selection'] !== null;
    case 'release':
      return typeof other['release'] === 'string';
    case 'files':
      return Array.isArray(other['texts']) && other['texts'].every(isText);
    case 'saved':
      return typeof other['id'] === 'string';
    default:
      return false;
  }
}

function isText(value: unknown): boolean {
  const text = value as { uri?: unknown; text?: unknown } | null;
  return typeof text === 'object' && typeof text?.uri === 'string' && (text.text === null || typeof text.text === 'string');
}

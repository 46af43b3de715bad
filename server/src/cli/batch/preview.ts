import { DictValue } from '../../engine/core/value.js';
import { preview } from '../../engine/editor/preview/preview.js';
import { previewChoices } from '../../engine/editor/preview/offer.js';
import type { PreviewData } from '../../engine/editor/preview/data.js';
import type { PreviewSelection } from '../../engine/editor/preview/preview-shape.js';
import type { Project } from '../../engine/project/project.js';
import type { FileId } from '../../engine/core/span.js';
import { toGolden } from '../../engine/python/runtime/value-json.js';
import { BadRequest, type Request } from '../../engine/requests/request.js';
import { CommandError } from '../support/command.js';
import { diagnosticJson } from '../support/diagnostic-json.js';
import { insistOnPick, pickChoice } from '../support/pick-prompt.js';
import type { CommonOperation } from './session.js';

/** Op `preview`: the prompt that a model receives for a row of a dataset, or of a task, and what is wrong with it. */
export const previewOperation: CommonOperation = (session, request) => {
  const { project, file, shown } = session.open(request);
  try {
    const data = asked(project, file, request);
    return members(data, (problem) => {
      const lines = project.document(problem.span.file)?.lines;
      return lines ? [diagnosticJson(shown(problem.span.file), problem, lines)] : [];
    });
  } catch (error) {
    if (error instanceof CommandError) return `"error": ${JSON.stringify(error.message)}`;
    throw error;
  }
};

/** @throws CommandError where there is no such prompt; BadRequest */
function asked(project: Project, file: FileId, request: Request): PreviewData {
  const choices = previewChoices(project, file, { selection: {} }) ?? { datasets: [], models: [] };
  const picked = selectionOf(request, choices);
  const result = preview(project, file, { selection: picked });
  if (result.kind !== 'preview') throw new CommandError(result.reason);
  insistOnPick(result.preview, picked);
  if (picked.row !== undefined && result.preview.selection.row !== picked.row) throw new CommandError(noRow(result.preview, picked.row));
  return result.preview;
}

function selectionOf(request: Request, { datasets, models }: Pick<PreviewData, 'datasets' | 'models'>): PreviewSelection {
  const optional = (name: string): string | undefined => (request.has(name) ? request.text(name) : undefined);
  const mode = optional('mode');
  if (mode !== undefined && mode !== 'gen' && mode !== 'ppl') throw new BadRequest('"mode" must be gen or ppl.');
  const model = optional('model');
  const row = request.value('row');
  const written = row instanceof DictValue ? toGolden(row).json : undefined;
  const picked = {
    dataset: pickChoice('dataset', optional('dataset'), datasets),
    model: model === 'none' ? '' : pickChoice('model', model, models),
    mode,
    label: optional('label'),
    shots: request.index('shots'),
    chatTemplate: optional('chat_template'),
    systemInstruction: optional('system_instruction'),
    ...(written === undefined ? { row: request.index('row') } : { rows: { kind: 'written', text: written } }),
  };
  return Object.fromEntries(Object.entries(picked).filter(([, value]) => value !== undefined));
}

function noRow({ rows, notes }: PreviewData, row: number): string {
  if (rows.count > 0) return `There is no row ${row}: ${rows.complete ? 'the dataset has' : 'read are'} ${rows.count} rows.`;
  return `The dataset's own rows are not known, so there is no row ${row}. ${rows.problem ?? notes[0] ?? ''}`.trimEnd();
}

function members(data: PreviewData, diagnostics: (problem: PreviewData['problems'][number]) => readonly object[]): string {
  const { selection, exactness, release, output, labels, notes, problems, datasets, models } = data;
  const name = (id: string, choices: PreviewData['datasets']): string | null => choices.find((choice) => choice.id === id)?.label ?? null;
  const answer = {
    framework: data.framework.id,
    release: release?.name ?? null,
    dataset: name(selection.dataset, datasets),
    model: name(selection.model, models),
    mode: selection.mode,
    label: selection.label ?? null,
    labels,
    shots: selection.shots,
    prompt: output ? promptOf(output) : null,
    exactness: exactness.level,
    reason: exactness.reason,
    notes,
    diagnostics: problems.flatMap(diagnostics),
  };
  return JSON.stringify(answer).slice(1, -1);
}

/** A text, or messages; of messages that are too long to be whole the text that there is. */
function promptOf({ kind, text }: NonNullable<PreviewData['output']>): unknown {
  if (kind === 'text') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

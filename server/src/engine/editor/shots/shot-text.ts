import type { FileId } from '../../core/span.js';
import type { TracedText } from '../../core/traced-text.js';
import type { Target } from '../../frameworks/face/behaviour.js';
import type { LoadedConfig } from '../../frameworks/face/loaded-config.js';
import type { Project } from '../../project/project.js';
import type { Output } from '../../prompt/rendered-prompt.js';
import { findTokenizer } from '../../tokens/find-tokenizer.js';
import { chatTemplateOf } from '../preview/chat-templates.js';
import { lackingColumns, previewRows, rowsFor } from '../preview/rows.js';

/** The prompt of the first row of a target, with where its examples stand in it. */
export interface ShotText {
  readonly text: string;
  /** UTF-16 offsets at which a part ends that is of examples altogether, or not at all; the last is the end of the text. */
  readonly ends: readonly number[];
  /** Of each of these parts, whether it is of examples. */
  readonly ofShots: readonly boolean[];
  /** Whether a run shows these examples in front of each row. */
  readonly same: boolean;
  /** The tokenizer of the model, where it is on this machine and the prompt is one text. */
  readonly tokenizer: FileId | undefined;
}

/** Longer prompts are not counted for a hint. */
const mostCharacters = 400_000;

/**
 * The prompt of a target with the rows and examples that are on this machine, for the tokens of its examples. Undefined where these are not known: the length of a placeholder says nothing of
 * a run's. While rows are being read (`reads.pending` of the project) it is worth asking again.
 */
export function shotText(project: Project, file: FileId, loaded: LoadedConfig, target: Target): ShotText | undefined {
  const { framework, surroundings } = loaded;
  const { rows: known, row } = previewRows(project, file, loaded, target, {});
  const there = rowsFor(known, row);
  if (!there || lackingColumns(framework, target, there.rows.test) !== undefined) return undefined;
  const chat = chatTemplateOf(surroundings, file, undefined, framework.tokenizerOf?.(target));
  const release = framework.releases?.find(file, surroundings);
  const { output, shots, mode, unknowns, error } = framework.render(target, {
    rows: there.rows,
    ...(release && { release: release.name }),
    ...(chat.template && { chatTemplate: chat.template }),
  });
  if (error || !output || shots.made || unknowns.length > 0) return undefined;
  const parts = partsOf(output);
  if (parts.text.length > mostCharacters || !parts.ofShots.includes(true)) return undefined;
  const plan = output.kind === 'text' ? framework.tokens?.(target, mode, { surroundings, file, model: undefined }) : undefined;
  const found = plan?.tokenizer === undefined ? undefined : findTokenizer(surroundings.workspace, plan.tokenizer, file);
  const tokenizer = found && 'found' in found ? found.found : undefined;
  const same = !shots.standIn && shots.byRow !== true && known.examples === undefined;
  return { ...parts, same, tokenizer };
}

function partsOf(output: Output): Pick<ShotText, 'text' | 'ends' | 'ofShots'> {
  const texts: readonly TracedText[] = output.kind === 'text' ? [output.text] : output.messages.map(({ text }) => text);
  const ends: number[] = [];
  const ofShots: boolean[] = [];
  let at = 0;
  for (const { length, note } of texts.flatMap(({ pieces }) => pieces)) {
    const isShot = note?.shot !== undefined;
    at += length;
    if (ofShots.at(-1) === isShot) ends[ends.length - 1] = at;
    else {
      ends.push(at);
      ofShots.push(isShot);
    }
  }
  return { text: texts.map(({ text }) => text).join(''), ends, ofShots };
}

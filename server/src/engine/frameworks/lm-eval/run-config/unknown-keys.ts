import { say } from '../../../core/say.js';
import type { FileId } from '../../../core/span.js';
import { textOf, type DictEntry, type DictValue } from '../../../core/value.js';
import type { Workspace } from '../../../core/workspace.js';
import { runFieldsAround } from '../load/harness-source.js';
import { meantKey } from '../rules/support/unknown-keys.js';
import { runFields } from './run-fields.js';

/** A key of a config that a run does not take. */
export interface UnknownKey {
  readonly entry: DictEntry;
  /** What it raises: a sentence. */
  readonly message: string;
  /** The key that was probably meant. */
  readonly meant: string | undefined;
  /** Whether a run is given it: a script of one's own may take it out before. */
  readonly sure: boolean;
}

/** What people call fields otherwise; `generation_kwargs` is what a task calls it. */
const otherNames: Readonly<Record<string, string>> = {
  generation_kwargs: 'gen_kwargs',
  shots: 'num_fewshot',
  fewshot: 'num_fewshot',
  n_shot: 'num_fewshot',
  chat_template: 'apply_chat_template',
  system_prompt: 'system_instruction',
  output_dir: 'output_path',
};

/** The keys that `EvaluatorConfig` does not have (lm-evaluation-harness 0.4.13 `config/evaluate_config.py`), nor that of the harness within reach of a file. */
export function unknownKeysOf(config: DictValue, file: FileId, workspace: Workspace): UnknownKey[] {
  const own = runFieldsAround(file, workspace);
  const known = own ?? runFields.keys('run')!;
  return [...config.entries.values()].flatMap((entry) => {
    const name = textOf(entry.key);
    if (name === undefined || known.has(name)) return [];
    const meant = meantKey(name, known, config, otherNames);
    const advice = meant === undefined ? '' : say` Did you mean ${meant}?`;
    const message = say`The run stops with TypeError: EvaluatorConfig.__init__() got an unexpected keyword argument '${name}'.${advice}`;
    return [{ entry, message, meant, sure: own !== undefined || meant !== undefined }];
  });
}

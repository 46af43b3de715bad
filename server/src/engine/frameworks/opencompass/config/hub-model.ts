import { pyRepr } from '../../../python/runtime/semantics.js';
import { nowhere } from '../../../core/span.js';
import { DictValue, IntValue, NoneValue, str, type Value } from '../../../core/value.js';
import type { HubModel } from '../../face/command-line.js';

const module = 'opencompass.models.huggingface_above_v4_33';
/** By `--hf-type`. */
const classes: Readonly<Record<string, string>> = { chat: 'HuggingFacewithChatTemplate', base: 'HuggingFaceBaseModel' };

export const hubTypes: readonly string[] = Object.keys(classes);

/** The model that `--hf-path` stands for. OpenCompass 0.5.3 `cli/main.py` (`parse_hf_args`), `utils/run.py` (`get_config_from_arg`): only what decides the prompt. */
export function hubModel({ path, type = 'chat', tokenizerPath, maxSeqLen, maxOutLen = 256 }: HubModel): string {
  const model = new DictValue(nowhere);
  const text = (value: string | undefined): Value => (value === undefined ? new NoneValue(nowhere) : str(value, nowhere));
  const number = (value: number | undefined): Value =>
    value === undefined ? new NoneValue(nowhere) : new IntValue(BigInt(value), nowhere);
  model.set('type', text(`${module}.${classes[type]!}`));
  model.set('abbr', text(`${path.slice(path.lastIndexOf('/') + 1)}_hf`));
  model.set('path', text(path));
  model.set('tokenizer_path', text(tokenizerPath));
  model.set('max_seq_len', number(maxSeqLen));
  model.set('max_out_len', number(maxOutLen));
  return pyRepr(model).text;
}

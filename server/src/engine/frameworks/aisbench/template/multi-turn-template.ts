import type { ListValue } from '../../../core/value.js';
import { DictValue, type Value } from '../../../core/value.js';
import { formatColumns, PromptList } from '../../opencompass/values/prompt-list.js';
import { field, iterate } from '../../opencompass/values/python-value.js';
import type { Row } from '../../opencompass/values/row.js';
import { GeneratingTemplate } from './generating-template.js';
import { roundBounds } from './round-bounds.js';

/**
 * Repeats its round for every pair of the lists in the row's columns `question` and `answer`. No other column is put in, nothing is masked, and
 * what stands around the round stays as written. AISBench 3.1.0 `openicl/icl_prompt_template/icl_prompt_template_multiturn.py`.
 */
export class MultiTurnTemplate extends GeneratingTemplate {
  override readonly className = 'MultiTurnPromptTemplate';

  constructor(
    config: DictValue,
    private readonly findsRounds = true,
  ) {
    super(config);
  }

  override item(row: Row): Value {
    const list = this.encode(this.template, false) as ListValue;
    const [start, end] = roundBounds(list, this.findsRounds);
    const round = new PromptList(list.items.slice(start, end), list.span);
    const turns = pairsOf(row).flatMap((columns) => formatColumns(round, { ...row, columns }).items);
    return new PromptList([...list.items.slice(0, start), ...turns, ...list.items.slice(end)], list.span);
  }
}

/** As many pairs as the shorter list has. */
function pairsOf(row: Row): DictValue[] {
  const answers = [...iterate(field(row.columns, 'answer'))];
  const questions = [...iterate(field(row.columns, 'question'))].slice(0, answers.length);
  return questions.map((question, i) => {
    const columns = new DictValue(row.columns.span);
    columns.set('question', question);
    columns.set('answer', answers[i]!);
    return columns;
  });
}

import type { Environment } from '../core/environment.js';
import { PyError } from '../core/errors.js';
import type { Evaluation, Problem } from '../core/evaluation.js';
import { say } from '../core/say.js';
import { toEvaluation } from '../json/to-evaluation.js';
import { withStrings } from './merge.js';
import { substituteVariables, whyWithheld, type Substituted } from './substitute.js';
import type { FileId } from '../core/span.js';
import { UnknownValue, type DictValue } from '../core/value.js';
import { relocateEvaluation } from './relocate.js';

export interface FilledIn {
  readonly evaluation: Evaluation;
  /** By the string that stands for it in the values: the dotted path of a variable of a base. */
  readonly baseVariables: ReadonlyMap<string, string>;
}

/**
 * Fills in the `{{ … }}` variables of a YAML or JSON config before it is read (mmengine 0.11 `Config._file2dict`): the name of the file, the environment,
 * variables of bases. Every place is one of the document as it is written.
 */
export function evaluateFilledIn(
  file: FileId,
  text: string,
  language: 'yaml' | 'json',
  environment: Environment,
  evaluate: (text: string) => Evaluation,
): FilledIn {
  const assumed: Problem[] = [];
  let filled: Substituted;
  try {
    filled = substituteVariables(
      file,
      text,
      environment,
      (message, span) => assumed.push({ kind: 'depends-on-environment', span, message }),
      language,
    );
  } catch (error) {
    if (!(error instanceof PyError)) throw error;
    const problem: Problem = {
      kind: 'raises',
      span: error.span ?? { file, start: 0, end: text.length },
      message: say`Loading this config raises ${error.message}`,
    };
    return { evaluation: toEvaluation({ file, language, value: undefined, problems: [problem], error }), baseVariables: new Map() };
  }
  if (filled.text.text === text) return { evaluation: evaluate(text), baseVariables: filled.baseVariables };
  const evaluation = relocateEvaluation(evaluate(filled.text.text), filled.text);
  const value = withheldUnknown(evaluation.value, filled);
  return { evaluation: { ...evaluation, value, problems: [...evaluation.problems, ...assumed] }, baseVariables: filled.baseVariables };
}

/** The values with those unknown that hold a variable of the environment which is not handed over. */
function withheldUnknown(value: DictValue, { withheld }: Substituted): DictValue {
  if (withheld.size === 0) return value;
  return withStrings(value, (text) => {
    const reason = whyWithheld(text.text, withheld);
    return reason === undefined ? text : new UnknownValue(reason, text.span);
  }) as DictValue;
}

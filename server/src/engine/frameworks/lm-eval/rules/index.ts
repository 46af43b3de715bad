import type { Rule } from '../../face/rule.js';
import { backslashN } from './backslash-n.js';
import { brokenRegex } from './broken-regex.js';
import { choiceDuplicate } from './choice-duplicate.js';
import { choiceEmpty } from './choice-empty.js';
import { choiceNonstring } from './choice-nonstring.js';
import { choiceNotList } from './choice-not-list.js';
import { choiceRange } from './choice-range.js';
import { choiceSpace } from './choice-space.js';
import { choiceTemplate } from './choice-template.js';
import { datasetWithoutOwner } from './dataset-without-owner.js';
import { descriptionBecomesSystem } from './description-becomes-system.js';
import { descriptionGlue } from './description-glue.js';
import { digitColumn } from './digit-column.js';
import { digitText } from './digit-text.js';
import { doubleSpace } from './double-space.js';
import { duplicateKey } from './duplicate-key.js';
import { emptyTargetShots } from './empty-target-shots.js';
import { fewshotInText } from './fewshot-in-text.js';
import { fewshotLeak } from './fewshot-leak.js';
import { filterArgument } from './filter-argument.js';
import { functionArguments } from './function-arguments.js';
import { functionMissing } from './function-missing.js';
import { functionQuoted } from './function-quoted.js';
import { functionResult } from './function-result.js';
import { genPrefixSpace } from './gen-prefix-space.js';
import { genWithChoice } from './gen-with-choice.js';
import { generationArgument } from './generation-argument.js';
import { genkwUnused } from './genkw-unused.js';
import { generatorPrinted } from './generator-printed.js';
import { groupInTask } from './group-in-task.js';
import { groupMemberUnknown } from './group-member-unknown.js';
import { groupOverrides } from './group-overrides.js';
import { groupTaskString } from './group-task-string.js';
import { includeDiamond } from './include-diamond.js';
import { includeShallow } from './include-shallow.js';
import { intTarget } from './int-target.js';
import { jinjaSyntax } from './jinja-syntax.js';
import { lenientQuotes } from './lenient-quotes.js';
import { listIndexTarget } from './list-index-target.js';
import { literalNotColumn } from './literal-not-column.js';
import { llDelimiter } from './ll-delimiter.js';
import { mcNoChoice } from './mc-no-choice.js';
import { memberInclude } from './member-include.js';
import { metadataNshot } from './metadata-nshot.js';
import { metricAggregation } from './metric-aggregation.js';
import { metricArgument } from './metric-argument.js';
import { missingTaskField } from './missing-task-field.js';
import { moduleBroken } from './module-broken.js';
import { multiturnEmptyUser } from './multiturn-empty-user.js';
import { noSpace } from './no-space.js';
import { notIndexed } from './not-indexed.js';
import { samplesIgnored } from './samples-ignored.js';
import { samplesKeys } from './samples-keys.js';
import { samplesShort } from './samples-short.js';
import { samplesShuffled } from './samples-shuffled.js';
import { shotsZeroLocked } from './shots-zero-locked.js';
import { silentOnDescendants } from './support/of-descendants.js';
import { singleBrace } from './single-brace.js';
import { splitNotLoaded } from './split-not-loaded.js';
import { tagCollision } from './tag-collision.js';
import { taskRaises } from './task-raises.js';
import { typographicQuotes } from './typographic-quotes.js';
import { undefinedSilent } from './undefined-silent.js';
import { undefinedVar } from './undefined-var.js';
import { unknownFewshotKey } from './unknown-fewshot-key.js';
import { unknownField } from './unknown-field.js';
import { unknownFilter } from './unknown-filter.js';
import { unknownMethod } from './unknown-method.js';
import { unknownMetric } from './unknown-metric.js';
import { unknownTest } from './unknown-test.js';
import { unknownValue } from './unknown-value.js';
import { untilEmpty } from './until-empty.js';
import { untilMissing } from './until-missing.js';
import { usePrompt } from './use-prompt.js';
import { wrongFieldType } from './wrong-field-type.js';
import { yaml11Scalar } from './yaml11-scalar.js';

/** The rules of lm-evaluation-harness, in the order in which findings at one place are listed. */
export const lmEvalRules: readonly Rule[] = (<readonly Rule[]>[
  includeDiamond,
  duplicateKey,
  lenientQuotes,
  yaml11Scalar,
  notIndexed,
  unknownField,
  unknownValue,
  wrongFieldType,
  missingTaskField,
  datasetWithoutOwner,
  groupInTask,
  groupTaskString,
  memberInclude,
  groupMemberUnknown,
  groupOverrides,
  tagCollision,
  unknownFewshotKey,
  includeShallow,
  functionMissing,
  moduleBroken,
  functionArguments,
  functionResult,
  functionQuoted,
  filterArgument,
  brokenRegex,
  metricArgument,
  metricAggregation,
  unknownMetric,
  generationArgument,
  jinjaSyntax,
  unknownFilter,
  unknownTest,
  unknownMethod,
  generatorPrinted,
  undefinedVar,
  undefinedSilent,
  literalNotColumn,
  singleBrace,
  backslashN,
  typographicQuotes,
  doubleSpace,
  noSpace,
  choiceSpace,
  llDelimiter,
  genPrefixSpace,
  descriptionGlue,
  descriptionBecomesSystem,
  mcNoChoice,
  choiceNonstring,
  choiceNotList,
  choiceTemplate,
  choiceEmpty,
  choiceDuplicate,
  choiceRange,
  genWithChoice,
  digitText,
  digitColumn,
  intTarget,
  listIndexTarget,
  emptyTargetShots,
  fewshotLeak,
  samplesIgnored,
  samplesShort,
  samplesKeys,
  samplesShuffled,
  shotsZeroLocked,
  splitNotLoaded,
  metadataNshot,
  untilMissing,
  untilEmpty,
  genkwUnused,
  usePrompt,
  multiturnEmptyUser,
  fewshotInText,
  // The last one: it gives way to all others.
  taskRaises,
]).map(silentOnDescendants);

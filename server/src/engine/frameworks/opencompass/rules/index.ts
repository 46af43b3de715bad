import type { Rule } from '../../face/rule.js';
import { apiRoleInvalid } from './api-role-invalid.js';
import { apiRoleMissing } from './api-role-missing.js';
import { droppedText } from './dropped-text.js';
import { duplicateAbbr } from './duplicate-abbr.js';
import { examplesFromTest } from './examples-from-test.js';
import { judgeOtherRows } from './judge-other-rows.js';
import { labelsNotCompared } from './labels-not-compared.js';
import { classNotFound } from './class-not-found.js';
import { commaInColumn } from './comma-in-column.js';
import { dataPathUnknown } from './data-path-unknown.js';
import { doubleBos } from './double-bos.js';
import { doubleBraces } from './double-braces.js';
import { duplicateRole } from './duplicate-role.js';
import { latexEscape } from './latex-escape.js';
import { librarySetting } from './library-setting.js';
import { iceTokenMissing } from './ice-token-missing.js';
import { iceTokenUndefined } from './ice-token-undefined.js';
import { importOverwritten } from './import-overwritten.js';
import { invalidModelField } from './invalid-model-field.js';
import { lineBreakEscaped } from './line-break-escaped.js';
import { mediaAddress } from './media-address.js';
import { missingArgument } from './missing-argument.js';
import { missingFallbackRole } from './missing-fallback-role.js';
import { missingField } from './missing-field.js';
import { missingIceTemplate } from './missing-ice-template.js';
import { missingPart } from './missing-part.js';
import { missingComma } from './missing-comma.js';
import { modelMismatch } from './model-mismatch.js';
import { noFString } from './no-f-string.js';
import { noGenerateRole } from './no-generate-role.js';
import { noPerplexity } from './no-perplexity.js';
import { outputColumnAsked } from './output-column-asked.js';
import { ownCode } from './own-code.js';
import { promptHashMismatch } from './prompt-hash-mismatch.js';
import { promptRaises } from './prompt-raises.js';
import { refusedArgument } from './refused-argument.js';
import { rowNotAsked } from './row-not-asked.js';
import { runPart } from './run-part.js';
import { serviceRequestFields } from './service-request.js';
import { specialTokenSlip } from './special-token-slip.js';
import { syntheticConfig } from './synthetic-config.js';
import { trailingCommaTuple } from './trailing-comma-tuple.js';
import { unfilledPlaceholder } from './unfilled-placeholder.js';
import { unknownColumn } from './unknown-column.js';
import { unknownDatasetKey } from './unknown-dataset-key.js';
import { unknownKey } from './unknown-key.js';
import { unknownModelKey } from './unknown-model-key.js';
import { unknownRole } from './unknown-role.js';
import { unknownSplit } from './unknown-split.js';
import { unusedPart } from './unused-part.js';
import { wrongType } from './wrong-type.js';

/** The rules of OpenCompass and AISBench, in the order in which findings at one place are listed. */
export const openCompassRules: readonly Rule[] = [
  classNotFound,
  ownCode,
  trailingCommaTuple,
  wrongType,
  unknownKey,
  unknownModelKey,
  unknownDatasetKey,
  missingArgument,
  refusedArgument,
  invalidModelField,
  serviceRequestFields,
  librarySetting,
  syntheticConfig,
  missingField,
  missingPart,
  runPart,
  importOverwritten,
  iceTokenMissing,
  iceTokenUndefined,
  missingIceTemplate,
  commaInColumn,
  missingComma,
  noFString,
  unknownColumn,
  unknownSplit,
  unfilledPlaceholder,
  doubleBraces,
  mediaAddress,
  rowNotAsked,
  outputColumnAsked,
  lineBreakEscaped,
  latexEscape,
  unknownRole,
  missingFallbackRole,
  noGenerateRole,
  duplicateRole,
  apiRoleMissing,
  apiRoleInvalid,
  noPerplexity,
  modelMismatch,
  labelsNotCompared,
  judgeOtherRows,
  doubleBos,
  specialTokenSlip,
  examplesFromTest,
  droppedText,
  duplicateAbbr,
  unusedPart,
  promptRaises,
  dataPathUnknown,
  promptHashMismatch,
];

import { say } from '../../../core/say.js';
import type { ErrorAnswer, KnownError } from '../../face/known-error.js';
import { faultAnswers } from '../../opencompass/values/fault-answers.js';
import type { FaultName } from '../../opencompass/values/fault.js';
import { faultCodes } from './faults.js';

/** What stands behind a code that is used for other things as well: the code alone does not say what is wrong. */
const saidWith: Partial<Readonly<Record<FaultName, RegExp>>> = {
  'examples-in-turn': /\bUTILS-TYPE-001\b.*Found keyword/,
  'template-only-generates': /\bICLR-UNK-001\b.*does not supported to be called in base classes/,
  'section-marker': /\bMODEL-UNK-001\b.*(?:section|item pos)/,
};

const answers: readonly (readonly [code: string, answer: ErrorAnswer])[] = [
  [
    'TMAN-CFG-001',
    { rules: ['syntax-error', 'raises', 'base-not-found'], says: () => say`The config cannot be loaded: it raises, or is no Python.` },
  ],
  [
    'TMAN-CFG-002',
    {
      rules: ['missing-field', 'missing-part'],
      says: () =>
        say`The config, or one of its models or datasets, lacks what AISBench asks for: \`models\`, \`datasets\`, \`summarizer\`, \`abbr\` or \`attr\`.`,
    },
  ],
  [
    'TMAN-CFG-003',
    {
      rules: ['wrong-type', 'trailing-comma-tuple'],
      says: () => say`A part of the config is of a wrong kind: \`models\` and \`datasets\` are lists of dicts, \`summarizer\` is a dict.`,
    },
  ],
  [
    'UTILS-MATCH-001',
    {
      rules: [],
      says: () =>
        say`No config has the name that \`--models\` or \`--datasets\` asks for: the message names the words that were not found.`,
    },
  ],
  [
    'UTILS-CFG-002',
    {
      rules: ['invalid-model-field'],
      says: () => say`AISBench refuses a value of the model's config: the message names the field and what it must be.`,
    },
  ],
  [
    'UTILS-CFG-003',
    { rules: ['invalid-model-field', 'unknown-value'], says: () => say`\`attr\` of a model must be \`local\` or \`service\`.` },
  ],
  [
    'UTILS-CFG-004',
    { rules: ['model-mismatch'], says: () => say`A run has models of one kind: all \`attr\` must be \`local\`, or all \`service\`.` },
  ],
  [
    'ICLI-PARAM-007',
    {
      rules: ['model-mismatch', 'no-perplexity'],
      says: () => say`PPLInferencer does not work with a model that streams: set \`stream=False\`.`,
    },
  ],
  [
    'ICLI-IMPL-008',
    {
      rules: ['no-perplexity', 'model-mismatch'],
      says: () => say`The model's class computes no perplexity, which PPLInferencer asks for: use GenInferencer, or another class.`,
    },
  ],
  ['TEVAL-PARAM-001', { rules: ['wrong-type'], says: () => say`\`k\` and \`n\` must be at least 1, and \`k\` not above \`n\`.` }],
];

/** AISBench names what is wrong by a code: `[ICLR-PARAM-002]`, also alone. AISBench 3.1.0 `utils/logging/error_codes.py`, and the places that raise. */
export const aisBenchErrors: readonly KnownError[] = [
  ...faultCodes().map(([fault, code]: readonly [FaultName, string]) => ({
    message: saidWith[fault] ?? new RegExp(`\\b${code}\\b`),
    answer: faultAnswers[fault],
  })),
  ...answers.map(([code, answer]) => ({ message: new RegExp(`\\b${code}\\b`), answer })),
];

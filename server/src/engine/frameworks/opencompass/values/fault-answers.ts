import { say } from '../../../core/say.js';
import type { ErrorAnswer } from '../../face/known-error.js';
import type { FaultName } from './fault.js';

/** What the faults that OpenCompass and AISBench both find mean, whatever each raises. */
export const faultAnswers: Readonly<Record<FaultName, ErrorAnswer>> = {
  'template-type': {
    rules: ['wrong-type'],
    says: () => say`A prompt_template or ice_template has a \`template\` that is neither a text nor a dict.`,
  },
  'template-part-type': {
    rules: ['wrong-type'],
    says: () =>
      say`A value in a \`template\` is neither a text, a list nor a dict: with labels as keys, each value is a template of its own.`,
  },
  'ice-token-missing': {
    rules: ['ice-token-missing'],
    says: () =>
      say`The template has an \`ice_token\`, and its text does not contain it: write the token where the in-context examples shall stand.`,
  },
  'ice-template-missing': {
    rules: ['missing-ice-template'],
    says: () =>
      say`The retriever chooses in-context examples, and there is no \`ice_template\` to write them: add one, or use ZeroRetriever.`,
  },
  'ice-token-undefined': {
    rules: ['ice-token-undefined'],
    says: () =>
      say`A template that takes in-context examples has no \`ice_token\`: add \`ice_token='</E>'\` and write the token into the template.`,
  },
  'templates-missing': {
    rules: ['prompt-raises'],
    says: () => say`An \`infer_cfg\` needs a \`prompt_template\` or an \`ice_template\`; it has neither.`,
  },
  'examples-in-turn': {
    rules: ['prompt-raises'],
    says: () =>
      say`The ice token stands inside the text of a turn, where examples that are dialogues cannot be put. Make it an item of its own: \`begin=['</E>']\`.`,
  },
  'template-only-generates': {
    rules: ['prompt-raises'],
    says: () => say`This template class makes prompts for generation only: use a GenInferencer, or another template class.`,
  },
  'example-id': {
    rules: ['prompt-raises'],
    says: () => say`\`fix_id_list\` names a row that the training split does not have: ids count from 0, after \`train_range\`.`,
  },
  repeats: { rules: ['prompt-raises'], says: () => say`\`k\` is above \`n\`: of \`n\` answers at most \`n\` can count.` },
  'argument-type': { rules: ['wrong-type'], says: () => say`An argument of a class has a value of another kind than the class takes.` },
  'argument-no-text': { rules: ['wrong-type'], says: () => say`An argument that must be a text is something else: quote it.` },
  'meta-round-missing': {
    rules: ['trailing-comma-tuple', 'wrong-type', 'unknown-key'],
    says: () =>
      say`The model's \`meta_template\` has no \`round\`. Often a comma behind the dict makes a tuple of it: look at the end of the line.`,
  },
  'meta-type': {
    rules: ['wrong-type', 'trailing-comma-tuple'],
    says: () => say`A part of the model's \`meta_template\` has the wrong kind: \`round\` and \`reserved_roles\` are lists of dicts.`,
  },
  'meta-role-twice': {
    rules: ['duplicate-role'],
    says: () => say`A role stands twice in \`round\` and \`reserved_roles\` of the model's \`meta_template\`: give each a name of its own.`,
  },
  'meta-text-in-round': {
    rules: ['wrong-type'],
    says: () => say`A text without a role stands in the \`round\` of a \`meta_template\`: APIs take turns only.`,
  },
  'turn-role': {
    rules: ['missing-fallback-role', 'unknown-role'],
    says: () =>
      say`A turn of the dataset has a role that the model's \`meta_template\` lacks, and no \`fallback_role\` that it has: add \`fallback_role='HUMAN'\` to the turn, or the role to the model.`,
  },
  'turn-empty': {
    rules: ['prompt-raises'],
    says: () => say`A turn has neither \`prompt\` nor \`prompt_mm\`: without a text there is nothing to send.`,
  },
  'prompt-type': {
    rules: ['prompt-raises', 'wrong-type'],
    says: () => say`A prompt reached the model that is neither a text nor a list of turns.`,
  },
  'section-marker': {
    rules: ['prompt-raises'],
    says: () => say`The sections of a prompt begin and end out of order: \`begin\`, \`round\` and \`end\` of a template must be whole.`,
  },
  'infer-mode': { rules: ['unknown-value'], says: () => say`\`infer_mode\` must be \`every\`, \`last\` or \`every_with_gt\`.` },
};

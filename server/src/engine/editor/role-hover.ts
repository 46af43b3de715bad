import { metaRoles, readMetaTemplate } from '../config/meta-template.js';
import type { ModelConfig } from '../config/config.js';
import type { LoadedConfig } from '../frameworks/face/loaded-config.js';
import { nameMarkdown } from '../checks/field-markdown.js';
import { codeSpan } from '../core/markdown.js';
import { say } from '../core/say.js';
import { baseName } from '../core/span.js';

/** So many models are named; of more only the number is told. */
const mostNames = 8;

/** What a role means, and what the models of the document make of it. */
export function roleMarkdown({ config, framework }: LoadedConfig, role: string): string {
  const doc = framework.fields.role(role);
  const parts = [doc ? nameMarkdown(doc) : `${codeSpan(role)} · role`];
  const models = config.models.filter((model) => model.metaTemplate?.kind === 'dict');
  if (models.length > 0) parts.push(...modelLines(models, role));
  else parts.push(say`This document has no models with a meta template.`);
  return parts.join('\n\n');
}

function modelLines(models: readonly ModelConfig[], role: string): string[] {
  const known = models.map((model) => ({
    model,
    found: definitionIn(model, role),
    complete: readMetaTemplate(model.metaTemplate)?.complete ?? false,
  }));
  const having = known.filter(({ found }) => found !== undefined);
  const lacking = known.filter(({ found, complete }) => found === undefined && complete);
  const lines: string[] = [];
  if (having.length > 0) lines.push(say`Defined by ${names(having.map(({ model, found }) => `${codeSpan(model.abbr)} (${found})`))}.`);
  if (lacking.length > 0) lines.push(say`Not defined by ${names(lacking.map(({ model }) => codeSpan(model.abbr)))}.`);
  return lines;
}

/** Where and how a model defines the role, as Markdown: `round, sent as user, river.py`. */
function definitionIn(model: ModelConfig, role: string): string | undefined {
  const meta = readMetaTemplate(model.metaTemplate);
  const found = meta && metaRoles(meta).find(({ name }) => name === role);
  if (!found) return undefined;
  const words = [found.section === 'round' ? 'round' : say`reserved role`];
  const apiRole = found.apiRole?.value;
  if (apiRole?.kind === 'str') words.push(say`sent as ${codeSpan(apiRole.text)}`);
  if (found.generates) words.push(say`the model writes here`);
  words.push(codeSpan(baseName(found.span.file)));
  return words.join(', ');
}

function names(list: readonly string[]): string {
  const shown = list.slice(0, mostNames);
  if (list.length > shown.length) shown.push(say`${list.length - shown.length} more`);
  return shown.length === 1 ? shown[0]! : say`${shown.slice(0, -1).join(', ')} and ${shown.at(-1)!}`;
}

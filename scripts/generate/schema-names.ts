import { frameworkChoices, ownFrameworks, rules } from '../../server/src/engine/frameworks/registry.js';
import { usualRoles } from '../../server/src/engine/config/usual-roles.js';
import { modelAttrs } from '../../server/src/engine/config/model-attrs.js';
import { aisBenchModelClass as modelClassOfAisBench } from '../../server/src/engine/frameworks/aisbench/classes/model-classes.js';
import { inferModes } from '../../server/src/engine/frameworks/aisbench/parse/multi-turn-parser.js';
import {
  aggregations,
  filters,
  groupAggregations,
  metrics,
  outputTypes,
  samplers,
} from '../../server/src/engine/frameworks/lm-eval/values/registered-names.js';
import { openCompassModelClass as modelClassOfOpenCompass } from '../../server/src/engine/frameworks/opencompass/classes/model-classes.js';

type Json = Record<string, unknown>;

/** What a schema repeats of the code: where, and the names. */
interface Repeated {
  /** The way through the schema, keys joined by `/`. */
  readonly at: string;
  /** `enum` where nothing else is possible, `examples` where a user may register more. */
  readonly as: 'enum' | 'examples';
  readonly names: readonly string[];
}

const repeated: Readonly<Record<string, readonly Repeated[]>> = {
  'inferencer.json': [{ at: 'properties/infer_mode', as: 'enum', names: inferModes }],
  'meta-role.json': [{ at: 'properties/api_role', as: 'enum', names: usualRoles }],
  'model.json': [{ at: 'properties/attr', as: 'enum', names: modelAttrs }],
  'lm-eval-task.json': [
    { at: 'definitions/task/properties/output_type', as: 'enum', names: outputTypes },
    { at: 'definitions/fewshot-config/properties/sampler', as: 'examples', names: samplers },
    { at: 'definitions/filter-step/properties/function', as: 'examples', names: filters },
    { at: 'definitions/metric/properties/metric', as: 'examples', names: metrics },
    { at: 'definitions/metric/properties/aggregation', as: 'examples', names: aggregations },
    { at: 'definitions/aggregate-metric/properties/aggregation', as: 'examples', names: groupAggregations },
  ],
};

const classes = 'classes.json';
const projectFile = 'preflight.json';

/** The files of `schemas/` that repeat something. */
export const schemaFiles: readonly string[] = [...Object.keys(repeated), classes, projectFile];

/** A schema with the names that the code has today. */
export function withNames(file: string, text: string): string {
  const schema = JSON.parse(text) as Json;
  for (const { at, as, names } of repeated[file] ?? []) child(schema, at)[as] = names;
  if (file === classes) giveParsers(child(schema, 'classes'));
  if (file === projectFile) {
    child(schema, 'properties/rules')['properties'] = Object.fromEntries(rules.map((rule) => [rule.id, severityOf(rule)]));
    child(schema, 'properties/framework')['enum'] = ['auto', ...frameworkChoices];
    giveReleases(child(schema, 'properties/release/properties'));
  }
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

/** What is said of a rule where its severity is set. */
function severityOf({ title, severity }: (typeof rules)[number]): Json {
  return { description: `${title}.`, enum: ['off', 'hint', 'information', 'warning', 'error'], default: severity };
}

/** Versions between those that are known mean the one before, so they are examples. */
function giveReleases(properties: Json): void {
  for (const { id, title, releases } of ownFrameworks) {
    if (!releases) continue;
    properties[id] = { description: `The release of ${title}.`, type: 'string', examples: [...releases.known].reverse() };
  }
}

function child(schema: Json, at: string): Json {
  return at.split('/').reduce((part, key) => part[key] as Json, schema);
}

/** Which parser a model class makes, as the frameworks' tables of model classes have it. */
function giveParsers(all: Json): void {
  for (const [name, entry] of Object.entries(all as Record<string, Json>)) {
    if (entry['kind'] !== 'model') continue;
    const known = (entry['x-frameworks'] as string[]).includes('opencompass') ? modelClassOfOpenCompass(name) : modelClassOfAisBench(name);
    if (!known) throw new Error(`schemas/${classes} describes the model class ${name}, which no framework knows.`);
    entry['x-parser'] = known.parser;
  }
}

import { hierarchyOf, type Hierarchy } from '../../../classes/hierarchy.js';
import { constructorSignature, isSuperCall } from '../../../classes/signature.js';
import { packageFolder } from '../../../core/workspace.js';
import { dirname, joinPath } from '../../../core/paths.js';
import type { ClassDef, Expression, FunctionDef } from '../../../python/syntax/tree/ast.js';
import { removeEntry } from '../../../edit/index.js';
import { missingArguments } from '../../../python/runtime/call-arguments.js';
import { walk } from '../../../python/syntax/tree/walk.js';
import { textOf, type DictEntry, type DictValue, type RefValue, type Value } from '../../../core/value.js';
import { say } from '../../../core/say.js';
import type { CheckContext, Finding } from '../../face/rule.js';
import { nearest } from '../../../checks/support/nearest.js';
import { oneEdit, renameKeyFix } from '../../../checks/support/fixes.js';
import { whatItIs } from '../../../checks/support/types.js';
import { listed } from '../../../checks/support/words.js';
import { kindOf } from '../load/task-file.js';
import { isMentioned } from '../load/own-words.js';
import { computedMetrics } from '../values/metric-facts.js';
import { filterClasses, regexArguments, type FilterClass } from '../values/filter-arguments.js';
import { numberFix } from './support/number-fix.js';
import { fileRule } from './support/task-rule.js';
import { namedAgain } from './support/named-again.js';

/** A key of a filter that its class does not take, or that is missing (lm-evaluation-harness 0.4.13 `api/task.py`, `filters/`). */
export const filterArgument = fileRule(
  {
    id: 'filter-argument',
    title: 'A filter with arguments that it does not take, without one that it needs, or after one that leaves it a single answer',
    severity: 'error',
    fix: 'unsafe',
    prevents: 'KeyError when the task is loaded, or TypeError after the run, when its answers are filtered',
  },
  function* (context): Iterable<Finding> {
    if (kindOf(context.evaluation.value) === 'PY_TASK') return;
    yield* namedTwice(context);
    for (const place of context.config.places) {
      if (place.value.kind !== 'dict') continue;
      if (place.kind === 'filter') {
        for (const key of ['name', 'filter']) yield* missing(context, place.value, key, ['name', 'filter']);
        yield* orderFindings(place.value, context.evaluation.value.get('output_type'));
        yield* ofLikelihoods(place.value, context);
        yield* stepsOfTask(place.value, context);
      } else if (place.kind === 'filter-step') yield* stepFindings(context, place.value);
    }
  },
);

/** Pipelines of one name, under which what they leave is kept: that of the last one is (0.4.13 `api/filter.py`, `apply`). */
function* namedTwice({ evaluation }: CheckContext): Iterable<Finding> {
  const list = evaluation.value.get('filter_list');
  for (const { name, last } of namedAgain(list?.kind === 'list' ? list.items : [], 'name'))
    yield {
      span: name.span,
      severity: 'warning',
      message: say`A later filter is called ${name.text}, too, and what this one leaves of the answers is replaced by what that leaves: there is one score for both.`,
      related: [{ span: last.span, message: say`the later one` }],
    };
}

/** Filters that take a list of texts for each row, and give one. */
const ofTexts: ReadonlySet<string> = new Set([
  'regex',
  'multi_choice_regex',
  'remove_whitespace',
  'lowercase',
  'uppercase',
  'map',
  'majority_vote',
]);

/** Of those the ones that leave texts, whatever they are told. */
const leavesTexts: ReadonlySet<string> = new Set([
  'regex',
  'multi_choice_regex',
  'remove_whitespace',
  'lowercase',
  'uppercase',
  'majority_vote',
  'take_first_k',
]);

/**
 * A filter of texts after `take_first`, which leaves one text in place of the list: what follows goes through its letters.
 * lm-evaluation-harness 0.4.13 `filters/selection.py`, `filters/extraction.py`, `filters/transformation.py`.
 */
function* orderFindings(filter: DictValue, outputType: Value | undefined): Iterable<Finding> {
  const steps = filter.get('filter');
  // Only answers that are written are texts; without the field they are.
  if (steps?.kind !== 'list' || (outputType && textOf(outputType) !== 'generate_until')) return;
  const names = steps.items.map((step) => (step.kind === 'dict' ? step.get('function') : undefined));
  const first = names.findIndex((name) => textOf(name) === 'take_first');
  if (first < 0 || !names.slice(0, first).every((name) => leavesTexts.has(textOf(name) ?? ''))) return;
  for (const [index, name] of names.entries()) {
    if (index <= first) continue;
    const text = textOf(name);
    if (!name || text === undefined || !ofTexts.has(text) || mapsLetters(steps.items[index]!)) return;
    yield {
      span: name.span,
      severity: 'warning',
      message: say`After take_first there is one text and no list: ${text} goes through it letter by letter, without an error. Put take_first last.`,
    };
  }
}

/** What filters of texts raise of a likelihood; the others leave what cannot be scored. */
const raisedOfNumbers: Readonly<Record<string, string>> = {
  remove_whitespace: 'AttributeError',
  lowercase: 'AttributeError',
  uppercase: 'AttributeError',
  format_span: 'AttributeError',
  regex_pos: 'TypeError',
};

/** A filter of texts where the model writes none: it gets likelihoods, and of those (`RegexFilter.apply`) an empty text. */
function* ofLikelihoods(filter: DictValue, { evaluation: { value }, text }: CheckContext): Iterable<Finding> {
  const steps = filter.get('filter');
  const type = textOf(value.get('output_type')) ?? '';
  if (steps?.kind !== 'list' || !Object.hasOwn(computedMetrics, type)) return;
  const names = steps.items.map((step) => (step.kind === 'dict' ? step.get('function') : undefined));
  const at = names.findIndex((name) => !selecting.has(textOf(name) ?? ''));
  const name = textOf(names[at]) ?? '';
  const raises = Object.hasOwn(raisedOfNumbers, name);
  if (!raises && !ofTexts.has(name)) return;
  const isScored = raises || isAbsent(value.get('process_results'));
  const list = value.entry('filter_list');
  yield {
    span: names[at]!.span,
    severity: isScored ? 'error' : 'warning',
    message: isScored
      ? say`With output_type ${type} the model writes nothing, and ${name} gets likelihoods in place of texts: after the run, when they are filtered and scored, it raises ${raisedOfNumbers[name] ?? 'ValueError'}. Leave the filter out, or write output_type: generate_until.`
      : say`With output_type ${type} the model writes nothing, and ${name} gets likelihoods in place of texts: it finds nothing in them.`,
    fixes: oneEdit(say`Remove \`filter_list\``, false, list && removeEntry(text(list.keySpan.file), list)),
  };
}

/** Filters that choose among answers, whatever these are. */
const selecting: ReadonlySet<string> = new Set(['take_first', 'take_first_k', 'majority_vote']);

/** What only shows with the rest of the task: answers that `map` does not know, and more answers than there are. */
function* stepsOfTask(filter: DictValue, { evaluation, config }: CheckContext): Iterable<Finding> {
  const steps = filter.get('filter');
  const { value } = evaluation;
  if (steps?.kind !== 'list' || kindOf(value) !== 'TASK' || evaluation.taskFile?.complete === false || config.datasets.length === 0) return;
  const names = steps.items.map((step) => (step.kind === 'dict' ? (textOf(step.get('function')) ?? '') : ''));
  for (const [index, step] of steps.items.entries()) {
    if (step.kind !== 'dict') continue;
    const isTold = names.slice(index + 1).every((name) => name === 'take_first' || name === 'majority_vote');
    if (names[index] === 'map' && isTold && names.indexOf('take_first') > index) yield* unmapped(step, value);
    if (names[index] === 'map' && names.slice(0, index).every((name) => leavesTexts.has(name) || name === 'take_first'))
      yield* noTexts(step, value);
    if (names[index] === 'take_first_k' && names.slice(0, index).every((name) => leavesTexts.has(name))) yield* tooMany(step, value);
  }
}

/** An answer that the mapping does not have becomes None, to which the target is cast (`process_results`). */
function* unmapped(step: DictValue, task: DictValue): Iterable<Finding> {
  const output = task.get('output_type');
  const isCompared = ['process_results', 'doc_to_choice'].every((key) => isAbsent(task.get(key)));
  if (!isCompared || !isAbsent(step.get('default_value')) || hasUnknownKey(step) || (output && textOf(output) !== 'generate_until')) return;
  const mapping = step.get('mapping_dict');
  const none = isAbsent(mapping);
  if (!none && mapping?.kind !== 'dict') return;
  yield {
    span: step.get('function')!.span,
    severity: none ? 'error' : 'warning',
    message: none
      ? say`Without \`mapping_dict\` the filter map makes None of every answer: after the run, when the answers are scored, it raises TypeError: NoneType takes no arguments.`
      : say`Without \`default_value\` the filter map makes None of an answer that \`mapping_dict\` does not have: after the run, when such an answer is scored, it raises TypeError: NoneType takes no arguments, or, where doc_to_target gives a list, it counts as wrong.`,
  };
}

/** Numbers and truth values among what `map` looks answers up in: an answer is a text, and none of them. */
function* noTexts(step: DictValue, task: DictValue): Iterable<Finding> {
  const mapping = step.get('mapping_dict');
  const output = task.get('output_type');
  if (mapping?.kind !== 'dict' || (output && textOf(output) !== 'generate_until')) return;
  const odd = [...mapping.entries.values()].find(({ key }) => key.kind === 'bool' || key.kind === 'int' || key.kind === 'float');
  if (!odd) return;
  yield {
    span: odd.keySpan,
    severity: 'warning',
    message: say`YAML reads this key as ${whatItIs(odd.key)}, and an answer is a text: the filter map never finds it. Put it in quotes.`,
  };
}

function isAbsent(value: Value | undefined): boolean {
  return value === undefined || value.kind === 'none';
}

/** More answers of each document than `repeats` asks for. */
function* tooMany(step: DictValue, task: DictValue): Iterable<Finding> {
  const k = step.get('k');
  const repeats = task.get('repeats');
  const count = repeats === undefined ? 1n : repeats.kind === 'int' ? repeats.value : undefined;
  if (k?.kind !== 'int' || count === undefined || k.value <= count) return;
  yield {
    span: k.span,
    message: say`For each document there are ${String(count)} answers (\`repeats\`): after the run, when the answers are filtered, it raises AssertionError: Need at least ${String(k.value)} responses per doc to take first ${String(k.value)}.`,
  };
}

/** A step that is told what each letter stands for: the text is one letter. */
function mapsLetters(step: Value): boolean {
  const mapping = step.kind === 'dict' ? step.get('mapping_dict') : undefined;
  return mapping?.kind === 'dict' && [...mapping.entries.values()].every(({ key }) => (textOf(key) ?? '').length === 1);
}

/** A key without which loading the task raises KeyError. */
function* missing(context: CheckContext, dict: DictValue, key: string, known: readonly string[]): Iterable<Finding> {
  if (dict.entry(key) || hasUnknownKey(dict)) return;
  const meant = [...dict.entries.values()].find((entry) => {
    const name = textOf(entry.key);
    return name !== undefined && !known.includes(name) && nearest(name, [key]) === key;
  });
  yield {
    span: meant?.keySpan ?? dict.span,
    message: say`This filter has no \`${key}\`: loading the task raises KeyError: '${key}'.${meant ? say` Did you mean it by ${textOf(meant.key)!}?` : ''}`,
    fixes: meant ? renameKeyFix(context, meant, key) : [],
  };
}

function hasUnknownKey(dict: DictValue): boolean {
  return [...dict.entries.values()].some(({ key }) => key.kind === 'unknown');
}

function* stepFindings(context: CheckContext, step: DictValue): Iterable<Finding> {
  const name = step.get('function');
  if (!name) {
    yield* missing(context, step, 'function', ['regex_pattern', 'filter_fn']);
    return;
  }
  if (name.kind === 'ref') return yield* ofOwnClass(context, step, name);
  const known = name.kind === 'str' && Object.hasOwn(filterClasses, name.text) ? filterClasses[name.text] : undefined;
  if (!known || name.kind !== 'str') return;
  yield* strangers(context, step, name.text, known.takes ? (ofReach(context, known.name) ?? known) : known);
  yield* needed(context, step, name, known);
  for (const entry of step.entries.values()) yield* wrongKind(context, entry);
  if (name.text.startsWith('regex') || name.text === 'multi_choice_regex') yield* laterMatch(step);
}

/** A match behind the first one: it is the matches that are counted, not the groups of the pattern (`RegexFilter.apply`). */
function* laterMatch(step: DictValue): Iterable<Finding> {
  const select = step.entry('group_select');
  if (select?.value.kind !== 'int' || select.value.value <= 0) return;
  const count = String(select.value.value + 1n);
  yield {
    span: select.valueSpan,
    severity: 'warning',
    message: say`\`group_select\` counts the matches of the pattern in an answer, not its groups: of an answer with fewer than ${count} matches the filter raises IndexError: list index out of range. 0 is the first match, -1 the last.`,
  };
}

/** A filter of a class beside the task, by its source. */
function* ofOwnClass(context: CheckContext, step: DictValue, ref: RefValue): Iterable<Finding> {
  const { classes } = context.surroundings;
  const dot = ref.path.lastIndexOf('.');
  const file = joinPath(dirname(ref.from ?? ref.span.file), ref.path.slice(0, Math.max(0, dot)).replaceAll('.', '/') + '.py');
  const found = dot > 0 ? classes.findInFile(file, ref.name) : undefined;
  if (found?.kind === 'function') yield* noClass(step, ref, found.source.node);
  const signature = found?.kind === 'class' ? constructorSignature(classes, found.source) : undefined;
  if (signature && !signature.open) yield* strangers(context, step, ref.name, { name: ref.name, takes: [...signature.keys.keys()] });
  if (found?.kind !== 'class') return;
  const hierarchy = hierarchyOf(classes, found.source);
  for (const name of ['regex_pattern', 'group_select']) {
    const entry = step.entry(name);
    if (entry && handedToRegexFilter(hierarchy, name) === name && (name === 'regex_pattern' || countsMatches(hierarchy)))
      yield* wrongKind(context, entry);
  }
}

/** A function where a class belongs: it is called as one, with the keys of the step alone. */
function* noClass(step: DictValue, ref: RefValue, { name, parameters, decorators }: FunctionDef): Iterable<Finding> {
  const lacking = [...parameters.positionalOnly, ...parameters.positional].filter(
    (parameter) => !parameter.defaultValue && !step.entry(parameter.name.name),
  );
  if (lacking.length === 0 || decorators.length > 0 || hasUnknownKey(step)) return;
  const names = lacking.map((parameter) => parameter.name.name);
  yield {
    span: ref.span,
    message: say`A filter is a class, and ${name.name} is a function: after the run, when the answers are filtered, it raises TypeError: ${missingArguments(name.name, names, 'positional').text}. Write \`function: custom\`, and the function as its \`filter_fn\`.`,
  };
}

/** As which argument RegexFilter of the harness is given that of a class which derives from it, where each constructor on the way hands it on as it is. */
function handedToRegexFilter({ classes }: Hierarchy, argument: string): string | undefined {
  let name: string | undefined = argument;
  for (const [index, owner] of classes.entries()) {
    if (owner.name === 'RegexFilter' || name === undefined) return name;
    const constructor = constructorOf(owner.node);
    const given: string | number | undefined = constructor ? handedOn(constructor, name) : name;
    name = typeof given === 'number' ? parameterAt(given, classes.slice(index + 1)) : given;
    // The harness itself may be out of reach.
    if (owner.node.bases.some((base) => base.type === 'Name' && base.name === 'RegexFilter')) return name;
  }
  return undefined;
}

function constructorOf({ body }: ClassDef): FunctionDef | undefined {
  const found = body.find((part) => part.type === 'FunctionDef' && part.name.name === '__init__');
  return found?.type === 'FunctionDef' ? found : undefined;
}

/** What the first of some classes that has a constructor calls an argument by its place; of a RegexFilter that is out of reach what the harness calls it. */
function parameterAt(place: number, classes: Hierarchy['classes']): string | undefined {
  const constructor = classes.map(({ node }) => constructorOf(node)).find((found) => found !== undefined);
  return constructor ? constructor.parameters.positional[place + 1]?.name.name : regexArguments[place];
}

/** Under which name or at which place a constructor hands an argument on: by itself, or among all keywords that it does not know, and with nothing else done to it. */
function handedOn({ body, parameters }: FunctionDef, argument: string): string | number | undefined {
  const own = [...parameters.positional, ...parameters.keywordOnly].some(({ name }) => name.name === argument);
  const passed = own ? argument : parameters.kwArgs?.name.name;
  const isPassed = (value: Expression): boolean => value.type === 'Name' && value.name === passed;
  let uses = 0;
  let given: string | number | undefined;
  walk(body, (node) => {
    if (node.type === 'Name' && node.name === passed) uses++;
    if (node.type !== 'Call' || !isSuperCall(node, '__init__')) return true;
    const keyword = node.keywords.find(({ value }) => isPassed(value));
    const place = node.positional.findIndex(isPassed);
    given = keyword ? (keyword.name?.name ?? argument) : own && place >= 0 ? place : undefined;
    return true;
  });
  return uses === 1 ? given : undefined;
}

/** Whether answers are filtered by what RegexFilter was given as `group_select`: by its own `apply`, or by a method that takes one of the matches by it. */
function countsMatches({ classes }: Hierarchy): boolean {
  const end = classes.findIndex(({ name }) => name === 'RegexFilter');
  let [applies, counts] = [false, false];
  for (const { node } of classes.slice(0, end < 0 ? undefined : end)) {
    applies ||= node.body.some((part) => part.type === 'FunctionDef' && part.name.name === 'apply');
    walk(node.body, (part) => {
      if (part.type === 'Subscript' && part.index.type === 'Attribute' && part.index.attribute.name === 'group_select') counts = true;
      return true;
    });
  }
  return counts || !applies;
}

/** The class of a filter as the harness within reach has it. */
function ofReach({ file, surroundings: { classes, workspace } }: CheckContext, name: string): ReadClass | undefined {
  const root = packageFolder(workspace, 'lm_eval', file);
  for (const module of root === undefined ? [] : (workspace.list(`${root}/filters`) ?? [])) {
    const found = module.endsWith('.py') ? classes.findInFile(`${root!}/filters/${module}`, name) : undefined;
    const signature = found?.kind === 'class' ? constructorSignature(classes, found.source) : undefined;
    if (signature) return signature.open ? undefined : { name, takes: [...signature.keys.keys()], isRead: true };
  }
  return undefined;
}

/** A class whose own source was read: what it does not say it does not take. */
interface ReadClass extends FilterClass {
  readonly isRead?: boolean;
}

function* strangers(context: CheckContext, step: DictValue, filter: string, { name: owner, takes, isRead }: ReadClass): Iterable<Finding> {
  for (const entry of takes ? step.entries.values() : []) {
    const name = textOf(entry.key);
    if (name === undefined || name === 'function' || takes!.includes(name)) continue;
    if (!isRead && isMentioned(context.file, context.surroundings.workspace, 'filters', name)) continue;
    const free = takes!.filter((key) => !step.entry(key));
    const meant = nearest(name, free);
    const takesWhat = takes!.length === 0 ? say`It takes none.` : say`It takes ${listed(takes!, 6)}.`;
    yield {
      span: entry.keySpan,
      message: say`The filter ${filter} has no argument ${name}: after the run, when the answers are filtered, it raises TypeError: ${owner}.__init__() got an unexpected keyword argument '${name}'. ${meant === undefined ? takesWhat : say`Did you mean ${meant}?`}`,
      fixes: meant === undefined ? [] : renameKeyFix(context, entry, meant),
    };
  }
}

function* needed(context: CheckContext, step: DictValue, filter: Value & { kind: 'str' }, { needs }: FilterClass): Iterable<Finding> {
  if (needs === undefined || step.entry(needs) || hasUnknownKey(step)) return;
  const others = [...step.entries.values()].filter(({ key }) => textOf(key) !== 'function');
  const slip = others.length === 1 ? others[0] : others.find(({ key }) => nearest(textOf(key) ?? '', [needs]) !== undefined);
  yield {
    span: slip?.keySpan ?? filter.span,
    message: say`The filter ${filter.text} needs \`${needs}\`: after the run, when the answers are filtered, it raises KeyError: '${needs}'.`,
    fixes: slip ? renameKeyFix(context, slip, needs) : [],
  };
}

/** What each argument must be, and what is raised else. */
const kinds: Readonly<Record<string, { readonly kinds: readonly Value['kind'][]; readonly is: string; readonly raises: string }>> = {
  regex_pattern: { kinds: ['str'], is: say`a str`, raises: 'TypeError: first argument must be string or compiled pattern' },
  group_select: { kinds: ['int', 'bool'], is: say`an int`, raises: 'TypeError: list indices must be integers or slices' },
  k: { kinds: ['int', 'bool', 'float'], is: say`an int`, raises: 'TypeError' },
  mapping_dict: { kinds: ['dict', 'none'], is: say`a dict`, raises: 'AssertionError: Provided mapping_dict is not a dictionary' },
};

function* wrongKind(context: CheckContext, entry: DictEntry): Iterable<Finding> {
  const { key, value, valueSpan } = entry;
  const name = textOf(key) ?? '';
  const must = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!must || must.kinds.includes(value.kind) || ['unknown', 'ref', 'callable', 'object'].includes(value.kind)) return;
  yield {
    span: valueSpan,
    message: say`\`${name}\` must be ${must.is}, and this is ${whatItIs(value)}: after the run, when the answers are filtered, it raises ${raisedBy(name, value, must.raises)}.`,
    fixes: must.kinds.includes('int') ? numberFix(context, value) : [],
  };
}

/** Python looks a pattern up among those that it has compiled (`re`, `_compile`): what can be no key raises there. */
function raisedBy(name: string, { kind }: Value, otherwise: string): string {
  return name === 'regex_pattern' && (kind === 'list' || kind === 'dict') ? `TypeError: unhashable type: '${kind}'` : otherwise;
}

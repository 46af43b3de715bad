import { original, type DictEntry, type DictValue, type Value } from '../../../../core/value.js';
import type { FileId } from '../../../../core/span.js';
import { lex } from '../../../../python/syntax/tokens/lex.js';
import type { Token } from '../../../../python/syntax/tokens/token.js';
import type { CheckContext, Finding, Fix } from '../../../face/rule.js';
import { oneEdit, surroundFix } from '../../../../checks/support/fixes.js';
import { dialectOf } from '../../render/family.js';
import { whatItIs } from '../../../../checks/support/types.js';
import { say } from '../../../../core/say.js';

export const consequence = say`the evaluation raises an exception when it starts`;

/** `datasets` and `models` of the document, which the framework goes through one by one, where they are no lists of dicts. */
export function* listFindings(context: CheckContext): Iterable<Finding> {
  const { onWrongList } = dialectOf(context.framework);
  for (const key of ['datasets', 'models']) {
    const entry = context.evaluation.value.entry(key) ?? importedConfig(context, key);
    if (!entry || entry.valueSpan.file !== context.file) continue;
    const list = original(entry.value);
    const found = listFinding(context, key, entry, list) ?? (onWrongList && checkedFinding(key, entry, list, onWrongList));
    if (found) yield found;
  }
  const summarizer = context.evaluation.value.entry('summarizer');
  if (onWrongList && summarizer?.valueSpan.file === context.file && summarizer.value.kind === 'list' && summarizer.value.items.length > 0)
    yield {
      span: summarizer.valueSpan,
      message: say`\`summarizer\` must be a dict, and this is ${whatItIs(summarizer.value)}: ${onWrongList}.`,
    };
}

/** A list of datasets to which a dict was added where a list belongs: Python adds the keys of the dict. */
export function* addedKeys(context: CheckContext): Iterable<Finding> {
  const { text, file, evaluation } = context;
  if (evaluation.language !== 'python' || !/(?:\.extend\(|\+=)\s*(?:dict\(|\{)/.test(text(file))) return;
  for (const call of text(file).matchAll(/^[ \t]*(\w*datasets)(?:\.(extend)\(|[ \t]*\+=)\s*(?:dict\(|\{)/gm)) {
    const [whole, list = '', extend] = call;
    const value = evaluation.value.get(list) ?? evaluation.hidden.get(list);
    if (value?.kind !== 'list' || !value.items.some((item) => item.kind === 'str' && item.text === 'infer_cfg')) continue;
    const start = call.index + whole.indexOf(list);
    const at = call.index + whole.indexOf('extend');
    const dict = call.index + whole.search(/(?:dict\(|\{)$/);
    yield {
      span: { file, start, end: call.index + whole.length - 1 },
      severity: 'error',
      message: say`This adds the keys of the dict to \`${list}\`, one by one, and not the dict: ${consequence}. Write append(…), or a list around the dict.`,
      fixes: extend
        ? oneEdit(say`Use append`, false, { span: { file, start: at, end: at + extend.length }, newText: 'append' })
        : inBrackets(text(file), file, dict),
    };
  }
}

/** Where the first bracket behind a place is closed. */
function closingBracket(source: string, start: number): number | undefined {
  const tokens: Token[] = [];
  lex(source.slice(start), tokens);
  let depth = 0;
  for (const { kind, start: at, end } of tokens) {
    const mark = kind === 'mark' ? source[start + at]! : '';
    if ('([{'.includes(mark) && mark) depth++;
    if (')]}'.includes(mark) && mark && --depth === 0) return start + end;
  }
  return undefined;
}

/** The dict that is written at a place, with a list around it. */
function inBrackets(source: string, file: FileId, start: number): Fix[] {
  const end = closingBracket(source, start);
  return end === undefined ? [] : surroundFix(say`Put it in a list`, { file, start, end }, '[', ']');
}

/** What is refused beside, where a run looks first (AISBench 3.1.0 `cli/config_manager.py`, `CustomConfigChecker`). The config of a task has lists of datasets, and is not asked. */
function checkedFinding(key: string, { valueSpan: span }: DictEntry, value: Value, refusal: string): Finding | undefined {
  if (value.kind !== 'list' && value.kind !== 'tuple') return undefined;
  const items = value.items.map((item) => original(item));
  if (items.every(({ kind }) => kind === 'list')) return undefined;
  if (value.kind === 'tuple')
    return { span, message: say`\`${key}\` must be a list of dicts, and this is ${whatItIs(value)}: ${refusal}.` };
  const wrong = items.find(({ kind }) => kind === 'list' || kind === 'tuple');
  return (
    wrong && {
      span,
      message: say`\`${key}\` must be a list of dicts, and one of its items is ${whatItIs(wrong)}: ${refusal}. Write * before a list to take its items.`,
    }
  );
}

/** The models that a partitioner is given, in place of those of the run (OpenCompass 0.5.3 `partitioners/sub_naive.py`). */
const partitionerLists = ['models', 'base_models', 'compare_models', 'judge_models'];

/** Lists within the lists of models that a partitioner of the document is given: at the list itself, which may have a name of its own. */
export function* partitionerListFindings(context: CheckContext): Iterable<Finding> {
  const { value } = context.evaluation;
  // One list may be given for several; that of the run has been looked at.
  const seen = new Set([value.get('models')].map((list) => list && original(list)));
  for (const stage of ['infer', 'eval']) {
    const stageDict = value.get(stage);
    const partitioner = stageDict?.kind === 'dict' ? stageDict.get('partitioner') : undefined;
    if (partitioner?.kind !== 'dict') continue;
    for (const key of partitionerLists) {
      const given = partitioner.get(key);
      const list = given && original(given);
      if (list?.kind === 'dict' && list.entry('type')) yield oneModelFinding(partitioner, key);
      if (list?.kind !== 'list' || list.span.file !== context.file || seen.has(list)) continue;
      seen.add(list);
      const found = itemFinding(context, key, list.span, list.items);
      if (found) yield found;
    }
  }
}

/** One model in the place of the list: its keys are taken for models. */
function oneModelFinding(partitioner: DictValue, key: string): Finding {
  const { valueSpan: span } = partitioner.entry(key)!;
  return {
    span,
    message: say`\`${key}\` must be a list of dicts, and this is ${whatItIs(partitioner.get(key)!)}: ${consequence}.`,
    fixes: surroundFix(say`Put it in a list`, span, '[', ']'),
  };
}

/** What an import binds is no part of the config, but in this way it is meant to be. */
function importedConfig({ evaluation }: CheckContext, key: string): DictEntry | undefined {
  const entry = evaluation.hidden.entry(key);
  return entry?.value.kind === 'ref' && /(?:^|\.)configs\./.test(entry.value.path) ? entry : undefined;
}

function listFinding(context: CheckContext, key: string, { valueSpan: span }: DictEntry, value: Value): Finding | undefined {
  if (value.kind === 'ref' && value.refKind === 'lazy')
    return {
      span,
      message: say`Outside of \`with read_base():\` an import only gives a name, not what the other config defines: ${consequence}. Import ${value.name} within such a block.`,
    };
  if (value.kind === 'none') return changedInPlace(context, key, span);
  if (value.kind === 'unknown') return undefined;
  if (value.kind !== 'list' && value.kind !== 'tuple')
    return {
      span,
      message: say`\`${key}\` must be a list of dicts, and this is ${whatItIs(value)}: ${consequence}.`,
      fixes: value.kind === 'dict' ? surroundFix(say`Put it in a list`, span, '[', ']') : [],
    };
  return itemFinding(context, key, span, value.items);
}

/** `datasets = datasets.append(…)`: what changes a list gives nothing back. */
function changedInPlace({ text }: CheckContext, key: string, span: DictEntry['valueSpan']): Finding | undefined {
  const method = /^[\w.]+\.(append|extend|insert)\s*\(/.exec(text(span.file).slice(span.start, span.end))?.[1];
  if (method === undefined) return undefined;
  return {
    span,
    message: say`\`${method}\` changes the list and gives None, so \`${key}\` is None: ${consequence}. Call it on a line of its own.`,
  };
}

/** A config without imports may be one that the framework itself hands a task, with one list for each model. */
function itemFinding(context: CheckContext, key: string, span: DictEntry['valueSpan'], items: readonly Value[]): Finding | undefined {
  const wrong = items.find((item) => ['list', 'tuple', 'str'].includes(original(item).kind));
  if (!wrong) return undefined;
  const what = whatItIs(original(wrong));
  const message = (advice: string): string =>
    say`\`${key}\` must be a list of dicts, and one of its items is ${what}: ${consequence}.${advice}`;
  if (wrong.kind === 'str') return addedItem(context, key, message('')) ?? { span, message: message('') };
  const advised = message(say` Write * before a list to take its items.`);
  const fixes = unpacked(context, span);
  if (fixes.length > 0) return { span, message: advised, fixes };
  const call = appended(context, key, what);
  if (call || !/^(?:from|import)\b/m.test(context.text(context.file))) return call;
  const within = wrong.span.file === context.file ? { ...listWithin(context, wrong, span), message: advised } : undefined;
  return addedList(context, key, advised) ?? within ?? (span.file === context.file ? { span, message: advised } : undefined);
}

/** A list that is written in the list, as it is or as a sum of others. */
function listWithin({ text, file }: CheckContext, { span }: Value, whole: DictEntry['valueSpan']): Pick<Finding, 'span' | 'fixes'> {
  const isWithin = whole.file === file && whole.start < span.start && span.end < whole.end;
  // Elsewhere a comma may part the arguments of a call.
  const isItem = (isWithin ? /[[,]\s*$/ : /\[\s*$/).test(text(file).slice(0, span.start));
  if (!isItem) return { span };
  const at = { file, start: span.start, end: span.start };
  return { span, fixes: oneEdit(say`Unpack the lists`, false, { span: at, newText: '*' }) };
}

/** `datasets += [pond_datasets]`, with names of lists alone. */
function addedList(context: CheckContext, key: string, message: string): Finding | undefined {
  const { text, file } = context;
  for (const { 0: whole, 1: list, 2: added = '', index } of text(file).matchAll(/^[ \t]*(\w+)[ \t]*\+=[ \t]*(\[[\s\w,*]*\])/gm)) {
    const end = index + whole.length;
    const span = { file, start: end - added.length, end };
    const fixes = list === key ? unpacked(context, span) : [];
    if (fixes.length > 0) return { span, message, fixes };
  }
  return undefined;
}

/** `datasets += pond_datasets[0]`: a dict, of which Python adds the keys. */
function addedItem({ text, file }: CheckContext, key: string, message: string): Finding | undefined {
  for (const { 0: whole, 1: list, 2: item = '', index } of text(file).matchAll(
    /^[ \t]*(\w+)(?:[ \t]*\+=[ \t]*|\.extend\([ \t]*)(\w+\[-?\d+\])[ \t]*\)?[ \t]*$/gm,
  )) {
    if (list !== key) continue;
    const start = index + whole.indexOf(item);
    const span = { file, start, end: start + item.length };
    return { span, message, fixes: surroundFix(say`Put it in a list`, span, '[', ']') };
  }
  return undefined;
}

/** A whole list that is appended to the list of a run, by its name: its items are meant. */
function appended(context: CheckContext, key: string, what: string): Finding | undefined {
  const { text, file, evaluation } = context;
  for (const call of text(file).matchAll(/^[ \t]*(\w+)\.append\(\s*([A-Za-z_]\w*)\s*\)/gm)) {
    const [whole, list, name = ''] = call;
    const value = list === key ? (evaluation.value.get(name) ?? evaluation.hidden.get(name)) : undefined;
    const kind = value && original(value).kind;
    if (kind !== 'list' && kind !== 'tuple') continue;
    const start = call.index + whole.indexOf('append');
    const span = { file, start, end: start + 'append'.length };
    return {
      span: { ...span, end: call.index + whole.length },
      message: say`\`${key}\` must be a list of dicts, and one of its items is ${what}: ${consequence}. \`extend\` takes the items of a list.`,
      fixes: oneEdit(say`Use extend`, false, { span, newText: 'extend' }),
    };
  }
  return undefined;
}

/** Unpacks the lists in a list of mere names, some of which may be unpacked already. */
function unpacked({ text, evaluation }: CheckContext, { file, start, end }: DictEntry['valueSpan']): Fix[] {
  const written = text(file)
    .slice(start, end)
    .replaceAll(/#[^\n]*/g, (comment) => ' '.repeat(comment.length));
  if (!/^\[\s*\*?[A-Za-z_]\w*(?:\s*,\s*\*?[A-Za-z_]\w*)*\s*(?:,\s*)?\]$/.test(written)) return [];
  const edits = [...written.matchAll(/(?<![\w*])[A-Za-z_]\w*/g)].flatMap(({ 0: name, index }) => {
    const value = evaluation.value.get(name) ?? evaluation.hidden.get(name);
    const kind = value && original(value).kind;
    const at = start + index;
    return kind === 'list' || kind === 'tuple' ? [{ span: { file, start: at, end: at }, newText: '*' }] : [];
  });
  return edits.length > 0 ? [{ title: say`Unpack the lists`, safe: true, edits }] : [];
}

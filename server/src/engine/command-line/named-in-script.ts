import { commandsAround, type ScriptWord } from './script-words.js';

/** What options of a framework's command line name: tasks of lm-evaluation-harness, configs of OpenCompass and AISBench. */
export type NamingOption = 'tasks' | 'models' | 'datasets';

/** A name that a command in a shell script gives to a run. */
export interface NamedInScript {
  readonly option: NamingOption;
  readonly name: string;
  /** Where it stands in the script. */
  readonly start: number;
  readonly end: number;
  /** What the command says in an option of its own, by the names of the option: `--config-dir`. */
  given(...options: readonly string[]): readonly string[];
  /** Whether a word of the command matches. */
  runs(program: RegExp): boolean;
}

/** Without one of these there is nothing to find. */
const mention = /(?:^|[\s"'])(?:--(?:tasks|models|datasets)|-t)(?=[\s="'])/;
const harness = /(?:^|[/\s])lm[_-]eval(?:uation[_-]harness)?(?:$|[/.\s])/;
const configRunner = /(?:^|[/\s])(?:opencompass|ais_bench)(?:$|[/.\s])|(?:^|\/)run\.py$/;
/** Tasks may be of a prompt format (`task@format`), configs patterns of names (`mmlu_*`, `demo/_datasets`). */
const names: Readonly<Record<NamingOption, RegExp>> = {
  tasks: /^[\w.@+-]+$/,
  models: /^[\w.*?/[\]+-]+$/,
  datasets: /^[\w.*?/[\]+-]+$/,
};
/** Longer scripts are made by programs. */
const longest = 200_000;
/** So far in front of a place an array may begin. */
const lookedBack = 20_000;
/** So many uses of a variable are looked at, and so many variables. */
const mostUses = 50;
const mostVariables = 50;
/** So many variables may stand between a name and its command. */
const deepest = 2;
/** A longer name of a variable is none. */
const longestVariable = 100;

/** Whether a shell script may name tasks or configs: one look through its text. */
export function mayNameInScript(text: string): boolean {
  return text.length <= longest && mention.test(text);
}

/**
 * The name at an offset of a shell script that a command gives to a run: `lm_eval --tasks a,b`, `-t a`, `opencompass --models a --datasets b c`; also as the value of a variable, or of one that a loop takes from, that
 * such a command is given (`TASKS=a,b`, `for task in a b`, `TASKS=(a b)`). Undefined where nothing of the kind stands.
 */
export function namedInScript(text: string, offset: number): NamedInScript | undefined {
  if (!mayNameInScript(text)) return undefined;
  for (const command of commandsAround(text, offset).toReversed()) {
    const word = command.findIndex(({ at }) => at.length > 0 && at[0]! <= offset && offset <= at.at(-1)! + 1);
    const found = word < 0 ? undefined : nameIn(text, command, word, offset);
    if (found) return found;
  }
  return undefined;
}

/** A command, and the option of it that has a value in question. */
interface Use {
  readonly option: NamingOption;
  readonly command: readonly ScriptWord[];
}

function nameIn(text: string, command: readonly ScriptWord[], index: number, offset: number): NamedInScript | undefined {
  const word = command[index]!;
  const equals = /^(?:--\w+|\w+)=/.exec(word.text)?.[0].length ?? 0;
  const use = useAt(command, index, equals) ?? useOfVariable(text, variableAt(text, command, index, equals));
  const part = use && partAt(word, equals, offset, use.option === 'tasks' ? /[\s,]/ : /\s/);
  if (!use || !part || !names[use.option].test(part.text)) return undefined;
  return {
    option: use.option,
    name: part.text,
    start: part.at[0]!,
    end: part.at.at(-1)! + 1,
    given: (...options) => givenIn(use.command, options),
    runs: (program) => use.command.some((one) => program.test(one.text)),
  };
}

/** What a word is a value of; undefined for any other word. @param equals behind how many characters of the word its value begins */
function useAt(command: readonly ScriptWord[], index: number, equals: number): Use | undefined {
  const isOption = ({ text }: ScriptWord): boolean => /^--?[A-Za-z]/.test(text);
  const at = isOption(command[index]!) ? index : command.slice(0, index).findLastIndex(isOption);
  const name = at < 0 || (at === index && equals === 0) ? undefined : /^--?[\w-]+/.exec(command[at]!.text)![0];
  const runs = (program: RegExp): boolean => command.some(({ text }) => program.test(text));
  if (name === '--tasks' || (name === '-t' && runs(harness))) return { option: 'tasks', command };
  if ((name !== '--models' && name !== '--datasets') || !runs(configRunner)) return undefined;
  return { option: name === '--models' ? 'models' : 'datasets', command };
}

/** The variable that a word gives a value to: in an assignment, a loop, or an array, which may have many lines. */
function variableAt(text: string, command: readonly ScriptWord[], index: number, equals: number): string | undefined {
  const word = command[index]!;
  if (equals > 0) return plainVariable(/^\w+/.exec(word.text)?.[0]);
  if (index > 2 && command[0]!.text === 'for' && command[2]!.text === 'in') return plainVariable(command[1]!.text);
  const before = text.slice(Math.max(0, word.at[0]! - lookedBack), word.at[0]);
  return /(?<!\w)(\w{1,100})\+?=\([^()]*$/.exec(before)?.[1];
}

function plainVariable(name: string | undefined): string | undefined {
  return name !== undefined && name.length <= longestVariable && /^\w+$/.test(name) ? name : undefined;
}

/** What commands are given by a variable, or by one that takes its value from there. Each variable is looked for once, and no more than so many. */
function useOfVariable(text: string, variable: string | undefined): Use | undefined {
  const known = new Set(variable === undefined ? [] : [variable]);
  let level = [...known];
  for (let depth = 0; depth <= deepest; depth++) {
    const next: string[] = [];
    for (const one of level) {
      const found = useOf(text, one);
      if (found) return found;
      if (depth < deepest) next.push(...takersOf(text, one, known));
    }
    level = next;
  }
  return undefined;
}

/** What a command is given by a variable. */
function useOf(text: string, variable: string): Use | undefined {
  for (const { index, 0: use } of matches(text, String.raw`--?\w[\w-]{0,40}[ \t=]{1,20}["']?[^\s"']{0,300}?${valueOf(variable)}`)) {
    const found = useAround(text, index + use.length - 1);
    if (found) return found;
  }
  return undefined;
}

/** The variables that take their value from another one, without those that are `known`, to which they are added. */
function takersOf(text: string, variable: string, known: Set<string>): string[] {
  const taking = String.raw`(?:\bfor[ \t]{1,20}(\w{1,100})[ \t]{1,20}in[ \t]|(?<!\w)(\w{1,100})=)[^\n;|]{0,300}?${valueOf(variable)}`;
  const takers: string[] = [];
  for (const [, loop, assigned] of matches(text, taking)) {
    const other = (loop ?? assigned)!;
    if (known.has(other) || known.size >= mostVariables) continue;
    known.add(other);
    takers.push(other);
  }
  return takers;
}

function valueOf(variable: string): string {
  return String.raw`\$(?:\{#?)?${variable}\b`;
}

function matches(text: string, pattern: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(new RegExp(pattern, 'g'))) if (found.push(match) === mostUses) break;
  return found;
}

/** What the word at an offset is a value of. */
function useAround(text: string, offset: number): Use | undefined {
  for (const command of commandsAround(text, offset).toReversed()) {
    const index = command.findIndex(({ at }) => at.includes(offset));
    const found = index < 0 ? undefined : useAt(command, index, command[index]!.text.indexOf('=') + 1);
    if (found) return found;
  }
  return undefined;
}

/** The part of a word's value around an offset, between separators. */
function partAt({ text, at }: ScriptWord, from: number, offset: number, separator: RegExp): ScriptWord | undefined {
  const place = at.findIndex((one) => one >= offset);
  let start = place < 0 ? at.length : place;
  let end = start;
  if (start < from) return undefined;
  while (start > from && !separator.test(text[start - 1]!)) start--;
  while (end < text.length && !separator.test(text[end]!)) end++;
  return start === end ? undefined : { text: text.slice(start, end), at: at.slice(start, end) };
}

function givenIn(command: readonly ScriptWord[], options: readonly string[]): readonly string[] {
  return command.flatMap(({ text }, i) => {
    const [option, ...rest] = text.split('=');
    if (!options.includes(option!)) return [];
    const value = rest.length > 0 ? rest.join('=') : command[i + 1]?.text;
    return value === undefined ? [] : [value];
  });
}

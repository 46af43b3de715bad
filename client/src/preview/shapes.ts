import type { ComparedWith, FromWebview, PageLook, PageState } from '../../../server/src/protocol/page.js';
import type { PlaceLink, Position, Range } from '../../../server/src/protocol/place.js';
import type {
  Choice,
  Preview,
  PreviewProblem,
  PreviewSegment,
  PreviewSelection,
  PreviewStage,
  PreviewTurn,
} from '../../../server/src/protocol/preview.js';

/**
 * What comes from outside may be anything: messages of the page, what an older version of the extension kept, arguments of commands. Each shape
 * names every field of its type, so that the compiler asks for one that is added.
 */
type Check<T> = (value: unknown) => value is T;

const text = (value: unknown): value is string => typeof value === 'string';
const flag = (value: unknown): value is boolean => typeof value === 'boolean';
const count = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value);
}

function list<T>(check: Check<T>): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(check);
}

function one<const T>(...names: readonly T[]): Check<T> {
  return (value): value is T => (names as readonly unknown[]).includes(value);
}

function either<T>(...checks: readonly Check<T>[]): Check<T> {
  return (value): value is T => checks.some((check) => check(value));
}

function object<T extends object>(fields: { readonly [K in keyof T]-?: Check<T[K]> }): Check<T> {
  const checks = Object.entries<Check<unknown>>(fields);
  return (value): value is T =>
    typeof value === 'object' && value !== null && checks.every(([name, check]) => check((value as Record<string, unknown>)[name]));
}

function record<T>(check: Check<T>): Check<Readonly<Record<string, T>>> {
  return (value): value is Readonly<Record<string, T>> => typeof value === 'object' && value !== null && Object.values(value).every(check);
}

/** A place in a document, as commands take it. */
export const isPosition = object<Position>({ line: count, character: count });
const isRange = object<Range>({ start: isPosition, end: isPosition });
const isLink = object<PlaceLink>({ uri: text, range: isRange, label: text });

const mode = one('gen', 'ppl');
const number = (value: unknown): value is number => typeof value === 'number' && value >= 0;
const isRun = object<NonNullable<PreviewSelection['run']>>({
  seed: optional(either<string | null>(text, (value): value is null => value === null)),
  samples: optional(list(count)),
  limit: optional(number),
});
/** Which rows were picked. */
export const isRowsPick: Check<NonNullable<PreviewSelection['rows']>> = either<NonNullable<PreviewSelection['rows']>>(
  object<{ kind: 'file'; path: string }>({ kind: one('file'), path: text }),
  object<{ kind: 'own' }>({ kind: one('own') }),
  object<{ kind: 'written'; text: string }>({ kind: one('written'), text }),
);
const isSelection = object<PreviewSelection>({
  dataset: optional(text),
  model: optional(text),
  mode: optional(mode),
  label: optional(text),
  shots: optional(count),
  row: optional(count),
  rows: optional(isRowsPick),
  rowsOf: optional(text),
  trainRows: optional(text),
  chatTemplate: optional(text),
  chatTemplates: optional(record(text)),
  systemInstruction: optional(text),
  multiturn: optional(flag),
  tokenizer: optional(text),
  format: optional(text),
  run: optional(isRun),
});

const isReason = object<Preview['exactness']['reasons'][number]>({
  kind: one(
    'raises',
    'never-sent',
    'unknown',
    'guessed-template',
    'unprocessed-row',
    'library-release',
    'unfollowed-call',
    'written-row',
    'incomplete',
    'cut',
    'placeholder-rows',
    'stand-in-shots',
  ),
  message: text,
  about: optional(text),
});
const isChoice = object<Choice>({ id: text, label: text, detail: optional(text), place: optional(text), group: optional(text) });
const isSegment = object<PreviewSegment>({
  text,
  kind: one('prompt', 'meta', 'data', 'framework', 'unknown'),
  title: text,
  scored: optional(flag),
  added: optional(flag),
  fault: optional(text),
  origins: list(isLink),
  path: optional(count),
});
const isTurn = object<PreviewTurn>({
  who: text,
  detail: optional(text),
  kind: one('system', 'user', 'assistant', 'meta', 'other'),
  shot: optional(count),
  segments: list(isSegment),
  generates: flag,
});
const isStage = object<PreviewStage>({
  id: text,
  title: text,
  summary: text,
  turns: list(isTurn),
  error: optional(text),
  unknown: optional(text),
  origins: list(isLink),
});
const isProblem = object<PreviewProblem>({
  severity: one('error', 'warning', 'information', 'hint'),
  message: text,
  rule: text,
  href: text,
  link: isLink,
  fixes: list(
    object<PreviewProblem['fixes'][number]>({
      title: text,
      edits: list(object<PreviewProblem['fixes'][number]['edits'][number]>({ uri: text, range: isRange, newText: text })),
    }),
  ),
});

const isPreview = object<Preview>({
  uri: text,
  version: count,
  framework: object<Preview['framework']>({ id: text, title: text, version: text, previews: one('pairs', 'tasks') }),
  release: optional(object<NonNullable<Preview['release']>>({ name: text, by: one('set', 'found', 'newest'), says: optional(text) })),
  datasets: list(isChoice),
  models: list(isChoice),
  own: object<Preview['own']>({ datasets: count, models: count }),
  portable: object<Preview['portable']>({ dataset: text, model: optional(text) }),
  modes: list(mode),
  labels: list(text),
  labelTexts: list(
    object<Preview['labelTexts'][number]>({
      label: text,
      parts: list(object<Preview['labelTexts'][number]['parts'][number]>({ text, differs: flag, scored: flag })),
    }),
  ),
  scored: optional(text),
  selection: object<Preview['selection']>({
    dataset: text,
    model: text,
    mode,
    label: optional(text),
    shots: count,
    row: optional(count),
    chatTemplate: text,
    systemInstruction: text,
    multiturn: flag,
  }),
  chatTemplates: list(isChoice),
  choices: list(one('chat-template', 'system-instruction', 'multiturn')),
  shots: object<Preview['shots']>({
    configured: count,
    most: count,
    standIn: flag,
    source: optional(text),
    picked: optional(flag),
    examples: list(object<Preview['shots']['examples'][number]>({ shot: count, row: optional(count), text })),
  }),
  rows: object<Preview['rows']>({
    file: optional(text),
    count,
    complete: flag,
    problem: optional(text),
    by: optional(one('own', 'picked', 'team', 'setting', 'written')),
    of: text,
    text: optional(text),
  }),
  stages: list(isStage),
  paths: list(object<Preview['paths'][number]>({ key: text, variable: optional(text) })),
  keys: list(object<Preview['keys'][number]>({ at: isLink, makes: list(isLink) })),
  output: optional(object<NonNullable<Preview['output']>>({ kind: one('text', 'messages'), text })),
  tokens: optional(
    object<NonNullable<Preview['tokens']>>({
      file: optional(text),
      name: optional(text),
      problem: optional(text),
      byBytes: optional(text),
      special: either<boolean | 'unless-begun'>(flag, one('unless-begun')),
      budget: optional(object<NonNullable<NonNullable<Preview['tokens']>['budget']>>({ most: count, reckoned: text })),
      answer: optional(count),
      dropsAbove: optional(count),
      cut: optional(
        object<NonNullable<NonNullable<Preview['tokens']>['cut']>>({ most: count, keeps: one('end', 'beginning', 'both ends') }),
      ),
      notes: list(text),
    }),
  ),
  problems: list(isProblem),
  behind: optional(flag),
  exactness: object<Preview['exactness']>({
    level: one('exact', 'stand-in-shots', 'placeholder-rows', 'close', 'never-sent', 'unknown', 'raises'),
    reason: text,
    reasons: list(isReason),
  }),
  notes: list(text),
  characters: count,
});

const isLook = object<PageLook>({ stage: optional(text), matrix: flag, whitespace: flag, unfolded: flag, added: optional(flag) });
const isComparedWith: Check<ComparedWith> = either<ComparedWith>(
  object<Extract<ComparedWith, { id: string }>>({ kind: one('dataset', 'model', 'label', 'chatTemplate'), id: text, name: text }),
  object<Extract<ComparedWith, { kind: 'shots' }>>({ kind: one('shots'), count }),
  object<Extract<ComparedWith, { kind: 'release' }>>({ kind: one('release'), release: text }),
  object<Extract<ComparedWith, { kind: 'commit' | 'files' }>>({ kind: one('commit', 'files') }),
  object<Extract<ComparedWith, { kind: 'saved' }>>({ kind: one('saved'), uri: text }),
);
const isPageState = object<PageState>({
  uri: text,
  selection: isSelection,
  locked: flag,
  look: optional(isLook),
  compared: optional(isComparedWith),
  last: optional(isPreview),
});

/** @returns what the page kept across a reload, as much of it as is sound; undefined where nothing is */
export function readPageState(value: unknown): PageState | undefined {
  if (isPageState(value)) return value;
  const withoutLast: unknown = typeof value === 'object' && value !== null ? { ...value, last: undefined } : undefined;
  return isPageState(withoutLast) ? withoutLast : undefined;
}

/** A message of the page. */
export const isFromWebview: Check<FromWebview> = either<FromWebview>(
  object<Extract<FromWebview, { type: 'ready' }>>({ type: one('ready') }),
  object<Extract<FromWebview, { type: 'select' }>>({ type: one('select'), selection: isSelection }),
  object<Extract<FromWebview, { type: 'choices' }>>({ type: one('choices'), of: text }),
  object<Extract<FromWebview, { type: 'states' }>>({ type: one('states'), datasets: list(text), models: list(text) }),
  object<Extract<FromWebview, { type: 'findRow' }>>({ type: one('findRow'), text, back: flag }),
  object<Extract<FromWebview, { type: 'chooseRows' }>>({ type: one('chooseRows') }),
  object<Extract<FromWebview, { type: 'saveRows' }>>({ type: one('saveRows') }),
  object<Extract<FromWebview, { type: 'chooseTrainRows' }>>({ type: one('chooseTrainRows') }),
  object<Extract<FromWebview, { type: 'open' }>>({ type: one('open'), link: isLink }),
  object<Extract<FromWebview, { type: 'fix' }>>({ type: one('fix'), problem: count, fix: count, version: count }),
  object<Extract<FromWebview, { type: 'copy' }>>({ type: one('copy'), text }),
  object<Extract<FromWebview, { type: 'take' }>>({ type: one('take'), form: one('text', 'messages', 'curl', 'python', 'markdown') }),
  object<Extract<FromWebview, { type: 'compare' }>>({ type: one('compare') }),
  object<Extract<FromWebview, { type: 'endCompare' }>>({ type: one('endCompare') }),
  object<Extract<FromWebview, { type: 'pick-tokenizer' }>>({ type: one('pick-tokenizer') }),
  object<Extract<FromWebview, { type: 'stage' }>>({ type: one('stage'), stage: optional(text) }),
  object<Extract<FromWebview, { type: 'lock' }>>({ type: one('lock'), locked: flag }),
);

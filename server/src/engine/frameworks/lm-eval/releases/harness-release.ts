import { metricTypes } from './metric-types.js';
import { fieldsSince } from './task-fields.js';
import { utilsLacking } from './util-names.js';

/**
 * What a release of lm-evaluation-harness does in its own way: one flag a behaviour, read by the code that makes the prompts. Nothing there asks for a number.
 * Every flag says which change it came with; `releases/table.ts` says which release has which.
 */
export interface HarnessRelease {
  readonly name: string;
  /**
   * How prompts are put together: `texts` are added up piece by piece (`api/samplers.py` `get_context`, until 0.4.9.2), `turns` are built and joined (`api/task.py`
   * `build_qa_turn`, 41f6bfadc, #3429), `classes` do that for each output type (`api/task/`, 0.5).
   */
  readonly build: 'texts' | 'turns' | 'classes';
  /** The fields of `TaskConfig`. */
  readonly taskFields: ReadonlySet<string>;
  /** The fields of `FewshotConfig`; undefined where it is a plain dict, of which any key is taken (c9772b90a, #3461). */
  readonly fewshotFields: ReadonlySet<string> | undefined;
  /** Whether templates keep the line break at their end (8ad598dfd, #2116). */
  readonly keepsTrailingNewline: boolean;
  /** Whether a description that is the name of a column stands for what the row has there (`resolve_field`, 41f6bfadc). */
  readonly descriptionNamesColumn: boolean;
  /** Whether the delimiter between system instruction and description gives way to white space (`maybe_delimit`, 41f6bfadc). */
  readonly joinsSystemText: boolean;
  /** Whether a shot that equals the row is dropped, whatever the split, without another in its place (`samplers.py` `get_context`, until 41f6bfadc). */
  readonly dropsEqualShots: boolean;
  /** Whether a pool without rows fails an assertion (`samplers.py` `sample`, 41f6bfadc); before, as any pool that is too small. */
  readonly assertsRows: boolean;
  /** What `first_n` takes where the pool is the split that is asked: with the row in it, or without (6e6172522, #3978). */
  readonly firstNKeepsRow: boolean;
  /** Whether with a chat template in one turn the shots are drawn twice, of which the second draw counts (`get_chat_context`, until 41f6bfadc). */
  readonly drawsTwiceInOneTurn: boolean;
  /** Whether rows are drawn again where too few are left beside the one that is asked (0.4.13 `samplers.py`). */
  readonly drawsAgain: boolean;
  /** Whether `fewshot_config` has `doc_to_text`, `doc_to_choice` and `doc_to_target` of its own (69d56f451, #1961). */
  readonly shotsHaveTemplates: boolean;
  /** Whether `fewshot_config.split` counts before `fewshot_split` (f1a0cb5f1, #3937); before that the latter always did. */
  readonly fewshotConfigSplit: boolean;
  /** Whether the delimiters around an answer that is empty are left out (69d56f451). */
  readonly leavesOutEmptyAnswer: boolean;
  /** Whether a chat's answers are joined to the beginning, which must be a text (703fbffd6, #2615); before, they were handed on as they are. */
  readonly chatAnswersAreTexts: boolean;
  /** Whether the `gen_prefix` of a shot is rendered on the row that is asked, not on the shot (until 72d263851, #3979). */
  readonly shotPrefixOfRow: boolean;
  /** With a chat template: whether a choice follows the delimiter `always`, `never` (77c811ead, #2475), or behind a `gen_prefix` that ends in no white space (207907800, #3508). */
  readonly choiceDelimiterInChat: 'always' | 'never' | 'after-prefix';
  /** Whether the choices that are scored alone, for `acc_mutual_info`, follow the delimiter too (3f792954e, #3035). */
  readonly delimitsLoneChoices: boolean;
  /** How a task whose text is an index is asked with a chat template: the bare choice behind the text, or a chat of its own behind it (96e499baf, #2576). */
  readonly choiceInputIsChat: boolean;
  /** The generation arguments where a task has none: `until` and `do_sample`, `temperature` too (930d83780, #2895), or all (30d4e2ed1, #3509). */
  readonly generationDefaults: 'two' | 'temperature' | 'all';
  /** The generation arguments that say how long the answer may be, of which the first counts: one until 0.4.9.2, then those of `normalize_gen_kwargs` (`models/utils.py`). */
  readonly answerLengths: readonly string[];
  /** Whether the harness stops where the answer leaves the prompt no room (0.4.8 `models/huggingface.py`); before, the prompt was not cut by it. */
  readonly refusesNoRoom: boolean;
  /** Whether shots are turns of their own where a chat template is asked for and nothing is said of them (b315ef3b0, #3440). */
  readonly multiturnByDefault: boolean;
  /** What a task that is a class is made with: `none` of the config of its file, the `whole` of it where its constructor takes one (0.4.4 `tasks/__init__.py`), or that without `class` (forks of 0.4.3). */
  readonly classConfig: 'none' | 'whole' | 'popped';
  /** Whether a class is told which file its config was read from (0.4.12 `tasks/_yaml_loader.py`, 2a5c0f041). */
  readonly notesConfigSource: boolean;
  /** What `construct_requests` is told of a chat template: `nothing`, `whether` there is one (77c811ead, #2475), or the `template` too (96e499baf, #2576). */
  readonly requestsKnowChat: 'nothing' | 'whether' | 'template';
  /** How `fewshot_context` is called: in order, in order with `gen_prefix` (703fbffd6, #2615), or all but the row by name (0.4.9). */
  readonly contextArguments: 'ordered' | 'ordered-prefix' | 'named';
  /** Whether documents that `--samples` names keep their numbers in the split, or are counted anew (0.5.0.dev1 `api/task/_task.py`, `doc_iterator`). */
  readonly samplesKeepNumbers: boolean;
  /** Whether the documents are asked for their `features` as the task is made, which a list has not (`api/task.py`; `api/task/_task.py` of 0.5.0.dev1 does not ask). */
  readonly readsFeatures: boolean;
  /** Which of several included files counts (2a5c0f041, #3549). */
  readonly includeOrder: 'first' | 'last';
  /**
   * What counts of what groups and their items say for a task: the `item` before the groups around it (0.4.12 `tasks/_factory.py`, 2a5c0f041), or the outermost group, the `caller`, before
   * the item, and a group that is written in a list takes nothing from those around it (`tasks/__init__.py`). Until 0.4.3 only the group counts that is `called` by its name.
   */
  readonly groups: 'item' | 'caller' | 'called';
  /**
   * What becomes of `include` in an item of a group: `taken` in below what the task has (0.4.3 `tasks/__init__.py`, `load_task`), looked for without a folder, `path` (0.4.4, `_load_task`),
   * refused since there is no folder, `mode` (0.4.9 `utils.py`, `load_yaml_config`), no field of a task, `field` (0.4.12 `tasks/_factory.py`, 2a5c0f041), or `kept` and not looked at (0.5.0.dev1).
   */
  readonly memberInclude: 'taken' | 'kept' | 'path' | 'mode' | 'field';
  /** Whether `!function ../utils.f` is followed as a path (until 0.4.11 `utils.py`, `import_function`); later the dots are folders, and nothing is found. */
  readonly followsFunctionPaths: boolean;
  /** Whether a group combines a metric behind every filter where it names none (0.4.12 `config/group.py`, 2a5c0f041), or behind the filter `none` alone. */
  readonly combinesEveryFilter: boolean;
  /** Of two files that name a task alike: whether the first one keeps the name (e45ed6ecd, #3394), or the last one that is listed has it. */
  readonly firstKeepsName: boolean;
  /**
   * Whether a task that is called by its name, by a tag or by a group of groups must lie in the harness's own folder: the log of the tasks asks for its path there, and
   * ValueError is raised elsewhere (0.4.9.2 `tasks/__init__.py`, `pretty_print_task`; mended by #3436). Members of a group of tasks are logged in another way.
   */
  readonly logsPathInOwnFolder: boolean;
  /** The output types that each registered metric is for, where a metric of another type raises ValueError (0.5.0.dev1 `api/metrics/utils.py`). */
  readonly metricTypes: ReadonlyMap<string, readonly string[]> | undefined;
  /** What is raised for a sampler that does not exist (41f6bfadc). */
  readonly unknownSampler: 'ValueError' | 'KeyError';
  /** What is raised for a filter that does not exist: `get_filter` gave None for it (until 0.4.5 `api/registry.py`), which cannot be called. */
  readonly unknownFilter: 'TypeError' | 'KeyError';
  /** Whether the config of a run may give one seed for all (0.4.13 `config/evaluate_config.py`, `_normalize_seed`). */
  readonly oneSeedForAll: boolean;
  /** Whether the config of a run may have `model_args` and `metadata` as texts (not in 0.4.12, which knows dicts by their type where that is a text; `_parse_dict_args`). */
  readonly splitsRunTexts: boolean;
  /** Whether a run may name the file of a task that is not registered (0.4.12); before, its log looks it up by its name. */
  readonly runsFiles: boolean;
  /** Names of `lm_eval.utils` that it has not, and another release has. */
  readonly utilsLack: ReadonlySet<string>;
  /** What is raised for a task of `multiple_choice` without choices. */
  readonly noChoices: 'UnboundLocalError' | 'TypeError';
}

const fewshotFields: ReadonlySet<string> = new Set([
  'sampler',
  'split',
  'process_docs',
  'fewshot_indices',
  'samples',
  'doc_to_text',
  'doc_to_choice',
  'doc_to_target',
  'gen_prefix',
  'fewshot_delimiter',
  'target_delimiter',
]);

/** The commit 4e7e0d4 before 0.4.13, of which the answers are recorded that this engine is held against. */
const recorded: HarnessRelease = {
  name: '0.4.13.dev0',
  build: 'turns',
  taskFields: fieldsSince('0.4.9'),
  fewshotFields,
  keepsTrailingNewline: true,
  descriptionNamesColumn: true,
  joinsSystemText: true,
  dropsEqualShots: false,
  assertsRows: true,
  firstNKeepsRow: false,
  drawsTwiceInOneTurn: false,
  drawsAgain: false,
  shotsHaveTemplates: true,
  fewshotConfigSplit: true,
  leavesOutEmptyAnswer: true,
  chatAnswersAreTexts: true,
  shotPrefixOfRow: false,
  choiceDelimiterInChat: 'after-prefix',
  delimitsLoneChoices: true,
  choiceInputIsChat: true,
  generationDefaults: 'all',
  answerLengths: ['max_gen_toks', 'max_new_tokens', 'max_tokens', 'max_completion_tokens'],
  refusesNoRoom: true,
  multiturnByDefault: true,
  classConfig: 'whole',
  notesConfigSource: true,
  requestsKnowChat: 'template',
  contextArguments: 'named',
  samplesKeepNumbers: false,
  readsFeatures: true,
  includeOrder: 'last',
  groups: 'item',
  memberInclude: 'field',
  followsFunctionPaths: false,
  combinesEveryFilter: true,
  firstKeepsName: true,
  logsPathInOwnFolder: false,
  metricTypes: undefined,
  unknownSampler: 'KeyError',
  unknownFilter: 'KeyError',
  oneSeedForAll: true,
  splitsRunTexts: true,
  runsFiles: true,
  utilsLack: utilsLacking('0.4.12'),
  noChoices: 'TypeError',
};

const v12: HarnessRelease = {
  ...recorded,
  name: '0.4.12',
  oneSeedForAll: false,
  splitsRunTexts: false,
  firstNKeepsRow: true,
  fewshotConfigSplit: false,
  shotPrefixOfRow: true,
};

const v11: HarnessRelease = {
  ...v12,
  name: '0.4.11',
  utilsLack: utilsLacking('0.4.10'),
  includeOrder: 'first',
  groups: 'caller',
  memberInclude: 'mode',
  followsFunctionPaths: true,
  combinesEveryFilter: false,
  splitsRunTexts: true,
  runsFiles: false,
  notesConfigSource: false,
};

const v92: HarnessRelease = {
  ...v11,
  name: '0.4.9.2',
  utilsLack: utilsLacking('0.4.9.2'),
  build: 'texts',
  fewshotFields: undefined,
  descriptionNamesColumn: false,
  joinsSystemText: false,
  dropsEqualShots: true,
  assertsRows: false,
  firstNKeepsRow: false,
  drawsTwiceInOneTurn: true,
  choiceDelimiterInChat: 'never',
  generationDefaults: 'temperature',
  answerLengths: ['max_gen_toks'],
  multiturnByDefault: false,
  firstKeepsName: false,
  unknownSampler: 'ValueError',
};

const v8: HarnessRelease = {
  ...v92,
  name: '0.4.8',
  utilsLack: utilsLacking('0.4.8'),
  taskFields: fieldsSince('0.4.8'),
  delimitsLoneChoices: false,
  generationDefaults: 'two',
  memberInclude: 'path',
  contextArguments: 'ordered-prefix',
};
const v7: HarnessRelease = {
  ...v8,
  name: '0.4.7',
  utilsLack: utilsLacking('0.4.4'),
  taskFields: fieldsSince('0.4.5'),
  chatAnswersAreTexts: false,
  choiceInputIsChat: false,
  refusesNoRoom: false,
  requestsKnowChat: 'whether',
  contextArguments: 'ordered',
};
const v5: HarnessRelease = {
  ...v7,
  name: '0.4.5',
  choiceDelimiterInChat: 'always',
  requestsKnowChat: 'nothing',
  unknownFilter: 'TypeError',
};
const v3: HarnessRelease = {
  ...v5,
  name: '0.4.3',
  utilsLack: utilsLacking('0.4.3'),
  taskFields: fieldsSince('0.4.3'),
  keepsTrailingNewline: false,
  shotsHaveTemplates: false,
  classConfig: 'none',
  groups: 'called',
  memberInclude: 'taken',
  leavesOutEmptyAnswer: false,
  noChoices: 'UnboundLocalError',
};

/**
 * The releases, the oldest first. Run over recorded cases: 0.4.3, 0.4.5, 0.4.7, 0.4.8, 0.4.9.2, 0.4.10 to 0.4.13 and 0.5.0.dev1; the others are placed by the commits that
 * they contain.
 */
export const harnessReleases: readonly HarnessRelease[] = [
  v3,
  // Forks that have the templates and classes of 0.4.4 and build groups as 0.4.3 does.
  { ...v3, name: '0.4.4.dev0', keepsTrailingNewline: true, classConfig: 'popped' },
  { ...v5, name: '0.4.4', taskFields: fieldsSince('0.4.4') },
  v5,
  { ...v7, name: '0.4.6' },
  v7,
  v8,
  { ...v92, name: '0.4.9', utilsLack: utilsLacking('0.4.8') },
  { ...v92, name: '0.4.9.1', utilsLack: utilsLacking('0.4.9.1') },
  { ...v92, logsPathInOwnFolder: true },
  { ...v11, name: '0.4.10' },
  v11,
  v12,
  recorded,
  { ...recorded, name: '0.4.13', drawsAgain: true },
  {
    ...v12,
    name: '0.5.0.dev1',
    build: 'classes',
    memberInclude: 'kept',
    samplesKeepNumbers: true,
    readsFeatures: false,
    metricTypes,
    taskFields: fieldsSince('0.5.0'),
    utilsLack: utilsLacking('0.5.0'),
  },
];

/** What is taken where no release is named: 0.4.13 but for rows that are drawn again. */
export const newestHarness = recorded;

import type { Kind } from './input.js';
import { askedNames } from './kinds/asked-names.js';
import { chat } from './kinds/chat.js';
import { functions } from './kinds/functions.js';
import { imports } from './kinds/imports.js';
import { jinja } from './kinds/jinja.js';
import { json } from './kinds/json.js';
import { loading } from './kinds/loading.js';
import { names } from './kinds/names.js';
import { noFiles } from './kinds/no-files.js';
import { ownReading } from './kinds/own-reading.js';
import { prompts } from './kinds/prompts.js';
import { pythonHoles } from './kinds/python-holes.js';
import { pythonLibrary } from './kinds/python-library.js';
import { pythonMemory } from './kinds/python-memory.js';
import { pythonNesting } from './kinds/python-nesting.js';
import { pythonNumbers } from './kinds/python-numbers.js';
import { pythonObjects } from './kinds/python-objects.js';
import { pythonRegex } from './kinds/python-regex.js';
import { pythonTexts } from './kinds/python-texts.js';
import { pythonTime } from './kinds/python-time.js';
import { requests } from './kinds/requests.js';
import { rows } from './kinds/rows.js';
import { runs } from './kinds/runs.js';
import { scanners } from './kinds/scanners.js';
import { variables } from './kinds/variables.js';
import { surroundings } from './kinds/surroundings.js';
import { yamlDocuments } from './kinds/yaml.js';

/** All inputs that mean harm, by kind. */
export const kinds: readonly Kind[] = [
  pythonTime,
  pythonMemory,
  pythonRegex,
  pythonNumbers,
  pythonObjects,
  pythonNesting,
  pythonTexts,
  pythonLibrary,
  functions,
  imports,
  names,
  yamlDocuments,
  jinja,
  json,
  prompts,
  rows,
  chat,
  noFiles,
  ownReading,
  runs,
  loading,
  askedNames,
  pythonHoles,
  scanners,
  variables,
  requests,
  surroundings,
];

/** A few of each kind, for every test run: those that stand for many, and those that once did harm. */
export const shortRun: ReadonlySet<string> = new Set(
  `text-plus-million insert-front dict-spread text-count-emoji recursion-tree
  reversed-emoji doubled-list-str doubled-list-eq cycle-shown set-huge-range many-pairs
  regex-counted regex-sub regex-back-reference
  number-power-tower number-int-letters
  object-counter-range object-class-getattr object-eval-deep object-proto-names
  deep-lists-whole deep-calls-open chain-or statements-if
  text-zeros-list text-broken-dicts text-many-typos text-nul text-indented-behind-blank-line
  function-endless function-regex function-system function-reads-passwd function-top-endless function-docs-range function-docs-doubling
  function-match-nested function-match-range function-decimal-digits function-fraction-grows function-date-format function-wrap-narrow
  import-in-a-ring import-missing-thousands import-diamonds import-base-fifo import-base-link-zero include-missing-thousands include-group-doubling
  name-image-abbr name-html-role name-escape-raised name-bidi-key name-environment name-of-file
  yaml-alias-bomb-deep yaml-keys-same yaml-deep-blocks yaml-num-fewshot yaml-choices-many
  jinja-loop-huge jinja-loop-continue jinja-namespace-list-shared jinja-macro-doubling jinja-blanks-before-tag
  json-int-long json-deep-objects
  prompt-placeholders prompt-rounds prompt-labels prompt-fix-id-list
  rows-csv-quote-open rows-jsonl-deep rows-parquet-footer-lists rows-fifo rows-zero
  chat-loop chat-namespace-list chat-json-fifo
  no-file-fifo no-file-link-to-itself around-folders-linking-each-other around-virtual-environment-fifo
  function-in-function-template-grows library-bytes-decoded library-int-digits-formatted library-path-parents
  reading-task-blanks-in-quotes reading-task-empty-lines-of-windows reading-task-tags-open reading-task-blanks-in-loose-quotes
  reading-preflight-lists reading-ignored-by-blanks reading-blanks-before-comment reading-slashes-in-path
  run-pattern-stars-and-letters run-merge-bomb run-chat-doubling loading-pattern-stars loading-pattern-long loading-gzip-parts
  loading-pandas-merge-again saved-deep-closed asked-long-undefined asked-long-metric asked-long-date script-variables-crossing team-roots-outside
  hole-product-of-nothing function-hole-numpy-integers-huge scan-rows-csv-row-much-wider log-lines-empty request-all-of-end-tokens folder-in-a-path-of-lines changing-base-exchanged`.split(
    /\s+/,
  ),
);

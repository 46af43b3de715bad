import type { ClassIndex } from '../../classes/class-index.js';
import type { ConfigKind, DatasetConfig } from '../../config/config.js';
import type { Document } from '../../core/document.js';
import type { Evaluation } from '../../core/evaluation.js';
import type { FileId, Span } from '../../core/span.js';
import type { StrValue } from '../../core/value.js';
import type { TextEdit } from '../../core/text-edit.js';
import type { Workspace } from '../../core/workspace.js';
import type { ReadConfig, Surroundings } from './behaviour.js';

export interface Hover {
  readonly markdown: string;
  /** The text that it explains. */
  readonly span: Span;
}

export interface Completion {
  readonly label: string;
  readonly kind: 'key' | 'role' | 'column' | 'value' | 'class' | 'file' | 'folder' | 'snippet';
  readonly detail: string;
  readonly markdown: string;
  /** What stands there already, and is replaced. */
  readonly span: Span;
  /** Of a `snippet`: with the places to fill as the protocol writes them (`$1`, `${2:text}`). */
  readonly newText: string;
  /** What else of the document changes with it: an import that it needs. */
  readonly also?: readonly TextEdit[];
}

/** Where a thing is defined. `origin` is the text that stands for it in the document. */
export interface Definition {
  readonly origin: Span;
  readonly target: Span;
}

/** What a hint within the text tells; each can be switched off. */
export type InlayKind = (typeof inlayKinds)[number];

export const inlayKinds = ['abbr', 'parser', 'maxOutLen', 'shots', 'shotTokens', 'bases'] as const;

export interface InlayHint {
  readonly kind: InlayKind;
  /** What it is about: it is shown behind it. */
  readonly at: Span;
  readonly label: string;
  readonly tooltip: string;
}

/**
 * What a word within a text of a config means: a column that is put in, a role, the ice token, a special token of a model; of Jinja a word of its own, a variable that the template itself
 * has, a filter, test or function.
 */
export interface MeaningToken {
  readonly meaning: 'column' | 'role' | 'ice' | 'special' | 'keyword' | 'variable' | 'function';
  readonly span: Span;
}

/** Another config that a config could be made into. */
export interface Draft {
  readonly file: FileId;
  /** Whether the hash of its prompts belongs into the name of the file. */
  readonly hashed: boolean;
  readonly text: string;
  /** What takes the answers from what a model writes, as the config names it. */
  readonly processor: string;
}

export interface DocumentLink {
  readonly span: Span;
  readonly target: FileId;
}

/** An entry of the outline. `span` holds those of all `children`. */
export interface DocumentSymbol {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'list' | 'dataset' | 'model' | 'template' | 'value';
  readonly span: Span;
  readonly nameSpan: Span;
  readonly children: readonly DocumentSymbol[];
}

/** A task, or what tasks are gathered in. */
export interface NamedTarget {
  readonly name: string;
  readonly kind: 'task' | 'group' | 'tag';
  /** Where it is defined, else where it is named; empty at the start of a file of its own. */
  readonly at: Span;
  /** What building it raises. */
  readonly problem?: string;
  readonly members: readonly NamedTarget[];
}

/**
 * What texts of configs agree on by a name: a role of meta templates, a column of rows, a dataset or model by its abbr; a task, a group or a tag, which is the same in all files of the
 * workspace, whatever they include.
 */
export type SharedKind = 'role' | 'column' | 'dataset' | 'model' | 'task';

/** A text of a config, or a part of one, that is such a name. */
export interface SharedName {
  readonly kind: SharedKind;
  readonly name: string;
  /** The whole text, and where in it the name begins. */
  readonly text: StrValue;
  readonly at: number;
  /** What has one name in one scope is the same thing. */
  readonly scope: object;
  /** Whether it defines what is called so; else it refers to it. */
  readonly binds: boolean;
}

/** A class by whose code the texts of a scope get names: that of a dataset, which gives its rows their columns. */
export interface NamingClass {
  readonly name: string;
  /** The statement in its file. */
  readonly statement: Span;
  /** Where its code writes a name; empty where that is not known. Undefined: it gives no such name. */
  places(kind: SharedKind, name: string): readonly Span[] | undefined;
  /** All names of a kind that it gives, whatever it is given; undefined where there may be others. */
  all(kind: SharedKind): readonly string[] | undefined;
  /** The names of a kind that its code writes, with all places of each, in whatever file. */
  written(kind: SharedKind): ReadonlyMap<string, readonly Span[]>;
  /** The name of the function whose answer the names come with, where that is known. */
  readonly giver: Span | undefined;
  /** Whether a name of a kind is more than a name in its code: it is put into texts, compared, stored or handed on. */
  spells(kind: SharedKind, name: string): boolean;
  /** Why no name that it gives may be another, a whole sentence; absent: that depends. */
  fixed?(name: string): string;
  /** Where its code gives that name to something of its own that it makes on the way. */
  inner(kind: SharedKind, name: string): readonly Span[];
  /** The statements of a file that are handed nothing of what it names, whoever uses them. */
  apart(file: FileId): readonly Span[];
  /** The classes and functions beside it that are handed what it names, with the statements of their code; undefined: those are not within reach. */
  readonly readers: readonly { readonly name: string; readonly statements: readonly Span[] | undefined }[];
}

/** The names in the texts of an evaluated config, those of its bases among them. */
export interface SharedNames {
  readonly names: readonly SharedName[];
  /** Where a name stands that is not known. */
  readonly unknown: readonly { readonly kind: SharedKind; readonly scope: object; readonly span: Span }[];
  /** Why what is called so in a scope cannot be called otherwise, by what lies outside of texts of configs: a whole sentence. Undefined where nothing speaks against it. */
  fixed(kind: SharedKind, name: string, scope: object): string | undefined;
  /** Why nothing of a scope can be given a name: it means something there already. A whole sentence; undefined where nothing speaks against it. */
  reserved(kind: SharedKind, name: string, scope: object): string | undefined;
  /** The class of a scope, where its source is within reach. */
  readonly classes: ReadonlyMap<object, NamingClass>;
}

/**
 * What an editor shows of the documents of one framework, beside the fields of a config's dicts. A part that is absent is what holds for a Python config: the names
 * that it has from its bases, and the outline of its lists.
 */
export interface FrameworkEditor {
  /** What stands at an offset and is no entry of a dict. */
  hover?(read: ReadConfig, offset: number): Hover | undefined;
  /** Where what stands at an offset is defined: a tag wherever a task has it. */
  definition?(read: ReadConfig, offset: number): readonly Definition[];
  /** Where what a document that is no config names is defined, by its text alone: what a command line in it runs. */
  definitionElsewhere?(document: Document, offset: number, surroundings: Surroundings): readonly Definition[];
  /** Where a name is defined that its command line is given for what a run evaluates. @param folders of the user's own, in which it is looked for first, as they are written */
  namedInRun?(name: Span, text: string, folders: readonly string[], surroundings: Surroundings): readonly Definition[];
  /** The dotted paths under which the class of a kind of dict may be found that is named by its last name alone, the likeliest first. */
  classPaths?(kind: ConfigKind, name: string): readonly string[];
  /** The places of the document that lead to another file, its bases and includes apart. */
  links?(read: ReadConfig): readonly DocumentLink[];
  /** What documents do not write and a run goes by, beside what holds for all frameworks; also for places in other files. */
  hints?(read: ReadConfig): readonly InlayHint[];
  /** Where the config says how many examples a dataset is asked with; undefined where that says none. Absent: the tokens of examples are not shown. */
  shotsAt?(dataset: DatasetConfig, read: ReadConfig): Span | undefined;
  /** What words within texts mean; also of texts in other files, in any order. */
  tokens?(read: ReadConfig): readonly MeaningToken[];
  /** The outline, in the order of the text. */
  symbols?(evaluation: Evaluation): DocumentSymbol[];
  /** The tasks of a document as a tree; undefined while other files are being read that decide it. Absent for prompts that are made of pairs. */
  tree?(evaluation: Evaluation, surroundings: Surroundings): readonly NamedTarget[] | undefined;
  /** What may be written as a value at a place; undefined where a key is to be written. */
  values?(place: TypingPlace): Completion[] | undefined;
  /** The names by which the texts of a config mean the same thing; absent: none are known. */
  sharedNames?(read: ReadConfig): SharedNames;
  /** The classes of a Python file by whose code texts of configs get names, whoever uses them; they have no `readers`. @param text of the file */
  namingClasses?(file: FileId, text: string, classes: ClassIndex): readonly NamingClass[];
  /** The generative config of a document that scores labels; undefined where it cannot be told. Whether it loads is not looked at. */
  generative?(read: ReadConfig, document: Document): Draft | undefined;
  /** What a new line at the top level may begin with, as snippets. */
  snippets?(place: TypingPlace): Completion[];
  /** Keywords of classes that the framework gives itself, by the kind of their dict: a config has no use for them. */
  readonly given?: Partial<Record<ConfigKind, readonly string[]>>;
  /** The kind of the dict around an offset, told by the text alone: for code that the evaluation did not reach. Undefined where that tells nothing. */
  kindAround?(document: Document, offset: number): ConfigKind | undefined;
}

/** Where the user is typing. */
export interface TypingPlace {
  readonly document: Document;
  /** Undefined while the document cannot be read as a config. */
  readonly read: ReadConfig | undefined;
  readonly workspace: Workspace;
  readonly classes: ClassIndex;
  readonly offset: number;
  /** The line before the offset. */
  readonly before: string;
}

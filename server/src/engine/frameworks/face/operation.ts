import type { Document } from '../../core/document.js';
import type { Evaluation } from '../../core/evaluation.js';
import type { FileId } from '../../core/span.js';
import type { Request } from '../../requests/request.js';
import type { ReadConfig, Surroundings } from './behaviour.js';

/** What answers a request to the machine interface: the members of the answer's JSON object behind `id`. Throws BadRequest. */
export type Operation = (configs: RequestedConfigs, request: Request) => string;

/** Opens the configs that requests are about. */
export interface RequestedConfigs {
  /**
   * The config that a request names, by `root` and `path` or by `files` and `main`.
   * @throws BadRequest where it cannot be read
   */
  open(request: Request): RequestedConfig;
  /**
   * The files below the folder that a request names as `root`, for requests about something else than a config.
   * @throws BadRequest where it is no folder
   */
  below(request: Request): RequestedFolder;
}

export interface RequestedFolder {
  readonly folder: FileId;
  readonly surroundings: Surroundings;
}

/** A config that a request is about, among the files that it belongs to. */
export interface RequestedConfig {
  readonly project: Surroundings & {
    document(file: FileId): Document | undefined;
    evaluate(file: FileId): Evaluation | undefined;
    /** Undefined for a document that is no config of any framework. */
    load(file: FileId): ReadConfig | undefined;
  };
  readonly file: FileId;
  /** How a file is named in the answer: relative to the request's root. */
  shown(file: FileId): string;
}

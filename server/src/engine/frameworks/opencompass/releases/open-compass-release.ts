/**
 * What a release of OpenCompass does in its own way: one flag a behaviour, read where the prompt is made. Of the classes that make prompts all else is the same from 0.2.6
 * to 0.5.4 (templates, PromptList, reader, the LM parser, retrievers).
 */
export interface OpenCompassRelease {
  readonly name: string;
  /** Whether the API parser puts the meta template's `begin` in front (a81bbb85, #1405; `models/base_api.py`). */
  readonly apiBegin: boolean;
  /** Whether there are plain messages: RawPromptTemplate and meta templates that are lists of them (e39144fd, #2407; 8add4777, #2435). */
  readonly plainMessages: boolean;
  /** Whether the inferencers that generate ask turn by turn where `multiround` says so; it is an argument that nobody reads before (0493f89a, #2557; `icl_gen_inferencer.py`). */
  readonly multiround: boolean;
  /** Templates, retrievers and inferencers of later releases: naming one raises. */
  readonly later: ReadonlySet<string>;
}

/** By the first release that has them (`openicl/` of its package). */
const firstIn: ReadonlyMap<string, readonly string[]> = new Map([
  ['0.3.0', ['InferencePPLOnlyInferencer']],
  ['0.3.2', ['SlidingWindowRetriever']],
  ['0.5.1', ['ChatMLInferencer']],
  ['0.5.3', ['RawPromptTemplate', 'ParallelGenInferencer', 'ParallelChatInferencer', 'ParallelChatMLInferencer']],
]);

function from(names: readonly string[], flags: Omit<OpenCompassRelease, 'name' | 'later'>): Omit<OpenCompassRelease, 'later'>[] {
  return names.map((name) => ({ name, ...flags }));
}

/** What the releases behind one of a list have first. */
function laterThan(index: number, all: readonly { readonly name: string }[]): ReadonlySet<string> {
  return new Set(all.slice(index + 1).flatMap(({ name }) => firstIn.get(name) ?? []));
}

/**
 * The releases, the oldest first. Run over recorded cases: 0.2.6, 0.3.5, 0.3.9, 0.4.2, 0.5.0 and 0.5.2, and the commit behind 0.5.3; over random ones these, 0.3.2, 0.3.3, 0.5.3
 * and 0.5.4. The others are placed by the commits that they contain.
 */
export const openCompassReleases: readonly OpenCompassRelease[] = [
  ...from(['0.2.6', '0.3.0', '0.3.1', '0.3.2', '0.3.2.post1'], { apiBegin: false, plainMessages: false, multiround: false }),
  ...from(
    ['0.3.3', '0.3.4', '0.3.5', '0.3.6', '0.3.7', '0.3.8', '0.3.9', '0.4.0', '0.4.1', '0.4.2', '0.5.0', '0.5.1', '0.5.1.post1', '0.5.2'],
    { apiBegin: true, plainMessages: false, multiround: false },
  ),
  ...from(['0.5.3'], { apiBegin: true, plainMessages: true, multiround: false }),
  ...from(['0.5.4'], { apiBegin: true, plainMessages: true, multiround: true }),
].map((release, index, all) => ({ ...release, later: laterThan(index, all) }));

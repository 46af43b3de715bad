import type { FileId } from '../../../core/span.js';
import type { Workspace } from '../../../core/workspace.js';
import type { Surroundings } from '../../face/behaviour.js';
import { releasesOf } from '../../face/release-finder.js';
import { harnessReleases, newestHarness, type HarnessRelease } from './harness-release.js';

/** The releases of lm-evaluation-harness, and the one around a file. */
export const harnessVersions = releasesOf({
  framework: 'lm-eval',
  packageName: 'lm_eval',
  version: { distribution: 'lm_eval', files: ['pyproject.toml', 'lm_eval/__init__.py'] },
  releases: harnessReleases,
  newest: '0.4.13',
  bySource,
});

const byName: ReadonlyMap<string, HarnessRelease> = new Map(harnessReleases.map((release) => [release.name, release]));

/** A release of the table; the newest where none is named. */
export function harnessRelease(name: string | undefined): HarnessRelease {
  return (name === undefined ? undefined : byName.get(name)) ?? newestHarness;
}

/** The release around a file, or that its settings name. */
export function releaseOf(file: FileId, surroundings: Surroundings): HarnessRelease {
  return harnessRelease(harnessVersions.find(file, surroundings).name);
}

/** Releases that the source does not tell from the one that the markers lead to: the number does. */
const alike: ReadonlyMap<string, readonly string[]> = new Map([
  ['0.4.5', ['0.4.4']],
  ['0.4.7', ['0.4.6']],
  ['0.4.9.2', ['0.4.9', '0.4.9.1']],
  ['0.4.11', ['0.4.10']],
]);

/** What stands in the source from one release on, and what then is the release before it; the newest first. */
function bySource(folder: FileId, workspace: Workspace, says: string | undefined): string | undefined {
  const marked = markedRelease(new Source(folder, workspace));
  return marked !== undefined && says !== undefined && alike.get(marked)?.includes(says) ? says : marked;
}

function markedRelease(source: Source): string | undefined {
  if (source.has('config/formats/__init__.py') && source.has('api/task/_task.py')) return '0.5.0.dev1';
  if (!source.holds('api/task.py', 'class ConfigurableTask') || !source.holds('api/samplers.py', 'class ContextSampler')) return undefined;
  if (!source.holds('utils.py', 'def apply_template')) return undefined;
  if (source.holds('api/task.py', 'def build_qa_turn')) return turnsRelease(source);
  if (source.holds('api/task.py', 'custom_dataset')) return '0.4.9.2';
  if (source.holds('api/task.py', 'gen_prefix')) return '0.4.8';
  if (source.holds('api/task.py', 'apply_chat_template = kwargs.pop(')) return '0.4.7';
  if (!source.holds('utils.py', 'keep_trailing_newline')) return '0.4.3';
  return source.holds('tasks/__init__.py', 'def load_task(config, task, group=None') ? '0.4.4.dev0' : '0.4.5';
}

function turnsRelease(source: Source): string {
  if (source.holds('api/samplers.py', 'if x != eval_doc]')) return '0.4.13';
  if (source.holds('api/samplers.py', 'pool = self.rm_eval_doc(')) return '0.4.13.dev0';
  return source.has('tasks/_yaml_loader.py') ? '0.4.12' : '0.4.11';
}

class Source {
  constructor(
    private readonly folder: FileId,
    private readonly workspace: Workspace,
  ) {}

  has(path: string): boolean {
    return this.workspace.stat(`${this.folder}/${path}`)?.kind === 'file';
  }

  holds(path: string, text: string): boolean {
    const read = this.workspace.read(`${this.folder}/${path}`);
    return read.kind === 'text' && read.text.includes(text);
  }
}

// Which configs that a framework ships name a dataset class, and with what.
import type { GivenArguments } from '../../server/src/engine/classes/columns/load-columns.js';
import { readReaderCfg } from '../../server/src/engine/config/reader-cfg.js';
import { defaultSettings } from '../../server/src/engine/core/settings.js';
import type { DictValue } from '../../server/src/engine/core/value.js';
import type { Workspace } from '../../server/src/engine/core/workspace.js';
import { aisBenchClasses } from '../../server/src/engine/frameworks/aisbench/classes/class-conventions.js';
import { ClassReader, textArguments } from '../../server/src/engine/frameworks/opencompass/classes/class-facts.js';
import { openCompassClasses } from '../../server/src/engine/frameworks/opencompass/classes/class-conventions.js';
import { createProject } from '../../server/src/engine/project/project.js';

/** One dataset of a config. */
export interface ConfigUse {
  /** Its arguments. */
  readonly given: GivenArguments;
  /** The columns that its reader names. */
  readonly columns: readonly string[];
}

const configs: Readonly<Record<string, string>> = {
  opencompass: 'opencompass/configs/datasets',
  aisbench: 'ais_bench/benchmark/configs/datasets',
};

/** The datasets of the shipped configs by the file and name of their class. */
export function configUses(framework: string, root: string, workspace: Workspace): ReadonlyMap<string, readonly ConfigUse[]> {
  const reader = new ClassReader(framework === 'opencompass' ? openCompassClasses : aisBenchClasses);
  const project = createProject(workspace, defaultSettings);
  const uses = new Map<string, ConfigUse[]>();
  for (const file of configsBelow(`${root}/${configs[framework] ?? ''}`, workspace)) {
    for (const dataset of project.load(file)?.config.datasets ?? []) {
      const source = reader.sourceOf('dataset', dataset.value.get('type'), file, project.classes);
      if (!source) continue;
      const key = `${source.module.file} ${source.name}`;
      uses.set(key, [...(uses.get(key) ?? []), useOf(dataset.value)]);
    }
    project.release(file);
  }
  return uses;
}

function useOf(dataset: DictValue): ConfigUse {
  const { inputColumns, outputColumn } = readReaderCfg(dataset.get('reader_cfg'));
  return { given: textArguments(dataset), columns: [...new Set([...inputColumns, ...(outputColumn ? [outputColumn.text] : [])])] };
}

function configsBelow(folder: string, workspace: Workspace): string[] {
  return (workspace.list(folder) ?? []).flatMap((name) => {
    const path = `${folder}/${name}`;
    return name.endsWith('.py') ? [path] : /\./.test(name) ? [] : configsBelow(path, workspace);
  });
}

import type { ReadConfig } from '../../../face/behaviour.js';
import type { SharedNames } from '../../../face/editor.js';
import type { ClassReader } from '../../classes/class-facts.js';
import { gatherAbbrs } from './abbr-names.js';
import { gatherColumns } from './column-names.js';
import { GatheredNames } from '../../../face/gathered-names.js';
import { gatherRoles } from './role-names.js';

/** The roles, columns and abbrs of a config. */
export function namesInConfig({ config, surroundings }: ReadConfig, reader: ClassReader): SharedNames {
  const gathered = new GatheredNames();
  gatherRoles(config, gathered);
  gatherColumns(
    config,
    { reader, file: config.evaluation.file, classes: surroundings.classes, workspace: surroundings.workspace },
    gathered,
  );
  gatherAbbrs(config, gathered);
  return gathered.gathered;
}

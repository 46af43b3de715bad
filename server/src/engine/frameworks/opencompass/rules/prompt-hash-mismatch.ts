import { commonHash, promptHash } from '../hash/prompt-hash.js';
import { textOf } from '../../../core/value.js';
import type { ConfigRule, Finding } from '../../face/rule.js';
import { say } from '../../../core/say.js';

/** A name that ends in the first six digits of a hash, as OpenCompass 0.5.3 `tools/update_dataset_suffix.py` gives it. */
const named = /^(.*_)([0-9a-f]{6})(\.py)$/;

/** Where shipped dataset configs lie, and where the framework looks datasets up by the name of their file. */
const shippedTree = /(?:^|\/)configs\/datasets\//;

/**
 * A dataset config is named after its prompt, so that results of two prompts are never taken for one another. Elsewhere than in a tree
 * `configs/datasets` six digits may mean anything: there the rule is off unless the settings name it.
 */
export const promptHashMismatch: ConfigRule = {
  id: 'prompt-hash-mismatch',
  title: 'A file name that does not match the prompt hash',
  frameworks: ['opencompass'],
  severity: 'warning',
  fix: 'unsafe',
  setting: 'Unless you set its severity, it applies only below configs/datasets.',
  prevents: 'Results filed under the name of another prompt',
  scope: 'document',
  *check({ file, config }): Iterable<Finding> {
    // What a config defines before it raises is not its prompt.
    if (!config.evaluation.ok) return;
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const [name, stem, digits, ending] = named.exec(file.slice(folder.length)) ?? [];
    const hash = name === undefined ? undefined : promptHash(config)?.slice(0, 6);
    const list = [...config.evaluation.value.entries.values()].find(({ key }) => textOf(key)?.endsWith('_datasets'));
    if (hash === undefined || hash === digits || !list) return;
    // One prompt several times over: the list has another hash, and each dataset's results are filed under that of the name.
    if (commonHash(config)?.startsWith(digits!)) return;
    const newName = `${stem!}${hash}${ending!}`;
    yield {
      span: list.keySpan,
      message: say`The prompt's hash is ${hash}, and the name of this file says ${digits!}: results would be filed under the name of another prompt. Rename the file to ${newName}.`,
      severity: shippedTree.test(folder) ? 'warning' : 'off',
      fixes: [{ title: say`Rename the file to ${newName}`, safe: false, edits: [], rename: { from: file, to: folder + newName } }],
    };
  },
};

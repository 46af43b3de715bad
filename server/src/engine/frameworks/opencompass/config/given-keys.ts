import type { ConfigKind } from '../../../config/config.js';

/** What the framework gives a class itself, whatever the config says. OpenCompass 0.5.3 `tasks/openicl_infer.py`, `tasks/openicl_eval.py`. */
export const givenKeys: Partial<Record<ConfigKind, readonly string[]>> = {
  retriever: ['dataset'],
  inferencer: ['model', 'dump_res_length', 'dump_only_message_path', 'dump_timer'],
  evaluator: ['predictions', 'references'],
  postprocessor: ['dataset'],
};

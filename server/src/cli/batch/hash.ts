import type { CommonOperation } from './session.js';

/** Op `hash`: the framework's prompt hash of the first `*_datasets` list. */
export const hashOperation: CommonOperation = (session, request) => {
  const { project, file } = session.open(request);
  const loaded = project.load(file);
  const error = project.evaluate(file)?.error;
  const digits = loaded?.framework.promptHash?.(loaded.config);
  if (digits !== undefined) return `"hash": "${digits}"`;
  return `"error": ${JSON.stringify(error ? error.message : 'The config defines no list of datasets that is fully known.')}`;
};

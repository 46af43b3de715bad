import { expect, it } from 'vitest';
import { isConfigDocument } from '../../../client/src/config-documents.js';
import { withoutNotConfigs } from '../../../client/src/not-configs.js';

const task = 'task: own\ndataset_path: d\ndoc_to_text: "{{q}}"\noutput_type: generate_until\n';
const document = (scheme: string) =>
  ({ uri: { scheme, toString: () => `${scheme}:/own.yaml` }, languageId: 'yaml', version: 1, getText: () => task }) as never;

/** Which messages about a document go to the server. */
async function told(scheme: string): Promise<string[]> {
  const sent: string[] = [];
  const next = (name: string) => () => (sent.push(name), Promise.resolve()) as never;
  const { didOpen, didChange, didSave, didClose, provideDiagnostics } = withoutNotConfigs;
  await didOpen?.(document(scheme), next('open'));
  await didChange?.({ document: document(scheme) } as never, next('change'));
  await didSave?.(document(scheme), next('save'));
  await didClose?.(document(scheme), next('close'));
  await provideDiagnostics?.(document(scheme), undefined, {} as never, next('diagnostics'));
  return sent;
}

it('an effective config makes no second set of problems: the server never hears of it', async () => {
  expect(await told('file')).toEqual(['open', 'change', 'save', 'close', 'diagnostics']);
  expect(await told('prompt-preflight-effective')).toEqual([]);
  expect(isConfigDocument(document('file'))).toBe(true);
  expect(isConfigDocument(document('prompt-preflight-effective'))).toBe(false);
});

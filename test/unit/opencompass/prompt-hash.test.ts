import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { promptHash } from '../../../server/src/engine/frameworks/opencompass/hash/prompt-hash.js';
import { sha256OfText } from '../../../server/src/engine/frameworks/opencompass/hash/hash-of-text.js';
import { imports } from './configs.js';
import { read } from './python.js';

const parts = `${imports}
few = dict(
    ice_template=dict(type=PromptTemplate, template='{q} → {a}\\x7f'),
    prompt_template=dict(type=PromptTemplate, template=dict(begin='</E>', round=[dict(role='HUMAN', prompt='Ω{q}😀')]), ice_token='</E>'),
    retriever=dict(type=FixKRetriever, fix_id_list=[0, 1]),
    inferencer=dict(type=GenInferencer, temperature=1e-7, ratio=2.0, flag=True, none=None),
)
zero = dict(
    prompt_template=dict(type=PromptTemplate, template={2: 'two', 10: 'ten'}),
    retriever=dict(type=ZeroRetriever),
    inferencer=dict(type=GenInferencer),
)
`;

// The digits are what OpenCompass's own tools/update_dataset_suffix.py gives for these configs.
describe('the prompt hash', () => {
  it('of one dataset is that of its infer_cfg', () => {
    expect(promptHash(read(`${parts}\none_datasets = [dict(abbr='a', infer_cfg=few)]`))).toBe(
      'd634f1e14c67de29fc3d5f5633da9d0319782dcd5e8b7245b3d838afb7494f9b',
    );
  });
  it('of several is that of their hashes; number keys are sorted as numbers', () => {
    const config = `${parts}\ntwo_datasets = [dict(abbr='a', infer_cfg=few), dict(abbr='b', infer_cfg=zero)]`;
    expect(promptHash(read(config))).toBe('3b3572c37f4d3588e023ee116245ab1e14253e5b7efae247872d4a802c16e3be');
  });
  it('of a dataset without an infer_cfg leaves out abbr and path', () => {
    const config = "from opencompass.datasets import JsonlDataset\nplain_datasets = [dict(abbr='a', path='p', type=JsonlDataset, k=1)]";
    expect(promptHash(read(config))).toBe('d1d49c59899b17d300428c08ef179fa5cb7a6f852f8ebd259f85373de24b979b');
  });
  it('is undefined without a list of datasets, and where something is unknown', () => {
    expect(promptHash(read(parts))).toBeUndefined();
    expect(promptHash(read(`${parts}\nimport os\nfew['x'] = os.getcwd()\none_datasets = [dict(infer_cfg=few)]`))).toBeUndefined();
  });
});

describe('sha256OfText', () => {
  it.each([0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 1000])("agrees with the machine's for %i characters", (length) => {
    const text = 'aé😀z'.repeat(length).slice(0, length);
    expect(sha256OfText(text)).toBe(createHash('sha256').update(new TextEncoder().encode(text)).digest('hex'));
  });
});

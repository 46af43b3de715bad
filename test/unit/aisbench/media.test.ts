import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';

const birds = `from ais_bench.benchmark.utils.prompt import AIS_CONTENT_TAG, AIS_IMAGE_START, AIS_TEXT_START, AIS_VIDEO_START
from ais_bench.benchmark.datasets.base import BaseDataset


class BirdDataset(BaseDataset):
    @staticmethod
    def load(path, image_type='image_path'):
        rows = []
        for line in open(path):
            content = AIS_IMAGE_START + line + AIS_CONTENT_TAG + AIS_TEXT_START + line
            if image_type == 'film':
                content += AIS_VIDEO_START + line
            rows.append({'content': content})
        return rows
`;

function found(round: string, more = '', template = 'MMPromptTemplate'): string[] {
  const config = `from pond.birds import BirdDataset
from ais_bench.benchmark.openicl.icl_inferencer import GenInferencer
from ais_bench.benchmark.openicl.icl_prompt_template import PromptTemplate
from ais_bench.benchmark.openicl.icl_prompt_template.icl_prompt_template_mm import MMPromptTemplate
from ais_bench.benchmark.openicl.icl_retriever import ZeroRetriever

pond_datasets = [
    dict(
        abbr='pond',
        type=BirdDataset,
        path='p',
        ${more}
        reader_cfg=dict(input_columns=['question', 'image'], output_column='answer'),
        infer_cfg=dict(
            prompt_template=dict(type=${template}, template=dict(round=[${round}])),
            retriever=dict(type=ZeroRetriever),
            inferencer=dict(type=GenInferencer),
        ),
    ),
]
`;
  const files = { '/ws/config.py': config, '/ws/pond/__init__.py': '', '/ws/pond/birds.py': birds };
  const project = createProject(new MemoryWorkspace(files, ['/ws']), defaultSettings);
  return project.check('/ws/config.py').map(({ rule, message }) => `${rule}: ${message}`);
}

const turn = (parts: string): string => `dict(role='HUMAN', prompt_mm={${parts}})`;
const text = "'text': {'type': 'text', 'text': '{question}'}";
const image = (address = "{'url': 'file://{image}'}", key = 'image'): string => `'${key}': {'type': 'image_url', 'image_url': ${address}}`;

describe('turns with several media', () => {
  it.each([
    ['a part that the rows have', turn(text), '', ['missing-part: This prompt_mm has no image']],
    ['two of them', turn(''), '', ['no text and image']],
    ['the key of a message', turn(`${text}, ${image(undefined, 'image_url')}`), '', ['unknown-key: `prompt_mm` has the parts']],
    ['a part that nobody knows', turn(`${text}, ${image()}, 'smell': {}`), '', ['nothing reads smell.']],
    ['media behind a path', turn(`${text}, ${image()}`), "image_type='image_base64',", ['media-address: With image_type']],
    [
      'a path in place of media',
      turn(`${text}, ${image("'data:image/png;base64,{image}'")}`),
      "image_type='image_path',",
      ['rows hold paths'],
    ],
    [
      'a text that is not filled',
      `${turn(`${text}, ${image()}`)}, dict(role='HUMAN', prompt='{question}')`,
      '',
      ['reads {question} as it stands'],
    ],
  ])('lack %s', (_, round, more, said) => expect(found(round, more)).toEqual(said.map((part) => expect.stringContaining(part) as string)));

  it.each([
    ['addresses without a dict', turn(`${text}, ${image("'file://{image}'")}`), "image_type='image_path',"],
    ['another form of address', turn(`${text}, ${image("'http://pond/{image}'")}`), "image_type='image_base64',"],
    ['a part that some rows have', turn(`${text}, ${image()}`), ''],
    ['what the model is to write', `${turn(`${text}, ${image()}`)}, dict(role='BOT', prompt='{answer}')`, ''],
  ])('may have %s', (_, round, more) => expect(found(round, more)).toEqual([]));

  it('are not filled by PromptTemplate', () =>
    expect(found(turn(text), '', 'PromptTemplate')).toEqual([expect.stringContaining('reads {question} as it stands')]));
});

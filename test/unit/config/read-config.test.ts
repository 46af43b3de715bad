import { describe, expect, it } from 'vitest';
import { dataset, imports, languageModel } from '../opencompass/configs.js';
import { read } from '../opencompass/python.js';

describe('places', () => {
  it('are owners before owned, each value once', () => {
    const config = read(imports + dataset + languageModel);
    const paths = config.places.map(({ kind, path }) => `${kind} ${path}`);
    expect(paths.slice(0, 4)).toEqual([
      'dataset demo_datasets[0]',
      'reader-cfg demo_datasets[0].reader_cfg',
      'infer-cfg demo_datasets[0].infer_cfg',
      'prompt-template demo_datasets[0].infer_cfg.ice_template',
    ]);
    expect(paths).toContain('meta-role models[0].meta_template.reserved_roles[0]');
    expect(paths).toContain('dialogue-item demo_datasets[0].infer_cfg.prompt_template.template.begin[0]');
    expect(paths.filter((path) => path.startsWith('infer-cfg'))).toHaveLength(1);
    for (const place of config.places)
      if (place.parent) expect(config.places.indexOf(place.parent)).toBeLessThan(config.places.indexOf(place));
  });
  it('are those of variables that no list uses, too', () => {
    const paths = read(
      `${imports}\nx_infer_cfg = dict(retriever=dict(type=ZeroRetriever))\napi_meta_template = dict(round=[dict(role='A')])`,
    ).places.map(({ path }) => path);
    expect(paths).toEqual(['x_infer_cfg', 'x_infer_cfg.retriever', 'api_meta_template', 'api_meta_template.round[0]']);
  });
  it('say where a value is used and where it is written', () => {
    const text = imports + dataset;
    const place = read(text).places.find(({ kind }) => kind === 'infer-cfg')!;
    expect(text.slice(place.useSpan.start, place.useSpan.end)).toBe('demo_infer_cfg');
    expect(text.slice(place.value.span.start, place.value.span.end)).toMatch(/^dict\(\n {4}ice_template/);
  });
  it('are values of a wrong type, too', () => {
    const place = read(`${imports}\nx_infer_cfg = (dict(),)`).places[0]!;
    expect(place).toMatchObject({ kind: 'infer-cfg', value: { kind: 'tuple' } });
  });
  it('are few where many datasets share their parts', () => {
    const many = `${imports}${dataset}\nmany_datasets = [dict(abbr=f'd{i}', infer_cfg=demo_infer_cfg, reader_cfg=demo_reader_cfg) for i in range(500)]`;
    const config = read(many);
    expect(config.places.filter(({ kind }) => kind === 'dataset')).toHaveLength(501);
    expect(config.places.filter(({ kind }) => kind === 'infer-cfg')).toHaveLength(1);
  });
});

describe('datasets and models', () => {
  it('are those of `datasets` and `models` where the document has them', () => {
    const config = read(`${imports}${dataset}\nother_datasets = [dict(abbr='x')]\ndatasets = [*demo_datasets]`);
    expect(config.datasets.map(({ list, abbr }) => `${list}/${abbr}`)).toEqual(['datasets/demo']);
  });
  it('are those of every other list else', () => {
    const config = read(
      `${imports}\na_datasets = [dict(abbr='x')]\nb_datasets = [dict(abbr='y')]\nmy_models = [dict(abbr='m')]\njudge_models = [dict(abbr='j')]`,
    );
    expect(config.datasets.map(({ list, index, abbr }) => `${list}[${String(index)}] ${abbr}`)).toEqual([
      'a_datasets[0] x',
      'b_datasets[0] y',
    ]);
    expect(config.models.map(({ abbr }) => abbr)).toEqual(['m']);
  });
  it('without an abbr get the name that the framework derives', () => {
    const config = read(
      `${imports}\na_datasets = [dict(path='org/set', name='part'), dict(path='./set'), dict()]\nmodels = [dict(type=OpenAISDK, path='a/b/c-7b')]`,
    );
    expect(config.datasets.map(({ abbr }) => abbr)).toEqual(['org_set_part', '._set', 'a_datasets[2]']);
    expect(config.models[0]!.abbr).toBe('opencompass.models.OpenAISDK_b_c-7b');
  });
  it('know the parser and the effective meta template of the class', () => {
    const models = read(`${imports}
meta_template = dict(round=[])
models = [
    dict(type=HuggingFaceCausalLM, path='p', meta_template=meta_template),
    dict(type=HuggingFaceBaseModel, path='p', meta_template=meta_template),
    dict(type=HuggingFacewithChatTemplate, path='p'),
    dict(type='HuggingFacewithChatTemplate', path='p', meta_template=meta_template),
    dict(type='somewhere.Own', path='p', meta_template=meta_template),
]`).models;
    expect(
      models.map(({ className, parser, metaTemplateFromClass, metaTemplate }) => [
        className,
        parser,
        metaTemplateFromClass,
        metaTemplate !== undefined,
      ]),
    ).toEqual([
      ['HuggingFaceCausalLM', 'lm', false, true],
      ['HuggingFaceBaseModel', 'lm', true, false],
      ['HuggingFacewithChatTemplate', 'api', true, true],
      ['HuggingFacewithChatTemplate', 'api', false, true],
      ['Own', undefined, false, true],
    ]);
  });
});

describe('the datasets of a config', () => {
  const entry = "dict(abbr='a', infer_cfg=dict(retriever=dict(type=ZeroRetriever)))";
  const lists = (text: string): string[] => read(imports + text).datasets.map(({ list, index }) => `${list}[${String(index)}]`);

  it.each([
    [`demo_datasets_cot = [${entry}]`, ['demo_datasets_cot[0]']],
    [`demo_datasets_cot = [${entry}]\ndemo_datasets = [${entry}]`, ['demo_datasets[0]']],
    [`mine = [${entry}]\nmodels = [dict(abbr='m', type=HuggingFaceCausalLM)]`, []],
    ['parts = [dict(infer_cfg=1), dict(name=1)]', []],
  ])('%s', (text, found) => expect(lists(text)).toEqual(found));
});

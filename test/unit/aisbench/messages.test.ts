import { describe, expect, it } from 'vitest';
import { meta, render } from './support.js';

const pictures = `dict(type=MMPromptTemplate, template=dict(round=[dict(role='HUMAN', prompt_mm=dict(text=dict(type='text', text='{question}'), image=dict(type='image_url', image_url=dict(url='file://{image}'))))]))`;
const text = `dict(type=PromptTemplate, template='Q: {q}')`;
const dialogue = `dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='Q'), dict(role='BOT', prompt='')]))`;

/** The prompt of a template for a model class. */
function prompt(model: string, template: string) {
  return render(`datasets = [dict(abbr='d', type='D', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(prompt_template=${template}, retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]
models = [dict(abbr='m', attr='local', path='x', ${model})]
`);
}

function sent(model: string, template: string): unknown {
  const { output, error } = prompt(model, template);
  if (!output) return error?.error;
  return output.kind === 'text' ? output.text.text : output.messages.map(({ role, text }) => `${role}:${text.text}`);
}

describe('what a class of AISBench sends', () => {
  it.each(['HuggingFaceQwen2VLwithChatTemplate', 'VLLMOfflineVLModel'])('%s looks for parts in the first message', (name) => {
    expect(sent(`type='${name}'`, pictures)).toEqual([expect.stringMatching(/^user:.*file:/s)]);
    expect(sent(`type='${name}'`, text)).toBe("TypeError: string indices must be integers, not 'str'");
    expect(sent(`type='${name}'`, dialogue)).toBe("TypeError: string indices must be integers, not 'str'");
    expect(sent(`type='${name}'`, `dict(type=PromptTemplate, template='')`)).toBe('IndexError: string index out of range');
    expect(sent(`type='${name}', meta_template=dict(round=[])`, `dict(type=PromptTemplate, template=dict(round=[]))`)).toBe(
      'IndexError: list index out of range',
    );
  });

  it('VITA sends parts without roles', () => {
    expect(sent('type=VITAGenerateAPI', text)).toBe('Q: ⟦q⟧');
    expect(sent('type=VITAGenerateAPI', pictures)).toEqual([expect.stringMatching(/^:[^:]*⟦image⟧/s)]);
    expect(sent(`type=VITAGenerateAPI, meta_template=${meta}`, dialogue)).toBe("KeyError: 'type'");
  });

  it('QwenImageEdit wants a picture in the first message', () => {
    expect(sent(`type='QwenImageEditModel'`, pictures)).toEqual([expect.stringContaining('⟦image⟧')]);
    expect(sent(`type='QwenImageEditModel'`, text)).toMatch(/^AISBenchRuntimeError: \[MODEL-UNK-001\]/);
    expect(sent(`type='QwenImageEditModel'`, dialogue)).toBe("TypeError: string indices must be integers, not 'str'");
  });

  it('ChatGLM3 is asked with the last message', () => {
    expect(sent(`type='HuggingFaceChatGLM3', meta_template=${meta}`, dialogue)).toEqual(['user:<H>Q</H>']);
    expect(sent(`type='HuggingFaceChatGLM3'`, pictures)).toBe('AssertionError: ');
  });

  it('HuggingFaceBaseModel cannot be made with what it gives its base class itself', () => {
    expect(sent('type=HuggingFaceBaseModel, meta_template=None', text)).toMatch(
      /^TypeError: .* got multiple values for keyword argument 'meta_template'/,
    );
    expect(sent('type=HuggingFaceBaseModel', text)).toBe('Q: ⟦q⟧');
  });

  it("raises what the base class's parser finds in the meta template first", () => {
    const twice = `meta_template=dict(round=[dict(role='HUMAN', api_role='HUMAN'), dict(role='HUMAN', api_role='HUMAN')])`;
    expect(sent(`type=HuggingFacewithChatTemplate, ${twice}`, text)).toMatch(/^AssertionError/);
    expect(sent(`type=VLLMCustomAPI, ${twice}`, text)).toMatch(/^AISBenchTypeError: \[MODEL-PARAM-005\]/);
    expect(sent(`type='VLLMOfflineVLModel', ${twice}`, pictures)).toMatch(/^AISBenchTypeError: \[MODEL-PARAM-005\]/);
  });
});

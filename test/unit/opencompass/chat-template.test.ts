import { finish } from '../../../server/src/engine/prompt/finish.js';
import { describe, expect, it } from 'vitest';
import type { ChatTemplate } from '../../../server/src/engine/chat/index.js';
import { TracedText } from '../../../server/src/engine/core/traced-text.js';
import { fixture } from '../../support/fixture.js';

const file = '/m/chat.jinja';

function template(source: string, tokens: Record<string, string> = {}): ChatTemplate {
  return {
    name: 'of m',
    source: TracedText.of(source, { kind: 'source', span: { file, start: 0, end: source.length }, exact: true }),
    tokens,
    file,
  };
}

const square =
  '{{ bos_token }}{% for m in messages %}[{{ m.role }}]{{ m.content }}{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}';

/** The prompt of a system turn, a question and a place for the answer, for a model and a chat template. */
function render(model: string, chatTemplate?: ChatTemplate, imports = '') {
  const { project, file } =
    fixture(`${imports}datasets = [dict(abbr='q', path='p', type='JsonlDataset', reader_cfg=dict(input_columns=['q'], output_column='a'),
  infer_cfg=dict(prompt_template=dict(type='PromptTemplate', template=dict(begin=[dict(role='SYSTEM', fallback_role='HUMAN', prompt='Be brief.')], round=[dict(role='HUMAN', prompt='Q: {q}'), dict(role='BOT', prompt='')])), retriever=dict(type='ZeroRetriever'), inferencer=dict(type='GenInferencer')))]
models = [dict(abbr='m', path='x', ${model})]
`);
  const { config, framework } = project.load(file)!;
  const prompt = finish(framework.render(framework.targets(config)[0]!, chatTemplate && { chatTemplate }));
  return { prompt, stage: prompt.stages.find(({ id }) => id === 'chat-template') };
}

describe('the last stage of a chat wrapper', () => {
  it('is unknown without a chat template, and one can be chosen', () => {
    const { prompt, stage } = render("type='HuggingFacewithChatTemplate'");
    expect(stage?.unknown).toContain('Choose one');
    expect(prompt.choices).toEqual(['chat-template']);
    expect(prompt.output?.kind).toBe('messages');
  });

  it('is the text that the model receives', () => {
    const { prompt, stage } = render("type='HuggingFacewithChatTemplate'", template(square, { bos_token: '<s>' }));
    expect(prompt.output).toMatchObject({ kind: 'text', text: { text: '<s>[user]Be brief.\nQ: ⟦q⟧\n[assistant]' } });
    expect(stage?.turns.map(({ who, text, generates }) => [who, text.text, generates])).toEqual([
      ['user', '<s>[user]Be brief.\nQ: ⟦q⟧\n', undefined],
      ['template', '[assistant]', true],
    ]);
    expect(prompt.unknowns).toEqual([]);
  });

  it('keeps where the text of messages comes from', () => {
    const { prompt } = render("type='HuggingFacewithChatTemplate'", template(square));
    const { text } = prompt.output as { text: TracedText };
    expect(text.pieceAt(text.text.indexOf('Be brief'))?.origin).toMatchObject({ kind: 'source', exact: true });
    expect(text.pieceAt(text.text.indexOf('⟦q⟧'))?.origin).toMatchObject({ kind: 'row', column: 'q' });
    expect(text.pieceAt(text.text.indexOf('[assistant]'))?.origin).toEqual({
      kind: 'source',
      span: { file, start: square.indexOf('[assistant]'), end: square.indexOf('{% endif %}') },
      exact: true,
    });
  });

  it('raises where the template refuses', () => {
    const { prompt, stage } = render("type='HuggingFacewithChatTemplate'", template("{{ raise_exception('No.') }}"));
    expect(stage?.error?.error).toBe('TemplateError: No.');
    expect(prompt.error).toMatchObject({ error: 'TemplateError: No.', stage: 'chat', span: { file } });
    expect(prompt.output).toBeUndefined();
  });

  it('of vLLM gives the template what the config says', () => {
    const source = '{% if think %}on{% else %}off{% endif %}{{ messages[0].content[0] }}';
    expect(render("type='VLLMwithChatTemplate', chat_template_kwargs=dict(think=True)", template(source)).prompt.output).toMatchObject({
      text: { text: 'onB' },
    });
    expect(
      render("type='HuggingFacewithChatTemplate', chat_template_kwargs=dict(think=True)", template(source)).prompt.output,
    ).toMatchObject({ text: { text: 'offB' } });
    const unknown = render("type='VLLMwithChatTemplate', chat_template_kwargs=dict(think=os.getpid())", template(source), 'import os\n');
    expect(unknown.stage?.unknown).toContain('chat_template_kwargs');
  });

  it('of TurboMind takes the BOS token off', () => {
    const { prompt } = render("type='TurboMindModelwithChatTemplate'", template(square, { bos_token: '<s>' }));
    expect(prompt.output).toMatchObject({ text: { text: '[user]Be brief.\nQ: ⟦q⟧\n[assistant]' } });
    expect(prompt.stages.at(-1)?.turns[0]?.text.text).toMatch(/^\[user\]/);
    expect(prompt.notes.join()).toContain('<s>');
  });

  it("is fastchat's where the config names one of its templates", () => {
    const { prompt, stage } = render("type='HuggingFacewithChatTemplate', fastchat_template='vicuna'", template(square));
    expect(stage?.unknown).toContain('"vicuna"');
    expect(prompt.choices).toBeUndefined();
  });

  it('is not there for services and language models', () => {
    expect(render("type='OpenAI'", template(square)).stage).toBeUndefined();
    expect(render("type='HuggingFaceCausalLM'", template(square)).stage).toBeUndefined();
  });

  it('of AISBench keeps the system turn', () => {
    const { prompt } = render(
      'type=HuggingFacewithChatTemplate',
      template(square),
      'from ais_bench.benchmark.models import HuggingFacewithChatTemplate\n',
    );
    expect(prompt.output).toMatchObject({ text: { text: '[system]Be brief.[user]Q: ⟦q⟧[assistant]' } });
  });
});

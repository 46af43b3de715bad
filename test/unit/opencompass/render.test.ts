import { describe, expect, it } from 'vitest';
import { rowTable } from '../../support/rows.js';
import { chatModel, dataset, imports, languageModel, service } from './configs.js';
import { render, stage, turns } from './python.js';

describe('a dataset with a language model', () => {
  const prompt = render(imports + dataset + languageModel);

  it('goes through its stages in order', () => {
    expect(prompt.stages.map(({ id }) => id)).toEqual(['row', 'examples', 'prompt-list', 'meta-template']);
    expect(prompt.stages.map(({ summary }) => summary)).toEqual(['2 columns', 'ids 0, 4', '7 items', 'final text']);
  });
  it('shows the row with placeholders, and which column is masked', () => {
    expect(turns(stage(prompt, 'row'))).toEqual(['q|input column|other: ⟦q⟧', 'a|output column, masked|other: ⟦a⟧']);
  });
  it('shows each turn of the final text, frame included, and where the model starts to write', () => {
    expect(turns(stage(prompt, 'meta-template'))).toEqual([
      'meta begin||meta: <s>',
      'SYSTEM|reserved|system: <y>Be brief.</y>',
      'HUMAN|shot 0 · train[0]|user: <u>Q: ⟦q#0⟧</u>',
      'BOT|shot 0 · train[0]|assistant: <b>⟦a#0⟧</b>',
      'HUMAN|shot 1 · train[4]|user: <u>Q: ⟦q#4⟧</u>',
      'BOT|shot 1 · train[4]|assistant: <b>⟦a#4⟧</b>',
      'HUMAN||user: <u>Q: ⟦q⟧\nThink.</u>',
      'BOT|generate|assistant: <b>‸',
    ]);
  });
  it('gives the text of all turns as output, with nothing unknown', () => {
    const text = stage(prompt, 'meta-template').turns.map((turn) => turn.text.text);
    expect(prompt.output).toMatchObject({ kind: 'text', text: { text: text.join('') } });
    expect(prompt).toMatchObject({
      mode: 'gen',
      labels: [],
      label: undefined,
      unknowns: [],
      notes: [],
      shots: { ids: [0, 4], configured: 2, standIn: false },
    });
  });
  it('uses as many of its examples as are asked for', () => {
    const one = render(imports + dataset + languageModel, { shots: 1 });
    expect(one.shots).toEqual({ ids: [0], configured: 2, standIn: false });
    expect(turns(stage(one, 'examples'))).toHaveLength(2);
  });
  it('takes rows from a file', async () => {
    const { first: rows } = await rowTable(
      Array.from({ length: 5 }, (_, i) => JSON.stringify({ q: `q${String(i)}`, a: `a${String(i)}` })).join('\n'),
    );
    const real = render(imports + dataset + languageModel, { rows: { train: rows, test: rows[2]! } });
    expect(turns(stage(real, 'meta-template')).slice(4)).toEqual([
      'HUMAN|shot 1 · train[4]|user: <u>Q: q4</u>',
      'BOT|shot 1 · train[4]|assistant: <b>a4</b>',
      'HUMAN||user: <u>Q: q2\nThink.</u>',
      'BOT|generate|assistant: <b>‸',
    ]);
  });
});

describe('a prompt that may be longer than the model takes', () => {
  const limited = (most: number): string => imports + dataset + languageModel.replace('dict(', `dict(max_seq_len=${String(most)}, `);
  const real = async (most: number): Promise<string | undefined> => {
    const { first: rows } = await rowTable(Array.from({ length: 5 }, () => JSON.stringify({ q: 'é', a: 'b' })).join('\n'));
    return render(limited(most), { rows: { train: rows, test: rows[0]! } }).byBytes;
  };

  it('has a note that examples may be dropped, or the text cut', async () => {
    expect(await real(20)).toMatch(/^The prompt has \d+ bytes, and max_seq_len is 20 tokens/);
  });

  it('has none where each byte may be a token, nor where rows are placeholders', async () => {
    expect(await real(2000)).toBeUndefined();
    expect(render(limited(20)).byBytes).toBeUndefined();
  });
});

describe('a dataset with a chat model', () => {
  const prompt = render(imports + dataset + chatModel);

  it('uses the default meta template of the class and says so', () => {
    expect(prompt.notes).toContain("The meta template is the default of HuggingFacewithChatTemplate: system turns are sent as the user's.");
    expect(turns(stage(prompt, 'meta-template'))[0]).toBe('HUMAN||user: Be brief.\nQ: ⟦q#0⟧\n');
  });
  it('leaves the chat template unknown, in words', () => {
    expect(stage(prompt, 'chat-template').unknown).toMatch(/tokenizer's chat template/);
    expect(prompt.unknowns).toHaveLength(1);
  });
  it('gives messages, and marks the answer to come', () => {
    expect(prompt.output?.kind === 'messages' && prompt.output.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ]);
    expect(turns(stage(prompt, 'meta-template')).at(-1)).toBe('BOT|generate|assistant: ‸');
  });
});

describe('a dataset with a service', () => {
  const prompt = render(imports + dataset + service);

  it('sends messages with the api roles, system turns included', () => {
    expect(turns(stage(prompt, 'meta-template')).slice(0, 3)).toEqual([
      'SYSTEM|reserved|system: Be brief.',
      'HUMAN|shot 0 · train[0]|user: Q: ⟦q#0⟧',
      'BOT|shot 0 · train[0]|assistant: ⟦a#0⟧',
    ]);
  });
  it('says that the end of the meta template is ignored', () => {
    expect(prompt.notes).toEqual(['The API parser ignores the end of the meta template.']);
    expect(prompt.unknowns).toEqual([]);
  });
});

describe('a dataset alone', () => {
  const prompt = render(imports + dataset);

  it('is joined by line breaks', () => {
    expect(prompt.output).toMatchObject({ kind: 'text', text: { text: 'Be brief.\nQ: ⟦q#0⟧\n⟦a#0⟧\nQ: ⟦q#4⟧\n⟦a#4⟧\nQ: ⟦q⟧\nThink.' } });
    expect(prompt.notes).toEqual([]);
  });
  it('is said to be sent whole where it ends with words of the answer', () => {
    const ending = (last: string): string => `${imports}
demo_datasets = [dict(abbr='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type=PromptTemplate, template=dict(round=[dict(role='HUMAN', prompt='{q}')${last}])),
    retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]`;
    expect(render(ending(", dict(role='BOT', prompt='So: {a}')")).notes).toEqual([
      'Without a meta template nothing says where the model starts: the text of the last BOT turn is sent too.',
    ]);
    expect(render(ending(", dict(role='BOT', prompt='{a}')")).notes).toEqual([]);
  });
  it('passes plain messages as they are', () => {
    const raw = `${imports}
demo_datasets = [dict(abbr='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type='RawPromptTemplate', messages=[dict(role='user', content='{q}')]),
    retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]`;
    expect(render(raw).output).toMatchObject({ kind: 'messages', messages: [{ role: 'user', text: { text: '⟦q⟧' } }] });
  });
});

describe('a scored dataset', () => {
  const config = `${imports}
demo_datasets = [dict(abbr='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type=PromptTemplate, template={'yes': '{q} yes', 'no': '{q} no'}),
    retriever=dict(type=ZeroRetriever), inferencer=dict(type=PPLInferencer)))]`;

  it('has a prompt for each label, the first unless another is asked for', () => {
    expect(render(config)).toMatchObject({ mode: 'ppl', labels: ['yes', 'no'], label: 'yes' });
    expect(render(config, { label: 'no' })).toMatchObject({ label: 'no', output: { text: { text: '⟦q⟧ no' } } });
  });
  it('is nowhere continued', () => {
    expect(
      render(config)
        .stages.flatMap((one) => one.turns)
        .some((turn) => turn.generates),
    ).toBe(false);
  });
  it("can be looked at as if it were generated: with the first label's template", () => {
    expect(render(config, { mode: 'gen' })).toMatchObject({ mode: 'gen', labels: [], output: { text: { text: '⟦q⟧ yes' } } });
  });
});

describe('what the framework raises', () => {
  const broken = (from: string, to: string, model = languageModel): string => imports + dataset.replace(from, to) + model;

  it('ends the stages where it happens, with its text', () => {
    const prompt = render(broken("dict(role='HUMAN', prompt=f", "dict(role='USER', prompt=f"));
    expect(prompt.error).toMatchObject({ error: "KeyError: 'USER'", stage: 'parse' });
    expect(prompt.stages.map(({ id }) => id)).toEqual(['row', 'examples', 'prompt-list', 'meta-template']);
    expect(prompt.stages.at(-1)).toMatchObject({ error: prompt.error, turns: [] });
    expect(prompt.output).toBeUndefined();
  });
  it('names the place to blame', () => {
    const text = broken("dict(role='HUMAN', prompt=f", "dict(role='USER', prompt=f");
    const { span } = render(text).error!;
    expect(text.slice(span!.start, span!.end)).toBe("'USER'");
  });
  it('in the examples leaves no later stage', () => {
    const prompt = render(broken("output_column='a'", 'output_column=None'));
    expect(prompt.error).toMatchObject({ error: 'KeyError: None', stage: 'ice' });
    expect(prompt.stages.map(({ id }) => id)).toEqual(['row', 'examples']);
  });
  it('on a dataset without an infer_cfg, and on an infer_cfg without a known inferencer', () => {
    expect(render(broken(', infer_cfg=demo_infer_cfg', '')).error).toMatchObject({ error: "KeyError: 'infer_cfg'", stage: 'template' });
    expect(render(broken('inferencer=dict(type=GenInferencer),', '')).error).toMatchObject({
      error: "KeyError: 'inferencer'",
      stage: 'prompt',
    });
    expect(render(broken('type=GenInferencer', "type='GenInferencr'")).error?.error).toMatch(/^KeyError: 'GenInferencr is not in/);
  });
  it('on a reader_cfg that is a tuple', () => {
    expect(render(broken("output_column='a')", "output_column='a'),")).error).toMatchObject({
      stage: 'reader',
      error: expect.stringMatching(/must be a mapping, not tuple$/) as string,
    });
  });
});

describe('what cannot be known', () => {
  it('is a visible hole where text is expected', () => {
    const prompt = render(imports + dataset.replace("hint = 'Think.'", 'import os\nhint = os.getcwd()') + languageModel);
    const holes = prompt.output?.kind === 'text' ? prompt.output.text.pieces.filter((piece) => piece.origin.kind === 'unknown') : [];
    expect(holes.length).toBeGreaterThan(0);
    expect(prompt.unknowns).toHaveLength(1);
    expect(prompt.error).toBeUndefined();
  });
  it('ends the stages where it decides their shape', () => {
    const prompt = render(
      imports +
        dataset.replace("dict(role='HUMAN', prompt=f", 'dict(role=os.getcwd(), prompt=f').replace('hint', 'import os\nhint') +
        languageModel,
    );
    expect(prompt.error).toBeUndefined();
    expect(prompt.output).toBeUndefined();
    expect(stage(prompt, 'meta-template').unknown).toBeTruthy();
  });
  it('is what a custom dataset is asked: its templates are made from its data', () => {
    const prompt = render("custom_datasets = [dict(abbr='c', path='c.jsonl', data_type='mcq', infer_method='gen')]");
    expect(prompt.unknowns).toEqual(['OpenCompass makes the templates of a custom dataset from its data when it runs.']);
    expect(prompt.error).toBeUndefined();
  });
  it('names an inferencer and a model class of their own', () => {
    expect(render(imports + dataset.replace('type=GenInferencer', "type='my.OwnInferencer'")).unknowns).toEqual([
      'How OwnInferencer makes its prompts is known only to its code.',
    ]);
    const own = render(imports + dataset + languageModel.replace('type=HuggingFaceCausalLM', "type='my.OwnModel'"));
    expect(own.unknowns).toEqual(['What OwnModel makes of a prompt is known only to its code.']);
    expect(own.stages.map(({ id }) => id)).toEqual(['row', 'examples', 'prompt-list', 'meta-template']);
  });
});

describe('a chat inferencer', () => {
  const chat = imports + dataset.replace('type=GenInferencer', 'type=ChatInferencer') + languageModel;
  const prompt = render(chat.replace(", '</E>']", ']'));

  it('cannot read an ice token that stands alone', () => {
    expect(render(chat).error).toMatchObject({ error: "TypeError: string indices must be integers, not 'str'", stage: 'prompt' });
  });
  it('uses neither examples nor the mask', () => {
    expect(prompt.stages.map(({ id }) => id)).toEqual(['row', 'prompt-list', 'meta-template']);
    expect(prompt.shots).toMatchObject({ ids: [], configured: 2 });
    expect(turns(stage(prompt, 'row'))[1]).toBe('a|output column|other: ⟦a⟧');
  });
  it('reads the conversation with a parser of its own and stops before the last answer', () => {
    expect(turns(stage(prompt, 'meta-template')).slice(-2)).toEqual([
      'user||user: <u>Q: ⟦q⟧\nThink.</u>',
      'assistant|generate|assistant: <b>‸',
    ]);
  });
});

describe('notes', () => {
  it('say that a retriever chooses when it runs', () => {
    const prompt = render(imports + dataset.replace('type=FixKRetriever, fix_id_list=[0, 4]', 'type=RandomRetriever, ice_num=3'));
    expect(prompt.shots).toEqual({ ids: [0, 1, 2], configured: 3, standIn: true });
    expect(prompt.notes[0]).toMatch(/^RandomRetriever chooses its examples when it runs/);
    const notes = prompt.stages.flatMap(({ turns }) => turns.flatMap(({ text }) => text.pieces.flatMap(({ note }) => note ?? [])));
    expect(notes.some(({ shot }) => shot === 2)).toBe(true);
    expect(notes.filter(({ shotRow }) => shotRow !== undefined)).toEqual([]);
  });
  it('say that the examples are lost', () => {
    const prompt = render(imports + dataset.replace(", '</E>']", ']'));
    expect(prompt.notes).toContain('There is no example in the prompt: the template does not contain its ice token.');
  });
  it('say that no role generates', () => {
    expect(render(imports + dataset + languageModel.replace(', generate=True', '')).notes).toEqual([
      'No role of the meta template has generate=True: the prompt ends with a closed turn.',
    ]);
  });
  it('say that plain messages pass the meta template by', () => {
    const raw = `${imports}${service}
demo_datasets = [dict(abbr='d', reader_cfg=dict(input_columns=['q'], output_column='a'), infer_cfg=dict(
    prompt_template=dict(type='RawPromptTemplate', messages=[dict(role='user', content='{q}')]),
    retriever=dict(type=ZeroRetriever), inferencer=dict(type=GenInferencer)))]`;
    const prompt = render(raw);
    expect(prompt.notes).toEqual(['Plain messages are passed on as they are: the roles of the meta template are not applied.']);
    expect(turns(stage(prompt, 'meta-template'))).toEqual(['user||user: ⟦q⟧', 'assistant|generate|assistant: ‸']);
    expect(turns(stage(prompt, 'row'))[1]).toBe('a|output column|other: ⟦a⟧');
  });
  it('say that a chat model cannot score', () => {
    expect(render(imports + dataset + service, { mode: 'ppl' }).notes[0]).toBe(
      'OpenAISDK cannot score a prompt: in ppl mode the run stops with NotImplementedError.',
    );
  });
  it('say that a class ignores its meta template', () => {
    const prompt = render(imports + dataset + languageModel.replace('type=HuggingFaceCausalLM', 'type=HuggingFaceBaseModel'));
    expect(prompt.notes).toContain('HuggingFaceBaseModel ignores meta_template.');
    expect(turns(stage(prompt, 'meta-template')).join()).not.toContain('<u>');
  });
});

import { describe, expect, it } from 'vitest';
import { file, origins, prompt, raised, rowOf } from './task.js';

const split = 'test_split: test\n';
const plain = `${split}doc_to_text: "Q: {{question}}"\ndoc_to_target: answer\n`;
const row = { question: 'one?', answer: 'yes' };
const shots = [{ question: 'two?', answer: 'no' }];

describe('a plain prompt', () => {
  it('leads every piece back to the field, the column or the harness', () => {
    const yaml = `${plain}fewshot_delimiter: "##"\n`;
    expect(origins(prompt(yaml, row, { shots }).context!, yaml)).toEqual([
      ['Q: ', 'yaml:Q: '],
      ['two?', 'row:train[0].question by question'],
      [' ', 'framework:target_delimiter (default)'],
      ['no', 'row:train[0].answer by answer'],
      ['##', 'yaml:##'],
      ['Q: ', 'yaml:Q: '],
      ['one?', 'row:test[0].question by question'],
    ]);
  });

  it('says of each piece which message and which shot it belongs to', () => {
    const { context } = prompt(`${plain}description: "D\\n"\nfewshot_config: {sampler: first_n}\n`, row, { shots });
    expect(context!.pieces.map(({ note }) => [note?.role, note?.part, note?.turn, note?.shot, note?.shotRow])).toEqual([
      ['system', 'prompt', 0, undefined, undefined],
      ['system', 'prompt', 0, undefined, undefined],
      ['user', 'prompt', 1, 0, 0],
      ['user', 'prompt', 1, 0, 0],
      ['user', 'separator', 1, 0, 0],
      ['assistant', 'prompt', 2, 0, 0],
      ['assistant', 'separator', 2, 0, 0],
      ['user', 'prompt', 3, undefined, undefined],
      ['user', 'prompt', 3, undefined, undefined],
    ]);
  });

  it('names no row of a shot that stands in for one that is drawn', () => {
    const { context } = prompt(plain, row, { shots });
    expect(context!.pieces.flatMap(({ note }) => (note?.shot === 0 ? [note.shotRow] : []))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('glues description and question together', () => {
    expect(prompt(`${plain}description: Answer.\n`, row).context!.text).toBe('Answer.Q: one?');
  });

  it('drops an empty answer with both of its delimiters', () => {
    expect(prompt(plain, row, { shots: [{ question: 'two?', answer: '' }] }).context!.text).toBe('Q: two?Q: one?');
  });

  it('puts a space of its own between gen_prefix and answer, and the target delimiter before gen_prefix', () => {
    const { context } = prompt(`${plain}gen_prefix: "A:"\ntarget_delimiter: "\\n"\n`, row, { shots });
    expect(context!.text).toBe('Q: two?\nA: no\n\nQ: one?\nA:');
  });

  it('takes the shots and their fields from fewshot_config', () => {
    const yaml = `${plain}fewshot_config:\n  sampler: first_n\n  target_delimiter: "|"\n  doc_to_text: "E {{question}}"\n  samples:\n    - {question: s1, answer: a1}\n    - {question: s2, answer: a2}\n`;
    const { context, shots: taken } = prompt(yaml, row, { numFewshot: 1 });
    expect(context!.text).toBe('E s1|a1\n\nQ: one?');
    expect(taken).toEqual({ wanted: 1, shown: 1, left: 0, exact: true, byRow: false });
    const sample = context!.pieces.map(({ origin }) => origin).find((origin) => origin.kind === 'row' && origin.column === 'question');
    expect(sample?.kind === 'row' && sample.span && yaml.slice(sample.span.start, sample.span.end)).toBe('s1');
  });

  it('says where shots stand for others that are drawn at random', () => {
    expect(prompt(plain, row, { shots }).notes).toEqual([
      'The harness draws the shots at random, different ones for each row. These stand in for them.',
    ]);
    expect(prompt(plain, row).notes).toEqual([]);
  });

  // Each asked of lm_eval 0.4.13 itself.
  it.each([
    ['description: n', "TypeError: unsupported operand type(s) for +: 'int' and 'str'"],
    ['description: [a]', "TypeError: unhashable type: 'list'"],
    ['gen_prefix: c', 'TypeError: can only concatenate list (not "str") to list'],
    ['generation_kwargs: [a]', 'TypeError: list indices must be integers or slices, not str'],
    ['doc_to_text: "{{self}}"', "TypeError: Template.render() got multiple values for argument 'self'"],
  ])('of %s raises what Python says of it', (field, expected) => {
    const columns = field.includes('self') ? { self: 1 } : {};
    const { error } = raised(`${plain}${field}\n`, { ...row, n: 4, c: ['a'], ...columns });
    expect(`${error.type}: ${error.text}`).toBe(expected);
  });

  it('has one shot where num_fewshot is true', () => {
    expect(prompt(`${plain}num_fewshot: true\n`, row).shots.wanted).toBe(1);
  });
});

describe('a chat prompt', () => {
  const chat = { applyChatTemplate: true, fewshotAsMultiturn: true, shots };

  it('has a message a turn and no delimiters', () => {
    const { chat: made, context } = prompt(`${plain}description: D\ngen_prefix: So\n`, row, chat);
    expect(context).toBeUndefined();
    expect(made!.messages.map(({ role, text }) => [role, text.text])).toEqual([
      ['system', 'D'],
      ['user', 'Q: two?'],
      ['assistant', 'So no'],
      ['user', 'Q: one?'],
      ['assistant', 'So'],
    ]);
    expect(made!.addGenerationPrompt).toBe(false);
  });

  it('is one message of the user where it has a single turn, delimiters within', () => {
    const { chat: made } = prompt(plain, row, { ...chat, fewshotAsMultiturn: false, systemInstruction: 'Be brief.' });
    expect(made!.messages.map(({ role, text }) => [role, text.text])).toEqual([
      ['system', 'Be brief.'],
      ['user', 'Q: two? no\n\nQ: one?'],
    ]);
    expect(made!.addGenerationPrompt).toBe(true);
  });
});

describe('requests', () => {
  const choice = `${split}output_type: multiple_choice\ndoc_to_text: "{{question}}"\ndoc_to_target: 0\ndoc_to_choice: [yes!, no!]\n`;
  const continuations = (yaml: string, options = {}) =>
    prompt(yaml, row, options).requests.map(({ continuation }) => (continuation?.kind === 'str' ? continuation.text : continuation?.kind));

  it('score each choice behind the target delimiter, each piece with its origin', () => {
    expect(continuations(choice)).toEqual([' yes!', ' no!']);
    const first = prompt(choice, row).requests[0]!.continuation!;
    expect(first.kind === 'str' && origins(first.traced, choice)).toEqual([
      [' ', 'framework:target_delimiter (default)'],
      ['yes!', 'yaml:yes!'],
    ]);
  });

  it('have no delimiter in a chat, but behind a gen_prefix that does not end in white space', () => {
    expect(continuations(choice, { applyChatTemplate: true })).toEqual(['yes!', 'no!']);
    expect(continuations(`${choice}gen_prefix: So\n`, { applyChatTemplate: true })).toEqual([' yes!', ' no!']);
    expect(continuations(`${choice}gen_prefix: "So "\n`, { applyChatTemplate: true })).toEqual(['yes!', 'no!']);
  });

  it('score the choices alone too for mutual information', () => {
    const { requests } = prompt(`${choice}metric_list: [{metric: acc_mutual_info}]\n`, row);
    expect(requests.map(({ input }) => input)).toEqual([0, 0, undefined, undefined]);
  });

  it('have an input for each choice where the text is an index', () => {
    const made = prompt(
      `${split}output_type: multiple_choice\ndoc_to_text: gold\ndoc_to_target: answer\ndoc_to_choice: ["I like {{x}}", other]\n`,
      { gold: 1, answer: 'it' },
    );
    expect(made.multipleInput).toBe(2);
    expect(made.inputs.map(({ context }) => context!.text)).toEqual(['I like {{x}}', 'other']);
    expect(made.requests.map(({ input, continuation }) => [input, continuation?.kind === 'str' && continuation.text])).toEqual([
      [0, ' it'],
      [1, ' it'],
    ]);
  });

  it('carry generation arguments with a stop at the delimiter between shots', () => {
    const [request] = prompt(`${plain}generation_kwargs: {temperature: "0.5"}\nfewshot_delimiter: "#"\n`, row).requests;
    const kwargs = request!.continuation!;
    expect(
      kwargs.kind === 'dict' && [...kwargs.entries.values()].map(({ key, value }) => [key.kind === 'str' && key.text, value.kind]),
    ).toEqual([
      ['temperature', 'float'],
      ['until', 'list'],
    ]);
  });
});

describe('what the harness raises', () => {
  const at = (yaml: string, place: string) => ({ file, start: yaml.indexOf(place), end: yaml.indexOf(place) + place.length });

  it.each([
    ['an unknown key', `${plain}doc_to_txt: x\n`, 'TypeError', 'doc_to_txt', {}],
    ['an unknown key of fewshot_config', `${plain}fewshot_config: {num_fewshot: 2}\n`, 'TypeError', 'num_fewshot', {}],
    ['an output type', `${plain}output_type: generate\n`, 'ValueError', 'generate', {}],
    ['a sampler', `${plain}fewshot_config: {sampler: balanced}\n`, 'KeyError', 'balanced', {}],
    ['a missing variable', `${split}doc_to_text: "Q {{qestion}}"\ndoc_to_target: answer\n`, 'UndefinedError', 'qestion', {}],
    ['choices that are no texts', `${plain}doc_to_choice: [true, false]\n`, 'TypeError', 'true', {}],
    ['an empty choice', `${split}doc_to_text: x\ndoc_to_target: 0\ndoc_to_choice: [a, ""]\n`, 'IndexError', '""', {}],
    ['an index beyond the choices', `${split}doc_to_text: x\ndoc_to_target: 7\ndoc_to_choice: [a, b]\n`, 'IndexError', '7', {}],
    [
      'too few samples',
      `${plain}fewshot_config: {sampler: first_n, samples: [{question: s}]}\n`,
      'AssertionError',
      '[{question: s}]',
      { numFewshot: 2 },
    ],
  ])('leads to the place to blame: %s', (_, yaml, type, place, options) => {
    const { error, atLoad } = raised(yaml, row, options);
    expect([error.type, error.span, atLoad]).toEqual([type, at(yaml, place), type !== 'AssertionError']);
  });

  it('a shot whose answer is a number', () => {
    const yaml = `${split}doc_to_text: "{{question}}"\ndoc_to_target: answer\n`;
    const { error, atLoad } = raised(yaml, { question: 'q', answer: 1 }, { shots: [{ question: 'q', answer: 1 }] });
    expect([error.message, error.span, atLoad]).toEqual(['AssertionError: Answer is not a string! : 1', at(yaml, 'answer'), false]);
  });

  it('a task without choices only when it is asked', () => {
    const { error, atLoad } = raised(`${split}output_type: multiple_choice\ndoc_to_text: x\ndoc_to_target: y\n`, row);
    expect([error.type, error.text, atLoad]).toEqual(['TypeError', '', false]);
  });

  it('on the first row of the split, whichever row is asked about', () => {
    const yaml = `${split}doc_to_text: "{{question.strip()}}"\ndoc_to_target: answer\n`;
    expect(raised(yaml, row, { firstDoc: rowOf({ question: null, answer: '' }) }).error.type).toBe('UndefinedError');
  });
});

describe('functions', () => {
  it('leave a hole where their text would be, and nowhere else', () => {
    const made = prompt(`${split}doc_to_text: !function utils.text\ndoc_to_target: answer\ndescription: "D\\n"\n`, row, { shots });
    expect(made.context!.text).toBe('D\n⟨unknown⟩ no\n\n⟨unknown⟩');
    expect(made.unknowns).toEqual(['doc_to_text is the function utils.text, which is not run.']);
  });

  it('leave the requests unknown that score what they make', () => {
    const made = prompt(
      `${split}output_type: multiple_choice\ndoc_to_text: x\ndoc_to_target: 0\ndoc_to_choice: !function utils.choices\n`,
      row,
    );
    expect(made.requests.map(({ continuation }) => continuation?.kind)).toEqual(['unknown']);
    expect(made.context!.text).toBe('x');
  });

  it('that are the whole task leave all of it unknown', () => {
    const made = prompt('task: demo\nclass: !function task.Demo\n', row);
    expect([made.context!.text, made.unknowns, made.requests]).toEqual([
      '⟨unknown⟩',
      ['The task is the Python class task.Demo, which is not run.'],
      [],
    ]);
  });

  it('do not matter where they only score', () => {
    const made = prompt(`${plain}process_results: !function utils.score\nmetric_list: [{metric: !function utils.metric}]\n`, row);
    expect(made.unknowns).toEqual([]);
  });

  it('that give the samples leave one hole for the shots', () => {
    const made = prompt(`${plain}fewshot_config: {sampler: first_n, samples: !function utils.samples}\n`, row, { numFewshot: 2 });
    expect(made.unknowns).toEqual(['fewshot_config.samples is the function utils.samples, which is not run.']);
    expect(made.context!.text).toBe('⟨unknown⟩Q: one?');
  });
});

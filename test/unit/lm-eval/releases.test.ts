import { describe, expect, it } from 'vitest';
import { defaultSettings } from '../../../server/src/engine/core/settings.js';
import { MemoryWorkspace } from '../../../server/src/engine/core/workspace.js';
import { createProject } from '../../../server/src/engine/project/project.js';
import { harnessReleases } from '../../../server/src/engine/frameworks/lm-eval/releases/harness-release.js';
import { harnessRelease } from '../../../server/src/engine/frameworks/lm-eval/releases/find-harness.js';
import { prompt, raised, type Options } from './task.js';

const plain = 'test_split: test\ntraining_split: train\nfewshot_split: train\ndoc_to_text: "Q: {{question}}"\ndoc_to_target: answer\n';
const row = { question: 'one?', answer: 'yes' };
const shots = [{ question: 'two?', answer: 'no' }];

function asOf(release: string, yaml: string, options: Options = {}, of: object = row): ReturnType<typeof prompt> {
  return prompt(yaml, of, { shots, release: harnessRelease(release), ...options });
}

function text(release: string, yaml: string, options?: Options): string {
  return asOf(release, yaml, options).context!.text;
}

function messages(release: string, yaml: string, options: Options = {}): string[] {
  const { chat } = asOf(release, yaml, { applyChatTemplate: true, fewshotAsMultiturn: true, ...options });
  return chat!.messages.map((message) => `${message.role}: ${message.text.text}`);
}

function requests(release: string, yaml: string, options?: Options): string[] {
  return asOf(release, yaml, options).requests.map(({ continuation }) => (continuation?.kind === 'str' ? continuation.text : ''));
}

/** What a release raises: `TypeError: …`. */
function raisedBy(release: string, yaml: string, options: Options = {}, of: object = row): string {
  const { type, text: said } = raised(yaml, of, { shots, release: harnessRelease(release), ...options }).error;
  return `${type}: ${said}`;
}

describe('the table of releases', () => {
  it('stands in the order of their appearance, each once', () => {
    const names = harnessReleases.map(({ name }) => name);
    expect(names[0]).toBe('0.4.3');
    expect(names.slice(-2)).toEqual(['0.4.13', '0.5.0.dev1']);
    expect(new Set(names).size).toBe(names.length);
  });

  it('knows when a field of a task came and went', () => {
    const first = (field: string): string | undefined => harnessReleases.find(({ taskFields }) => taskFields.has(field))?.name;
    expect(['gen_prefix', 'tag', 'doc_to_image', 'custom_dataset', 'formats'].map(first)).toEqual([
      '0.4.8',
      '0.4.4',
      '0.4.5',
      '0.4.9',
      '0.5.0.dev1',
    ]);
    expect(harnessRelease('0.4.5').taskFields.has('group')).toBe(false);
  });
});

describe('texts that are added up, until 0.4.9.2', () => {
  it('loses the line break at the end of a template in 0.4.3', () => {
    const yaml = `${plain}description: "D\\n\\n"\n`;
    expect(text('0.4.3', yaml)).toBe('D\nQ: two? no\n\nQ: one?');
    expect(text('0.4.4', yaml)).toBe('D\n\nQ: two? no\n\nQ: one?');
  });

  it('drops a shot that is the row itself, and takes none in its place', () => {
    const both = [row, ...shots];
    expect(asOf('0.4.9.2', plain, { shots: [] }).context!.text).toBe('Q: one?');
    expect(prompt(plain, row, { shots: both, release: harnessRelease('0.4.9.2') }).context!.text).toBe('Q: two? no\n\nQ: one?');
    expect(prompt(plain, row, { shots: both, release: harnessRelease('0.4.10') }).context!.text).toBe(
      'Q: one? yes\n\nQ: two? no\n\nQ: one?',
    );
  });

  it('does not know gen_prefix before 0.4.8, and then puts a space behind it whatever it ends in', () => {
    const yaml = `${plain}gen_prefix: "So: "\n`;
    expect(raisedBy('0.4.7', yaml)).toContain("unexpected keyword argument 'gen_prefix'");
    expect(text('0.4.8', yaml)).toBe('Q: two? So:  no\n\nQ: one? So: ');
    expect(text('0.4.10', yaml)).toBe('Q: two? So: no\n\nQ: one? So: ');
  });

  it('joins system instruction and description by the delimiter whatever they end in', () => {
    const yaml = `${plain}description: "D "\n`;
    expect(text('0.4.9.2', yaml, { systemInstruction: 'S\n', shots: [] })).toBe('S\n\n\nD Q: one?');
    expect(text('0.4.13', yaml, { systemInstruction: 'S\n', shots: [] })).toBe('S\nD Q: one?');
  });

  it('takes a description for a template even where it names a column', () => {
    expect(text('0.4.9.2', `${plain}description: answer\n`, { shots: [] })).toBe('answerQ: one?');
    expect(text('0.4.13', `${plain}description: answer\n`, { shots: [] })).toBe('yesQ: one?');
  });

  it('answers an empty target with an empty message in a chat', () => {
    const empty = { shots: [{ question: 'two?', answer: '' }] };
    expect(messages('0.4.9.2', plain, empty)).toEqual(['user: Q: two?', 'assistant: ', 'user: Q: one?']);
    expect(messages('0.4.13', plain, empty)).toEqual(['user: Q: two?', 'user: Q: one?']);
    expect(text('0.4.3', plain, empty)).toBe('Q: two? \n\nQ: one?');
    expect(text('0.4.5', plain, empty)).toBe('Q: two?Q: one?');
  });

  it('raises where the question of a shot is no text, until 0.4.9.2, unless shots are turns', () => {
    const column = plain.replace('"Q: {{question}}"', 'question');
    // The question of the row is no text either: it is left out without a word.
    const numbers = { shots: [{ question: 2.5, answer: 'no' }] };
    const asked = { question: 1.5, answer: 'yes' };
    for (const release of ['0.4.3', '0.4.9.2'])
      expect(raisedBy(release, column, numbers, asked)).toContain('TypeError: can only concatenate str (not "float")');
    const chat = { ...numbers, applyChatTemplate: true, fewshotAsMultiturn: true };
    expect(asOf('0.4.9.2', column, chat).chat!.messages[0]?.content).toMatchObject({ kind: 'float' });
  });

  it('raises where an answer is no text, from 0.4.8 on in a chat too', () => {
    const numbers = { shots: [{ question: 'two?', answer: 3 }] };
    expect(raisedBy('0.4.9.2', plain, numbers)).toContain('TypeError');
    expect(raisedBy('0.4.13', plain, numbers)).toContain('AssertionError');
    const chat = { ...numbers, applyChatTemplate: true, fewshotAsMultiturn: true };
    expect(asOf('0.4.7', plain, chat).chat!.messages[1]?.content).toMatchObject({ kind: 'int' });
    expect(raisedBy('0.4.8', plain, chat)).toContain('TypeError');
  });

  it('has fewer generation arguments of its own', () => {
    const keys = (release: string): string[] => {
      const { continuation } = asOf(release, plain).requests[0]!;
      return continuation?.kind === 'dict' ? [...continuation.entries.values()].map(({ key }) => (key.kind === 'str' ? key.text : '')) : [];
    };
    expect(keys('0.4.8')).toEqual(['until', 'do_sample']);
    expect(keys('0.4.9')).toEqual(['until', 'do_sample', 'temperature']);
    expect(keys('0.4.10')).toEqual(['temperature', 'do_sample', 'max_gen_toks', 'until']);
  });
});

describe('choices', () => {
  const choices = `${plain.replace('answer\n', '0\n')}output_type: multiple_choice\ndoc_to_choice: [a, b]\n`;
  const chat = { applyChatTemplate: true, fewshotAsMultiturn: true, shots: [] };

  it('follow the delimiter in a chat until 0.4.5, never until 0.4.9.2, and behind a gen_prefix from 0.4.10 on', () => {
    expect(requests('0.4.5', choices, chat)).toEqual([' a', ' b']);
    expect(requests('0.4.7', choices, chat)).toEqual(['a', 'b']);
    const prefixed = `${choices}gen_prefix: "So:"\n`;
    expect(requests('0.4.9.2', prefixed, chat)).toEqual(['a', 'b']);
    expect(requests('0.4.10', prefixed, chat)).toEqual([' a', ' b']);
  });

  it('are asked alone with the delimiter from 0.4.9 on', () => {
    const alone = `${choices}metric_list:\n  - {metric: acc_mutual_info}\n`;
    expect(requests('0.4.8', alone, { shots: [] })).toEqual([' a', ' b', 'a', 'b']);
    expect(requests('0.4.9', alone, { shots: [] })).toEqual([' a', ' b', ' a', ' b']);
  });

  it('are inputs of their own behind one text where the question is an index', () => {
    const several = `${plain.replace('"Q: {{question}}"', '"0"')}output_type: multiple_choice\ndoc_to_choice: [a, b]\n`;
    const contexts = (release: string): (string | undefined)[] => asOf(release, several).inputs.map(({ context }) => context?.text);
    expect(contexts('0.4.9.2')).toEqual(['a no\n\na', 'a no\n\nb']);
    expect(asOf('0.4.9.2', several).common?.context?.text).toBe('a no\n\n');
    const inChat = { ...chat, shots };
    const [old] = asOf('0.4.7', several, inChat).inputs;
    expect([old?.chat?.messages.length, old?.bareAfter?.text]).toEqual([2, 'a']);
    const [newer] = asOf('0.4.8', several, inChat).inputs;
    expect([newer?.chatBefore?.messages.length, newer?.chat?.messages.map((message) => message.text.text)]).toEqual([2, ['a']]);
  });
});

describe('0.4.10 to 0.4.12', () => {
  it('render the gen_prefix of a shot on the row that is asked', () => {
    const yaml = `${plain}gen_prefix: "{{answer}}:"\n`;
    expect(text('0.4.12', yaml)).toBe('Q: two? yes: no\n\nQ: one? yes:');
    expect(text('0.4.13', yaml)).toBe('Q: two? no: no\n\nQ: one? yes:');
  });
});

describe('0.5.0.dev1', () => {
  it('wraps what a template raises', () => {
    expect(raisedBy('0.5.0.dev1', plain.replace('question', 'qestion'))).toContain('ValueError: Error rendering template');
  });

  it('skips a row whose target is none of the choices', () => {
    const yaml = `${plain}output_type: multiple_choice\ndoc_to_choice: [yes, no]\n`.replace('[yes, no]', '["no", "never"]');
    expect(raisedBy('0.5.0.dev1', yaml)).toContain('did not find any docs');
  });

  it('leaves out the delimiter where there is white space', () => {
    const yaml = `${plain.replace('{{question}}"', '{{question}}\\n"')}output_type: multiple_choice\ndoc_to_choice: ["yes", "no"]\n`;
    expect(requests('0.5.0.dev1', yaml, { shots: [] })).toEqual(['yes', 'no']);
    expect(requests('0.4.13', yaml, { shots: [] })).toEqual([' yes', ' no']);
  });

  it('asks several inputs only where the task says so', () => {
    const yaml = `${plain.replace('"Q: {{question}}"', "\"['A {{question}}', 'B']\"").replace('answer\n', '"1"\n')}output_type: multiple_choice\ndoc_to_choice: ["end"]\nmultiple_inputs: true\n`;
    const { inputs } = asOf('0.5.0.dev1', yaml, { shots: [] });
    expect(inputs.map(({ context }) => context?.text)).toEqual(['A one?', 'B']);
    expect(requests('0.5.0.dev1', yaml, { shots: [] })).toEqual([' end', ' end']);
  });
});

describe('a task outside of the folder of the harness', () => {
  const yaml = `task: demo\ndataset_path: x\n${plain}`;
  const doubts = (path: string, release: string, text = yaml): string | undefined => {
    const project = createProject(new MemoryWorkspace({ [path]: text, '/ws/tasks/demo.yaml': yaml }, ['/ws']), defaultSettings);
    const { framework, config, surroundings } = project.load(path)!;
    const [target] = framework.targets(config, surroundings);
    const { doubts: found, output } = framework.render(target!, { release });
    return output && found?.map(({ kind, message }) => `${kind}: ${message}`).join();
  };

  it('has its prompt, which 0.4.9.2 never sends', () => {
    expect(doubts('/ws/tasks/demo.yaml', '0.4.9.2')).toMatch(/^never-sent: ValueError: '\/ws\/tasks\/demo\.yaml' is not in the subpath/);
    expect(doubts('/ws/tasks/demo.yaml', '0.4.9.1')).toBe('');
    expect(doubts('/ws/tasks/demo.yaml', '0.4.10')).toBe('');
  });

  it('is sent where a group calls it, or it lies in that folder', () => {
    expect(doubts('/ws/tasks/demos.yaml', '0.4.9.2', 'group: demos\ntask: [demo]\n')).toBe('');
    expect(doubts('/ws/lm_eval/tasks/demo.yaml', '0.4.9.2')).toBe('');
  });
});

describe('an `@` in the name of a task', () => {
  const made = (name: string, release?: string): string => {
    const text = `task: ${name}\ntest_split: test\noutput_type: generate_until\ndoc_to_text: "Q: {{question}}"\ndoc_to_target: answer\n`;
    const project = createProject(new MemoryWorkspace({ '/ws/tasks/demo.yaml': text }, ['/ws']), defaultSettings);
    const { framework, config, surroundings } = project.load('/ws/tasks/demo.yaml')!;
    const [target] = framework.targets(config, surroundings);
    const { error, notes } = framework.render(target!, release === undefined ? {} : { release });
    return error?.error ?? (notes.some((note) => note.includes('0.5')) ? 'by its format' : 'as it stands');
  };

  it.each([
    ['gsm8k_pass@50', '0.4.13', 'as it stands'],
    ['demo@generate', '0.4.9.2', 'as it stands'],
    ['gsm8k_pass@50', undefined, 'as it stands'],
    ['demo@generate', undefined, 'by its format'],
    ['demo@generate', '0.5.0.dev1', 'by its format'],
    ['gsm8k_pass@50', '0.5.0.dev1', "ValueError: Unknown format: 50. Available: ['cloze', 'cot', 'generate', 'mcqa']"],
  ])('chooses a format where the release has some: %s, %s', (name, release, expected) => {
    expect(made(name, release)).toBe(expected);
  });
});

import type { PlaceLink } from '../../../server/src/protocol/place.js';
import type { Preview, PreviewAnswer, PreviewSegment, PreviewTurn } from '../../../server/src/protocol/preview.js';

/** A link to a line of a file of a made-up workspace. */
export function link(file: string, line: number): PlaceLink {
  const range = { start: { line: line - 1, character: 4 }, end: { line: line - 1, character: 9 } };
  return { uri: `file:///made/${file}`, range, label: `${file}:${line}` };
}

export function segment(
  text: string,
  kind: PreviewSegment['kind'] = 'prompt',
  links: readonly PlaceLink[] = [link('base.py', 7), link('eval.py', 2)],
): PreviewSegment {
  return { text, kind, title: `title of ${kind}`, origins: links };
}

export function turn(who: string, kind: PreviewTurn['kind'], segments: readonly PreviewSegment[], shot?: number): PreviewTurn {
  return { who, kind, segments, generates: false, ...(shot === undefined ? {} : { shot }) };
}

const question = turn('HUMAN', 'user', [
  segment('<|user|>\n', 'meta'),
  segment('Q: '),
  segment('what?', 'data', [link('base.py', 9)]),
  segment('\n', 'meta'),
]);
const answer: PreviewTurn = { ...turn('BOT', 'assistant', [segment('<|bot|>\n', 'meta')]), generates: true };

/** A preview with two stages; all of it invented. */
export function invented(over: Partial<Preview> = {}): Preview {
  return {
    uri: 'file:///made/eval.py',
    version: 3,
    framework: { id: 'opencompass', title: 'OpenCompass', version: 'OpenCompass 0.5.3', previews: 'pairs' },
    datasets: [
      { id: 'd/one', label: 'one', detail: '2-shot' },
      { id: 'd/two', label: 'two' },
    ],
    models: [
      { id: '', label: 'no meta template' },
      { id: 'm/a', label: 'a', detail: 'LM parser' },
    ],
    own: { datasets: 2, models: 1 },
    portable: { dataset: '/made/eval.py#d/one', model: '/made/eval.py#m/a' },
    modes: ['gen', 'ppl'],
    labels: [],
    labelTexts: [],
    selection: {
      dataset: 'd/one',
      model: 'm/a',
      mode: 'gen',
      label: undefined,
      shots: 2,
      row: undefined,
      chatTemplate: '',
      systemInstruction: '',
      multiturn: false,
    },
    chatTemplates: [],
    choices: [],
    shots: { configured: 2, most: 2, standIn: false, examples: [] },
    rows: { file: undefined, count: 0, complete: true, problem: undefined, of: 'one' },
    stages: [
      { id: 'row', title: 'Row', summary: '1 column', turns: [turn('question', 'other', [segment('what?', 'data')])], origins: [] },
      { id: 'meta-template', title: 'Meta template', summary: 'final text', turns: [question, answer], origins: [] },
    ],
    paths: [],
    keys: [],
    output: { kind: 'text', text: '<|user|>\nQ: what?\n<|bot|>\n' },
    problems: [],
    exactness: { level: 'exact', reason: '', reasons: [] },
    notes: [],
    characters: 27,
    ...over,
  };
}

/** The answer that carries it. */
export function answerWith(over: Partial<Preview> = {}): Extract<PreviewAnswer, { kind: 'preview' }> {
  return { kind: 'preview', preview: invented(over), renderMs: 2.5 };
}

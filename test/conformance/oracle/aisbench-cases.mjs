// Random cases for op `render` of AISBench: what it shares with OpenCompass, and its templates of pictures and of several turns.
import { dialogue, meta, promptCase, text } from './prompt-cases.mjs';

const contents = [
  '<AIS_TEXT_START>what?',
  '<AIS_TEXT_START>',
  '<AIS_IMAGE_START>a.png',
  '<AIS_IMAGE_START>{question}.png',
  '<AIS_VIDEO_START>v.mp4',
  '<AIS_AUDIO_START>s.wav',
  'loose',
  '',
  "<AIS_TEXT_START>['x', 'y']",
];
const turns = ['one', 'two {answer}', '', 'drei'];

/** @returns the request without its id */
export function randomAisBenchCase(random) {
  const kind = random.below(10);
  const shared = { ...promptCase(random, false), framework: 'aisbench' };
  if (kind < 6) return shared;
  const own = kind < 8 ? multiTurn(random) : multiModal(random);
  return {
    ...shared,
    ...own,
    ice_template: random.chance(0.95) ? null : shared.ice_template,
    retriever: { type: 'ZeroRetriever' },
    metas: random.some(1, 5, () => meta(random)),
  };
}

function multiTurn(random) {
  const { chance, pick, some } = random;
  const lists = { question: some(0, 3, () => pick(turns)), answer: some(0, 3, () => pick(turns)) };
  const item = () =>
    chance(0.05)
      ? text(random)
      : { role: pick(['HUMAN', 'HUMAN', 'BOT', 'SYSTEM']), prompt: pick(['{question}', '{answer}', 'Q: {question}', '{q}', 'fixed']) };
  const template = chance(0.2)
    ? dialogue(random)
    : {
        ...(chance(0.3) && { begin: [{ role: 'SYSTEM', fallback_role: 'HUMAN', prompt: pick(['Be brief.', '{question}']) }] }),
        round: some(1, 4, item),
      };
  return {
    prompt_template: { type: 'MultiTurnPromptTemplate', template, ...(chance(0.1) && { ice_token: '</E>' }) },
    test: { q: 'plain', ...lists, ...(chance(0.1) && { question: 'text' }) },
    inferencer: { mode: chance(0.92) ? 'gen' : 'ppl', labels: null, gen_field_replace_token: '' },
  };
}

function multiModal(random) {
  const { chance, pick, some } = random;
  const url = (key) => (chance(0.7) ? { url: pick([`{${key}}`, `file://{${key}}`, '{question}']) } : `{${key}}`);
  const part = (key) =>
    key === 'text'
      ? { type: 'text', text: pick(['{question}', 'Look: {question}', '{q}', '']) }
      : { type: `${key}_url`, [`${key}_url`]: url(key) };
  const parts = () => Object.fromEntries(['text', 'image', 'video', 'audio'].filter(() => chance(0.8)).map((key) => [key, part(key)]));
  const item = () => {
    if (chance(0.15)) return chance(0.3) ? text(random) : { role: pick(['HUMAN', 'BOT']), prompt: text(random) };
    return { role: pick(['HUMAN', 'HUMAN', 'BOT', 'SYSTEM']), prompt_mm: parts() };
  };
  const template = {
    ...(chance(0.2) && { begin: [{ role: 'SYSTEM', fallback_role: 'HUMAN', prompt: text(random) }] }),
    round: some(1, 3, item),
  };
  const content = some(0, 4, () => pick(contents)).join('<AIS_CONTENT_TAG>');
  return {
    prompt_template: { type: 'MMPromptTemplate', template: chance(0.05) ? text(random) : template },
    test: { q: 'plain', question: 'what?', image: 'a.png', ...(chance(0.95) && { content }) },
    inferencer: { mode: chance(0.92) ? 'gen' : 'ppl', labels: null, gen_field_replace_token: '' },
  };
}

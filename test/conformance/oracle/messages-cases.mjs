// Random cases for op `render` with `models`: prompts of every shape, and entries of every model class with the settings that its messages depend on.
import { promptCase, text } from './prompt-cases.mjs';

const openCompass = {
  services: [
    'AI360GPT',
    'BaiChuan',
    'BailingAPI',
    'BlueLMAPI',
    'ByteDance',
    'Claude',
    'ClaudeAllesAPIN',
    'ClaudeSDK',
    'DeepseekAPI',
    'Doubao',
    'opencompass.models.doubao.Doubao',
    'ERNIEBot',
    'Gemini',
    'GeminiSDK',
    'Hunyuan',
    'KrGPT',
    'LightllmChatAPI',
    'LiteLLMAPI',
    'MiniMax',
    'MiniMaxChatCompletionV2',
    'Mistral',
    'MoonShot',
    'Nanbeige',
    'OpenAI',
    'OpenAISDK',
    'OpenAISDKResponse',
    'OpenAISDKRollout',
    'OpenAISDKStreaming',
    'PanGu',
    'Qwen',
    'Rendu',
    'SenseTime',
    'StepFun',
    'TeleChat',
    'TeleChatStream',
    'UniGPT',
    'XunFei',
    'XunFeiSpark',
    'Yayi',
    'YiAPI',
    'ZhiPuAI',
    'ZhiPuV2AI',
  ],
  local: [
    'HuggingFacewithChatTemplate',
    'VLLMwithChatTemplate',
    'TurboMindModelwithChatTemplate',
    'HuggingFaceChatGLM3',
    'Llama2',
    'Llama2Chat',
    'Mixtral',
    'LLaMA2AccessoryModel',
  ],
  texts: [
    'HuggingFace',
    'HuggingFaceCausalLM',
    'HuggingFaceBaseModel',
    'ModelScope',
    'ModelScopeCausalLM',
    'VLLM',
    'TurboMindModel',
    'TurboMindAPIModel',
    'LightllmAPI',
    'AlayaLM',
  ],
};
const aisBench = {
  services: ['VLLMCustomAPIChat', 'VLLMCustomAPIChatStream', 'VLLMFunctionCallAPIChat', 'VllmMultiturnAPIChatStream', 'VITAGenerateAPI'],
  local: ['HuggingFacewithChatTemplate', 'HuggingFaceQwen2VLwithChatTemplate', 'VLLMOfflineVLModel', 'HuggingFaceChatGLM3'],
  texts: [
    'VLLMCustomAPI',
    'VLLMCustomAPIStream',
    'MindieStreamApi',
    'TGICustomAPI',
    'TGICustomAPIStream',
    'TritonCustomAPI',
    'TritonCustomAPIStream',
    'HuggingFace',
    'HuggingFaceCausalLM',
    'HuggingFaceBaseModel',
  ],
};
/** What sets apart the messages of a class, beside its meta template. */
const settings = {
  BaiChuan: ['system_prompt'],
  DeepseekAPI: ['system_prompt'],
  MoonShot: ['system_prompt'],
  StepFun: ['system_prompt'],
  YiAPI: ['system_prompt'],
  LiteLLMAPI: ['system_prompt', 'max_seq_len'],
  BlueLMAPI: ['system_prompt'],
  OpenAI: ['mode'],
  OpenAISDK: ['mode'],
  OpenAISDKResponse: ['mode', 'stream'],
  OpenAISDKRollout: ['mode'],
  OpenAISDKStreaming: ['mode'],
  ClaudeSDK: ['claude_extra_kwargs'],
  GeminiSDK: ['gemini_extra_kwargs', 'stream'],
  TurboMindModelwithChatTemplate: ['drop_middle'],
  HuggingFaceBaseModel: ['drop_middle_off'],
  LLaMA2AccessoryModel: ['pretrained_path'],
};
const contents = [
  '',
  'plain',
  'two\nlines',
  ['a', 'b'],
  [
    { type: 'text', text: 'look' },
    { type: 'image_url', image_url: { url: 'i.png' } },
  ],
  [],
  null,
  7,
  { k: 'v' },
];

export function randomOpenCompassMessages(random) {
  const shared = messagesCase(random, openCompass, openCompassPrompt(random));
  return random.chance(0.85) ? shared : conversationCase(random, shared);
}

/** The same models asked by the chat inferencer. */
function conversationCase(random, shared) {
  const { chance, pick, some } = random;
  const chat = some(1, 4, () => ({ role: pick(['user', 'user', 'assistant', 'system', 'tool']), content: pick(['one', '', '{q}']) }));
  const columns = chance(0.5)
    ? { q: pick(['why', '', 'v{a}']), a: pick(['A', '']) }
    : pick([
        { q: ['one', 'two'], a: ['A', 'B'] },
        { q: [...chat, { role: 'assistant', content: 'gold' }], a: 'A' },
        { q: chat, a: 'A' },
      ]);
  return {
    ...shared,
    reader_cfg: { input_columns: ['q'], output_column: 'a' },
    test: { ...columns, x: 'so' },
    // One of the two must be there; the conversation has no examples.
    ...(chance(0.4)
      ? { prompt_template: null, ice_template: { type: 'PromptTemplate', template: '</E>', ice_token: '</E>' } }
      : { prompt_template: dialoguePrompt(random), ice_template: null }),
    retriever: { type: 'ZeroRetriever' },
    inferencer: { ...shared.inferencer, mode: 'chat' },
  };
}

export function randomAisBenchMessages(random) {
  return { ...messagesCase(random, aisBench, random.chance(0.3) ? picturesPrompt(random) : dialoguePrompt(random)), framework: 'aisbench' };
}

/** @returns the request without its id: one prompt, some models of each kind */
function messagesCase(random, { services, local, texts }, prompt) {
  const { chance, pick, some } = random;
  const shared = promptCase(random, false);
  const names = [...some(4, 4, () => pick(services)), ...some(2, 2, () => pick(local)), pick(texts)];
  const chosen = chance(0.1) ? {} : { ice_template: null, prompt_template: prompt, retriever: { type: 'ZeroRetriever' } };
  return {
    ...shared,
    ...chosen,
    op: 'messages',
    reader_cfg: { input_columns: ['q', 'x'], output_column: 'a' },
    test: {
      q: 'why',
      x: 'so',
      a: 'A',
      ctx: '',
      ...shared.test,
      hist: some(0, 3, () => message(random)),
      question: 'what?',
      image: 'a.png',
      content: some(1, 3, () => pick(['<AIS_TEXT_START>what?', '<AIS_IMAGE_START>a.png'])).join('<AIS_CONTENT_TAG>'),
    },
    inferencer: { mode: 'gen', labels: null, gen_field_replace_token: '' },
    metas: [],
    models: names.map((name) => model(random, name)),
  };
}

function openCompassPrompt(random) {
  const { chance, pick, some } = random;
  if (chance(0.75)) return dialoguePrompt(random);
  const part = () => (chance(0.15) ? '</E>' : message(random));
  return {
    type: 'RawPromptTemplate',
    messages: chance(0.3) ? [{ role: 'user', content: pick(['Q: {q}', '{q}']) }] : some(0, 4, part),
    ...(chance(0.5) && { expand_column: 'hist' }),
    ice_token: '</E>',
  };
}

function dialoguePrompt(random) {
  const { chance, pick, some } = random;
  if (chance(0.25)) return { type: 'PromptTemplate', template: pick(['Q: {q}', '', '{x}', text(random)]) };
  const item = (role) => ({
    role,
    ...(chance(0.97) && { prompt: pick(['', '{q}', 'one', 'two\n', '{a}', 'Q: {x}']) }),
    ...(chance(0.05) && { begin: pick(['', 'b']) }),
  });
  const begin = some(0, 2, () => (chance(0.15) ? text(random) : { ...item('SYSTEM'), fallback_role: pick(['HUMAN', 'BOT']) }));
  return {
    type: 'PromptTemplate',
    template: {
      ...(begin.length > 0 && { begin }),
      round: some(0, 5, () => item(pick(['HUMAN', 'HUMAN', 'BOT', 'BOT', ...(chance(0.15) ? ['SYSTEM', 'FOO'] : [])]))),
    },
  };
}

function picturesPrompt({ chance, pick, some }) {
  const parts = {
    text: { type: 'text', text: '{question}' },
    image: { type: 'image_url', image_url: chance(0.7) ? { url: 'file://{image}' } : '{image}' },
  };
  return {
    type: 'MMPromptTemplate',
    template: {
      round: [
        ...some(0, 1, () => ({ role: pick(['SYSTEM', 'HUMAN']), prompt_mm: parts })),
        { role: 'HUMAN', prompt_mm: parts },
        ...some(0, 1, () => ({ role: 'BOT', prompt: '' })),
      ],
    },
  };
}

function message({ chance, pick }) {
  const role = pick(['user', 'user', 'assistant', 'system', ...(chance(0.2) ? ['developer', 'tool', 'HUMAN', 'FOO'] : [])]);
  return { role, content: chance(0.8) ? pick(['{q}', 'hi', '', 'x: {x}']) : pick(contents) };
}

function model(random, type) {
  const { chance } = random;
  const own = Object.assign({}, ...(settings[type] ?? []).filter(() => chance(0.6)).map((name) => setting(random, name)));
  return {
    type,
    ...(type === 'LLaMA2AccessoryModel' && { pretrained_path: 'p' }),
    ...own,
    ...(chance(0.7) && { meta_template: meta(random) }),
  };
}

function setting({ pick }, name) {
  switch (name) {
    case 'system_prompt':
      return { system_prompt: pick(['Be brief.', '', 'two\nlines', null]) };
    case 'max_seq_len':
      return { max_seq_len: pick([4096, 0, 101, 102, 104, 108, 1]) };
    case 'mode':
      return { mode: pick(['none', 'front', 'mid', 'rear']) };
    case 'claude_extra_kwargs':
      return { claude_extra_kwargs: pick([{ system: 'Over.' }, { top_k: 1 }, {}]) };
    case 'gemini_extra_kwargs':
      return { gemini_extra_kwargs: pick([{ system_instruction: 'Over.' }, { seed: 1 }]) };
    case 'drop_middle':
    case 'stream':
      return { [name]: pick([true, false]) };
    default:
      return {};
  }
}

function meta(random) {
  const { chance, pick, some } = random;
  if (chance(0.1)) return pick([null, {}, [{ role: 'system', content: 'Be brief.' }], [], { round: [] }]);
  const names = ['user', 'assistant', 'system', 'developer', 'FOO', 'human', 'Bot'];
  const role = (name, apiRole) => ({
    role: name,
    ...(chance(0.97) && { api_role: chance(0.85) ? apiRole : pick(['HUMAN', 'BOT', 'SYSTEM', ...names]) }),
    ...(chance(0.15) && { begin: pick(['<', '']) }),
    ...(chance(0.15) && { end: pick(['>', '\n']) }),
    ...(chance(0.05) && { prompt: pick(['none', '']) }),
    ...(name === 'BOT' && chance(0.9) && { generate: true }),
  });
  return {
    round: [
      role('HUMAN', 'HUMAN'),
      ...(chance(0.2) ? [role('SYSTEM', 'SYSTEM')] : []),
      role('BOT', 'BOT'),
      ...(chance(0.1) ? [role('FOO', 'FOO')] : []),
    ],
    ...(chance(0.5) && { reserved_roles: some(1, 1, () => role('SYSTEM', 'SYSTEM')) }),
    ...(chance(0.2) && {
      begin: pick([
        { role: 'SYSTEM', prompt: 'b' },
        { role: 'system', content: 'c' },
        'text',
        '',
        [{ role: 'SYSTEM', prompt: 'b' }],
        { role: 'HUMAN', prompt: '' },
      ]),
    }),
    ...(chance(0.1) && { end: 'E' }),
  };
}

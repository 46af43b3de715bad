export { applyChatTemplate } from './apply.js';
export type { ChatMessage, ChatOptions, ChatResult, ChatTemplate, ChatVariable } from './chat-template.js';
export { families, familyOfModel, familyTemplate } from './families.js';
export type { FoundInCache } from './hub-cache.js';
export { listChatTemplates, loadChatTemplate } from './sources.js';

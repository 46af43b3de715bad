export { applyChatTemplate } from './apply.js';
export type { ChatMessage, ChatOptions, ChatPart, ChatResult, ChatTemplate, ChatVariable } from './chat-template.js';
export { families, familyOfModel, familyTemplate, type ChatFamily } from './families.js';
export type { FoundInCache } from './hub-cache.js';
export { listChatTemplates, loadChatTemplate, type ChatTemplateChoice } from './sources.js';

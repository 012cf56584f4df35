export { llm, type AnswerOf, type LlmCommand, type LlmRequest, type VariablesOf } from "./llm.js";
export { type ModelProfile, type Setting } from "./profile.js";
export { type ModelPrompt, type PromptTools } from "./prompt.js";

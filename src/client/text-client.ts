import { createGlossaries } from './glossaries.js';
import { createMemories } from './memories.js';
import { openSend } from './open-send.js';
import type { ClientOptions } from './options.js';
import { createStyleRules } from './style-rules.js';
import { createText } from './text.js';

/**
 * The areas of `createClient` that catalogs need: building the descriptions of all others would
 * delay the first request.
 * @throws ServiceError `bad-request` or `no-key` for options that cannot work
 */
export function createTextClient(options: ClientOptions) {
  const { send, close } = openSend(options);
  return {
    text: createText(send),
    glossaries: createGlossaries(send),
    styleRules: createStyleRules(send),
    memories: createMemories(send),
    close,
  };
}

export type TextClient = ReturnType<typeof createTextClient>;

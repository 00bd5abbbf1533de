import { createAdmin } from './admin.js';
import { createDocuments } from './documents.js';
import { createGlossaries } from './glossaries.js';
import { createLanguages } from './languages.js';
import { createMemories } from './memories.js';
import { createOldGlossaries } from './old-glossaries.js';
import { openSend } from './transport.js';
import type { ClientOptions } from './options.js';
import { createStyleRules } from './style-rules.js';
import { createText } from './text.js';
import { createUsage } from './usage.js';
import { createVoice } from './voice.js';
import { createWrite } from './write.js';

/**
 * A client for all areas of the service (docs/interface.md). Every operation takes a signal and a
 * timeout as its last argument, retries what may be retried, and throws only `ServiceError`.
 * @throws ServiceError `bad-request` or `no-key` for options that cannot work
 */
export function createClient(options: ClientOptions) {
  const { send, settings, close } = openSend(options);
  return {
    text: createText(send),
    documents: createDocuments(send, settings.clock),
    glossaries: createGlossaries(send),
    oldGlossaries: createOldGlossaries(send),
    styleRules: createStyleRules(send),
    languages: createLanguages(send),
    write: createWrite(send),
    voice: createVoice(send, settings.clock),
    admin: createAdmin(send),
    usage: createUsage(send),
    memories: createMemories(send),
    /**
     * Closes all connections and aborts requests in flight. A dispatcher passed in by the caller
     * stays open.
     */
    close,
  };
}

export type Client = ReturnType<typeof createClient>;

import { createAdmin } from './admin.js';
import { openDispatcher, proxySecrets } from './dispatcher.js';
import { createDocuments } from './documents.js';
import { createGlossaries } from './glossaries.js';
import { createLanguages } from './languages.js';
import { createMemories } from './memories.js';
import { resolveSettings, type ClientOptions } from './options.js';
import { createStyleRules } from './style-rules.js';
import { createText } from './text.js';
import { createSend } from './transport.js';
import { createUsage } from './usage.js';
import { createVoice } from './voice.js';
import { createWrite } from './write.js';

/**
 * A client for every area of the service (interface.md). Every operation takes a signal and a timeout
 * as its last argument, repeats what may be repeated and throws `ServiceError` only.
 * @throws ServiceError `bad-request` or `no-key` for options that cannot work
 */
export function createClient(options: ClientOptions) {
  const settings = resolveSettings(options);
  const { dispatcher, close } = openDispatcher(options);
  const secrets = [settings.keys.developer, settings.keys.admin, ...proxySecrets(options)];
  const send = createSend({ settings, dispatcher, secrets });
  return {
    text: createText(send),
    documents: createDocuments(send, settings.clock),
    glossaries: createGlossaries(send),
    styleRules: createStyleRules(send),
    languages: createLanguages(send),
    write: createWrite(send),
    voice: createVoice(send, settings.clock),
    admin: createAdmin(send),
    usage: createUsage(send),
    memories: createMemories(send),
    /** Ends all connections, requests under way included; a dispatcher that was passed in stays open. */
    close,
  };
}

export type Client = ReturnType<typeof createClient>;

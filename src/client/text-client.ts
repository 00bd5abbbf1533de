import { createGlossaries } from './glossaries.js';
import { createMemories } from './memories.js';
import { openSend } from './transport.js';
import type { ClientOptions } from './options.js';
import { createStyleRules } from './style-rules.js';
import { createText } from './text.js';

/**
 * The areas of `createClient` that catalogs need. Building the descriptions of all others would
 * delay the first request.
 * @throws ServiceError `bad-request` or `no-key` for options that cannot work
 */
export function createTextClient(options: ClientOptions) {
  const { send, settings, close } = openSend(options);
  return {
    text: createText(send),
    glossaries: createGlossaries(send),
    styleRules: createStyleRules(send),
    memories: createMemories(send),
    /** Undefined without an admin key. */
    openAdmin:
      options.adminKey === undefined
        ? undefined
        : async () => (await import('./admin.js')).createAdmin(send),
    /** Areas that few projects need. */
    jobs: async () => {
      // Downloads need it, so it is loaded while the service works.
      void import('undici').catch(() => undefined);
      const [{ createDocuments }, { createVoice }] = await Promise.all([
        import('./documents.js'),
        import('./voice.js'),
      ]);
      const { clock } = settings;
      return { documents: createDocuments(send, clock), voice: createVoice(send, clock) };
    },
    close,
  };
}

export type TextClient = ReturnType<typeof createTextClient>;

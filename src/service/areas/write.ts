import { baseLanguage, canonicalCode } from '../../facts/index.js';
import { writeStyleError } from '../../api/index.js';
import { countCharacters } from '../../text/index.js';
import type { ServiceContext } from '../context.js';
import { badRequest } from '../errors.js';
import type { AreaRoutes } from '../http/routes.js';
import { harper } from '../tools/harper.js';
import { spelling } from '../tools/spelling.js';
import type { Passage, Workplace } from '../tools/tool.js';

/** Runs every tool that has the language, one after the other. */
async function improve({ text, language }: Passage, workplace: Workplace) {
  const used: string[] = [];
  let result = text;
  for (const [name, tool] of Object.entries({ spelling, harper })) {
    const improved = await tool.run({ text: result, language }, workplace);
    if (improved === undefined) continue;
    used.push(name);
    result = improved;
  }
  return { text: result, used };
}

/**
 * Base language of a text, detected with tables that are loaded on first use: the stated one if the text may be in it.
 * @throws ServiceError 400 if it certainly is not
 */
async function languageOf(text: string, wanted: string | undefined): Promise<string> {
  const { certainlyOther, detectLanguage } = await import('../translate/detect.js');
  if (wanted === undefined) return detectLanguage(text);
  const other = certainlyOther(text, baseLanguage(wanted));
  if (other === undefined) return baseLanguage(wanted);
  throw badRequest(`The text is '${other}', not 'target_lang' '${wanted}'`);
}

/** docs/interface.md 4.6 */
export function writeRoutes({ usage, counters, scratch }: ServiceContext): AreaRoutes {
  return {
    handlers: {
      rephrase: async ({ body, keyId, notes, signal }) => {
        const texts = typeof body.text === 'string' ? [body.text] : body.text;
        const { target_lang: wanted } = body;
        const detected = await Promise.all(texts.map((text) => languageOf(text, wanted)));
        for (const language of detected) {
          const unsupported = wanted === undefined ? writeStyleError(body, language) : undefined;
          if (unsupported !== undefined) throw badRequest(unsupported);
        }
        const characters = texts.reduce((sum, text) => sum + countCharacters(text), 0);
        return usage.charge(keyId, 'write', characters, async () => {
          const improvements = await Promise.all(
            texts.map(async (text, index) => {
              const language = detected[index] ?? 'en';
              const target = wanted === undefined ? language : canonicalCode(wanted);
              const { text: improved, used } = await improve(
                { text, language: target },
                { scratch, signal },
              );
              if (used.length === 0) notes.note = `no Write engine for ${target}`;
              else notes.backend = used.join(',');
              return {
                text: improved,
                target_language: wanted ?? language,
                detected_source_language: language.toUpperCase(),
              };
            }),
          );
          counters.billed(characters);
          Object.assign(notes, { texts: texts.length, characters });
          return { improvements };
        });
      },
    },
  };
}

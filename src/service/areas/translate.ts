import { backendHeader, findTarget, translateError, type TranslateBody } from '../../api/index.js';
import { countCharacters } from '../../text/index.js';
import type { ServiceContext } from '../context.js';
import { badRequest } from '../errors.js';
import type { AreaRoutes } from '../http/call.js';
import {
  carryOut,
  resolveTranslation,
  type ResolvedTranslation,
  type TranslatedText,
  type TranslatorParts,
} from '../translate/translator.js';

/** Billed characters per text; beta targets are free (interface.md 9.5). */
function charactersPerText({ body }: ResolvedTranslation, free: boolean): readonly number[] {
  return body.text.map((text) => (free ? 0 : countCharacters(text, body.tag_handling)));
}

function answer(
  { body, model }: ResolvedTranslation,
  translated: readonly TranslatedText[],
  characters: readonly number[],
) {
  const used = body.model_type === undefined ? {} : { model_type_used: model };
  const isBilledShown = body.show_billed_characters === true;
  const billed = (count: number) => (isBilledShown ? { billed_characters: count } : {});
  const isBare = !isBilledShown && body.model_type === undefined;
  let known = '';
  let code = '';
  return {
    translations: translated.map(({ source, text }, index) => {
      if (source !== known) [known, code] = [source, source.toUpperCase()];
      const bare = { detected_source_language: code, text };
      return isBare ? bare : { ...bare, ...billed(characters[index] ?? 0), ...used };
    }),
    ...used,
    ...billed(characters.reduce((sum, count) => sum + count, 0)),
  };
}

function optionsOf(body: TranslateBody): string {
  let options = '';
  for (const [name, value] of Object.entries(body)) {
    if (name === 'text' || name === 'show_billed_characters' || value === undefined) continue;
    options += `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}\n`;
  }
  return options;
}

/** interface.md 4.1 */
export function translateRoutes(context: ServiceContext, parts: TranslatorParts): AreaRoutes {
  const { usage, counters } = context;
  return {
    handlers: {
      translateText: async (call) => {
        const { body, keyId, notes, setHeader } = call;
        const problem = translateError(body);
        if (problem !== undefined) throw badRequest(problem);
        const resolved = resolveTranslation(body, parts);
        const characters = charactersPerText(
          resolved,
          findTarget(resolved.target)?.kind === 'beta',
        );
        const total = characters.reduce((sum, count) => sum + count, 0);
        const takeBack = usage.charge(keyId, 'text', total);
        const backendsUsed = new Set<string>();
        try {
          const translated = await carryOut(resolved, parts.backends, {
            caller: call,
            backendsUsed,
          });
          counters.translated(body.text, optionsOf(body), total);
          Object.assign(notes, { texts: body.text.length, characters: total });
          if (backendsUsed.size > 0) {
            notes.backend = [...backendsUsed].join(',');
            setHeader(backendHeader, notes.backend);
          }
          return answer(resolved, translated, characters);
        } catch (error) {
          takeBack();
          throw error;
        }
      },
    },
  };
}

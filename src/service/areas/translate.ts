import { backendHeader, findTarget, type TranslateBody } from '../../api/index.js';
import { countCharacters } from '../../text/index.js';
import type { ServiceContext } from '../context.js';
import type { AreaRoutes } from '../http/routes.js';
import { carryOut, resolveTranslation } from '../translate/translator.js';

function optionsOf(body: TranslateBody): string {
  let options = '';
  for (const [name, value] of Object.entries(body)) {
    if (name === 'text' || name === 'show_billed_characters' || value === undefined) continue;
    options += `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}\n`;
  }
  return options;
}

/** docs/interface.md 4.1 */
export function translateRoutes(context: ServiceContext): AreaRoutes {
  const { usage, counters, backends } = context;
  return {
    handlers: {
      translateText: (call) => {
        const { body, keyId, notes, setHeader } = call;
        const resolved = resolveTranslation(body, context);
        // Beta targets are free (docs/interface.md 9.5).
        const isFree = findTarget(resolved.target)?.kind === 'beta';
        const characters = body.text.map((text) =>
          isFree ? 0 : countCharacters(text, body.tag_handling),
        );
        const total = characters.reduce((sum, count) => sum + count, 0);
        return usage.charge(keyId, 'text', total, async () => {
          const backendsUsed = new Set<string>();
          const translated = await carryOut(resolved, backends, { caller: call, backendsUsed });
          counters.translated(body.text, optionsOf(body), total);
          Object.assign(notes, { texts: body.text.length, characters: total });
          if (backendsUsed.size > 0) {
            notes.backend = [...backendsUsed].join(',');
            setHeader(backendHeader, notes.backend);
          }
          const used = body.model_type === undefined ? {} : { model_type_used: resolved.model };
          const billed = (count: number) =>
            body.show_billed_characters === true ? { billed_characters: count } : {};
          return {
            translations: translated.map(({ source, text }, index) => ({
              detected_source_language: source.toUpperCase(),
              text,
              ...billed(characters[index] ?? 0),
              ...used,
            })),
            ...used,
            ...billed(total),
          };
        });
      },
    },
  };
}

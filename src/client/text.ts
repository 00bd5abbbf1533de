import { translateEndpoints as endpoints } from '../api/index.js';
import { encodeJson, type Answer, type RequestInput } from './request.js';
import type { CallOptions } from './options.js';
import type { Send } from './transport.js';

type Body = NonNullable<RequestInput<typeof endpoints.translateText>['body']>;

/** Parameters of docs/interface.md 4.1 in camelCase, without the texts. */
export type TranslateTextOptions = Omit<Body, 'text'>;
export type TextTranslations = Answer<typeof endpoints.translateText>;

/** The body that `translate` sends, byte for byte. */
export function encodeTranslateText(
  texts: readonly string[],
  options: TranslateTextOptions,
): string {
  return encodeJson(endpoints.translateText.body.schema, { ...options, text: texts });
}

/** What some services say of each text only. */
function inSum(translations: TextTranslations['translations']) {
  const counts = translations.map(({ billedCharacters }) => billedCharacters);
  const modelTypeUsed = translations[0]?.modelTypeUsed;
  const isSame = translations.every((each) => each.modelTypeUsed === modelTypeUsed);
  return {
    ...(counts.every((count) => count !== undefined) && {
      billedCharacters: counts.reduce((sum, count) => sum + count, 0),
    }),
    ...(isSame && modelTypeUsed !== undefined && { modelTypeUsed }),
  };
}

/** Text translation (docs/interface.md 4.1). */
export function createText(send: Send) {
  return {
    /**
     * Translates up to 50 texts in one request, independently of each other. `translations` has one
     * entry per text, in the same order. `billedCharacters` and `modelTypeUsed` are those of the whole
     * request, also where the service says them of each text only.
     * @throws ServiceError
     */
    async translate(
      texts: string | readonly string[],
      options: TranslateTextOptions,
      call?: CallOptions,
    ): Promise<TextTranslations> {
      const text = typeof texts === 'string' ? [texts] : texts;
      const check = ({ translations }: TextTranslations): string | undefined =>
        translations.length === text.length
          ? undefined
          : `${translations.length} 'translations' for ${text.length} texts`;
      const answer = await send(
        endpoints.translateText,
        { body: { ...options, text }, check },
        call,
      );
      return { ...inSum(answer.translations), ...answer };
    },
  };
}

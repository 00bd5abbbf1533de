import { baseLanguage } from '../../api/facts/language-codes.js';
import { serviceSourceLanguage } from '../../config/languages.js';
import type { ResolvedConfig } from '../../config/resolved.js';

/** Base language of the source locale. */
export function sourceLanguageOf({ source, languages }: ResolvedConfig): string {
  return baseLanguage(serviceSourceLanguage(source, languages));
}

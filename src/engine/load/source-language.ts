import { baseLanguage, serviceSourceLanguage } from '../../facts/index.js';
import type { ResolvedConfig } from '../../config/index.js';

/** Base language of the source locale. */
export function sourceLanguageOf({ source, languages }: ResolvedConfig): string {
  return baseLanguage(serviceSourceLanguage(source, languages));
}

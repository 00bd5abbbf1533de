import { baseLanguage, canonicalCode } from '../api/facts/language-codes.js';
import { writeStyleTargets, writeTargets } from '../api/facts/language-table.js';
import { languageTag } from './languages.js';

/** Write's parameters for the texts of a locale. */
export interface WriteLanguage {
  /** `target_lang`; undefined: the service detects the variant of each text. */
  readonly target: string | undefined;
  /** Whether styles and tones are supported. */
  readonly hasStyles: boolean;
}

/** Languages that Write supports only as variants. A text without a region keeps its variant. */
const VARIANTS_ONLY: ReadonlySet<string> = new Set(['en', 'pt']);

/** Undefined if Write does not support the language (docs/interface.md 4.6). */
export function writeLanguage(
  source: string,
  languages: Readonly<Record<string, string>>,
): WriteLanguage | undefined {
  const code = canonicalCode(
    Object.hasOwn(languages, source) ? (languages[source] ?? '') : languageTag(source),
  );
  const base = baseLanguage(code);
  const target = [code, base].find((one) => writeTargets.has(one));
  if (target !== undefined) return { target, hasStyles: writeStyleTargets.has(target) };
  return VARIANTS_ONLY.has(base) ? { target: undefined, hasStyles: true } : undefined;
}

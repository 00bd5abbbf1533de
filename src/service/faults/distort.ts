import type { Distortion } from './rules.js';

interface Translations {
  readonly translations: readonly { readonly text: string }[];
}

function isTranslations(result: unknown): result is Translations {
  return typeof result === 'object' && result !== null && 'translations' in result;
}

/** Damage to tags and placeholders as seen from real services. */
function mangleText(text: string): string {
  return text
    .replace(/\{(\w+)\}/g, '{ $1X }')
    .replace(/%(?:\d\$)?[sd@]/g, '% s')
    .replace(/<(\w)[^<>]*>/g, '<$1 ');
}

const ENDS: Readonly<Record<Exclude<Distortion, 'echo'>, (text: string) => string>> = {
  'no-end': (text) => text.replace(/[.!?…。？！]+(?=[\])"'\s]*$)/u, ''),
  'one-line': (text) => text.replace(/\s*\n\s*/g, ' '),
  repeat: (text) => `${text} ${text} ${text}`,
  'cut-short': (text) => text.slice(0, Math.ceil(text.length / 8)),
};

/**
 * Replaces a translate response by one whose texts are sound but wrong. @param sources the texts as
 * sent
 */
export function misread(result: unknown, how: Distortion, sources: readonly string[]): unknown {
  if (!isTranslations(result)) return result;
  const translations = result.translations.map((each, at) => ({
    ...each,
    text: how === 'echo' ? (sources[at] ?? each.text) : ENDS[how](each.text),
  }));
  return { ...result, translations };
}

/** Removes a text from a translate response, or damages its placeholders; other responses stay. */
export function distort(result: unknown, how: 'too-few' | 'mangle'): unknown {
  if (!isTranslations(result)) return result;
  const { translations } = result;
  if (how === 'too-few') return { ...result, translations: translations.slice(0, -1) };
  const mangled = translations.map((each) => ({ ...each, text: mangleText(each.text) }));
  return { ...result, translations: mangled };
}

import type { Distortion } from './rules.js';

interface Translations {
  readonly translations: readonly { readonly text: string }[];
}

function isTranslations(result: unknown): result is Translations {
  return typeof result === 'object' && result !== null && 'translations' in result;
}

/** What services have been seen to do to tags and placeholders. */
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

/** A translate answer with texts that are sound, and wrong. @param sources the texts as sent */
export function misread(result: unknown, how: Distortion, sources: readonly string[]): unknown {
  if (!isTranslations(result)) return result;
  const translations = result.translations.map((each, at) => ({
    ...each,
    text: how === 'echo' ? (sources[at] ?? each.text) : ENDS[how](each.text),
  }));
  return { ...result, translations };
}

/**
 * A translate answer with a text missing or with damaged placeholders; any other answer as it is.
 */
export function distort(result: unknown, how: 'too-few' | 'mangle'): unknown {
  if (!isTranslations(result)) return result;
  const { translations } = result;
  if (how === 'too-few') return { ...result, translations: translations.slice(0, -1) };
  const mangled = translations.map((each) => ({ ...each, text: mangleText(each.text) }));
  return { ...result, translations: mangled };
}

import type { LocaleNames } from '../model/index.js';
import { aboutOf } from './endings.js';

/** How a format's paths spell locales, by format name. Undefined: exactly as in the config. */
export function localeNamesOf(format: string | undefined): LocaleNames | undefined {
  return aboutOf(format)?.capabilities.localeNames;
}

/** Languages with two codes: today's → the old one, which comes first in Android's paths. */
export const OLD_CODES: Readonly<Record<string, string>> = {
  he: 'iw',
  id: 'in',
  yi: 'ji',
  jv: 'jw',
};

/** Other codes for a language that files may use. */
export const OTHER_CODES: Readonly<Record<string, string>> = {
  ...OLD_CODES,
  iw: 'he',
  in: 'id',
  ji: 'yi',
  jw: 'jv',
  nb: 'no',
  no: 'nb',
  fil: 'tl',
  tl: 'fil',
};

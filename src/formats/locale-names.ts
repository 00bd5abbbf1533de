import type { LocaleNames } from '../model/index.js';
import { aboutOf } from './endings.js';

/** Every format's way, by the name of the format. Undefined: exactly as the config spells it. */
export function localeNamesOf(format: string | undefined): LocaleNames | undefined {
  return aboutOf(format)?.capabilities.localeNames;
}

/** Two codes of one language; the old one comes first in paths of Android. */
export const OLD_CODES: Readonly<Record<string, string>> = {
  he: 'iw',
  id: 'in',
  yi: 'ji',
  jv: 'jw',
};

/** Other codes that files may have for a language. */
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

import type { MessageSyntax } from '../../model/index.js';
import { GETTEXT_SYNTAXES } from './gettext-formats.js';
import { readJavaChoices, withoutNumberStyles } from './java-choice.js';
import { laravel, polyglot, symfony, vue } from './bars.js';
import { mediawiki } from './mediawiki.js';
import {
  angularTranslate,
  chrome,
  goI18n,
  nextcloud,
  nodebb,
  printf,
  qt,
  rails,
  i18next,
  i18nextV3,
  etherpad,
  inlang,
  wix,
} from './placeholders-only.js';
import type { Syntax } from './syntax.js';

/**
 * All syntaxes. If the signs fit several equally, the first one counts. ICU has its own parser in
 * `icu/`, and Fluent is read as ICU, in `fluent/`.
 */
export const SYNTAXES: Readonly<Record<MessageSyntax, Syntax>> = {
  mediawiki,
  etherpad,
  'angular-translate': angularTranslate,
  'go-i18n': goI18n,
  polyglot,
  icu: { inside: readJavaChoices, comparable: withoutNumberStyles },
  arb: {},
  fluent: {},
  i18next,
  'i18next-v3': i18nextV3,
  rails,
  symfony,
  laravel,
  chrome,
  nodebb,
  vue,
  nextcloud,
  qt,
  inlang,
  wix,
  printf,
  ...GETTEXT_SYNTAXES,
  plain: { inside: readJavaChoices },
};

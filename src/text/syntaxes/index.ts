import type { MessageSyntax } from '../../model/index.js';
import { etherpad } from './etherpad.js';
import { GETTEXT_SYNTAXES } from './gettext-formats.js';
import { i18next, i18nextV3 } from './i18next.js';
import { inlang } from './inlang.js';
import { readJavaChoices } from './java-choice.js';
import { laravel } from './laravel.js';
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
} from './placeholders-only.js';
import { polyglot } from './polyglot.js';
import { symfony } from './symfony.js';
import type { Syntax } from './syntax.js';
import { vue } from './vue.js';

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
  icu: { inside: readJavaChoices },
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
  printf,
  ...GETTEXT_SYNTAXES,
  plain: { inside: readJavaChoices },
};

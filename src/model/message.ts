/** gettext flags that name the language of a text's placeholders: `#, c-format`. */
export const GETTEXT_FORMATS = [
  'c-format',
  'objc-format',
  'python-format',
  'python-brace-format',
  'java-format',
  'java-printf-format',
  'csharp-format',
  'javascript-format',
  'scheme-format',
  'lisp-format',
  'elisp-format',
  'librep-format',
  'ruby-format',
  'sh-format',
  'awk-format',
  'lua-format',
  'object-pascal-format',
  'modula2-format',
  'd-format',
  'ocaml-format',
  'rust-format',
  'go-format',
  'smalltalk-format',
  'ycp-format',
  'qt-format',
  'qt-plural-format',
  'kde-format',
  'kde-kuit-format',
  'boost-format',
  'tcl-format',
  'perl-format',
  'perl-brace-format',
  'php-format',
  'gcc-internal-format',
  'gfc-internal-format',
] as const;

export type GettextFormat = (typeof GETTEXT_FORMATS)[number];

/** Message syntaxes that `messages:` in the config can name. */
export const MESSAGE_SYNTAXES = [
  'plain',
  'i18next',
  'i18next-v3',
  'icu',
  'arb',
  'rails',
  'vue',
  'printf',
  'mediawiki',
  'symfony',
  'laravel',
  'polyglot',
  'go-i18n',
  'etherpad',
  'angular-translate',
  'nextcloud',
  'nodebb',
  'chrome',
  'qt',
  'fluent',
  'inlang',
  'wix',
  ...GETTEXT_FORMATS,
] as const;

/** Message syntax of a text. */
export type MessageSyntax = (typeof MESSAGE_SYNTAXES)[number];

/** Libraries that `types.library` in the config can name. */
export const MESSAGE_LIBRARIES = [
  'i18next',
  'vue-i18n',
  'next-intl',
  'use-intl',
  'formatjs',
  'svelte-i18n',
  'plain',
] as const;

/** A message library that types can be written for. */
export type MessageLibrary = (typeof MESSAGE_LIBRARIES)[number];

/** In CLDR's order. */
export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/** CLDR plural category. */
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];

export function isPluralCategory(word: string | undefined): word is PluralCategory {
  return (PLURAL_CATEGORIES as readonly (string | undefined)[]).includes(word);
}

/** Rules that `rules:` in the config can set, and their problem codes. */
export const RULES = {
  placeholders: 'placeholder-mismatch',
  markup: 'markup-mismatch',
  'icu-syntax': 'icu-syntax',
  readable: 'unreadable-text',
  'plural-categories': 'plural-categories',
  'surrounding-space': 'surrounding-space',
  untranslated: 'untranslated',
  'max-length': 'too-long',
  'forbidden-characters': 'forbidden-characters',
  inconsistent: 'inconsistent',
  opposites: 'opposites',
  'sentence-end': 'sentence-end',
  'line-breaks': 'line-breaks',
  'length-ratio': 'length-ratio',
  repetition: 'repetition',
  terms: 'term-missing',
} as const;

export type RuleName = keyof typeof RULES;

/** Rules about several texts, which need all of them in view. */
export const RULES_OF_SEVERAL = ['inconsistent', 'opposites'] as const satisfies RuleName[];

export type RuleLevel = 'off' | 'warn' | 'error';
export type RuleLevels = Readonly<Record<RuleName, RuleLevel>>;

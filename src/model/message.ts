/** Message syntax of a catalog's texts (`messages:` in the config). */
export type MessageSyntax = 'plain' | 'i18next' | 'icu' | 'rails' | 'vue' | 'printf';

/** CLDR plural category. */
export type PluralCategory = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

/** Rules that `rules:` in the config can set, and their problem codes. */
export const RULES = {
  placeholders: 'placeholder-mismatch',
  markup: 'markup-mismatch',
  'icu-syntax': 'icu-syntax',
  'plural-categories': 'plural-categories',
  'surrounding-space': 'surrounding-space',
  untranslated: 'untranslated',
  'max-length': 'too-long',
  'forbidden-characters': 'forbidden-characters',
  inconsistent: 'inconsistent',
} as const;

export type RuleName = keyof typeof RULES;
export type RuleLevel = 'off' | 'warn' | 'error';
export type RuleLevels = Readonly<Record<RuleName, RuleLevel>>;

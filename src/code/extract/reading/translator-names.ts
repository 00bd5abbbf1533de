import { childrenOf, isCall, isMember, pathOf } from './nodes.js';
import type { Node } from './nodes.js';
import type { Scope, Step } from './scope.js';
import type { Translator, TranslatorContext } from './translator.js';

/** Names of translators, regardless of their origin. */
export const BARE = /^(?:\$?t|\$tc|\$te|\$tm|\$tChoice)$/;
export const MEMBERS = /^(?:\$?t|\$?tc|\$?te|\$?tm|\$?tChoice)$/;
/** Methods of an object that is named after translation. */
export const OF_I18N = /^(?:exists|translate)$/;
export const I18N = /i18n|i18next|intl|translat/i;

export const HOOKS =
  /^(?:useTranslation|useT|getT|getTranslation|serverTranslation|useServerTranslation|useClientTranslation|useTranslate|useTransContext)$/;
export const SCOPED = /^(?:useTranslations|getTranslations|useScopedI18n|getScopedI18n)$/;
export const OTHERS = /^(?:useI18n|getI18n|useTypedI18n|inlineTranslate)$/;

/** Names in a call that returns a translator: `useOurTranslations()`, `createT()`. */
const GIVES_T = /[Ii]18n|[Ii]ntl|[Tt]ransl|[Ll]ocale|[Ll]ang|[Mm]essage|[Dd]ictionar|^t$|T$/;

/** Packages whose `t` is something else. */
export const UNRELATED =
  /^(?:@babel\/|@lingui\/|@sinclair\/|@trpc\/|compiled-i18n$|io-ts|elysia|ttag|tap$|tape$|ava$)/;
/** `translator(dict)` and `chainedTranslator(dicts, t)` */
export const SOLID = '@solid-primitives/i18n';
/** Functions of laravel-vue-i18n; those with `w` return a computed ref. */
export const LARAVEL = /^(?:trans|wTrans|transChoice|wTransChoice)$/;
export const SVELTE = /^(?:_|t|format|json)$/;

/**
 * Whether a path matches configured names. `translate` also matches the end of `i18n.translate`;
 * `*.translate` and `translate` are the same. `$translate` is the value of the Svelte store
 * `translate`.
 */
export function isConfigured(path: readonly string[], names: readonly string[]): boolean {
  const dotted = path.join('.');
  return names.some((name) => {
    const bare = name.replace(/^\*\./, '');
    return dotted === bare || dotted === `$${bare}` || dotted.endsWith(`.${bare}`);
  });
}

/** The translator of `x.t`, if nothing more is known of `x`. */
export function atEnd(
  path: readonly Step[],
  { handed }: TranslatorContext,
): Translator | undefined {
  const name = String(path.at(-1));
  if (!MEMBERS.test(name)) return undefined;
  return { ...handed, ...manner(name) };
}

/** How a function takes keys, by its name. */
export function manner(name: string): Partial<Translator> {
  const bare = name.replace(/^\$/, '');
  if (bare === 'te' || bare === 'has' || bare === 'exists') return { asks: true };
  return bare === 'tm' || bare === 'raw' || bare === 'json' ? { group: true } : {};
}

export function isUnrelated(object: Node, scope: Scope): boolean {
  const root = pathOf(object)?.[0];
  return root !== undefined && isUnrelatedName(root, scope);
}

/** Whether a name belongs to a package whose `t` and `Trans` are something else. */
export function isUnrelatedName(name: string, scope: Scope): boolean {
  const binding = scope.find(name);
  return binding?.kind === 'import' && UNRELATED.test(binding.source);
}

/** Whether a call's names refer to translation; `t` alone may also be a timer. */
export function givesTranslator(node: Node): boolean {
  if (node.type === 'Identifier') return GIVES_T.test(node.name);
  if (node.type === 'StringLiteral') return GIVES_T.test(node.value);
  return (isCall(node) || isMember(node)) && childrenOf(node).some(givesTranslator);
}

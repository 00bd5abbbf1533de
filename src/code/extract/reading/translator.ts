import { defined } from '../../../model/index.js';
import type { Node } from './nodes.js';
import type { Scope, Step } from './scope.js';
import type { Counts, Gaps, Parts, Taken } from './use.js';
import { joinParts } from './use.js';
import { childrenOf, isCall, isMember, pathOf } from './nodes.js';

/** A function that takes keys, and what it adds to them. */
export interface Translator extends Taken {
  readonly namespaces?: readonly string[];
  /** The options of its uses, for a function that sets them. */
  readonly counts?: Counts;
}

/** The prefix, in the form of a use or an export. */
export function prefixOf({
  prefix,
  prefixGaps,
}: Translator): Pick<Translator, 'prefix' | 'prefixGaps'> {
  return prefix === undefined ? {} : { prefix, ...defined({ prefixGaps }) };
}

/** A translator with a longer prefix. */
export function withPrefix(
  translator: Translator,
  more: Parts,
  gaps: Gaps = unknownIn(more),
): Translator {
  const { prefix = [''], prefixGaps = unknownIn(prefix) } = translator;
  const all = [...prefixGaps, ...gaps];
  return {
    ...translator,
    prefix: joinParts(prefix, more),
    ...(all.some((one) => one !== null) ? { prefixGaps: all } : {}),
  };
}

function unknownIn(parts: Parts): Gaps {
  return parts.slice(1).map(() => null);
}

/** What is known of a file besides its names. */
export interface TranslatorContext {
  readonly code: string;
  /** Whether the code contains any name of a translator. */
  readonly namesAny: boolean;
  readonly functions: readonly string[];
  readonly keySeparator: string | false;
  /** What names such as `t` mean if the file does not say. */
  readonly handed: Translator;
  /** First parameters that are translators: `<Translation>{(t) => …}</Translation>`. */
  readonly given: Map<Node, Translator>;
  /** Functions of the file that were examined, with the scope at that time. */
  readonly wrappers: Map<
    Node,
    { readonly scope: Scope; readonly translator?: Translator | undefined }
  >;
}

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

/** Whether code contains any of these names, or that of a package: most files do not. */
export function namesTranslator(code: string): boolean {
  return /i18n|intl|trans(?:l|choice|context|\b)/i.test(code) || NAMES.test(code);
}

const NAMES = /(?<!\w')\bt[cem]?\b|\btChoice\b|\b(?:use|get)(?:Scoped|Fixed)?T\b|\bTFunction\b/;

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

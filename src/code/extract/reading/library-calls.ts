import { defined } from '../../../model/index.js';
import { isLibrary } from '../libraries.js';
import { argumentOf, propertyOf, unwrap } from './nodes.js';
import type { Call, Node } from './nodes.js';
import type { Scope, Step } from './scope.js';
import { textOf, elementTextsOf, textsOf } from './texts.js';
import { HOOKS, manner, MEMBERS, OTHERS, SCOPED, withPrefix } from './translator.js';
import type { Translator, TranslatorContext } from './translator.js';
import { selected } from './calls.js';
import { gapsOf, namespaceElsewhere, sourceOfCall } from './imported.js';
import { joinParts } from './use.js';
import type { Parts } from './use.js';
import { objectOf } from './values.js';

/** A call, the called name, and the path into its result: `const { t } = …`. */
export interface NamedCall {
  readonly call: Call;
  readonly name: string;
  readonly path: readonly Step[];
}

const FIXED = /^(?:getFixedT|useScopedT)$/;

/**
 * Whether libraries return translators from a function with this name; `useI18n()` returns other
 * things too.
 */
export function isLibraryCall({ name, path }: NamedCall): boolean {
  const isOwn = HOOKS.test(name) || FIXED.test(name) || isScoped(name);
  return isOwn || (OTHERS.test(name) && isT(path));
}

/** The translator that it returns; undefined: it is not a translator. */
export function ofLibraryCall(
  { call, name, path }: NamedCall,
  scope: Scope,
  context: TranslatorContext,
): Translator | undefined {
  const end = String(path.at(-1));
  if (HOOKS.test(name)) {
    if (!isT(path)) return undefined;
    const found = path.length < 2 ? ofHook(call, scope, context) : { library: 'i18next' as const };
    return { ...found, ...manner(end) };
  }
  if (FIXED.test(name)) return ofFixed(call, scope, context);
  if (isScoped(name)) {
    const found = path.length === 0 ? ofScope(call, scope, context) : undefined;
    return found && hasMessages(call, scope) ? { ...found, local: true } : found;
  }
  const text = textOf(argumentOf(call), scope);
  if (text === undefined || isLibrary(sourceOfCall(call, scope))) {
    return { library: 'plain', ...(isLocal(call, scope) ? { local: true } : {}), ...manner(end) };
  }
  // A hook of the project: what it is given is a prefix or a namespace, by its library.
  const own = path.length === 0 ? ofScope(call, scope, context) : {};
  return { ...own, library: 'any', given: [text], ...manner(end) };
}

function isT(path: readonly Step[]): boolean {
  return path.length === 0 || path[0] === 0 || MEMBERS.test(String(path.at(-1)));
}

function isScoped(name: string): boolean {
  return SCOPED.test(name) || name === 'createTranslator';
}

/** `createTranslator({ locale, messages: { title: text } })` */
function hasMessages(call: Call, scope: Scope): boolean {
  const messages = optionOf(argumentOf(call), 'messages', scope);
  if (messages?.type !== 'ObjectExpression') return false;
  return messages.properties.every((one) => one.type === 'ObjectProperty' && !one.shorthand);
}

/** Whether a vue-i18n component has its own keys. */
function isLocal(call: Call, scope: Scope): boolean {
  const options = argumentOf(call);
  const used = textOf(optionOf(options, 'useScope', scope), scope);
  const hasOwn = optionOf(options, 'messages', scope) !== undefined;
  return used === 'local' || (hasOwn && used !== 'global');
}

/** `useTranslation('ns', { keyPrefix: 'cart' })`, and `useTranslation(lng, 'ns')` on servers. */
export function ofHook(call: Call, scope: Scope, context: TranslatorContext): Translator {
  const args = [0, 1, 2].map((at) => argumentOf(call, at));
  const [first, second, third] = args;
  const named = first && namespacesOf(first, scope);
  const isServer = second !== undefined && namespacesOf(second, scope) !== undefined;
  const namespaces = isServer ? namespacesOf(second, scope) : named;
  const keyPrefix = [second, third, first]
    .map((one) => optionOf(one, 'keyPrefix', scope))
    .find((one) => one !== undefined);
  // A project's own hook may take a language first.
  const isOfLibrary = /i18next/.test(sourceOfCall(call, scope));
  const isElsewhere = first !== undefined && namespaces === undefined && isOfLibrary;
  const namespaceFrom = isElsewhere ? namespaceElsewhere(first, scope) : undefined;
  const translator: Translator = { library: 'i18next', ...defined({ namespaces, namespaceFrom }) };
  return prefixed(translator, keyPrefix, scope, context);
}

/** The first namespace of a list is that of the keys. */
function namespacesOf(node: Node, scope: Scope): readonly string[] | undefined {
  const name = textOf(node, scope);
  if (name !== undefined) return [name];
  const [first, ...others] = elementTextsOf(node, scope) ?? [];
  return first === undefined ? undefined : [first, ...others.flatMap((one) => one ?? [])];
}

/** `getFixedT(lng, 'ns', 'prefix')` */
export function ofFixed(call: Call, scope: Scope, context: TranslatorContext): Translator {
  const namespace = argumentOf(call, 1);
  const namespaces = namespace && namespacesOf(namespace, scope);
  const isElsewhere = namespace !== undefined && namespaces === undefined;
  const namespaceFrom = isElsewhere ? namespaceElsewhere(namespace, scope) : undefined;
  const translator: Translator = { library: 'i18next', ...defined({ namespaces, namespaceFrom }) };
  return prefixed(translator, argumentOf(call, 2), scope, context);
}

/** `useTranslations('Home')` and `getTranslations({ namespace: 'Home' })` of next-intl. */
export function ofScope(call: Call, scope: Scope, context: TranslatorContext): Translator {
  const first = argumentOf(call);
  const object = objectOf(first, scope);
  const prefix = object === undefined ? first : propertyOf(object, 'namespace');
  // `useTranslations(lang)` from a module of the project, as in Astro's documentation.
  const isOther =
    prefix !== undefined && !/^(?:next-intl|use-intl)/.test(sourceOfCall(call, scope));
  if (isOther && textsOf(prefix, scope).every(isLanguage)) return context.handed;
  return prefixed({ library: 'plain' }, prefix, scope, context);
}

/** Whether a text is unknown, or a language such as `en`. */
function isLanguage([text = '', ...more]: Parts): boolean {
  const [, language] = /^([a-z]{2})(?:[-_][A-Za-z]{2,4})?$/.exec(text) ?? [];
  return more.length > 0 || (language !== undefined && LANGUAGES.of(language) !== undefined);
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** @param prefix `cart.form`, also written as `$ => $.cart.form` */
function prefixed(
  translator: Translator,
  prefix: Node | undefined,
  scope: Scope,
  { keySeparator: separator }: TranslatorContext,
): Translator {
  if (prefix === undefined) return translator;
  const node = unwrap(prefix);
  const found =
    node.type === 'ArrowFunctionExpression'
      ? selected(node, { library: 'i18next' }, { scope, keySeparator: separator }).map(
          ({ key }) => key,
        )
      : textsOf(node, scope);
  const [parts = [''], ...more] = found;
  if (parts.length === 1 && parts[0] === '' && more.length === 0) return translator;
  const known = more.length === 0 ? parts : ['', ''];
  const sign = separator === false || known.at(-1)?.endsWith(separator) ? '' : separator;
  return withPrefix(translator, joinParts(known, [sign]), gapsOf(prefix, found, scope).gaps);
}

/** The value of a property of an object literal. */
export function optionOf(object: Node | undefined, name: string, scope: Scope): Node | undefined {
  const literal = objectOf(object, scope);
  return literal && propertyOf(literal, name);
}

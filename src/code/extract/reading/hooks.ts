import { argumentOf, propertyOf, unwrap } from './nodes.js';
import type { Call, Node } from './nodes.js';
import { selected } from './calls.js';
import { gapsOf, namespaceElsewhere } from './imported.js';
import { joinParts } from './use.js';
import type { Parts } from './use.js';
import type { Scope } from './scope.js';
import { withPrefix } from './translator.js';
import type { Translator, TranslatorContext } from './translator.js';
import { elementTextsOf, textOf, textsOf } from './texts.js';
import { objectOf } from './values.js';

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
  const isElsewhere = first !== undefined && namespaces === undefined && isOfLibrary(call, scope);
  const namespaceFrom = isElsewhere ? namespaceElsewhere(first, scope) : undefined;
  const translator: Translator = {
    library: 'i18next',
    ...(namespaces ? { namespaces } : {}),
    ...(namespaceFrom === undefined ? {} : { namespaceFrom }),
  };
  return prefixed(translator, keyPrefix, { scope, separator: context.keySeparator });
}

/** Whether a hook is the library's: a project's own hook may take a language first. */
function isOfLibrary(call: Call, scope: Scope): boolean {
  const callee = unwrap(call.callee);
  const binding = callee.type === 'Identifier' ? scope.find(callee.name) : undefined;
  return binding?.kind === 'import' && /i18next/.test(binding.source);
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
  return prefixed(
    {
      library: 'i18next',
      ...(namespaces ? { namespaces } : {}),
      ...(namespaceFrom === undefined ? {} : { namespaceFrom }),
    },
    argumentOf(call, 2),
    {
      scope,
      separator: context.keySeparator,
    },
  );
}

/** `useTranslations('Home')` and `getTranslations({ namespace: 'Home' })` of next-intl. */
export function ofScope(call: Call, scope: Scope, context: TranslatorContext): Translator {
  const first = argumentOf(call);
  const object = objectOf(first, scope);
  const prefix = object === undefined ? first : propertyOf(object, 'namespace');
  // `useTranslations(lang)` from a module of the project, as in Astro's documentation.
  const isOther = prefix !== undefined && isFromElsewhere(call, scope);
  if (isOther && textsOf(prefix, scope).every(isLanguage)) return context.handed;
  return prefixed({ library: 'plain' }, prefix, { scope, separator: context.keySeparator });
}

/** Whether a text is unknown, or a language such as `en`. */
function isLanguage([text = '', ...more]: Parts): boolean {
  const [, language] = /^([a-z]{2})(?:[-_][A-Za-z]{2,4})?$/.exec(text) ?? [];
  return more.length > 0 || (language !== undefined && LANGUAGES.of(language) !== undefined);
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function isFromElsewhere(call: Call, scope: Scope): boolean {
  const callee = unwrap(call.callee);
  const binding = callee.type === 'Identifier' ? scope.find(callee.name) : undefined;
  return !(binding?.kind === 'import' && /^(?:next-intl|use-intl)/.test(binding.source));
}

interface Prefixing {
  readonly scope: Scope;
  readonly separator: string | false;
}

function prefixed(
  translator: Translator,
  prefix: Node | undefined,
  { scope, separator }: Prefixing,
): Translator {
  if (prefix === undefined) return translator;
  const found = prefixesOf(prefix, scope, separator);
  const [parts = [''], ...more] = found;
  if (parts.length === 1 && parts[0] === '' && more.length === 0) return translator;
  const known = more.length === 0 ? parts : ['', ''];
  const sign = separator === false || known.at(-1)?.endsWith(separator) ? '' : separator;
  return withPrefix(translator, joinParts(known, [sign]), gapsOf(prefix, found, scope).gaps);
}

/** `cart.form`, also written as `$ => $.cart.form`. */
function prefixesOf(prefix: Node, scope: Scope, separator: string | false): readonly Parts[] {
  const node = unwrap(prefix);
  if (node.type !== 'ArrowFunctionExpression') return textsOf(node, scope);
  const translator: Translator = { library: 'i18next' };
  const found = selected(node, { scope, translator, line: 0, keySeparator: separator });
  return found.map(({ key }) => key);
}

/** The value of a property of an object literal. */
export function optionOf(object: Node | undefined, name: string, scope: Scope): Node | undefined {
  const literal = objectOf(object, scope);
  return literal && propertyOf(literal, name);
}

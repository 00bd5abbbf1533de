import type * as t from '@babel/types';
import { defined } from '../../../model/index.js';
import { argumentOf, branchesOf, nameOf, placeOf, propertyOf, returnsOf, unwrap } from './nodes.js';
import { namedUses } from './given-names.js';
import type { Call, Node } from './nodes.js';
import type { Scope } from './scope.js';
import { prefixOf } from './translator.js';
import type { Translator } from './translator.js';
import type { Counts, Parts, Taken, Use } from './use.js';
import { gapsOf, namespaceElsewhere } from './imported.js';
import { textOf, textsOf } from './texts.js';
import { joinParts } from './use.js';
import { objectOf } from './values.js';

/** The keys that a call of a translator uses. */
export function usesOfCall(
  call: Call | t.NewExpression,
  translator: Translator,
  { scope, keySeparator }: Pathing,
): readonly Use[] {
  const first = argumentOf(call);
  // A number or boolean means that it is another function.
  const isOther = first?.type === 'NumericLiteral' || first?.type === 'BooleanLiteral';
  if (first === undefined || isOther) return [];
  const line = first.loc?.start.line ?? 0;
  if (first.type === 'ArrowFunctionExpression' || first.type === 'FunctionExpression') {
    const options = optionsOf(call, undefined, scope);
    const own = options.namespace === undefined ? translator : withOptions(call, translator, scope);
    return selected(first, own, { scope, keySeparator, line }).map((one) => {
      return {
        ...one,
        ...placeOf(first, []),
        ...textParts(options),
        ...countParts(options, scope),
      };
    });
  }
  const object = objectOf(first, scope);
  const options = optionsOf(call, object, scope);
  const isPlain = translator.library === 'plain';
  const keys =
    first.type === 'ArrayExpression'
      ? first.elements.flatMap((one) => (one ? textsOf(one, scope) : []))
      : keysOf(object, call.arguments[0] ?? first, scope);
  const values = valuesOf(call, options);
  const until = call.end ?? undefined;
  const rest = { ...partsOf(translator, options, scope), line, ...defined({ values, until }) };
  const named = namedUses(first, keys, scope).map((one) => {
    return { ...one, ...rest, ...placeOf(first, one.key) };
  });
  const counted = isPlain ? {} : countParts(options, scope);
  const found = keys.filter(isKey).map((key, at) => {
    // Of several keys, the text belongs to the last one, which is shown if none exists.
    const given = at === keys.length - 1 ? options : { ...options, text: undefined, forms: {} };
    const own = { ...gapsOf(first, keys, scope), ...placeOf(first, key) };
    return { key, ...own, ...rest, ...textParts(given), ...counted };
  });
  const isPathless = translator.library === 'i18next' || keySeparator === false;
  const paths = isPathless ? [] : pathsOf(first, keys, options.object, { scope, keySeparator });
  // i18next looks for a key in all of its namespaces.
  const elsewhere = rest.namespace === undefined ? [] : (translator.namespaces?.slice(1) ?? []);
  const asked = elsewhere.flatMap((namespace) =>
    [...found, ...named].map((use) => ({ ...use, namespace, asks: true as const })),
  );
  if (paths.length === 0) return [...found, ...named, ...asked];
  const others: Pick<Use, 'unless' | 'only'> = {
    unless: 'path',
    ...(options.object && propertyOf(options.object, 'scope') ? { only: 'known' } : {}),
  };
  return [
    ...[...found, ...named].map((use) => ({ ...use, ...others })),
    ...paths.map((path) => ({
      ...rest,
      ...placeOf(first, path.key),
      ...textParts(options),
      ...counted,
      ...path,
      only: 'path' as const,
    })),
  ];
}

/** Where keys are read: the names in scope, and the separator between the names of a key. */
interface Pathing {
  readonly scope: Scope;
  readonly keySeparator: string | false;
}

/**
 * `t(['home', 'title'])` and `t('title', { scope: 'home' })` in i18n-js: the names of one key. In
 * other libraries these are alternative keys, and a value.
 * @param object the options of the call
 */
function pathsOf(
  first: Node,
  keys: readonly Parts[],
  object: t.ObjectExpression | undefined,
  { scope, keySeparator }: Pathing,
): readonly Pick<Use, 'key' | 'prefix'>[] {
  const sign: Parts = [keySeparator === false ? '' : keySeparator];
  const inScope = object && propertyOf(object, 'scope');
  const names = first.type === 'ArrayExpression' ? pathIn(first, sign, scope) : undefined;
  if (inScope === undefined) return names === undefined ? [] : [{ key: names }];
  const node = unwrap(inScope);
  const head = node.type === 'ArrayExpression' ? pathIn(node, sign, scope) : undefined;
  const before = head ?? textsOf(inScope, scope)[0] ?? ['', ''];
  return (names === undefined ? keys : [names]).map((key) => ({
    key,
    prefix: joinParts(before, sign),
  }));
}

/** The names in a list, joined; undefined for a list with fewer than two. */
function pathIn({ elements }: t.ArrayExpression, sign: Parts, scope: Scope): Parts | undefined {
  if (elements.length < 2) return undefined;
  return elements
    .map((one): Parts => (one === null ? [''] : (textsOf(one, scope)[0] ?? ['', ''])))
    .reduce((path, name) => joinParts(joinParts(path, sign), name));
}

/**
 * `{ id: 'key' }` in svelte-i18n, `{ path: 'key' }` in vue-i18n, `{ key: 'key' }` in Tolgee, or the
 * key itself.
 */
function keysOf(
  object: t.ObjectExpression | undefined,
  first: Node,
  scope: Scope,
): readonly Parts[] {
  if (object === undefined) return textsOf(first, scope);
  const key = ['id', 'path', 'key'].flatMap((name) => propertyOf(object, name) ?? [])[0];
  return key === undefined ? [] : textsOf(key, scope);
}

/** Whether it may be a key: an unknown one may be any key with the translator's prefix. */
function isKey(parts: Parts): boolean {
  return parts.length > 1 || parts[0]?.trim() !== '';
}

interface Options {
  readonly object: t.ObjectExpression | undefined;
  /** The namespace of this call: i18next's `ns`, or the scope in Transloco's third parameter. */
  readonly namespace: Node | undefined;
  readonly text: string | undefined;
  readonly forms: Readonly<Record<string, string>>;
}

function optionsOf(
  call: Call | t.NewExpression,
  inKey: t.ObjectExpression | undefined,
  scope: Scope,
): Options {
  const [second, third] = [argumentOf(call, 1), argumentOf(call, 2)];
  const object = inKey ?? objectOf(second, scope) ?? objectOf(third, scope);
  // After a text, they are interpolation values of i18next.
  const more = objectOf(second, scope) && objectOf(third, scope);
  const namespace =
    (object && propertyOf(object, 'ns')) ??
    (more && (propertyOf(more, 'alias') ?? propertyOf(more, 'scope')));
  const given = object && (propertyOf(object, 'defaultValue') ?? propertyOf(object, 'default'));
  const written = given ?? [second, third].find((one) => one !== undefined && isText(one));
  const forms: Record<string, string> = {};
  for (const one of object?.properties ?? []) {
    const name = one.type === 'ObjectProperty' ? nameOf(one.key, one.computed) : undefined;
    const form = /^defaultValue_(\w+)$/.exec(name ?? '')?.[1];
    const text =
      form === undefined || one.type !== 'ObjectProperty' ? undefined : textOf(one.value, scope);
    if (form !== undefined && text !== undefined) forms[form] = text;
  }
  return { object, namespace, text: defaultText(written, scope), forms };
}

/** Names of the values that a call gives; undefined if a part of it is only known at run time. */
function valuesOf(
  call: Call | t.NewExpression,
  { object }: Options,
): readonly string[] | undefined {
  const given = call.arguments.slice(1).filter((one) => !isText(one));
  const isKnown = given.every((one) => unwrap(one) === object);
  if (!isKnown || (object === undefined && call.arguments.length > 2)) return undefined;
  if (object === undefined) return call.arguments.slice(1).every(isWritten) ? [] : undefined;
  const names = object.properties.map((one) => {
    return one.type === 'SpreadElement' ? undefined : nameOf(one.key, one.computed);
  });
  const isOpen = names.some((name) => name === undefined || OPEN_VALUES.test(name));
  return isOpen ? undefined : names.filter((name) => name !== undefined);
}

/** Options that give values by another name, or change how they are read. */
const OPEN_VALUES = /^(?:replace|values|params|interpolation)$/;

function isWritten({ type }: Node): boolean {
  return type === 'StringLiteral' || type === 'TemplateLiteral';
}

/** The default text; not the number in `t('key', count)`, if the file shows the initial `count`. */
function defaultText(node: Node | undefined, scope: Scope): string | undefined {
  const text = textOf(node, scope);
  return (node && isWritten(node)) || !/^(?:-?\d+(?:\.\d+)?|true|false)$/.test(text ?? '')
    ? text
    : undefined;
}

/** Whether a node may be a text; numbers and unknown objects are values. */
function isText(node: Node): boolean {
  return /^(?:StringLiteral|TemplateLiteral|BinaryExpression|Identifier|MemberExpression|OptionalMemberExpression)$/.test(
    node.type,
  );
}

function textParts({ text, forms }: Pick<Options, 'text' | 'forms'>): Partial<Use> {
  const hasForms = Object.keys(forms).length > 0;
  return defined({ text, forms: hasForms ? forms : undefined });
}

/** What a translator says of a key, with the namespace and prefix of the call, which come first. */
function partsOf(
  { namespaces, counts, ...translator }: Translator,
  { object, namespace: given }: Options,
  scope: Scope,
): Taken & Counts & Pick<Use, 'namespace'> {
  const { namespaceFrom, prefix, prefixGaps, ...rest } = translator;
  const own = given && (textOf(given, scope) ?? firstOf(given, scope));
  const ownFrom = given && own === undefined ? namespaceElsewhere(given, scope) : undefined;
  const namespace = own ?? (ownFrom === undefined ? namespaces?.[0] : undefined);
  const elsewhere = namespace === undefined ? (ownFrom ?? namespaceFrom) : undefined;
  const ownPrefix = object && textOf(propertyOf(object, 'keyPrefix'), scope);
  const before = ownPrefix === undefined ? { prefix, prefixGaps } : { prefix: [`${ownPrefix}.`] };
  const returned = object && propertyOf(object, 'returnObjects');
  const isAll = returned?.type === 'BooleanLiteral' && returned.value;
  return {
    ...{ ...counts, ...rest },
    ...defined({ namespace, namespaceFrom: elsewhere, ...before }),
    ...(isAll && { group: true }),
  };
}

/** A translator with the options that a function passes along with its key. */
export function withOptions(
  call: Call | t.NewExpression,
  translator: Translator,
  scope: Scope,
): Translator {
  const options = optionsOf(call, undefined, scope);
  const { namespace, count, ordinal, contexts, ...parts } = partsOf(translator, options, scope);
  const counts = { ...defined({ count, ordinal, contexts }), ...countParts(options, scope) };
  return {
    ...parts,
    ...(Object.keys(counts).length === 0 ? {} : { counts }),
    ...(namespace === undefined ? {} : { namespaces: [namespace] }),
  };
}

function firstOf(node: Node, scope: Scope): string | undefined {
  const inner = unwrap(node);
  const [first] = inner.type === 'ArrayExpression' ? inner.elements : [];
  return first ? textOf(first, scope) : undefined;
}

function countParts({ object }: Pick<Options, 'object'>, scope: Scope): Counts {
  if (object === undefined) return {};
  const has = (name: string): boolean => propertyOf(object, name) !== undefined;
  const ordinal = propertyOf(object, 'ordinal');
  const isOrdinal = ordinal !== undefined && !(ordinal.type === 'BooleanLiteral' && !ordinal.value);
  const context = propertyOf(object, 'context');
  return {
    ...(has('count') ? { count: true } : {}),
    ...(isOrdinal ? { ordinal: true, count: true } : {}),
    ...(context === undefined ? {} : { contexts: contextsOf(context, scope) }),
  };
}

/** The contexts in an expression; `only` if there can be no other and never none. */
export function contextsOf(node: Node, scope: Scope): NonNullable<Use['contexts']> {
  const inner = unwrap(node);
  const texts = textsOf(inner, scope);
  const names = texts.flatMap((parts) => (parts.length === 1 && parts[0] ? [parts[0]] : []));
  const isLiteral = inner.type === 'StringLiteral' || inner.type === 'NumericLiteral';
  return { names: [...new Set(names)], only: isLiteral && names.length > 0 };
}

/** `t($ => $.cart.title)` */
export function selected(
  fn: t.ArrowFunctionExpression | t.FunctionExpression,
  translator: Translator,
  { scope, keySeparator, line = 0 }: Pathing & { readonly line?: number },
): readonly Use[] {
  const [parameter] = fn.params;
  if (parameter?.type !== 'Identifier') return [];
  const { namespaces = [], library, from, maybe, namespaceFrom } = translator;
  return returnsOf(fn.body)
    .flatMap(branchesOf)
    .flatMap((one) => {
      const names = namesBelow(one, parameter.name, scope);
      if (names === undefined || names.length === 0) return [];
      // The first name may be a namespace if the hook got several.
      const [first, ...more] = names;
      const other = namespaces.slice(1).find((name) => more.length > 0 && first?.join('') === name);
      const sign = keySeparator === false ? '.' : keySeparator;
      const key = joinNames(other === undefined ? names : more, sign);
      const namespace = other ?? namespaces[0];
      return [
        {
          key,
          library,
          line,
          group: true as const,
          ...prefixOf(translator),
          ...defined({ namespace, from, maybe }),
          ...(namespace === undefined ? defined({ namespaceFrom }) : {}),
        },
      ];
    });
}

/** The names below a parameter, each as its known parts. */
function namesBelow(node: Node, parameter: string, scope: Scope): readonly Parts[] | undefined {
  if (node.type === 'Identifier') return node.name === parameter ? [] : undefined;
  if (node.type !== 'MemberExpression' && node.type !== 'OptionalMemberExpression')
    return undefined;
  const before = namesBelow(unwrap(node.object), parameter, scope);
  const name = nameOf(node.property, node.computed);
  const own = name === undefined ? (textsOf(node.property, scope)[0] ?? ['', '']) : [name];
  return before === undefined ? undefined : [...before, own];
}

function joinNames(names: readonly Parts[], sign: string): Parts {
  return names.reduce<Parts>(
    (key, name, at) => {
      const head = at === 0 ? '' : `${key.at(-1) ?? ''}${sign}`;
      return [...key.slice(0, -1), `${head}${name[0] ?? ''}`, ...name.slice(1)];
    },
    [''],
  );
}

import type * as t from '@babel/types';
import { defined } from '../../../model/index.js';
import { contextsOf, selected } from './calls.js';
import {
  propertyOf,
  unwrap,
  argumentOf,
  isCall,
  isFunction,
  isMember,
  nameOf,
  pathOf,
  writtenText,
} from './nodes.js';
import type { Node, Call } from './nodes.js';
import { memberOf, originalName } from './scope.js';
import type { Scope, Loop } from './scope.js';
import { isUnrelatedName, prefixOf } from './translator.js';
import type { Translator } from './translator.js';
import { keysOf } from './given-names.js';
import { hasUnknown, transText } from './trans-text.js';
import { formatted, usesOfMessage } from './messages.js';
import type { Use } from './use.js';
import { textOf } from './texts.js';
import { namespaceElsewhere } from './imported.js';
import { objectOf, valuesAt } from './values.js';

/** A component that takes a key, with the attributes that may contain it. */
export interface Component {
  readonly name: string;
  readonly attributes: readonly string[];
}

const KEY_ATTRIBUTES = ['i18nKey', 'i18n-key', 'keypath', 'id', 'path', 'messageKey'] as const;

/** Parses `Text` and `Text[label]` in the config. */
export function componentsOf(names: readonly string[]): readonly Component[] {
  return names.map((written) => {
    const [, name = written, attribute] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(written) ?? [];
    return { name, attributes: attribute === undefined ? KEY_ATTRIBUTES : [attribute] };
  });
}

/** Components of vue-i18n, in all spellings of their names. */
export const VUE_COMPONENTS: readonly Component[] = ['i18n-t', 'I18nT', 'i18n', 'Translation'].map(
  (name) => ({ name, attributes: ['keypath', 'path'] }),
);

/** Components whose name alone is ambiguous: their package, and the attribute of their key. */
const OF_PACKAGES: readonly (readonly [RegExp, Component])[] = [
  [/solid-i18next$/, { name: 'Trans', attributes: ['key'] }],
  [/^@tolgee\//, { name: 'T', attributes: ['keyName'] }],
];

function ofPackage(written: string, scope: Scope): Component | undefined {
  const binding = scope.find(written);
  if (binding?.kind !== 'import') return undefined;
  const { source, name } = binding;
  return OF_PACKAGES.find(([from, one]) => from.test(source) && one.name === name)?.[1];
}

/** Whether a component is of the file itself, or of another file of the app. */
function isOwnFile(written: string, scope: Scope): boolean {
  const binding = scope.find(written);
  if (binding?.kind === 'import') return /^(?:\.|\/|#|~|@\/|\$lib(?:\/|$))/.test(binding.source);
  return binding?.kind === 'function' || binding?.kind === 'class';
}

interface ElementContext {
  readonly scope: Scope;
  readonly keySeparator: string | false;
  readonly components: readonly Component[];
  /** The translator in `t={t}`. */
  readonly translatorOf: (node: Node) => Translator | undefined;
}

/** The keys that a JSX element uses. */
export function usesOfElement(element: t.JSXElement, context: ElementContext): readonly Use[] {
  const { scope } = context;
  const written = elementName(element.openingElement.name);
  const name = originalName(written, scope);
  const line = element.loc?.start.line ?? 0;
  if (/^Formatted(?:HTML)?Message$/.test(name)) {
    const [id, defaultMessage, description] = ['id', 'defaultMessage', 'description'].map((one) =>
      attributeOf(element, one),
    );
    const { attributes } = element.openingElement;
    const spread = attributes.flatMap((one) =>
      one.type === 'JSXSpreadAttribute' ? formatted(unwrap(one.argument), scope) : [],
    );
    const isOwn = id !== undefined || defaultMessage !== undefined;
    const own = isOwn ? usesOfMessage({ id, defaultMessage, description }, scope, line) : [];
    const ofSpread = spread.flatMap((one) => usesOfMessage(one, scope, line));
    // What stands later wins: `<FormattedMessage id="a" {...messages.b} />` shows `b`. A member is
    // one of many messages, `{...props}` mostly the rest.
    const isReplaced = attributes
      .slice(attributes.findLastIndex((one) => isNamed(one, 'id')) + 1)
      .some((one) => one.type === 'JSXSpreadAttribute' && isMember(unwrap(one.argument)));
    return [...own.map((one) => (isReplaced ? { ...one, asks: true as const } : one)), ...ofSpread];
  }
  if (isUnrelatedName(written, scope)) return [];
  const own =
    context.components.find((one) => one.name === written || one.name === name) ??
    ofPackage(written, scope);
  if (name === 'Trans' || own !== undefined) {
    const attributes = own?.attributes ?? (['i18nKey'] as const);
    const uses = usesOfTrans(element, attributes, context);
    // Whether the text of an own `Trans` is a key is not known; `i18nKey` is passed on to i18next.
    return own === undefined && isOwnFile(written, scope)
      ? uses.filter(({ isText }) => isText !== true)
      : uses;
  }
  const vue = VUE_COMPONENTS.find((one) => one.name === name);
  const key = vue && firstOf(vue.attributes, (one) => givenAttribute(element, one, scope));
  return key ? keysOf(key, scope).map((one) => ({ ...one, library: 'plain', line })) : [];
}

function usesOfTrans(
  element: t.JSXElement,
  attributes: readonly string[],
  { scope, translatorOf, keySeparator }: ElementContext,
): readonly Use[] {
  const line = element.loc?.start.line ?? 0;
  const given = (name: string): Node | undefined => givenAttribute(element, name, scope);
  const options = objectOf(given('tOptions'), scope);
  const of = (name: string): Node | undefined =>
    given(name) ?? (options && propertyOf(options, name));
  const handed = given('t');
  const translator = handed && translatorOf(handed);
  const inner = transText(element.children);
  const text =
    textOf(of('defaults') ?? of('defaultValue'), scope) ?? (inner === '' ? undefined : inner);
  // A spread object may contain an unknown key.
  const [spread] = text === undefined ? spreadsOf(element) : [];
  const node = firstOf(attributes, given) ?? spread;
  const ns = of('ns');
  const own = textOf(ns, scope);
  const ownFrom = ns && own === undefined ? namespaceElsewhere(ns, scope) : undefined;
  const namespace = own ?? (ownFrom === undefined ? translator?.namespaces?.[0] : undefined);
  const elsewhere = ownFrom ?? translator?.namespaceFrom;
  const values = objectOf(given('values'), scope);
  const counts = of('count') ?? (values && propertyOf(values, 'count'));
  const context = of('context');
  const isOrdinal = of('ordinal') !== undefined;
  const isCounted = isOrdinal || counts !== undefined || /\{\{count\}\}/.test(inner);
  const rest: Omit<Use, 'key'> = {
    library: 'i18next',
    line,
    ...(translator === undefined ? {} : prefixOf(translator)),
    ...defined({ given: translator?.given, namespace, text }),
    ...(namespace === undefined ? defined({ namespaceFrom: elsewhere }) : {}),
    ...(isCounted ? { count: true } : {}),
    ...(isOrdinal ? { ordinal: true } : {}),
    ...(context && { contexts: { ...contextsOf(context, scope), only: false } }),
  };
  if (node === undefined) {
    const isOwn = attributes.includes('i18nKey');
    if (text === undefined || !isOwn) return [];
    const isOpen = text === inner && hasUnknown(element.children);
    return [{ key: [text], ...rest, isText: true, ...(isOpen ? { asks: true } : {}) }];
  }
  if (node.type === 'ArrowFunctionExpression') {
    const of = translator ?? ({ library: 'i18next' } as const);
    const found = selected(node, of, { scope, keySeparator, line });
    return found.map((one) => ({ ...one, ...rest, key: one.key }));
  }
  return keysOf(node, scope).map((one) => ({ ...one, ...rest }));
}

function firstOf(
  names: readonly string[],
  given: (name: string) => Node | undefined,
): Node | undefined {
  return names.map(given).find((one) => one !== undefined);
}

/** The value of an element's attribute, also through a spread object: `<Trans {...TITLE} />`. */
function givenAttribute(element: t.JSXElement, name: string, scope: Scope): Node | undefined {
  const own = attributeOf(element, name);
  if (own !== undefined) return own;
  return spreadsOf(element)
    .map((object) => memberOf(object, name))
    .find((member) => valuesAt({ node: member, scope }, []) !== undefined);
}

function spreadsOf({ openingElement: { attributes } }: t.JSXElement): readonly Node[] {
  return attributes.flatMap((one) => (one.type === 'JSXSpreadAttribute' ? [one.argument] : []));
}

function isNamed(one: t.JSXAttribute | t.JSXSpreadAttribute, name: string): one is t.JSXAttribute {
  return one.type === 'JSXAttribute' && one.name.type === 'JSXIdentifier' && one.name.name === name;
}

/** The value of an attribute; a text without braces as it is. */
export function attributeOf(element: t.JSXElement, name: string): Node | undefined {
  for (const one of element.openingElement.attributes) {
    if (!isNamed(one, name)) continue;
    if (one.value?.type !== 'JSXExpressionContainer') return one.value ?? one;
    return unwrap(one.value.expression);
  }
  return undefined;
}

export function elementName(name: t.JSXElement['openingElement']['name']): string {
  if (name.type === 'JSXIdentifier') return name.name;
  return name.type === 'JSXMemberExpression' ? name.property.name : name.name.name;
}

/** Methods whose callback receives each element of a list. */
const LOOPS = /^(?:map|forEach|flatMap|filter|some|every|find|findLast)$/;

/** The list whose elements a function in a node receives; undefined: there is none. */
export function loopOf(node: Node): Loop | undefined {
  if (isCall(node)) return loopOfCall(node);
  // `<For each={['a', 'b']}>{(x) => …}</For>` of Solid
  const list = node.type === 'JSXElement' ? attributeOf(node, 'each') : undefined;
  return list && { list, at: 0 };
}

/** `['a', 'b']` in `['a', 'b'].map((x) => …)` */
function loopOfCall(call: Call): Loop | undefined {
  const callee = unwrap(call.callee);
  const first = argumentOf(call);
  if (!isMember(callee) || first === undefined || !isFunction(first)) return undefined;
  const name = nameOf(callee.property, callee.computed) ?? '';
  const list = callee.object;
  if (/^reduce(?:Right)?$/.test(name)) return { list, at: 1 };
  return LOOPS.test(name) ? { list, at: 0 } : undefined;
}

/** Functions that create elements in React, Preact and Vue, and those in compiled code. */
const MAKERS = /^_?(?:createElement|h|jsxs?|jsxDEV|createVNode|createBlock)$/;

/**
 * `<Trans i18nKey="a" />` for `createElement(Trans, { i18nKey: 'a' })`; undefined if a call creates
 * no element.
 */
export function elementOfCall(call: Call, scope: Scope): t.JSXElement | undefined {
  const callee = unwrap(call.callee);
  const called = pathOf(callee)?.at(-1) ?? '';
  const maker = callee.type === 'Identifier' ? originalName(called, scope) : called;
  const [kind, given] = [argumentOf(call), argumentOf(call, 1)];
  const name = MAKERS.test(maker) && kind ? kindOf(kind) : undefined;
  if (name === undefined) return undefined;
  const properties = given?.type === 'ObjectExpression' ? given.properties : [];
  const attributes = properties.flatMap(attributesOf);
  const inside = attributes.find((one) => one.name?.name === 'children')?.value?.expression;
  // The third argument of `jsx` is a list key.
  const behind = maker.includes('jsx') ? [] : call.arguments.slice(2);
  const children = (inside ? [inside] : behind).flatMap((one): readonly Node[] =>
    one.type === 'ArrayExpression' ? one.elements.filter((element) => element !== null) : [one],
  );
  return {
    ...call,
    type: 'JSXElement',
    openingElement: { name: { type: 'JSXIdentifier', name }, attributes },
    children: children.map((one) => {
      const element = isCall(one) ? elementOfCall(one, scope) : undefined;
      return element ?? { type: 'JSXExpressionContainer', expression: one };
    }),
  } as unknown as t.JSXElement;
}

/** `Trans`, `'i18n-t'`, and Vue's `resolveComponent('i18n-t')`. */
function kindOf(node: Node): string | undefined {
  const inner = isCall(node) ? argumentOf(node) : node;
  return writtenText(inner) ?? (inner && pathOf(inner)?.at(-1));
}

interface AttributeNode {
  readonly type: 'JSXAttribute' | 'JSXSpreadAttribute';
  readonly name?: { readonly type: 'JSXIdentifier'; readonly name: string };
  readonly value?: { readonly type: 'JSXExpressionContainer'; readonly expression: Node };
  readonly argument?: Node;
}

function attributesOf(property: t.ObjectExpression['properties'][number]): AttributeNode[] {
  if (property.type === 'SpreadElement') {
    return [{ type: 'JSXSpreadAttribute', argument: property.argument }];
  }
  const name = nameOf(property.key, property.computed);
  if (name === undefined || property.type !== 'ObjectProperty') return [];
  const value = { type: 'JSXExpressionContainer', expression: property.value } as const;
  return [{ type: 'JSXAttribute', name: { type: 'JSXIdentifier', name }, value }];
}

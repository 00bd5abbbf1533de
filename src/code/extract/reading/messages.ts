import type { ObjectExpression } from '@babel/types';
import { defined } from '../../../model/index.js';
import { namesIn } from './containers.js';
import {
  argumentOf,
  branchesOf,
  isMember,
  nameOf,
  pathOf,
  placeOf,
  propertyOf,
  unwrap,
} from './nodes.js';
import type { Call, Node } from './nodes.js';
import { keysOf } from './given-names.js';
import { originalName } from './scope.js';
import type { Scope } from './scope.js';
import type { Use } from './use.js';
import { textOf } from './texts.js';
import { objectOf, objectsOf } from './values.js';

/** The declaration of a formatjs message: the nodes of its parts. */
export interface Descriptor {
  readonly id: Node | undefined;
  readonly defaultMessage: Node | undefined;
  readonly description: Node | undefined;
}

/** Where Paraglide's compiler writes the functions of messages: `$lib/paraglide/messages.js`. */
export const PARAGLIDE = /(?:^|[/$])paraglide\/messages(?:[./]|$)/;

/**
 * A message function of Paraglide: `m.hello({ name })`, `m['cart.title']()`, and `hello()`, if it is
 * imported itself.
 */
export function usesOfFunction(call: Call, scope: Scope): readonly Use[] | undefined {
  const [root = '', ...below] = pathOf(call.callee) ?? [];
  const binding = scope.find(root);
  if (binding?.kind !== 'import' || !PARAGLIDE.test(binding.source)) return undefined;
  const { source, name } = binding;
  const isNamed = name !== '*' && name !== 'm';
  const [key, ...more] = isNamed ? [name, ...below] : below;
  if (key === undefined || more.length > 0) return undefined;
  const callee = unwrap(call.callee);
  // The name of an import is written twice.
  const place = isMember(callee) ? placeOf(callee.property, []) : {};
  const given = argumentOf(call);
  const object = objectOf(given, scope);
  const values = given === undefined ? [] : object && namesIn(object);
  const isOpen = object?.properties.some((one) => one.type === 'SpreadElement');
  return [
    {
      ...{ key: [key], library: 'plain', line: callee.loc?.end.line ?? 0, from: { source, name } },
      ...place,
      ...defined({ values: isOpen === true ? undefined : values, until: call.end ?? undefined }),
    },
  ];
}

/** Functions of formatjs that take a message. */
export const FORMAT = /^(?:\$?formatMessage|formatHTMLMessage|defineMessage)$/;

/** The messages that a call declares or formats; undefined: it is not a call of formatjs. */
export function descriptorsOf(call: Call, scope: Scope): readonly Descriptor[] | undefined {
  const path = pathOf(call.callee) ?? [];
  const last = path.at(-1) ?? '';
  const name = path.length === 1 ? originalName(last, scope) : last;
  const first = argumentOf(call);
  if (first === undefined) return undefined;
  if (name === 'defineMessages') return declared(first, scope);
  const object = name === '$t' ? objectOf(first, scope) : undefined;
  // vue-i18n and svelte-i18n also have a `$t`, which takes no such text.
  const isShort =
    object !== undefined &&
    (path.at(-2) === 'intl' || propertyOf(object, 'defaultMessage') !== undefined);
  return FORMAT.test(name) || isShort ? formatted(first, scope) : undefined;
}

/** An object that is recognizable as a message: `{ id: 'a', defaultMessage: 'A' }`. */
export function messageOf(node: Node): Descriptor | undefined {
  if (node.type !== 'ObjectExpression' || !node.properties.every(isOfMessage)) return undefined;
  const message = descriptorOf(node);
  return message.id && message.defaultMessage ? message : undefined;
}

function isOfMessage(property: ObjectExpression['properties'][number]): boolean {
  const name = property.type === 'ObjectProperty' && nameOf(property.key, property.computed);
  return /^(?:id|defaultMessage|description|values)$/.test(name || '');
}

function declared(node: Node, scope: Scope): readonly Descriptor[] {
  const messages =
    node.type === 'ArrayExpression'
      ? node.elements
      : objectOf(node, scope)?.properties.map((one) =>
          one.type === 'ObjectProperty' ? one.value : null,
        );
  return (messages ?? []).flatMap((one) => (one ? formatted(unwrap(one), scope) : []));
}

/** The messages that an expression may be. */
export function formatted(node: Node, scope: Scope): readonly Descriptor[] {
  return branchesOf(node).flatMap((one) => objectsOf(one, scope).map(descriptorOf));
}

function descriptorOf(object: ObjectExpression): Descriptor {
  const [id, defaultMessage, description] = ['id', 'defaultMessage', 'description'].map((name) =>
    propertyOf(object, name),
  );
  return { id, defaultMessage, description };
}

/**
 * The uses of a message: without an id it has no key, because formatjs generates that by a
 * configurable pattern.
 */
export function usesOfMessage(
  { id, defaultMessage, description }: Descriptor,
  scope: Scope,
  line: number,
): readonly Use[] {
  // As formatjs extracts it: white space in code is collapsed.
  const text = textOf(defaultMessage, scope)?.trim().replace(/\s+/g, ' ');
  if (id === undefined)
    return text ? [{ key: [''], unnamed: true, text, library: 'plain', line }] : [];
  const note = textOf(description, scope);
  return keysOf(id, scope).map((one) => ({
    ...one,
    library: 'plain',
    flat: true,
    line,
    ...defined({ text, note }),
  }));
}

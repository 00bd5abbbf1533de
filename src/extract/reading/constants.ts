import type * as t from '@babel/types';
import { membersOf } from './enums.js';
import { argumentOf, isCall, nameOf, unwrap, writtenText } from './nodes.js';
import type { Node } from './nodes.js';
import { Scope } from './scope.js';
import { textsOf } from './texts.js';
import { stringsOfType } from './types.js';

/** Texts that are longer or contain spaces are not names. */
const NAME = /^\S{1,60}$/;
/** A list with more texts is not a list of names. */
const MOST = 1000;

/** The names in a constant, by path. */
export interface Constants {
  readonly texts: Readonly<Record<string, string>>;
  /** Present if it also contains unknown texts, or texts that are not names. */
  readonly isOpen?: true;
}

/**
 * `Shop` → `shop` for `{ Shop: 'shop' }`, `cart.title` → `a` for `{ cart: { title: 'a' } }`, `0` →
 * `a` for `['a', 'b']`, and `` → `shop` for `'shop'`. Undefined if there are none.
 */
export function constantsAt(node: Node, scope: Scope): Constants | undefined {
  const binding = node.type === 'Identifier' ? scope.find(node.name) : undefined;
  const all =
    node.type === 'TSTypeAliasDeclaration'
      ? (stringsOfType(node, scope) ?? []).map((text, at): Entry => [String(at), text])
      : binding?.kind === 'enum'
        ? membersOf(binding.node).map(({ name, text }): Entry => [name, text])
        : binding?.kind === 'value' && binding.set === undefined && binding.path.length === 0
          ? textsBelow(binding.init, binding.scope)
          : textsBelow(node, scope);
  const found = all.filter(isName);
  if (found.length === 0 || found.length > MOST) return undefined;
  return {
    texts: Object.fromEntries(found),
    ...(found.length === all.length ? {} : { isOpen: true }),
  };
}

/** Undefined: the text is unknown, or it is not a text. */
type Entry = readonly [path: string, text: string | undefined];

function isName(entry: Entry): entry is readonly [string, string] {
  return entry[1] !== undefined && NAME.test(entry[1]);
}

function textsBelow(expression: Node, scope: Scope): readonly Entry[] {
  const node = unwrap(expression);
  // `Object.freeze({ … })`
  const frozen = isCall(node) ? argumentOf(node) : node;
  if (frozen?.type === 'ArrayExpression') return elementsOf(frozen, scope);
  if (frozen?.type !== 'ObjectExpression') return [['', writtenText(node)]];
  return frozen.properties.flatMap((one): readonly Entry[] => {
    const name = one.type === 'ObjectProperty' ? nameOf(one.key, one.computed) : undefined;
    if (name === undefined || one.type !== 'ObjectProperty') return [['', undefined]];
    return textsBelow(one.value, scope).map(([path, text]): Entry => [below(name, path), text]);
  });
}

/** What a loop over a list yields. */
function elementsOf(list: t.ArrayExpression, scope: Scope): readonly Entry[] {
  const inner = new Scope(scope);
  inner.bind('x', { kind: 'each', list, path: [], scope });
  return textsOf({ type: 'Identifier', name: 'x' }, inner).map((parts, at): Entry => [
    String(at),
    parts.length === 1 ? parts[0] : undefined,
  ]);
}

function below(name: string, path: string): string {
  return path === '' ? name : `${name}.${path}`;
}

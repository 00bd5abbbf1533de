import { membersOf } from './enums.js';
import { argumentOf, isCall, nameOf, unwrap, writtenText } from './nodes.js';
import type { Node } from './nodes.js';
import type { Scope } from './scope.js';
import { stringsOfType } from './types.js';

/** What is longer, or has spaces, is no name. */
const NAME = /^\S{1,60}$/;
/** More texts than these are no list of names. */
const MOST = 1000;

/**
 * The names that a constant holds, by the way to them: `Shop` → `shop` of `{ Shop: 'shop' }`,
 * `cart.title` → `a` of `{ cart: { title: 'a' } }`, and `` → `shop` of `'shop'`. Undefined where there are none.
 */
export function constantsAt(
  node: Node,
  scope: Scope,
): Readonly<Record<string, string>> | undefined {
  const binding = node.type === 'Identifier' ? scope.find(node.name) : undefined;
  const found =
    node.type === 'TSTypeAliasDeclaration'
      ? (stringsOfType(node, scope) ?? []).flatMap((text, at) => entry(String(at), text))
      : binding?.kind === 'enum'
        ? membersOf(binding.node).flatMap(({ name, text }) => entry(name, text))
        : binding?.kind === 'value' && binding.set === undefined && binding.path.length === 0
          ? textsBelow(binding.init)
          : textsBelow(node);
  const isNames = found.length > 0 && found.length <= MOST;
  return isNames ? Object.fromEntries(found) : undefined;
}

type Entry = readonly [path: string, text: string];

function textsBelow(expression: Node): readonly Entry[] {
  const node = unwrap(expression);
  // `Object.freeze({ … })`
  const frozen = isCall(node) ? argumentOf(node) : node;
  if (frozen?.type !== 'ObjectExpression') return named('', node);
  return frozen.properties.flatMap((one): readonly Entry[] => {
    const name = one.type === 'ObjectProperty' ? nameOf(one.key, one.computed) : undefined;
    if (name === undefined || one.type !== 'ObjectProperty') return [];
    return textsBelow(one.value).map(([path, text]): Entry => [below(name, path), text]);
  });
}

function below(name: string, path: string): string {
  return path === '' ? name : `${name}.${path}`;
}

function named(path: string | undefined, value: Node): readonly Entry[] {
  return entry(path, writtenText(value));
}

function entry(path: string | undefined, text: string | undefined): readonly Entry[] {
  return path === undefined || text === undefined || !NAME.test(text) ? [] : [[path, text]];
}

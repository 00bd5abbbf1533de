import { gapsOf } from './imported.js';
import { childrenOf, isCall, isFunction, isMember, pathOf, placeOf, unwrap } from './nodes.js';
import type { Call, Node } from './nodes.js';
import type { Scope } from './scope.js';
import type { Use, Parts } from './use.js';
import { textsOf } from './texts.js';
import { saysAnything } from './use.js';
import { valuesAt } from './values.js';

/** The keys that an expression may be, each with its place. */
export function keysOf(
  node: Node,
  scope: Scope,
): readonly Pick<Use, 'key' | 'gaps' | 'names' | 'at'>[] {
  const keys = textsOf(node, scope).filter((parts) => parts.length > 1 || parts[0] !== '');
  const gaps = gapsOf(node, keys, scope);
  return [...keys.map((key) => ({ key, ...gaps })), ...namedUses(node, keys, scope)].map((one) => {
    return { ...one, ...placeOf(node, one.key) };
  });
}

/** The most names and calls that are followed in a chain. */
const DEEPEST = 4;

/**
 * Keys that a function of another file builds, by the names passed to it: `errors` and `fatal` for
 * `t(keyOf('errors', kind, 'fatal'))`. Empty if more is known of the key.
 */
export function namedUses(
  expression: Node,
  keys: readonly Parts[],
  scope: Scope,
): readonly Pick<Use, 'key' | 'names'>[] {
  if (keys.every((parts) => parts.length === 1 || saysAnything(parts))) return [];
  const named = namesIn(expression, scope)
    .filter((names) => names.length > 0)
    .map((names): Pick<Use, 'key' | 'names'> => ({ key: ['', ''], names }));
  return joinsImports(expression, scope) ? [...named, { key: ['', '.', ''] }] : named;
}

/** Whether names are imported constants, as in `keyOf(CART, TITLE)`. */
function joinsImports(expression: Node, scope: Scope, depth = 0): boolean {
  const node = unwrap(expression);
  const binding = node.type === 'Identifier' ? scope.find(node.name) : undefined;
  if (binding?.kind === 'value' && depth < DEEPEST) {
    return joinsImports(binding.init, binding.scope, depth + 1);
  }
  if (!isCall(node)) return false;
  const imported = node.arguments.filter((one) => pathToImport(one, scope) !== undefined);
  return imported.length > 1;
}

/**
 * Names passed to a function that another file returns: `errors` and `fatal` for
 * `const message = messagesOf('errors'); message('fatal')`.
 */
export function madeElsewhere(call: Call, scope: Scope): Pick<Use, 'key' | 'names'> | undefined {
  const maker = makerOf(unwrap(call.callee), scope);
  const first = maker?.arguments.flatMap(textsIn) ?? [];
  const last = first.length === 0 ? [] : call.arguments.flatMap(textsIn);
  return last.length === 0 ? undefined : { key: ['', ''], names: [...first, ...last] };
}

/** The call that returned a function, directly or in its result. */
function makerOf(callee: Node, scope: Scope): Call | undefined {
  if (isCall(callee)) return callee;
  const root = isMember(callee) ? unwrap(callee.object) : callee;
  const binding = root.type === 'Identifier' ? scope.find(root.name) : undefined;
  const init = binding?.kind === 'value' ? unwrap(binding.init) : undefined;
  return init && isCall(init) ? init : undefined;
}

/** A list for each outermost call, and for each path into an import. */
function namesIn(expression: Node, scope: Scope, depth = 0): readonly (readonly string[])[] {
  const node = unwrap(expression);
  if (depth > DEEPEST) return [];
  if (isCall(node)) return [node.arguments.flatMap(textsIn), textsInChain(node)];
  const imported = importedPath(node, scope);
  if (isMember(node) || imported.length > 0) return [imported];
  if (node.type !== 'Identifier') {
    return childrenOf(node).flatMap((one) => namesIn(one, scope, depth));
  }
  const values = valuesAt({ node, scope }, []) ?? [];
  return values.flatMap((one) => ('node' in one ? namesIn(one.node, one.scope, depth + 1) : []));
}

/** `cart` and `title` for `new Key('cart').add('title').build()` */
function textsInChain(expression: Node): readonly string[] {
  const node = unwrap(expression);
  if (isMember(node)) return textsInChain(node.object);
  if (!isCall(node) && node.type !== 'NewExpression') return [];
  return [...textsInChain(node.callee), ...node.arguments.flatMap(textsIn)];
}

/** Excludes functions, which are read separately. */
function textsIn(node: Node): readonly string[] {
  if (isFunction(node)) return [];
  if (node.type === 'StringLiteral') return saysAnything([node.value]) ? [node.value] : [];
  if (node.type === 'TemplateElement') {
    return saysAnything([node.value.raw]) ? [node.value.raw] : [];
  }
  return childrenOf(node).flatMap(textsIn);
}

/** `errors` and `fatal` for `KEYS.errors.fatal`, if `KEYS` is imported. */
function importedPath(node: Node, scope: Scope): readonly string[] {
  const names = pathToImport(node, scope) ?? [];
  return names.length > 1 ? names : [];
}

/**
 * The names below an import, also through `const { errors: { fatal } } = KEYS` and
 * `const e = KEYS.errors`.
 */
function pathToImport(node: Node, scope: Scope, depth = 0): readonly string[] | undefined {
  const [root, ...names] = pathOf(node) ?? [];
  const binding = root === undefined || depth > DEEPEST ? undefined : scope.find(root);
  if (binding?.kind === 'import') return names;
  if (binding?.kind !== 'value') return undefined;
  const before = pathToImport(unwrap(binding.init), binding.scope, depth + 1);
  const path = binding.path.filter((step) => typeof step === 'string');
  return before && [...before, ...path, ...names];
}

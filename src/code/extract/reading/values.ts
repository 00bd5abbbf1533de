import type * as t from '@babel/types';
import {
  elementsAt,
  entriesIn,
  heldBy,
  memberOfClass,
  namesIn,
  propertiesAt,
  spreadsIn,
} from './containers.js';
import { textsInEnum, textsOfGivenType, textsOfTypeAt } from './types.js';
import { isCall, isMember, nameOf, unwrap, writtenText, isFunction } from './nodes.js';
import type { Member, Node, Fn } from './nodes.js';
import type { Binding, Step, Value } from './scope.js';
import { Scope } from './scope.js';

/** The most names and calls that are followed in a chain. */
export const DEEPEST = 12;

export interface Texts {
  readonly texts: readonly string[];
  /** Present if there may be others that the file does not show. */
  readonly isOpen?: true;
}

/** A value of code; `isChosen`: one of several, by a name that the file does not show: `MAP[x]`. */
type Found = (Value | Texts) & { readonly isChosen?: true };

export const OTHERS: Texts = { texts: [], isOpen: true };

/**
 * The values at a path below an expression: names, indexes, or any of them (undefined).
 * @returns undefined if the file does not show them
 */
export function valuesAt(
  { node: expression, scope }: Value,
  path: readonly Step[],
  depth = 0,
): readonly Found[] | undefined {
  const node = unwrap(expression);
  if (depth > DEEPEST) return undefined;
  const texts = writtenText(node) === undefined && textsOfGivenType(expression, path, scope);
  if (texts) return [{ texts }];
  if (isMember(node)) {
    const steps = stepsOf(node, scope, depth + 1);
    // Any of them, if there are several.
    const step = steps?.length === 1 ? steps[0] : undefined;
    const found = valuesAt({ node: node.object, scope }, [step, ...path], depth + 1);
    return steps === undefined ? found?.map((one) => ({ ...one, isChosen: true })) : found;
  }
  if (node.type === 'Identifier') {
    const binding = scope.find(node.name);
    return binding && valuesOfBinding(binding, path, depth);
  }
  if (node.type === 'ThisExpression') {
    const binding = scope.find('this');
    return binding && valuesOfBinding(binding, path, depth);
  }
  const [step, ...rest] = path;
  const held = heldBy(node, step);
  if (held !== undefined) {
    return valuesAt({ node: held, scope }, step === 'value' ? rest : path, depth + 1);
  }
  if (path.length === 0) return [{ node, scope }];
  const below =
    node.type === 'ObjectExpression'
      ? propertiesAt(node, step)
      : node.type === 'ArrayExpression'
        ? elementsAt(node, step)
        : undefined;
  const known = below?.map((one) => valuesAt({ node: one, scope }, rest, depth + 1)) ?? [];
  const spread = step === undefined || below === undefined ? spreadsIn(node) : [];
  return all([...known, ...spread.map((one) => valuesOr({ node: one, scope }, path, depth + 1))]);
}

/** The values, or an unknown value if the file does not show them. */
function valuesOr(value: Value, path: readonly Step[], depth: number): readonly Found[] {
  return valuesAt(value, path, depth) ?? [OTHERS];
}

function all<T>(lists: readonly (readonly T[] | undefined)[]): readonly T[] | undefined {
  const known = lists.flatMap((list) => list ?? []);
  return known.length === 0 ? undefined : known;
}

/** The names that a property may have; undefined: the file does not show them all. */
function stepsOf(node: Member, scope: Scope, depth: number): readonly Step[] | undefined {
  const name = nameOf(node.property, node.computed);
  if (name !== undefined) return [name];
  const values = valuesAt({ node: node.property, scope }, [], depth) ?? [OTHERS];
  const names = values.map((one) => {
    if ('texts' in one) return one.isOpen === true ? [undefined] : one.texts;
    return [writtenText(one.node)];
  });
  const all = names.flat();
  return all.includes(undefined) ? undefined : all;
}

function valuesOfBinding(
  binding: Binding,
  path: readonly Step[],
  depth: number,
): readonly Found[] | undefined {
  switch (binding.kind) {
    case 'value': {
      const { init: node, type, scope, set = [] } = binding;
      const into = [...binding.path, ...path];
      const texts = writtenText(node) === undefined && type && textsOfTypeAt(type, into, scope);
      if (texts) return [{ texts }];
      const first = valuesAt({ node, scope }, into, depth + 1);
      return set.length === 0 ? first : [...(first ?? [OTHERS]), ...valuesSet(set, path, depth)];
    }
    case 'unset': {
      if (binding.isOpen !== true) return all([valuesSet(binding.set, path, depth)]);
      // Data without a text yet: `''`
      const set = binding.set.filter(({ node }) => writtenText(node) !== '');
      return [...valuesSet(set, path, depth), OTHERS];
    }
    case 'component': {
      const [step, ...rest] = path;
      const own = binding.names.own(String(step));
      return own && valuesOfBinding(own, rest, depth + 1);
    }
    case 'each': {
      const lists = listsOf({ node: binding.list, scope: binding.scope }, depth);
      const into = [...binding.path, ...path];
      return all(
        (lists ?? []).map((one) => ('texts' in one ? [one] : valuesAt(one, into, depth + 1))),
      );
    }
    case 'parameter': {
      const { type, scope, set = [] } = binding;
      const into = [...binding.path, ...path];
      const texts = type && textsOfTypeAt(type, into, scope);
      if (texts !== undefined) return [{ texts }];
      // A default is only one of the possible values.
      return set.length === 0 ? undefined : [OTHERS, ...valuesSet(set, path, depth)];
    }
    case 'class': {
      const [step, ...rest] = path;
      const member = memberOfClass(binding.node, step);
      return member && valuesAt({ node: member, scope: binding.scope }, rest, depth + 1);
    }
    case 'function':
      return path.length === 0 ? [{ node: binding.node, scope: binding.scope }] : undefined;
    case 'enum': {
      const texts = textsInEnum(binding.node, path[0]);
      return texts.length === 0 ? undefined : [{ texts }];
    }
    default:
      return undefined;
  }
}

/** Assigned values are followed only for a few steps, because each may be one of several. */
function valuesSet(set: readonly Value[], path: readonly Step[], depth: number): readonly Found[] {
  return set.flatMap((one) => valuesOr(one, path, depth + 4));
}

/** The elements of a list: of an array, or of `Object.keys()` and `Object.values()`. */
function listsOf(list: Value, depth: number): readonly Found[] | undefined {
  const node = unwrap(list.node);
  if (!isCall(node)) return valuesAt(list, [undefined], depth + 1);
  const callee = unwrap(node.callee);
  if (!isMember(callee)) return undefined;
  const name = nameOf(callee.property, callee.computed);
  const [first] = node.arguments;
  const isObject = callee.object.type === 'Identifier' && callee.object.name === 'Object';
  if (!isObject) {
    const same = /^(?:filter|slice|sort|reverse|toSorted|toReversed|concat)$/.test(name ?? '');
    return same ? listsOf({ node: callee.object, scope: list.scope }, depth + 1) : undefined;
  }
  if (first === undefined) return undefined;
  const object = { node: first, scope: list.scope };
  if (name === 'values') return valuesAt(object, [undefined], depth + 1);
  if (name === 'entries') return entriesOf(object, depth);
  if (name !== 'keys') return undefined;
  const keys = (valuesAt(object, [], depth + 1) ?? []).flatMap((one) =>
    'node' in one && one.node.type === 'ObjectExpression' ? [one.node] : [],
  );
  const texts = keys.flatMap(namesIn);
  const isOpen = keys.some((one) => spreadsIn(one).length > 0);
  return texts.length === 0 ? undefined : [{ texts, ...(isOpen ? { isOpen } : {}) }];
}

/** `[name, value]` of each property. */
function entriesOf(object: Value, depth: number): readonly Value[] | undefined {
  const entries = (valuesAt(object, [], depth + 1) ?? []).flatMap((one) => {
    if (!('node' in one) || one.node.type !== 'ObjectExpression') return [];
    return entriesIn(one.node).map((node): Value => ({ node, scope: one.scope }));
  });
  return entries.length === 0 ? undefined : entries;
}

/** The object literal that an expression is, directly or by name. */
export function objectOf(
  expression: Node | undefined,
  scope: Scope,
): t.ObjectExpression | undefined {
  const [only, ...more] = objectsOf(expression, scope);
  return more.length === 0 ? only : undefined;
}

/** All object literals that an expression may be. */
export function objectsOf(
  expression: Node | undefined,
  scope: Scope,
): readonly t.ObjectExpression[] {
  if (expression === undefined) return [];
  const node = unwrap(expression);
  if (node.type === 'ObjectExpression') return [node];
  if (node.type !== 'Identifier' && !isMember(node)) return [];
  return (valuesAt({ node, scope }, []) ?? []).flatMap((one) =>
    'node' in one && one.node.type === 'ObjectExpression' ? [one.node] : [],
  );
}

/** The most nested functions that are followed. */
const MOST_WITHIN = 4;
/** A function of this file. */
export interface OwnFunction {
  readonly fn: Fn;
  /** The scope around it. */
  readonly scope: Scope;
}

/**
 * The called function of this file; undefined if there is none or several, or it is already being
 * followed.
 */
export function ownFunction(callee: Node, scope: Scope, depth = 0): OwnFunction | undefined {
  const [only, ...more] = valuesAt({ node: callee, scope }, [], depth + 1) ?? [];
  if (only === undefined || !('node' in only) || more.length > 0) return undefined;
  const { node: fn } = only;
  const isFollowed =
    isFunction(fn) && scope.within.length < MOST_WITHIN && !scope.within.includes(fn);
  return isFollowed ? { fn, scope: only.scope } : undefined;
}

/** The scope inside a function that is called with arguments. */
export function scopeOfCall(
  { fn, scope }: OwnFunction,
  args: readonly Node[],
  caller: Scope,
): Scope {
  const inner = new Scope(scope, [...caller.within, fn]);
  inner.declareParameters(fn);
  const known = args.findIndex((one) => one.type === 'SpreadElement');
  const given = known === -1 ? args : args.slice(0, known);
  for (const [at, parameter] of fn.params.entries()) {
    const isRest = parameter.type === 'RestElement';
    const value = isRest ? listNode(args.slice(at)) : given[at];
    const pattern = isRest ? parameter.argument : parameter;
    if (value !== undefined) {
      inner.bindPattern(pattern, { kind: 'value', init: value, path: [], scope: caller });
    }
  }
  if (fn.body.type === 'BlockStatement') inner.declare(fn.body.body);
  return inner;
}

function listNode(elements: readonly Node[]): t.ArrayExpression {
  return { type: 'ArrayExpression', elements: elements as t.Expression[] };
}

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
import { isCall, isFunction, isMember, nameOf, returnsOf, unwrap, writtenText } from './nodes.js';
import type { Call, Fn, Node } from './nodes.js';
import { Scope } from './scope.js';
import type { Binding, Step, Value } from './scope.js';
import { joinParts } from './parts.js';
import type { Parts } from './parts.js';
import { stringsOfType, typeAt } from './types.js';

const UNKNOWN: readonly Parts[] = [['', '']];

/** Texts that one expression is followed to; what could be more is unknown. */
const MOST = 200;
/** Functions that are followed one inside of the other. */
const MOST_WITHIN = 4;
/** Names and calls that are followed one behind the other. */
const DEEPEST = 12;

/** Every text that an expression can have, as far as the file tells. */
export function textsOf(expression: Node, scope: Scope, depth = 0): readonly Parts[] {
  const node = unwrap(expression);
  const next = (one: Node): readonly Parts[] => textsOf(one, scope, depth + 1);
  if (depth > DEEPEST) return UNKNOWN;
  switch (node.type) {
    case 'StringLiteral':
      return [[node.value]];
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return [[String(node.value)]];
    case 'NullLiteral':
      return [];
    case 'TemplateLiteral':
      return joined(
        node.quasis.flatMap((quasi, at): readonly (readonly Parts[])[] => {
          const expression = node.expressions[at];
          const text: readonly Parts[] = [[quasi.value.cooked ?? '']];
          return expression === undefined ? [text] : [text, next(expression)];
        }),
      );
    case 'BinaryExpression':
      return node.operator === '+' ? joined([next(node.left), next(node.right)]) : UNKNOWN;
    case 'ConditionalExpression':
      return [...next(node.consequent), ...next(node.alternate)];
    case 'LogicalExpression':
      return node.operator === '&&' ? next(node.right) : [...next(node.left), ...next(node.right)];
    case 'AssignmentExpression':
      return next(node.right);
    case 'SequenceExpression':
      return next(node.expressions.at(-1) ?? node);
    case 'Identifier':
      return node.name === 'undefined' ? [] : textsAt(node, [], { scope, depth });
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return textsAt(node, [], { scope, depth });
    default:
      return isCall(node) ? textsOfCall(node, scope, depth) : UNKNOWN;
  }
}

/** The one text that an expression has; undefined where it is not known, or one of several. */
export function textOf(expression: Node | undefined, scope: Scope): string | undefined {
  if (expression === undefined) return undefined;
  const [first, ...more] = textsOf(expression, scope);
  return more.length === 0 && first?.length === 1 ? first[0] : undefined;
}

function joined(pieces: readonly (readonly Parts[])[]): readonly Parts[] {
  let texts: readonly Parts[] = [['']];
  for (const piece of pieces) {
    const more = piece.length === 0 ? UNKNOWN : piece;
    if (texts.length * more.length > MOST) texts = texts.map((one) => joinParts(one, ['', '']));
    else texts = texts.flatMap((one) => more.map((other) => joinParts(one, other)));
  }
  return texts;
}

/** `String(x)`, `x.toString()`, and functions of this file. */
function textsOfCall(call: Call, scope: Scope, depth: number): readonly Parts[] {
  const callee = unwrap(call.callee);
  if (isMember(callee)) {
    const name = nameOf(callee.property, callee.computed);
    if (name === 'toString') return textsOf(callee.object, scope, depth + 1);
    if (name === 'concat') {
      const rest = call.arguments.map((one) => textsOf(one, scope, depth + 1));
      return joined([textsOf(callee.object, scope, depth + 1), ...rest]);
    }
    if (name === 'join') return textsOfJoin(callee.object, call, { scope, depth });
  }
  const [first] = call.arguments;
  if (callee.type === 'Identifier' && callee.name === 'String' && first) {
    return textsOf(first, scope, depth + 1);
  }
  return textsOfOwn(call, scope, depth);
}

function textsOfOwn(call: Call, scope: Scope, depth: number): readonly Parts[] {
  const own = ownFunction(call.callee, scope, depth);
  if (own === undefined) return UNKNOWN;
  const inner = scopeOfCall(own, call.arguments, scope);
  const texts = returnsOf(own.fn.body, true).flatMap((one) => textsOf(one, inner, depth + 1));
  return texts.length === 0 ? UNKNOWN : texts;
}

/** A function of this file. */
export interface OwnFunction {
  readonly fn: Fn;
  /** Around it. */
  readonly scope: Scope;
}

/**
 * The function of this file that is called; undefined: it is none, one of several, or one that is
 * being followed already.
 */
export function ownFunction(callee: Node, scope: Scope, depth = 0): OwnFunction | undefined {
  const [only, ...more] = valuesAt({ node: callee, scope }, [], depth + 1) ?? [];
  if (only === undefined || !('node' in only) || more.length > 0) return undefined;
  const { node: fn } = only;
  const isFollowed =
    isFunction(fn) && scope.within.length < MOST_WITHIN && !scope.within.includes(fn);
  return isFollowed ? { fn, scope: only.scope } : undefined;
}

/** The names inside of a function that is called with arguments. */
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

/** `['cart', x].join('.')`, also of a list that has a name. */
function textsOfJoin(list: Node, call: Call, { scope, depth }: Place): readonly Parts[] {
  const pieces = piecesOf({ node: list, scope }, depth + 1);
  const [sign] = call.arguments;
  if (pieces === undefined) return UNKNOWN;
  const between: readonly Parts[] = sign === undefined ? [[',']] : textsOf(sign, scope, depth + 1);
  return joined(pieces.flatMap((one, at) => (at === 0 ? [one] : [between, one])));
}

/** The texts of each element of a list; a part of it that is unknown counts as one element. */
function piecesOf(list: Value, depth: number): readonly (readonly Parts[])[] | undefined {
  const node = unwrap(list.node);
  if (isCall(node) && isMember(node.callee)) {
    const name = nameOf(node.callee.property, node.callee.computed);
    return name === 'filter' && depth <= DEEPEST
      ? piecesOf({ node: node.callee.object, scope: list.scope }, depth + 1)
      : undefined;
  }
  const [array, ...more] = valuesAt(list, [], depth) ?? [];
  if (array === undefined || !('node' in array) || more.length > 0) return undefined;
  if (array.node.type !== 'ArrayExpression') return undefined;
  return array.node.elements.flatMap((one): readonly (readonly Parts[])[] => {
    if (one === null) return [[['']]];
    if (one.type !== 'SpreadElement') return [textsOf(one, array.scope, depth + 1)];
    return piecesOf({ node: one.argument, scope: array.scope }, depth + 1) ?? [UNKNOWN];
  });
}

interface Place {
  readonly scope: Scope;
  readonly depth: number;
}

function textsAt(node: Node, path: readonly Step[], { scope, depth }: Place): readonly Parts[] {
  const values = valuesAt({ node, scope }, path, depth + 1);
  if (values === undefined) return UNKNOWN;
  return values.flatMap((one) => {
    if ('node' in one) return textsOf(one.node, one.scope, depth + 1);
    return [...one.texts.map((text): Parts => [text]), ...(one.isOpen === true ? UNKNOWN : [])];
  });
}

interface Texts {
  readonly texts: readonly string[];
  /** There may be others, of which the file does not tell. */
  readonly isOpen?: true;
}

const OTHERS: Texts = { texts: [], isOpen: true };

/**
 * What is found below an expression, by names, by indexes, or by any of them (undefined).
 * @returns undefined where the file does not tell
 */
export function valuesAt(
  { node: expression, scope }: Value,
  path: readonly Step[],
  depth = 0,
): readonly (Value | Texts)[] | undefined {
  const node = unwrap(expression);
  if (depth > DEEPEST) return undefined;
  if (isMember(node)) {
    return valuesAt({ node: node.object, scope }, [stepOf(node, scope), ...path], depth + 1);
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

/** Where the file does not tell, that there are others. */
function valuesOr(value: Value, path: readonly Step[], depth: number): readonly (Value | Texts)[] {
  return valuesAt(value, path, depth) ?? [OTHERS];
}

function all<T>(lists: readonly (readonly T[] | undefined)[]): readonly T[] | undefined {
  const known = lists.flatMap((list) => list ?? []);
  return known.length === 0 ? undefined : known;
}

function stepOf(node: t.MemberExpression | t.OptionalMemberExpression, scope: Scope): Step {
  return nameOf(node.property, node.computed) ?? textOf(node.property, scope);
}

function valuesOfBinding(
  binding: Binding,
  path: readonly Step[],
  depth: number,
): readonly (Value | Texts)[] | undefined {
  switch (binding.kind) {
    case 'value': {
      const { init: node, scope, set = [] } = binding;
      const into = [...binding.path, ...path];
      const first = valuesAt({ node, scope }, into, depth + 1);
      return set.length === 0 ? first : [...(first ?? [OTHERS]), ...valuesSet(set, path, depth)];
    }
    case 'unset':
      return all([valuesSet(binding.set, path, depth)]);
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
      const found = type && typeAt(type, into, scope);
      const texts = found && stringsOfType(found, scope);
      if (texts !== undefined) return [{ texts }];
      // A default is one of many that may be given.
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
      const [step] = path;
      const texts = binding.node.members
        .filter(({ id }) => step === undefined || nameOf(id, false) === step)
        .flatMap(({ initializer }) => writtenText(initializer) ?? []);
      return texts.length === 0 ? undefined : [{ texts }];
    }
    default:
      return undefined;
  }
}

/** Values that variables are set to are followed a few steps only: each may be one of several. */
function valuesSet(
  set: readonly Value[],
  path: readonly Step[],
  depth: number,
): readonly (Value | Texts)[] {
  return set.flatMap((one) => valuesOr(one, path, depth + 4));
}

/** The elements of a list: of an array, or of `Object.keys()` and `Object.values()`. */
function listsOf(list: Value, depth: number): readonly (Value | Texts)[] | undefined {
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

/** The object literal that an expression is, here or where its name is declared. */
export function objectOf(
  expression: Node | undefined,
  scope: Scope,
): t.ObjectExpression | undefined {
  const [only, ...more] = objectsOf(expression, scope);
  return more.length === 0 ? only : undefined;
}

/** Every object literal that an expression may be. */
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

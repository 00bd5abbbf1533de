import type * as t from '@babel/types';
import {
  argumentOf,
  isCall,
  isFunction,
  isMember,
  nameOf,
  pathOf,
  propertyOf,
  unwrap,
  writtenText,
} from './nodes.js';
import { childrenOf } from './nodes.js';
import type { Call, Node } from './nodes.js';
import type { Binding, Scope, Step, Value } from './scope.js';
import { joinParts } from './parts.js';
import type { Parts } from './parts.js';
import { stringsOfType, typeAt } from './types.js';

const UNKNOWN: readonly Parts[] = [['', '']];

/** Texts that one expression is followed to; what could be more is unknown. */
const MOST = 200;
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
    return name === 'join' ? textsOfJoin(callee.object, call, { scope, depth }) : UNKNOWN;
  }
  if (callee.type !== 'Identifier') return UNKNOWN;
  const [first] = call.arguments;
  if (callee.name === 'String' && first) return textsOf(first, scope, depth + 1);
  const binding = scope.find(callee.name);
  const value = binding?.kind === 'value' && binding.path.length === 0 ? binding.init : undefined;
  const fn = binding?.kind === 'function' ? binding.node : value && unwrap(value);
  if (binding === undefined || !('scope' in binding) || !fn || !isFunction(fn)) return UNKNOWN;
  const inner = binding.scope;
  const texts = returnsOf(fn.body, true).flatMap((one) => textsOf(one, inner, depth + 1));
  return texts.length === 0 ? UNKNOWN : texts;
}

/** `['cart', x].join('.')` */
function textsOfJoin(list: Node, call: Call, { scope, depth }: Place): readonly Parts[] {
  const array = unwrap(list);
  const [sign] = call.arguments;
  if (array.type !== 'ArrayExpression') return UNKNOWN;
  const between: readonly Parts[] = sign === undefined ? [[',']] : textsOf(sign, scope, depth + 1);
  const pieces = array.elements.flatMap((one, at): readonly (readonly Parts[])[] => {
    const texts = one === null ? [['']] : textsOf(one, scope, depth + 1);
    return at === 0 ? [texts] : [between, texts];
  });
  return joined(pieces);
}

/** What a function gives, its inner functions left out. */
export function returnsOf(body: Node, isBody: boolean): readonly Node[] {
  if (body.type === 'ReturnStatement') return body.argument ? [body.argument] : [];
  if (isBody && body.type !== 'BlockStatement') return [body];
  if (isFunction(body)) return [];
  return [...childrenOf(body)].flatMap((one) => returnsOf(one, false));
}

interface Place {
  readonly scope: Scope;
  readonly depth: number;
}

function textsAt(node: Node, path: readonly Step[], { scope, depth }: Place): readonly Parts[] {
  const values = valuesAt({ node, scope }, path, depth + 1);
  if (values === undefined) return UNKNOWN;
  return values.flatMap((one) =>
    'texts' in one
      ? one.texts.map((text): Parts => [text])
      : textsOf(one.node, one.scope, depth + 1),
  );
}

interface Texts {
  readonly texts: readonly string[];
}

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
  return below === undefined
    ? undefined
    : all(below.map((one) => valuesAt({ node: one, scope }, rest, depth + 1)));
}

/** Functions that hand on what they are given, or what their function gives: of Vue, React, Svelte. */
const HOLDERS =
  /^(?:ref|shallowRef|reactive|shallowReactive|readonly|markRaw|computed|useMemo|\$state|\$derived|freeze)$/;
/** Of these, the value is in `value`, but for templates. */
const REFS = /^(?:ref|shallowRef|computed)$/;

/** What is inside of `ref([…])`, `useMemo(() => […])`, `new Map([…])`. */
function heldBy(node: Node, step: Step): Node | undefined {
  if (node.type !== 'NewExpression' && !isCall(node)) return undefined;
  const callee = unwrap(node.callee);
  const name = pathOf(callee)?.at(-1) ?? '';
  const isHolder = node.type === 'NewExpression' ? /^(?:Map|Set)$/.test(name) : HOLDERS.test(name);
  if (!isHolder || (step === 'value' && !REFS.test(name))) return undefined;
  const first = argumentOf(node);
  if (first === undefined || !isFunction(first)) return first;
  const [only, ...more] = returnsOf(first.body, true);
  return more.length === 0 ? only : undefined;
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
      return all([valuesAt({ node, scope }, into, depth + 1), ...valuesSet(set, into, depth)]);
    }
    case 'unset':
      return all(valuesSet(binding.set, path, depth));
    case 'each': {
      const lists = listsOf({ node: binding.list, scope: binding.scope }, depth);
      const into = [...binding.path, ...path];
      return all(
        (lists ?? []).map((one) => ('texts' in one ? [one] : valuesAt(one, into, depth + 1))),
      );
    }
    case 'parameter': {
      const { type, scope } = binding;
      const found = type && typeAt(type, [...binding.path, ...path], scope);
      const texts = found && stringsOfType(found, scope);
      return texts && [{ texts }];
    }
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
): readonly (readonly (Value | Texts)[] | undefined)[] {
  return set.map((one) => valuesAt(one, path, depth + 4));
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
    'node' in one && one.node.type === 'ObjectExpression' ? namesIn(one.node) : [],
  );
  return keys.length === 0 ? undefined : [{ texts: keys }];
}

/** `[name, value]` of each property. */
function entriesOf(object: Value, depth: number): readonly Value[] | undefined {
  const entries = (valuesAt(object, [], depth + 1) ?? []).flatMap((one) => {
    if (!('node' in one) || one.node.type !== 'ObjectExpression') return [];
    const { node, scope } = one;
    return namesIn(node).flatMap((name): readonly Value[] => {
      const value = propertyOf(node, name);
      const pair = [{ type: 'StringLiteral', value: name }, value] as unknown as t.Expression[];
      const array = { type: 'ArrayExpression', elements: pair } as t.ArrayExpression;
      return value === undefined ? [] : [{ node: array, scope }];
    });
  });
  return entries.length === 0 ? undefined : entries;
}

function namesIn({ properties }: t.ObjectExpression): readonly string[] {
  return properties.flatMap((one) => {
    const name = one.type === 'SpreadElement' ? undefined : nameOf(one.key, one.computed);
    return name ?? [];
  });
}

function propertiesAt(object: t.ObjectExpression, step: Step): readonly Node[] | undefined {
  if (step !== undefined) {
    const value = propertyOf(object, String(step));
    return value && [value];
  }
  return object.properties.flatMap((one) => (one.type === 'ObjectProperty' ? [one.value] : []));
}

function elementsAt({ elements }: t.ArrayExpression, step: Step): readonly Node[] | undefined {
  const nodes = elements.filter((one) => one !== null && one.type !== 'SpreadElement');
  const at = step === undefined ? undefined : nodes[Number(step)];
  return step === undefined ? nodes : at && [at];
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

import { isCall, isMember, nameOf, returnsOf, unwrap } from './nodes.js';
import type { Call, Node } from './nodes.js';
import { textsOfGivenType } from './types.js';
import { ownFunction, scopeOfCall, DEEPEST, valuesAt } from './values.js';
import { joinParts } from './use.js';
import type { Parts } from './use.js';
import type { Scope, Value } from './scope.js';
import { narrowed } from './narrowing.js';

const UNKNOWN: readonly Parts[] = [['', '']];

/** The most texts of one expression; beyond that it counts as unknown. */
const MOST = 200;
/**
 * Every text that an expression can have, as far as the file shows.
 * @param isPart whether it is part of a longer text. Whatever `MAP[x]` is, it is a text that stands
 * there; of `'a.' + MAP[x] + '.b'`, not every combination need exist.
 */
export function textsOf(
  expression: Node,
  scope: Scope,
  { depth = 0, isPart = false }: Partial<Omit<Place, 'scope'>> = {},
): readonly Parts[] {
  const node = unwrap(expression);
  const isCast = expression.type === 'TSAsExpression' || expression.type === 'TSTypeAssertion';
  if (isCast && node.type !== 'StringLiteral') {
    const texts = textsOfGivenType(expression, [], scope);
    if (texts !== undefined) return texts.map((text): Parts => [text]);
  }
  const place = { scope, depth: depth + 1, isPart };
  const next = (one: Node): readonly Parts[] => textsOf(one, scope, place);
  const part = (one: Node): readonly Parts[] => textsOf(one, scope, { ...place, isPart: true });
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
          return expression === undefined ? [text] : [text, part(expression)];
        }),
      );
    case 'BinaryExpression':
      if (node.operator !== '+' || isNumber(node)) return UNKNOWN;
      return joined([part(node.left), part(node.right)]);
    case 'ConditionalExpression':
      return [
        ...textsOf(node.consequent, narrowed(node.test, true, scope), place),
        ...textsOf(node.alternate, narrowed(node.test, false, scope), place),
      ];
    case 'LogicalExpression':
      if (node.operator === '&&') return next(node.right);
      // `Total ${count ?? 0}`: any number is possible.
      return [...next(node.left), ...(isNumber(node.right) ? UNKNOWN : next(node.right))];
    case 'AssignmentExpression':
      return next(node.right);
    case 'SequenceExpression':
      return next(node.expressions.at(-1) ?? node);
    case 'Identifier':
      return node.name === 'undefined' ? [] : textsAt(node, place);
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return textsAt(node, place);
    default:
      return isCall(node) ? textsOfCall(node, place) : UNKNOWN;
  }
}

/** `1 + 1`, and `at + 1`, where nothing shows that it is a text. */
function isNumber(expression: Node): boolean {
  const node = unwrap(expression);
  if (node.type === 'NumericLiteral') return true;
  if (node.type !== 'BinaryExpression') return false;
  const [left, right] = [unwrap(node.left), unwrap(node.right)];
  const isSum = [left, right].every((one) => one.type === 'Identifier' || isNumber(one));
  return isSum && [left, right].some(isNumber);
}

/** The single text of an expression; undefined if it is unknown or one of several. */
export function textOf(expression: Node | undefined, scope: Scope): string | undefined {
  if (expression === undefined) return undefined;
  const [first, ...more] = textsOf(expression, scope);
  return more.length === 0 && first?.length === 1 ? first[0] : undefined;
}

/**
 * The text of each element of a list, also of a named one; undefined where it is unknown or one of
 * several.
 */
export function elementTextsOf(
  list: Node,
  scope: Scope,
): readonly (string | undefined)[] | undefined {
  return piecesOf({ node: list, scope, depth: 0, isPart: false })?.map(([parts, ...more]) =>
    more.length === 0 && parts?.length === 1 ? parts[0] : undefined,
  );
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
function textsOfCall(call: Call, place: Place): readonly Parts[] {
  const { scope } = place;
  const callee = unwrap(call.callee);
  if (isMember(callee)) {
    const name = nameOf(callee.property, callee.computed);
    const part = { ...place, isPart: true };
    if (name === 'toString') return textsOf(callee.object, scope, place);
    if (name === 'concat') {
      return joined([callee.object, ...call.arguments].map((one) => textsOf(one, scope, part)));
    }
    if (name === 'join') return textsOfJoin({ node: callee.object, ...part }, call);
  }
  const [first] = call.arguments;
  if (callee.type === 'Identifier' && callee.name === 'String' && first) {
    return textsOf(first, scope, place);
  }
  const own = ownFunction(call.callee, scope, place.depth);
  if (own === undefined) {
    return (call.arguments.length === 0 ? textsHeld(call.callee, place) : undefined) ?? UNKNOWN;
  }
  const inner = scopeOfCall(own, call.arguments, scope);
  const texts = returnsOf(own.fn.body).flatMap((one) => textsOf(one, inner, place));
  return texts.length === 0 ? UNKNOWN : texts;
}

/** `state()`, if the type of `state` is known: `const [state] = createSignal<'on' | 'off'>()`. */
function textsHeld(node: Node, place: Place): readonly Parts[] | undefined {
  const values = valuesAt({ node, scope: place.scope }, [], place.depth) ?? [];
  const isKnown = values.length > 0 && values.every((one) => 'texts' in one && !one.isOpen);
  return isKnown ? textsAt(node, place) : undefined;
}

/** `['cart', x].join('.')`, also with a named list. */
function textsOfJoin(list: Value & Place, call: Call): readonly Parts[] {
  const pieces = piecesOf(list);
  const [sign] = call.arguments;
  if (pieces === undefined) return UNKNOWN;
  const between: readonly Parts[] = sign === undefined ? [[',']] : textsOf(sign, list.scope, list);
  return joined(pieces.flatMap((one, at) => (at === 0 ? [one] : [between, one])));
}

/** The texts of each element of a list; an unknown part counts as one element. */
function piecesOf(list: Value & Place): readonly (readonly Parts[])[] | undefined {
  const node = unwrap(list.node);
  const deeper = { ...list, depth: list.depth + 1 };
  if (isCall(node) && isMember(node.callee)) {
    const name = nameOf(node.callee.property, node.callee.computed);
    return name === 'filter' && list.depth <= DEEPEST
      ? piecesOf({ ...deeper, node: node.callee.object })
      : undefined;
  }
  const [array, ...more] = valuesAt(list, [], list.depth) ?? [];
  if (array === undefined || !('node' in array) || more.length > 0) return undefined;
  const { node: own, scope } = array;
  if (own.type !== 'ArrayExpression') return undefined;
  return own.elements.flatMap((one): readonly (readonly Parts[])[] => {
    if (one === null) return [[['']]];
    if (one.type !== 'SpreadElement') return [textsOf(one, scope, deeper)];
    return piecesOf({ ...deeper, node: one.argument, scope }) ?? [UNKNOWN];
  });
}

interface Place {
  readonly scope: Scope;
  readonly depth: number;
  readonly isPart: boolean;
}

function textsAt(node: Node, place: Place): readonly Parts[] {
  const values = valuesAt({ node, scope: place.scope }, [], place.depth);
  if (values === undefined) return UNKNOWN;
  return values.flatMap((one) => {
    if (one.isChosen === true && place.isPart) return UNKNOWN;
    if ('node' in one) return textsOf(one.node, one.scope, place);
    return [...one.texts.map((text): Parts => [text]), ...(one.isOpen === true ? UNKNOWN : [])];
  });
}

import { isCall, isMember, nameOf, returnsOf, unwrap } from './nodes.js';
import type { Call, Node } from './nodes.js';
import { textsOfGivenType } from './types.js';
import { ownFunction, scopeOfCall, DEEPEST, valuesAt } from './values.js';
import { joinParts } from './use.js';
import type { Parts } from './use.js';
import type { Scope, Step, Value } from './scope.js';
import { narrowed } from './narrowing.js';

const UNKNOWN: readonly Parts[] = [['', '']];

/** The most texts of one expression; beyond that it counts as unknown. */
const MOST = 200;
/** Every text that an expression can have, as far as the file shows. */
export function textsOf(expression: Node, scope: Scope, depth = 0): readonly Parts[] {
  const node = unwrap(expression);
  const isCast = expression.type === 'TSAsExpression' || expression.type === 'TSTypeAssertion';
  if (isCast && node.type !== 'StringLiteral') {
    const texts = textsOfGivenType(expression, [], scope);
    if (texts !== undefined) return texts.map((text): Parts => [text]);
  }
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
      if (node.operator !== '+' || isNumber(node)) return UNKNOWN;
      return joined([next(node.left), next(node.right)]);
    case 'ConditionalExpression':
      return [
        ...textsOf(node.consequent, narrowed(node.test, true, scope), depth + 1),
        ...textsOf(node.alternate, narrowed(node.test, false, scope), depth + 1),
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
      return node.name === 'undefined' ? [] : textsAt(node, [], { scope, depth });
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return textsAt(node, [], { scope, depth });
    default:
      return isCall(node) ? textsOfCall(node, scope, depth) : UNKNOWN;
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
  return piecesOf({ node: list, scope }, 0)?.map(([parts, ...more]) =>
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
  if (own === undefined) {
    const held = call.arguments.length === 0 ? textsHeld(call.callee, scope, depth) : undefined;
    return held ?? UNKNOWN;
  }
  const inner = scopeOfCall(own, call.arguments, scope);
  const texts = returnsOf(own.fn.body).flatMap((one) => textsOf(one, inner, depth + 1));
  return texts.length === 0 ? UNKNOWN : texts;
}

/** `state()`, if the type of `state` is known: `const [state] = createSignal<'on' | 'off'>()`. */
function textsHeld(node: Node, scope: Scope, depth: number): readonly Parts[] | undefined {
  const values = valuesAt({ node, scope }, [], depth + 1) ?? [];
  const isKnown = values.length > 0 && values.every((one) => 'texts' in one && !one.isOpen);
  return isKnown ? textsAt(node, [], { scope, depth }) : undefined;
}

/** `['cart', x].join('.')`, also with a named list. */
function textsOfJoin(list: Node, call: Call, { scope, depth }: Place): readonly Parts[] {
  const pieces = piecesOf({ node: list, scope }, depth + 1);
  const [sign] = call.arguments;
  if (pieces === undefined) return UNKNOWN;
  const between: readonly Parts[] = sign === undefined ? [[',']] : textsOf(sign, scope, depth + 1);
  return joined(pieces.flatMap((one, at) => (at === 0 ? [one] : [between, one])));
}

/** The texts of each element of a list; an unknown part counts as one element. */
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

import { argumentOf, childrenOf, isCall, propertyOf } from './nodes.js';
import type { Call, Fn, Node } from './nodes.js';
import type { Parts } from './parts.js';
import type { Scope } from './scope.js';
import { textsOf } from './texts.js';

/** A call that is given the first parameter of the function around it, as a key or in one. */
export interface HandedOn {
  readonly call: Call;
  /** The key that the call is given. */
  readonly key: Node;
  /** The parameter. */
  readonly name: string;
}

/** The calls of a function that are given its first parameter: ``(key) => t(`cart.${key}`)``. */
export function handedOn({ params: [first], body }: Fn): readonly HandedOn[] {
  const parameter = first?.type === 'AssignmentPattern' ? first.left : first;
  if (parameter?.type !== 'Identifier') return [];
  const { name } = parameter;
  return callsIn(body).flatMap((call): readonly HandedOn[] => {
    const key = keyOf(call);
    return key !== undefined && usesName(key, name) ? [{ call, key, name }] : [];
  });
}

/** The calls of a function whose first argument mentions what the function is given. */
export function callsDependingOn({ params, body }: Fn): readonly Call[] {
  const names = new Set(params.flatMap(namesOf));
  if (names.size === 0) return [];
  return callsIn(body).filter((call) => {
    const first = argumentOf(call);
    return first !== undefined && namesOf(first).some((name) => names.has(name));
  });
}

/** Every name in an expression or a pattern. */
function namesOf(node: Node): readonly string[] {
  if (node.type === 'Identifier') return [node.name];
  return [...childrenOf(node)].flatMap(namesOf);
}

/** The first argument, or what it says of `id`, as formatjs has it. */
function keyOf(call: Call): Node | undefined {
  const first = argumentOf(call);
  return first?.type === 'ObjectExpression' ? propertyOf(first, 'id') : first;
}

function usesName(node: Node, name: string): boolean {
  if (node.type === 'Identifier') return node.name === name;
  if (node.type === 'TemplateLiteral' || node.type === 'BinaryExpression') {
    return [...childrenOf(node)].some((one) => usesName(one, name));
  }
  return false;
}

/** What is before the parameter, where the key ends with it. */
export function headBefore(key: Node, name: string, scope: Scope): Parts | undefined {
  if (key.type === 'BinaryExpression') {
    const isEnd =
      key.operator === '+' && key.right.type === 'Identifier' && key.right.name === name;
    return isEnd ? textsOf(key.left, scope)[0] : undefined;
  }
  if (key.type !== 'TemplateLiteral') return undefined;
  const last = key.expressions.at(-1);
  if (last?.type !== 'Identifier' || last.name !== name || key.quasis.at(-1)?.value.raw !== '') {
    return undefined;
  }
  const before = {
    ...key,
    expressions: key.expressions.slice(0, -1),
    quasis: key.quasis.slice(0, -1),
  };
  return textsOf(before, scope)[0];
}

function callsIn(node: Node): readonly Call[] {
  const own = isCall(node) ? [node] : [];
  return [...own, ...[...childrenOf(node)].flatMap(callsIn)];
}

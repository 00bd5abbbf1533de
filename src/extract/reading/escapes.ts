import { childrenOf, isCall, isMember, pathOf, unwrap } from './nodes.js';
import type { Call, Node } from './nodes.js';

/** React's hooks only compare their dependencies. */
const HOOK = /^use[A-Z]/;

/** The list that a call only looks at: dependencies of a hook, or promises whose results are followed. */
export function harmlessList(call: Call): Node | undefined {
  const { arguments: given, callee } = call;
  const path = pathOf(unwrap(callee));
  const list = given.at(-1);
  const isHook = given.length > 1 && HOOK.test(path?.at(-1) ?? '');
  const isList = list?.type === 'ArrayExpression' && (isHook || path?.join('.') === 'Promise.all');
  return isList ? list : undefined;
}

/**
 * The values that a node hands on, to be used where they are not followed: arguments, properties,
 * elements, attributes and what objects keep. A variable with another name, what a class keeps, and a
 * function that returns the value are followed elsewhere.
 */
export function handedOnBy(node: Node): readonly Node[] {
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
    case 'NewExpression':
      return valuesOf(node.arguments);
    case 'ArrayExpression':
      return valuesOf(node.elements);
    case 'ObjectExpression':
      return valuesOf(node.properties.map((one) => ('value' in one ? one.value : one)));
    case 'SpreadElement':
    case 'YieldExpression':
      return valuesOf([node.argument]);
    case 'JSXExpressionContainer':
      return valuesOf([node.expression]);
    case 'AssignmentExpression':
      return isKept(node.left) ? [] : valuesOf([node.right]);
    default:
      return [];
  }
}

/** Whether what is assigned is followed: a variable, and what a class keeps. */
function isKept(left: Node): boolean {
  return left.type === 'Identifier' || (isMember(left) && left.object.type === 'ThisExpression');
}

/** What each expression may be. Functions are read where they stand. */
function valuesOf(nodes: readonly (Node | null | undefined)[]): readonly Node[] {
  return nodes.flatMap((one): readonly Node[] => {
    if (!one) return [];
    const node = unwrap(one);
    if (node.type === 'ConditionalExpression') return valuesOf([node.consequent, node.alternate]);
    if (node.type === 'LogicalExpression') return valuesOf([node.left, node.right]);
    return node.type === 'Identifier' || isMember(node) || isCall(node) ? [node] : [];
  });
}

/** Whether code does nothing with a function of this name but call it. */
export function onlyCalls(code: Node, name: string): boolean {
  if (code.type === 'Identifier') return code.name !== name;
  const parts = isMember(code) && !code.computed ? [code.object] : childrenOf(code);
  const callee = isCall(code) ? code.callee : undefined;
  return parts.every(
    (part) =>
      (part === callee && part.type === 'Identifier' && part.name === name) ||
      onlyCalls(part, name),
  );
}

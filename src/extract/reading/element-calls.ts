import type * as t from '@babel/types';
import { argumentOf, isCall, nameOf, pathOf, unwrap, writtenText } from './nodes.js';
import type { Call, Node } from './nodes.js';
import { originalName } from './scope.js';
import type { Scope } from './scope.js';

/** Functions that create elements in React, Preact and Vue, and those in compiled code. */
const MAKERS = /^_?(?:createElement|h|jsxs?|jsxDEV|createVNode|createBlock)$/;

/**
 * `<Trans i18nKey="a" />` for `createElement(Trans, { i18nKey: 'a' })`; undefined if a call creates
 * no element.
 */
export function elementOfCall(call: Call, scope: Scope): t.JSXElement | undefined {
  const callee = unwrap(call.callee);
  const called = pathOf(callee)?.at(-1) ?? '';
  const maker = callee.type === 'Identifier' ? originalName(called, scope) : called;
  const [kind, given] = [argumentOf(call), argumentOf(call, 1)];
  const name = MAKERS.test(maker) && kind ? kindOf(kind) : undefined;
  if (name === undefined) return undefined;
  const properties = given?.type === 'ObjectExpression' ? given.properties : [];
  const attributes = properties.flatMap(attributesOf);
  const inside = attributes.find((one) => one.name?.name === 'children')?.value?.expression;
  // The third argument of `jsx` is a list key.
  const behind = maker.includes('jsx') ? [] : call.arguments.slice(2);
  const children = (inside ? [inside] : behind).flatMap(listed);
  return {
    ...call,
    type: 'JSXElement',
    openingElement: { name: { type: 'JSXIdentifier', name }, attributes },
    children: children.map((one) => childOf(one, scope)),
  } as unknown as t.JSXElement;
}

/** `Trans`, `'i18n-t'`, and Vue's `resolveComponent('i18n-t')`. */
function kindOf(node: Node): string | undefined {
  const inner = isCall(node) ? argumentOf(node) : node;
  return writtenText(inner) ?? (inner && pathOf(inner)?.at(-1));
}

interface AttributeNode {
  readonly type: 'JSXAttribute' | 'JSXSpreadAttribute';
  readonly name?: { readonly type: 'JSXIdentifier'; readonly name: string };
  readonly value?: { readonly type: 'JSXExpressionContainer'; readonly expression: Node };
  readonly argument?: Node;
}

function attributesOf(property: t.ObjectExpression['properties'][number]): AttributeNode[] {
  if (property.type === 'SpreadElement') {
    return [{ type: 'JSXSpreadAttribute', argument: property.argument }];
  }
  const name = nameOf(property.key, property.computed);
  if (name === undefined || property.type !== 'ObjectProperty') return [];
  const value = { type: 'JSXExpressionContainer', expression: property.value } as const;
  return [{ type: 'JSXAttribute', name: { type: 'JSXIdentifier', name }, value }];
}

function listed(node: Node): readonly Node[] {
  return node.type === 'ArrayExpression' ? node.elements.filter((one) => one !== null) : [node];
}

function childOf(node: Node, scope: Scope): object {
  const element = isCall(node) ? elementOfCall(node, scope) : undefined;
  return element ?? { type: 'JSXExpressionContainer', expression: node };
}

import { argumentOf } from './nodes.js';
import type { Call, Node } from './nodes.js';
import { originOf } from './imported.js';
import type { Scope } from './scope.js';
import { textsOf } from './texts.js';
import type { Use } from './use.js';

const TEXT: ReadonlySet<Node['type']> = new Set<Node['type']>([
  'StringLiteral',
  'TemplateLiteral',
  'ConditionalExpression',
  'LogicalExpression',
]);

/**
 * Keys passed to a function of another file: `label('title')`, if that file says that it takes
 * keys.
 */
export function usesElsewhere(call: Call, scope: Scope): readonly Omit<Use, 'line'>[] {
  const first = argumentOf(call);
  if (first === undefined || !TEXT.has(first.type)) return [];
  const from = originOf(call.callee, scope);
  if (from === undefined) return [];
  return textsOf(first, scope)
    .filter((parts) => parts.length === 1 && parts[0] !== '')
    .map((key) => ({ key, library: 'any', from, maybe: true }));
}

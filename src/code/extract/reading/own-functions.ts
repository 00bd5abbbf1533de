import type * as t from '@babel/types';
import { isFunction } from './nodes.js';
import type { Fn, Node } from './nodes.js';
import { Scope } from './scope.js';
import { valuesAt } from './values.js';

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

import type * as t from '@babel/types';
import { isFunction } from './nodes.js';
import type { Fn, Node } from './nodes.js';
import { Scope } from './scope.js';
import type { Given } from './scope.js';

/**
 * The scope inside a node: a block, a loop, a function, a class.
 * @param given what is known of a function's parameter
 */
export function innerScope(node: Node, scope: Scope, given: Given | undefined): Scope {
  switch (node.type) {
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock':
      return declaring(node.body, scope);
    case 'SwitchStatement':
      return declaring(
        node.cases.flatMap((one) => one.consequent),
        scope,
      );
    case 'ForStatement':
      return node.init ? declaring([node.init], scope) : scope;
    case 'ForOfStatement':
    case 'ForInStatement':
      return loopScope(node, scope);
    case 'CatchClause': {
      const inner = new Scope(scope);
      if (node.param) inner.bindPattern(node.param, { kind: 'other' });
      return inner;
    }
    case 'ClassDeclaration':
    case 'ClassExpression': {
      const inner = new Scope(scope);
      inner.bind('this', { kind: 'class', node, scope: inner });
      return inner;
    }
    default:
      return isFunction(node) ? functionScope(node, scope, given) : scope;
  }
}

/** The scope of a block with the declarations of its statements. */
export function declaring(statements: readonly Node[], scope: Scope): Scope {
  const inner = new Scope(scope);
  inner.declare(statements);
  return inner;
}

function functionScope(fn: Fn, scope: Scope, given: Given | undefined): Scope {
  const inner = new Scope(scope);
  inner.declareParameters(fn, given);
  return inner;
}

function loopScope(
  { type, left, right }: t.ForOfStatement | t.ForInStatement,
  scope: Scope,
): Scope {
  const inner = new Scope(scope);
  const id = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined;
  if (id === undefined) return inner;
  const isOf = type === 'ForOfStatement';
  inner.bindPattern(id, isOf ? { kind: 'each', list: right, path: [], scope } : { kind: 'other' });
  return inner;
}

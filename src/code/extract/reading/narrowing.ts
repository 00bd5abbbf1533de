import type * as t from '@babel/types';
import { defined } from '../../../model/index.js';
import { hasNode, isNamed, unwrap } from './nodes.js';
import type { Node } from './nodes.js';
import { Scope } from './scope.js';
import type { Value } from './scope.js';
import { DEEPEST, OTHERS, valuesAt } from './values.js';
import type { Texts } from './values.js';

/** The possible texts of a name after a test. */
interface Left extends Texts {
  readonly name: string;
}

/** The possible values of names if a test is true or false: `x === 'a' ? f(x) : g(x)`. */
export function narrowed(test: Node, isTrue: boolean, scope: Scope): Scope {
  const node = unwrap(test);
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    return narrowed(node.argument, !isTrue, scope);
  }
  // Both operands are known: for a true `a && b`, or a false `a || b`.
  if (node.type === 'LogicalExpression' && node.operator === (isTrue ? '&&' : '||')) {
    return narrowed(node.right, isTrue, narrowed(node.left, isTrue, scope));
  }
  const left = leftOf(node, isTrue, scope);
  return left === undefined ? scope : withLeft(left, scope);
}

/** Names in one branch of `if`, `switch`, `&&`, `||` or `? :`. */
export function inBranch(node: Node, child: Node, scope: Scope): Scope {
  const inner = branchScope(node, child, scope);
  return inner === scope || isSafe(inner, scope, [child]) ? inner : scope;
}

/** Names after a statement that leaves the block: `if (x === 'a') return;` */
export function behind(statement: Node, { body }: t.BlockStatement, scope: Scope): Scope {
  if (statement.type !== 'IfStatement' || statement.alternate) return scope;
  if (!leaves(statement.consequent)) return scope;
  const inner = narrowed(statement.test, false, scope);
  const rest = body.slice(body.indexOf(statement) + 1);
  return inner === scope || isSafe(inner, scope, rest) ? inner : scope;
}

function branchScope(node: Node, child: Node, scope: Scope): Scope {
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      if (child === node.test) return scope;
      return narrowed(node.test, child === node.consequent, scope);
    case 'LogicalExpression':
      if (child !== node.right || node.operator === '??') return scope;
      return narrowed(node.left, node.operator === '&&', scope);
    case 'SwitchStatement':
      return child.type === 'SwitchCase' ? caseScope(node, child, scope) : scope;
    default:
      return scope;
  }
}

function leftOf(test: Node, isTrue: boolean, scope: Scope): Left | undefined {
  const node = unwrap(test);
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    const [one, other] = [leftOf(node.left, isTrue, scope), leftOf(node.right, isTrue, scope)];
    if (one === undefined || one.name !== other?.name) return undefined;
    const isOpen = one.isOpen ?? other.isOpen;
    return { name: one.name, texts: [...one.texts, ...other.texts], ...defined({ isOpen }) };
  }
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return undefined;
  const sides = [unwrap(node.left), unwrap(node.right)];
  const name = sides.find((one) => one.type === 'Identifier');
  const text = sides.find((one) => one.type === 'StringLiteral');
  if (name === undefined || text === undefined) return undefined;
  const isEqual = node.operator.startsWith('=') === isTrue;
  const left = isEqual ? { texts: [text.value] } : othersThan([text.value], name, scope);
  return left && { name: name.name, ...left };
}

/** Preceding cases without statements lead here too. */
function caseScope(node: t.SwitchStatement, own: t.SwitchCase, scope: Scope): Scope {
  const name = unwrap(node.discriminant);
  if (name.type !== 'Identifier') return scope;
  let from = node.cases.indexOf(own);
  while (node.cases[from - 1]?.consequent.length === 0) from -= 1;
  const before = node.cases[from - 1]?.consequent.at(-1);
  if (before !== undefined && !leaves(before)) return scope;
  const here = node.cases.slice(from, node.cases.indexOf(own) + 1);
  const isDefault = here.some(({ test }) => test === null || test === undefined);
  const written = (isDefault ? node.cases : here).flatMap(({ test }) => (test ? [test] : []));
  const texts = written.flatMap((one) => (one.type === 'StringLiteral' ? [one.value] : []));
  if (texts.length < written.length || (isDefault && here.length > 1)) return scope;
  const left = isDefault ? othersThan(texts, name, scope) : { texts };
  return left === undefined ? scope : withLeft({ name: name.name, ...left }, scope);
}

/** The other texts of a name, if the file shows any. */
function othersThan(
  texts: readonly string[],
  name: Node,
  scope: Scope,
): Omit<Left, 'name'> | undefined {
  const values = valuesAt({ node: name, scope }, [])?.map((one) => textsIn(one, 0)) ?? [];
  const known = values.flatMap((one) => one.texts);
  const others = known.filter((one) => !texts.includes(one));
  if (known.length === 0) return undefined;
  const isOpen = values.some((one) => one.isOpen === true);
  return others.length === 0 && !isOpen
    ? undefined
    : { texts: others, ...(isOpen ? { isOpen } : {}) };
}

/** The texts of a value: `x ?? 'a'` is `a`, or another one. */
function textsIn(value: Value | Texts, depth: number): Texts {
  if ('texts' in value) return value;
  const { node, scope } = value;
  if (node.type === 'StringLiteral') return { texts: [node.value] };
  const sides =
    depth >= DEEPEST
      ? []
      : node.type === 'LogicalExpression'
        ? [node.left, node.right]
        : node.type === 'ConditionalExpression'
          ? [node.consequent, node.alternate]
          : [];
  const all = sides.flatMap((one) => valuesAt({ node: one, scope }, []) ?? [OTHERS]);
  const found = all.length === 0 ? [OTHERS] : all.map((one) => textsIn(one, depth + 1));
  const isOpen = found.some((one) => one.isOpen === true);
  return { texts: found.flatMap((one) => one.texts), ...(isOpen ? { isOpen } : {}) };
}

function withLeft({ name, texts, isOpen }: Left, scope: Scope): Scope {
  const known = texts.map((value) => ({ type: 'StringLiteral', value }));
  const others = { type: 'SpreadElement', argument: { type: 'Identifier', name: '' } };
  const elements = isOpen === true ? [...known, others] : known;
  const list = { type: 'ArrayExpression', elements } as t.ArrayExpression;
  const inner = new Scope(scope);
  inner.bind(name, { kind: 'each', list, path: [], scope });
  return inner;
}

/** Whether none of the narrowed names is assigned in the code. */
function isSafe(inner: Scope, outer: Scope, code: readonly Node[]): boolean {
  for (let scope = inner; scope !== outer && scope.parent; scope = scope.parent) {
    for (const name of scope.ownNames) {
      const binding = outer.find(name);
      const isSet = binding?.kind === 'unset' || (binding?.kind === 'value' && binding.set);
      const assigns = (node: Node): boolean =>
        node.type === 'AssignmentExpression' && isNamed(node.left, name);
      if (isSet || code.some((one) => hasNode(one, assigns))) return false;
    }
  }
  return true;
}

function leaves(statement: Node): boolean {
  if (statement.type === 'BlockStatement') {
    const last = statement.body.at(-1);
    return last !== undefined && leaves(last);
  }
  return /^(?:Return|Throw|Continue|Break)Statement$/.test(statement.type);
}

import type * as t from '@babel/types';
import { argumentOf, childrenOf, isCall, nameOf, propertyOf } from './nodes.js';
import type { Call, Fn, Node } from './nodes.js';
import { gapsOf } from './imported.js';
import type { Scope } from './scope.js';
import { textsOf } from './texts.js';
import { BARE } from './translator.js';
import type { Parts } from './use.js';

/** A call that receives the first parameter of its enclosing function, as a key or in one. */
interface HandedOn {
  readonly call: Call;
  /** The key passed to the call. */
  readonly key: Node;
  /** Name of the parameter. */
  readonly name: string;
}

/** The calls in a function that receive its first parameter: ``(key) => t(`cart.${key}`)``. */
export function handedOn({ params: [first], body }: Fn): readonly HandedOn[] {
  const parameter = first?.type === 'AssignmentPattern' ? first.left : first;
  if (parameter?.type !== 'Identifier') return [];
  const { name } = parameter;
  return callsOf(body).flatMap((call): readonly HandedOn[] => {
    const key = keyOf(call);
    return key !== undefined && usesName(key, name) ? [{ call, key, name }] : [];
  });
}

/** The calls in a function whose first argument depends on its parameters. */
export function callsDependingOn(fn: Fn): readonly Call[] {
  const known = depending.get(fn);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const one of fn.params) someName(one, (name) => !names.add(name));
  const calls = names.size === 0 ? [] : callsOf(fn.body);
  const found = calls.filter((call) => {
    const first = argumentOf(call);
    return first !== undefined && someName(first, (name) => names.has(name));
  });
  depending.set(fn, found);
  return found;
}

const depending = new WeakMap<Fn, readonly Call[]>();

/** Whether any name in an expression or a pattern fits. */
function someName(node: Node, fits: (name: string) => boolean): boolean {
  if (node.type === 'Identifier') return fits(node.name);
  return childrenOf(node).some((one) => someName(one, fits));
}

/** The first argument, or its `id`, as in formatjs. */
function keyOf(call: Call): Node | undefined {
  const first = argumentOf(call);
  return first?.type === 'ObjectExpression' ? propertyOf(first, 'id') : first;
}

function usesName(node: Node, name: string): boolean {
  if (node.type === 'Identifier') return node.name === name;
  if (node.type === 'TemplateLiteral' || node.type === 'BinaryExpression') {
    return childrenOf(node).some((one) => usesName(one, name));
  }
  return false;
}

/**
 * The text before and after the parameter in a key, and the imported constants in `before`;
 * undefined if the key contains it twice, or changed.
 */
export function around(key: Node, name: string, scope: Scope) {
  const pieces = piecesOf(key);
  const [at = -1, ...more] = pieces.flatMap((one, index) => (usesName(one, name) ? [index] : []));
  if (pieces[at]?.type !== 'Identifier' || more.length > 0) return undefined;
  const textAt = (list: readonly Node[]): Parts => {
    const [only = [''], ...others] = textsOf(templateOf(list), scope);
    return others.length === 0 ? only : ['', ''];
  };
  const before = textAt(pieces.slice(0, at));
  const { gaps } = gapsOf(templateOf(pieces.slice(0, at)), [before], scope);
  const after = textAt(pieces.slice(at + 1));
  return { before, after, gaps };
}

/** The operands of a concatenation: ``a + `b${c}` `` has three. */
function piecesOf(key: Node): readonly Node[] {
  if (key.type === 'BinaryExpression' && key.operator === '+') {
    return [...piecesOf(key.left), ...piecesOf(key.right)];
  }
  if (key.type !== 'TemplateLiteral') return [key];
  return key.quasis.flatMap((quasi, at) => {
    const text = { type: 'StringLiteral', value: quasi.value.cooked ?? '' } as t.StringLiteral;
    const expression = key.expressions[at];
    return expression === undefined ? [text] : [text, ...piecesOf(expression)];
  });
}

function templateOf(expressions: readonly Node[]): Node {
  const quasi = { type: 'TemplateElement', value: { raw: '', cooked: '' } };
  const quasis = Array.from({ length: expressions.length + 1 }, () => quasi);
  return { type: 'TemplateLiteral', quasis, expressions } as unknown as t.TemplateLiteral;
}

/** Whether a function is named like a translator: `const t = (key) => …`, `t(key) { … }`. */
export function isNamedT(fn: Fn, code: string): boolean {
  const before = code.slice(Math.max(0, (fn.start ?? 0) - 20), fn.start ?? 0);
  if (fn.type === 'ClassMethod') return BARE.test(nameOf(fn.key, fn.computed) ?? '');
  const own = 'id' in fn && fn.id ? fn.id.name : /([\w$]+)\s*=\s*(?:async\s*)?$/.exec(before)?.[1];
  return own !== undefined && BARE.test(own);
}

/** The calls in the body of a function, which is looked at for several reasons. */
function callsOf(body: Node): readonly Call[] {
  const found = calls.get(body) ?? callsIn(body, []);
  calls.set(body, found);
  return found;
}

const calls = new WeakMap<Node, readonly Call[]>();

function callsIn(node: Node, found: Call[]): readonly Call[] {
  if (isCall(node)) found.push(node);
  for (const child of childrenOf(node)) callsIn(child, found);
  return found;
}

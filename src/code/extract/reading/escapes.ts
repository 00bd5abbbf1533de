import type * as t from '@babel/types';
import { isLibrary } from '../libraries.js';
import {
  argumentOf,
  branchesOf,
  childrenOf,
  isCall,
  isFunction,
  isMember,
  nameOf,
  pathOf,
  returnsOf,
  unwrap,
} from './nodes.js';
import type { Call, Node } from './nodes.js';
import type { Scope } from './scope.js';
import { BARE, UNRELATED } from './translator.js';
import { HANDS_ON } from './translators.js';

/** Hooks that only compare the list of their dependencies. */
const HOOK = /^use\w*(?:Effect|Memo|Callback|Handle)$/;
/** Methods of a translator that make another function of it, which is not followed. */
const UNFOLLOWED = /^(?:rich|markup|raw|has)$/;
/** Methods of a promise, whose results are not followed. */
const PROMISED = /^(?:then|catch|finally)$/;

/**
 * Nodes that hand on no value: they only test it, pass it to the node around them, give it a name
 * under which it is followed, or consist of statements or markup.
 */
const HARMLESS: ReadonlySet<Node['type']> = new Set<Node['type']>([
  ...(['ArrayPattern', 'AssignmentPattern', 'ObjectPattern', 'ObjectProperty'] as const),
  ...(['RestElement', 'TSParameterProperty', 'CatchClause', 'FunctionDeclaration'] as const),
  ...(['FunctionExpression', 'ObjectMethod', 'ClassMethod', 'ClassPrivateMethod'] as const),
  ...(['ClassDeclaration', 'ClassExpression', 'ExportDefaultDeclaration'] as const),
  ...(['ExportSpecifier', 'TSEnumMember', 'LabeledStatement', 'BreakStatement'] as const),
  ...(['ContinueStatement', 'ExpressionStatement', 'IfStatement', 'ForStatement'] as const),
  ...(['WhileStatement', 'DoWhileStatement', 'BinaryExpression', 'UnaryExpression'] as const),
  ...(['UpdateExpression', 'AwaitExpression'] as const),
  ...(['SequenceExpression', 'TSAsExpression', 'TSInstantiationExpression'] as const),
  ...(['TSNonNullExpression', 'TSSatisfiesExpression', 'TSTypeAssertion'] as const),
  ...(['TypeCastExpression', 'TaggedTemplateExpression', 'BlockStatement', 'ClassBody'] as const),
  ...(['VariableDeclaration', 'ExportNamedDeclaration', 'TryStatement', 'JSXElement'] as const),
  ...(['JSXFragment', 'JSXOpeningElement', 'JSXClosingElement', 'JSXAttribute'] as const),
]);

/**
 * The values that a node hands on, to be used where they are not followed. What is not known to be
 * followed is handed on.
 */
export function handedOnBy(node: Node): readonly Node[] {
  if (HARMLESS.has(node.type)) return NONE;
  switch (node.type) {
    case 'CallExpression':
    case 'OptionalCallExpression':
    case 'NewExpression':
      return valuesOf([...node.arguments, ...calledWithUnknown(node)]);
    case 'ObjectExpression':
      return valuesOf(node.properties.map((one) => ('value' in one ? one.value : null)));
    case 'ClassProperty':
    case 'ClassPrivateProperty':
    case 'ClassAccessorProperty':
      return valuesOf([node.value]);
    case 'MemberExpression':
    case 'OptionalMemberExpression': {
      const name = nameOf(node.property, node.computed);
      return name === undefined || PROMISED.test(name) ? valuesOf([node.object]) : [];
    }
    case 'AssignmentExpression':
      return valuesOf([node.right]);
    case 'ConditionalExpression':
      return valuesOf([node.alternate]);
    case 'LogicalExpression':
      return valuesOf([node.right]);
    case 'ArrowFunctionExpression':
      return valuesOf([node.body]);
    case 'VariableDeclarator':
      return isFollowed(node.id) ? [] : valuesOf([node.init]);
    default:
      return valuesOf(childrenOf(node));
  }
}

/** `t(...keys)`, `t.apply(null, keys)`, `t.bind(null, key)`: the callee, whose key is unknown. */
export function calledWithUnknown(call: Call | t.NewExpression): readonly Node[] {
  const node = unwrap(call.callee);
  const [first, second] = call.arguments;
  if (!isMember(node)) return first?.type === 'SpreadElement' ? [node] : [];
  const name = nameOf(node.property, node.computed);
  const isUnknown =
    (name === 'bind' && second !== undefined) ||
    (name === 'call' && second?.type === 'SpreadElement') ||
    (name === 'apply' && second?.type !== 'ArrayExpression');
  if (isUnknown) return [node.object];
  return first?.type === 'SpreadElement' ? [node] : [];
}

/** Whether a call gives the translator that it is given: `t.bind(null)`, `useCallback(t, [])`. */
export function passesOn({ callee }: Call): boolean {
  const name = pathOf(callee)?.at(-1) ?? '';
  return HANDS_ON.test(name) || name === 'bind' || name === 'scopedTranslator';
}

/**
 * A value that nothing follows if it comes from another file: that of a variable that is not named
 * like a translator, and a function that is called at once.
 */
export function unnamedIn(node: Node): Node | undefined {
  if (isCall(node)) return isCall(unwrap(node.callee)) ? unwrap(node.callee) : undefined;
  if (node.type !== 'VariableDeclarator' || !node.init) return undefined;
  const isNamed = node.id.type !== 'Identifier' || BARE.test(node.id.name);
  return isNamed ? undefined : unwrap(node.init);
}

/** Whether all names of a declaration are followed. */
function isFollowed(pattern: Node): boolean {
  if (pattern.type !== 'ObjectPattern') return true;
  return pattern.properties.every(
    (one) =>
      one.type === 'ObjectProperty' && !UNFOLLOWED.test(nameOf(one.key, one.computed) ?? 'has'),
  );
}

/** Names of objects of translation libraries. */
const WHOLE = /^(?:i18n(?:ext)?|intl|trans(?:late|lation|lator|loco)(?:Service)?)$/i;

/**
 * `validate(i18n)`, `rulesOf(this.translate)`: objects of a translation library that a function of
 * another package is given, which may ask for any key. Files of the project are read themselves.
 */
export function wholeLibraryIn({ callee, arguments: given }: Call, scope: Scope): readonly Node[] {
  const binding = scope.find(pathOf(callee)?.[0] ?? '');
  if (binding?.kind !== 'import' || !isPackage(binding.source)) return [];
  return given.map((one) => unwrap(one)).filter((one) => WHOLE.test(pathOf(one)?.at(-1) ?? ''));
}

function isPackage(source: string): boolean {
  return !/^(?:[.~#/]|@\/)/.test(source) && !isLibrary(source) && !UNRELATED.test(source);
}

/** Values in a node that it only looks at, or that are followed where its name is used. */
export function harmlessIn(node: Node): readonly Node[] {
  if (isCall(node)) {
    const list = node.arguments.at(-1);
    const isHook = node.arguments.length > 1 && HOOK.test(pathOf(node.callee)?.at(-1) ?? '');
    return isHook && list?.type === 'ArrayExpression' ? [list] : NONE;
  }
  if (node.type === 'FunctionDeclaration') return onlyValue(node.body);
  const init = node.type === 'VariableDeclarator' && node.init ? unwrap(node.init) : undefined;
  if (init === undefined || node.type !== 'VariableDeclarator') return NONE;
  if (isFunction(init)) return node.id.type === 'Identifier' ? onlyValue(init.body) : NONE;
  // `const [t, format] = await Promise.all([getTranslations('Cart'), getFormatter()])`
  const isAll = isCall(init) && pathOf(init.callee)?.join('.') === 'Promise.all';
  const list = isAll && node.id.type === 'ArrayPattern' ? argumentOf(init) : undefined;
  return list === undefined ? [] : [list];
}

/** What a function returns, if it is one value: then calls of the function are followed. */
function onlyValue(body: Node): readonly Node[] {
  const values = valuesOf(returnsOf(body));
  return values.length === 1 ? values : [];
}

const NONE: readonly Node[] = [];

/** What each expression may be. Functions are read where they are. */
function valuesOf(nodes: readonly (Node | null | undefined)[]): readonly Node[] {
  return nodes
    .flatMap((one) => (one ? branchesOf(one) : []))
    .filter((one) => one.type === 'Identifier' || isMember(one) || isCall(one));
}

/** Whether code does nothing with a function of this name but call it. */
export function onlyCalls(code: Node, name: string): boolean {
  if (code.type === 'Identifier') return code.name !== name && code.name !== 'arguments';
  const parts = isMember(code) && !code.computed ? [code.object] : childrenOf(code);
  const callee = isCall(code) ? code.callee : undefined;
  return parts.every(
    (part) =>
      (part === callee && part.type === 'Identifier' && part.name === name) ||
      onlyCalls(part, name),
  );
}

import type * as t from '@babel/types';
import { namesIn } from './containers.js';
import { argumentOf, isCall, isFunction, propertyOf, returnsOf, unwrap } from './nodes.js';
import type { Fn, Node } from './nodes.js';
import { Scope, typed } from './scope.js';
import type { Binding, Value } from './scope.js';

/**
 * The options of a Vue component: `export default { … }`, also as an argument of `defineComponent`.
 */
export function componentOptions({ body }: t.Program): t.ObjectExpression | undefined {
  const found = body.find((one) => one.type === 'ExportDefaultDeclaration');
  const node = found?.type === 'ExportDefaultDeclaration' ? unwrap(found.declaration) : undefined;
  const options = node && isCall(node) ? argumentOf(node) : node;
  return options?.type === 'ObjectExpression' ? options : undefined;
}

/**
 * Binds the declarations of a component's options, for its template and for `this` in its
 * functions.
 * @param around the scope of the module
 */
export function declareOptions(options: t.ObjectExpression, scope: Scope, around: Scope): void {
  const { data, props, computed, methods, setup } = Object.fromEntries(
    namesIn(options).map((name) => [name, propertyOf(options, name)]),
  );
  for (const given of resultsOf(data, around)) {
    each(given.node, (name, node) => scope.bind(name, changeable([{ ...given, node }])));
  }
  each(props, (name, node) => {
    const isObject = node.type === 'ObjectExpression';
    const value = isObject ? propertyOf(node, 'default') : undefined;
    const set = value && !isFunction(value) ? [{ node: value, scope: around }] : [];
    const type = propType(isObject ? propertyOf(node, 'type') : node);
    if (type === undefined) scope.bind(name, changeable(set));
    else scope.bind(name, { ...typed(type, around), set });
  });
  each(computed, (name, node) => {
    const getter = node.type === 'ObjectExpression' ? propertyOf(node, 'get') : node;
    scope.bind(name, changeable(resultsOf(getter, around)));
  });
  each(methods, (name, node) => {
    const fn = unwrap(node);
    if (isFunction(fn)) scope.bind(name, { kind: 'function', node: fn, scope: around });
  });
  for (const given of resultsOf(setup, around)) {
    each(given.node, (name, init) =>
      scope.bind(name, { kind: 'value', init, path: [], scope: given.scope }),
    );
  }
}

function each(object: Node | undefined, take: (name: string, node: Node) => void): void {
  if (object?.type !== 'ObjectExpression') return;
  for (const name of namesIn(object)) {
    const node = propertyOf(object, name);
    if (node !== undefined) take(name, node);
  }
}

/** `'a' | 'b'` in `String as PropType<'a' | 'b'>` */
function propType(node: Node | undefined): Node | undefined {
  const type = node?.type === 'TSAsExpression' ? node.typeAnnotation : undefined;
  const isNamed = type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier';
  return isNamed && type.typeParameters ? type.typeParameters.params[0] : undefined;
}

/** The values that a function returns, or the node itself. */
function resultsOf(value: Node | undefined, around: Scope): readonly Value[] {
  if (value === undefined) return [];
  const node = unwrap(value);
  if (!isFunction(node)) return [{ node, scope: around }];
  const scope = insideOf(node, around);
  return returnsOf(node.body, true).map((one) => ({ node: unwrap(one), scope }));
}

function insideOf(fn: Fn, around: Scope): Scope {
  const scope = new Scope(around);
  scope.declareParameters(fn);
  if (fn.body.type === 'BlockStatement') scope.declare(fn.body.body);
  return scope;
}

/** The binding of an initial value that may change. */
function changeable(set: readonly Value[]): Binding {
  return { kind: 'unset', set: [...set], isOpen: true };
}

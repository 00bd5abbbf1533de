import { isLibrary } from '../libraries.js';
import type { Call, Node } from './nodes.js';
import type { Binding, Scope, Step, Value } from './scope.js';
import type { Translator } from './translator.js';
import { BARE, LARAVEL, manner, MEMBERS, SVELTE, UNRELATED } from './translator.js';
import { argumentOf, isCall, isMember, nameOf, pathOf, unwrap, writtenText } from './nodes.js';
import { typeAt } from './types.js';
import { textsOf } from './texts.js';
import { DEEPEST, objectOf } from './values.js';
import type { Constant, Origin, Use, Parts } from './use.js';

/** Packages that mark or translate keys in Angular code. */
const ANGULAR =
  /^(?:@ngx-translate\/core|@(?:biesbjerg|vendure)\/ngx-translate-extract-marker|@(?:jsverse|ngneat)\/transloco(?:-keys-manager.*)?)$/;

/** The translator that an imported name, or a path below it, is. */
export function ofImport(
  { source, name }: { readonly source: string; readonly name: string },
  local: string,
  path: readonly Step[],
): Translator | undefined {
  if (UNRELATED.test(source)) return undefined;
  if (source === 'svelte-i18n') {
    return SVELTE.test(name) ? { library: 'plain', ...manner(name) } : undefined;
  }
  if (ANGULAR.test(source) && path.length === 0) {
    return /^(?:_|marker|translate(?:Object)?(?:Signal)?)$/.test(name)
      ? { library: 'plain' }
      : undefined;
  }
  if (source === 'laravel-vue-i18n' && path.length === 0 && LARAVEL.test(name)) {
    return { library: 'plain' };
  }
  const isNamed = path.length === 0 ? BARE.test(name) || BARE.test(local) : MEMBERS.test(local);
  if (!isNamed) return undefined;
  const from = path.length === 0 && !isLibrary(source) ? { from: { source, name } } : {};
  return { library: /i18next/.test(source) ? 'i18next' : 'any', ...from, ...manner(local) };
}

/** The project's file that a function is imported from. */
export function originOf(callee: Node, scope: Scope): Origin | undefined {
  const [root = '', ...path] = pathOf(callee) ?? [];
  const binding = scope.find(root);
  const source = sourceOf(binding);
  if (source === undefined || isLibrary(source)) return undefined;
  const imported = binding?.kind === 'import' && binding.name !== '*' ? [binding.name] : [];
  const own = binding?.kind === 'value' ? binding.path.map(String) : imported;
  const [name, ...more] = [...own, ...path];
  return name === undefined || more.length > 0 ? undefined : { source, name };
}

/** The module of `import`, `await import('./t')` and `require('./t')`. */
export function sourceOf(binding: Binding | undefined): string | undefined {
  if (binding?.kind === 'import') return binding.source;
  const init = binding?.kind === 'value' ? unwrap(binding.init) : undefined;
  if (init === undefined || !isCall(init)) return undefined;
  const isModule = init.callee.type === 'Import' || pathOf(init.callee)?.join('.') === 'require';
  return isModule ? writtenText(argumentOf(init)) : undefined;
}

/** The module that a called function, or its object, is imported from; '' if there is none. */
export function sourceOfCall({ callee }: Call, scope: Scope): string {
  return sourceOf(scope.find(pathOf(callee)?.[0] ?? '')) ?? '';
}

/**
 * Where a namespace comes from that this file does not define; undefined if there is no namespace.
 */
export function namespaceElsewhere(node: Node, scope: Scope): Translator['namespaceFrom'] {
  const inner = unwrap(node);
  if (inner.type === 'ArrayExpression') {
    const [first] = inner.elements;
    return first ? namespaceElsewhere(first, scope) : undefined;
  }
  const isNone = inner.type === 'NullLiteral' || objectOf(inner, scope) !== undefined;
  if (isNone || (inner.type === 'Identifier' && inner.name === 'undefined')) return undefined;
  return constantElsewhere(inner, scope) ?? 'unknown';
}

/** `KEYS.cart.title` with an imported `KEYS`, or a constant that is `ALL.keys` of an import. */
function constantElsewhere(node: Node, scope: Scope, depth = 0): Constant | undefined {
  const [root, ...names] = pathOf(node) ?? [];
  const binding = root === undefined || depth > DEEPEST ? undefined : scope.find(root);
  if (binding?.kind === 'value' && binding.set === undefined) {
    const whole = constantElsewhere(unwrap(binding.init), binding.scope, depth + 1);
    const path = binding.path.map((step) => String(step ?? ''));
    return whole && { ...whole, names: [...whole.names, ...path, ...names] };
  }
  if (binding?.kind !== 'import' || isLibrary(binding.source)) return undefined;
  const { source, name } = binding;
  return { source, names: name === '*' ? names : [name, ...names] };
}

/**
 * The imported type of a value, as in `{ kind }: { kind: Kind }`, or the imported function that
 * returns it.
 */
function typeElsewhere(
  expression: Node,
  path: readonly Step[],
  scope: Scope,
  depth = 0,
): Constant | undefined {
  const node = unwrap(expression);
  if (isMember(node)) {
    const step = nameOf(node.property, node.computed);
    return step === undefined
      ? undefined
      : typeElsewhere(node.object, [step, ...path], scope, depth);
  }
  if (isCall(node)) {
    const from = path.length === 0 ? originOf(unwrap(node.callee), scope) : undefined;
    return from && { source: from.source, names: [from.name], any: true };
  }
  const binding = node.type === 'Identifier' && depth < DEEPEST ? scope.find(node.name) : undefined;
  if (binding?.kind !== 'parameter' && binding?.kind !== 'value') return undefined;
  const into = [...binding.path, ...path];
  const type = binding.type && typeAt(binding.type, into, binding.scope);
  if (type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier') {
    const { name } = type.typeName;
    const found = binding.scope.findType(name) ? undefined : scope.find(name);
    if (found?.kind !== 'import' || isLibrary(found.source)) return undefined;
    return { source: found.source, names: [found.name], any: true };
  }
  return type === undefined && binding.kind === 'value' && binding.set === undefined
    ? typeElsewhere(binding.init, into, binding.scope, depth + 1)
    : undefined;
}

/** The imported list whose elements a variable takes: `x` in `TABS.map((x) => …)`. */
function listElsewhere(expression: Node, scope: Scope): Constant | undefined {
  const node = unwrap(expression);
  const binding = node.type === 'Identifier' ? scope.find(node.name) : undefined;
  if (binding?.kind !== 'each' || binding.path.length > 0) return undefined;
  const list = unwrap(binding.list);
  const isValues = isCall(list) && pathOf(list.callee)?.join('.') === 'Object.values';
  const whole = constantElsewhere(isValues ? (argumentOf(list) ?? list) : list, binding.scope);
  return whole && { ...whole, any: true };
}

/** Imported constants that a key is or contains: `t(KEYS.cart.title)`, ``t(`${CART}.title`)``. */
export function gapsOf(
  expression: Node,
  [only, ...more]: readonly Parts[],
  scope: Scope,
): Pick<Use, 'gaps'> {
  if (only === undefined || only.length === 1 || more.length > 0) return {};
  const pieces = piecesOf({ node: expression, scope });
  const unknown = pieces.filter((piece) => {
    const [text, ...others] = textsOf(piece.node, piece.scope);
    return others.length === 0 && text?.length === 2 && text.join('') === '';
  });
  const gaps = unknown.map(
    ({ node, scope: own }) =>
      constantElsewhere(node, own) ??
      listElsewhere(node, own) ??
      typeElsewhere(node, [], own) ??
      null,
  );
  const isWhole = gaps.length === only.length - 1 && gaps.some((one) => one !== null);
  return isWhole ? { gaps } : {};
}

/** The expressions that a text is assembled from, without a template's literal text. */
function piecesOf({ node: expression, scope }: Value, depth = 0): readonly Value[] {
  const node = unwrap(expression);
  const of = (one: Node): readonly Value[] => piecesOf({ node: one, scope }, depth);
  if (node.type === 'TemplateLiteral') return node.expressions.flatMap(of);
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    return [...of(node.left), ...of(node.right)];
  }
  const binding = node.type === 'Identifier' && depth < DEEPEST ? scope.find(node.name) : undefined;
  const isConstant =
    binding?.kind === 'value' && binding.set === undefined && binding.path.length === 0;
  return isConstant
    ? piecesOf({ node: binding.init, scope: binding.scope }, depth + 1)
    : [{ node, scope }];
}

import type * as t from '@babel/types';
import { defined } from '../../../model/index.js';
import {
  argumentOf,
  isCall,
  isFunction,
  isMember,
  nameOf,
  pathOf,
  propertyOf,
  returnsOf,
  unwrap,
  childrenOf,
  hasNode,
} from './nodes.js';
import type { Call, Fn, Node } from './nodes.js';
import { originalName } from './scope.js';
import type { Scope, Step, Value, Binding } from './scope.js';
import { memberOfClass } from './containers.js';
import { withOptions } from './calls.js';
import { typeAt } from './types.js';
import { joinParts } from './use.js';
import { ofImport, originOf, gapsOf, sourceOfCall } from './imported.js';
import { isLibraryCall, ofLibraryCall } from './library-calls.js';
import {
  withPrefix,
  atEnd,
  BARE,
  givesTranslator,
  I18N,
  isConfigured,
  isUnrelated,
  manner,
  MEMBERS,
  OF_I18N,
  SOLID,
} from './translator.js';
import type { Translator, TranslatorContext } from './translator.js';
import { ownFunction, scopeOfCall } from './values.js';
import { textsOf, textOf } from './texts.js';
import { FORMAT } from './messages.js';
import type { Parts } from './use.js';

const DEEPEST = 8;
/**
 * Functions that return their argument: `get(_)` for a Svelte store, `memoize((key) => t(key))`,
 * Qwik's `$`.
 */
export const HANDS_ON = /^(?:get|unwrapFunctionStore|useCallback|useMemo|memoize(?:One)?|\$)$/;

/** The translator that a callee is; undefined: it is not a translator. */
export function translatorOf(
  callee: Node,
  scope: Scope,
  context: TranslatorContext,
): Translator | undefined {
  const node = unwrap(callee);
  const known = context.namesAny ? translatorAt(node, [], { scope, context, depth: 0 }) : undefined;
  if (known !== undefined || context.functions.length === 0) return known;
  const path = pathOf(node);
  if (path === undefined) return undefined;
  const [root = '', ...more] = path;
  const isKnown = [path, [originalName(root, scope), ...more]].some((one) =>
    isConfigured(one, context.functions),
  );
  return isKnown ? { library: 'any' } : undefined;
}

interface Where {
  readonly scope: Scope;
  readonly context: TranslatorContext;
  readonly depth: number;
}

/** The translator at a path into a value. */
function translatorAt(
  expression: Node,
  path: readonly Step[],
  { scope, context, depth }: Where,
): Translator | undefined {
  const node = unwrap(expression);
  const where = { scope, context, depth: depth + 1 };
  if (depth > DEEPEST || (path.length === 0 && !context.namesAny)) return undefined;
  if (isMember(node)) {
    const name = nameOf(node.property, node.computed);
    return name === undefined ? undefined : ofMember(node.object, [name, ...path], where);
  }
  if (node.type === 'Identifier') return ofName(node.name, path, where);
  if (isCall(node)) return ofCall(node, path, where);
  if (isFunction(node)) return path.length === 0 ? ofWrapper(node, where) : undefined;
  if (node.type === 'ConditionalExpression') return translatorAt(node.consequent, path, where);
  if (node.type === 'LogicalExpression') {
    return translatorAt(node.left, path, where) ?? translatorAt(node.right, path, where);
  }
  if (node.type === 'ThisExpression') return atEnd(path, context);
  if (node.type === 'ObjectExpression') {
    const [step, ...rest] = path;
    const value = step === undefined ? undefined : propertyOf(node, String(step));
    return value && translatorAt(value, rest, where);
  }
  return undefined;
}

function ofMember(object: Node, path: readonly Step[], where: Where): Translator | undefined {
  const inner = unwrap(object);
  const [last] = path;
  // `t.rich('key')` of next-intl
  if (path.length === 1 && /^(?:rich|markup|raw|has)$/.test(String(last))) {
    const scoped = translatorAt(inner, [], where);
    if (scoped !== undefined) return { ...scoped, ...manner(String(last)) };
  }
  const name = pathOf(inner)?.at(-1) ?? '';
  if (OF_I18N.test(String(path.at(-1))) && I18N.test(name)) {
    return { library: 'any', ...manner(String(path.at(-1))) };
  }
  const own = inner.type === 'ThisExpression' ? where.scope.find('this') : undefined;
  if (own?.kind === 'class') {
    const member = memberOfClass(own.node, last);
    const inside = member && translatorAt(member, path.slice(1), { ...where, scope: own.scope });
    if (inside !== undefined || (member && isFunction(member))) return inside;
  }
  const found = translatorAt(inner, path, where);
  if (found !== undefined || isUnrelated(inner, where.scope)) return found;
  const known = atEnd(path, where.context);
  // `i18n.t` never has a prefix; `this.t` and `props.t` come from elsewhere.
  return known && I18N.test(name) ? { library: 'any', ...manner(String(path.at(-1))) } : known;
}

function ofName(name: string, path: readonly Step[], where: Where): Translator | undefined {
  const { scope, context } = where;
  const own = scope.find(name);
  const binding = own ?? (name.startsWith('$') ? scope.find(name.slice(1)) : undefined);
  const end = path.length === 0 ? name : String(path.at(-1));
  switch (binding?.kind) {
    case undefined:
      if (path.length > 0) return atEnd(path, context);
      return BARE.test(name) ? { ...context.handed, ...manner(name) } : undefined;
    case 'value': {
      const { init, scope: inner } = binding;
      const found = translatorAt(init, [...binding.path, ...path], { ...where, scope: inner });
      // vue-i18n's `$t` is the app's, even if `t` is the component's.
      if (own === undefined && found?.local === true) return { ...context.handed, ...manner(name) };
      const isOurs = path.length === 0 && BARE.test(name);
      return (
        found ?? ofSet(binding.set, path, where) ?? (isOurs ? ofOurs(init, name, where) : undefined)
      );
    }
    case 'unset':
      return ofSet(binding.set, path, where) ?? (BARE.test(end) ? context.handed : undefined);
    case 'parameter': {
      const given = binding.path.length === 0 ? context.given.get(binding.of) : undefined;
      if (given !== undefined) return given;
      const typed = path.length === 0 ? translatorOfType(binding, context) : undefined;
      if (typed !== undefined) return typed;
      const set = ofSet(binding.set, path, where);
      if (set !== undefined) return set;
      const last = path.at(-1) ?? binding.path.at(-1) ?? name;
      return BARE.test(String(last)) || (path.length > 0 && MEMBERS.test(end))
        ? { ...context.handed, ...manner(String(last)) }
        : undefined;
    }
    case 'import':
      return ofImport(binding, end, path);
    case 'function':
      return path.length === 0
        ? ofWrapper(binding.node, { ...where, scope: binding.scope })
        : undefined;
    default:
      return undefined;
  }
}

/** The most aliases that are followed. */
const DEEPEST_TYPE = 8;

/** What a parameter's type says about the translator passed in. */
interface TypedTranslator {
  readonly library: 'i18next' | 'plain';
  readonly namespaces?: readonly string[];
  /** Without a trailing separator. */
  readonly prefix?: string;
}

/**
 * i18next's `t: TFunction<'cart', 'total'>`, and next-intl's
 * `t: ReturnType<typeof useTranslations<'Cart'>>`.
 */
function translatorOfType(
  { type, path, scope }: Extract<Binding, { readonly kind: 'parameter' }>,
  { keySeparator }: TranslatorContext,
): Translator | undefined {
  const at = type && typeAt(type, path, scope);
  const found = at && ofType(at, scope);
  if (found === undefined) return undefined;
  const { prefix, ...rest } = found;
  const sign = keySeparator === false ? '' : keySeparator;
  return prefix === undefined ? rest : { ...rest, prefix: [`${prefix}${sign}`] };
}

function ofType(type: Node, scope: Scope, depth = 0): TypedTranslator | undefined {
  if (type.type === 'TSTypeAliasDeclaration') return ofType(type.typeAnnotation, scope, depth);
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined;
  const { name } = type.typeName;
  const own = scope.findType(name);
  if (own !== undefined) return depth > DEEPEST_TYPE ? undefined : ofType(own, scope, depth + 1);
  const [first, second] = type.typeParameters?.params ?? [];
  switch (name) {
    case 'TFunction': {
      // `translation` is also what types say of the project's default namespace.
      const namespaces = first && literalsOf(first).filter((name) => name !== 'translation');
      const [prefix] = second ? literalsOf(second) : [];
      return namespaces === undefined || namespaces.length === 0
        ? undefined
        : { library: 'i18next', namespaces, ...defined({ prefix }) };
    }
    case 'Awaited':
      return first && ofType(first, scope, depth);
    case 'ReturnType':
      return first && ofHook(first);
    default:
      return undefined;
  }
}

/** `typeof useTranslations<'Cart'>` */
function ofHook(type: t.TSType): TypedTranslator | undefined {
  if (type.type !== 'TSTypeQuery' || type.exprName.type !== 'Identifier') return undefined;
  if (!/^(?:use|get)Translations$/.test(type.exprName.name)) return undefined;
  const [namespace] = type.typeParameters?.params ?? [];
  const [prefix] = namespace ? literalsOf(namespace) : [];
  return prefix === undefined ? undefined : { library: 'plain', prefix };
}

/** `'a'`, and `['a', 'b']` */
function literalsOf(type: t.TSType): readonly string[] {
  if (type.type === 'TSTupleType') {
    return type.elementTypes.flatMap((one) =>
      one.type === 'TSNamedTupleMember' ? [] : literalsOf(one),
    );
  }
  return type.type === 'TSLiteralType' && type.literal.type === 'StringLiteral'
    ? [type.literal.value]
    : [];
}

/** `const t = useOurTranslations()`. If the call's name is ambiguous, its file decides. */
function ofOurs(init: Node, name: string, { scope, context }: Where): Translator | undefined {
  const call = unwrap(init);
  const from = isCall(call) ? originOf(unwrap(call.callee), scope) : undefined;
  const isNamed = givesTranslator(call);
  if (!isNamed && from === undefined) return undefined;
  const translator: Translator = {
    ...context.handed,
    ...manner(name),
    ...(isNamed ? {} : { maybe: true }),
    ...(from === undefined ? {} : { from: { ...from, given: true } }),
  };
  return withTexts(translator, call, scope);
}

/** `let t; onMount(() => { t = get(_); })` */
function ofSet(
  set: readonly Value[] | undefined,
  path: readonly Step[],
  where: Where,
): Translator | undefined {
  return set
    ?.map(({ node, scope }) => translatorAt(node, path, { ...where, scope }))
    .find((one) => one !== undefined);
}

/**
 * The translator that a function of this file returns: `useCart` for `export const useCart = …`.
 */
export function madeTranslator(
  callee: Node,
  scope: Scope,
  context: TranslatorContext,
): Translator | undefined {
  if (!context.namesAny) return undefined;
  const call = { type: 'CallExpression', callee, arguments: [] } as unknown as Call;
  return ofOwnHook(call, [[], ['t'], [0]], { scope, context, depth: 0 });
}

/**
 * The translator that a call returns; a function of another file may have added a prefix or
 * namespace.
 */
function ofCall(call: Call, path: readonly Step[], where: Where): Translator | undefined {
  const found = ofCalled(call, path, where);
  // Of a prefix that is only given to a hook of the project, the hook decides.
  const isPrefix = found?.prefix !== undefined && found.given === undefined;
  const isWhole = isPrefix || found?.namespaces !== undefined;
  const from = isWhole ? undefined : originOf(unwrap(call.callee), where.scope);
  return found && from ? { ...found, from: { ...from, given: true } } : found;
}

/** A hook's translator, or that of `getFixedT`. */
function ofCalled(call: Call, path: readonly Step[], where: Where): Translator | undefined {
  const { scope, context } = where;
  const callee = unwrap(call.callee);
  if (isUnrelated(callee, scope)) return undefined;
  const called = isMember(callee) ? nameOf(callee.property, callee.computed) : pathOf(callee)?.[0];
  if (called === undefined) return undefined;
  const name = isMember(callee) ? called : originalName(called, scope);
  const own = ofOwnHook(call, [path], where);
  if (own !== undefined) return own;
  const named = { call, name, path };
  if (isLibraryCall(named)) return ofLibraryCall(named, scope, context);
  if (name === 'scopedTranslator' && path.length === 0) return ofScoped(call, where);
  if (/^(?:translator|chainedTranslator)$/.test(name) && sourceOfCall(call, scope) === SOLID) {
    return path.length === 0 ? { library: 'plain' } : undefined;
  }
  if (name === 'bind' && isMember(callee)) return translatorAt(callee.object, path, where);
  if (path.length === 0 && HANDS_ON.test(name)) {
    const [first] = call.arguments;
    return first && translatorAt(first, [], where);
  }
  return ofPromises(call, path, where) ?? withTexts(atEnd(path, context), call, scope);
}

/** `const { t } = await translation('shop', locale)`: one of the texts may be a namespace. */
function withTexts<T extends Translator | undefined>(translator: T, call: Node, scope: Scope): T {
  if (translator === undefined || !isCall(call)) return translator;
  const given = call.arguments.flatMap((one) => {
    const first = one.type === 'ArrayExpression' ? one.elements[0] : one;
    return (first && textOf(first, scope)) ?? [];
  });
  return given.length === 0 ? translator : { ...translator, given };
}

/** `scopedTranslator(t, 'cart')` of Solid */
function ofScoped(call: Call, where: Where): Translator | undefined {
  const [first, scoped] = call.arguments;
  const translator = first && translatorAt(first, [], where);
  const head = scoped === undefined ? undefined : textsOf(scoped, where.scope)[0];
  if (translator === undefined || head === undefined) return translator;
  return withPrefix(translator, joinParts(head, ['.']));
}

/** `const [t, format] = await Promise.all([getTranslations('Cart'), getFormatter()])` */
function ofPromises(call: Call, path: readonly Step[], where: Where): Translator | undefined {
  const [at, ...rest] = path;
  const list = argumentOf(call);
  if (pathOf(call.callee)?.join('.') !== 'Promise.all' || list?.type !== 'ArrayExpression') {
    return undefined;
  }
  const element = list.elements[Number(at)];
  return element ? translatorAt(element, rest, where) : undefined;
}

/**
 * The translator returned by a function of this file: `const useT = () => useTranslations('Cart')`.
 * @param paths into what it returns
 */
function ofOwnHook(
  call: Call,
  paths: readonly (readonly Step[])[],
  where: Where,
): Translator | undefined {
  const own = ownFunction(call.callee, where.scope, where.depth);
  const returned = own === undefined ? [] : returnsOf(own.fn.body);
  if (own === undefined || returned.length === 0) return undefined;
  const scope = scopeOfCall(own, call.arguments, where.scope);
  for (const path of paths) {
    for (const one of returned) {
      const found = translatorAt(one, path, { ...where, scope });
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/**
 * A function of this file that passes on its first parameter:
 * ``(key) => t(`cart.${key}`)``. Others are translators if they are named `t` and refer to
 * translation.
 */
function ofWrapper(fn: Fn, where: Where): Translator | undefined {
  const { wrappers } = where.context;
  const known = wrappers.get(fn);
  // It depends on the arguments of the function that returned it, so each scope is examined.
  if (known?.scope === where.scope) return known.translator;
  // Until it is known, for recursive functions.
  wrappers.set(fn, { scope: where.scope, translator: undefined });
  const translator = wrapperOf(fn, where);
  wrappers.set(fn, { scope: where.scope, translator });
  return translator;
}

function wrapperOf(fn: Fn, where: Where): Translator | undefined {
  const inner = { ...where, scope: scopeOfCall({ fn, scope: where.scope }, [], where.scope) };
  for (const { call, key, name } of handedOn(fn)) {
    const called = ofCallee(call, inner);
    if (called === undefined) continue;
    const translator = withOptions(call, called, inner.scope);
    if (key.type === 'Identifier') return translator;
    const found = around(key, name, inner.scope);
    if (found === undefined) return undefined;
    const suffix = joinParts(found.after, translator.suffix ?? ['']);
    return {
      ...withPrefix(translator, found.before, found.gaps),
      ...(suffix.join('') === '' && suffix.length === 1 ? {} : { suffix }),
    };
  }
  if (isOpaque(fn, inner)) return undefined;
  const source = where.context.code.slice(fn.start ?? 0, fn.end ?? 0);
  const isOurs =
    fn.params.length > 0 &&
    I18N.test(source) &&
    where.depth <= DEEPEST &&
    isNamedT(fn, where.context.code);
  return isOurs ? { library: 'any' } : undefined;
}

/** Whether an expression is a function that builds keys from its arguments. */
export function makesKeys(callee: Node, scope: Scope, context: TranslatorContext): boolean {
  const own = ownFunction(callee, scope);
  return own !== undefined && isOpaque(own.fn, { scope: own.scope, context, depth: 0 });
}

/** Whether a function builds keys from its arguments: `(kind) => t(KEYS[kind])`. */
function isOpaque(fn: Fn, where: Where): boolean {
  return callsDependingOn(fn).some((call) => ofCallee(call, where) !== undefined);
}

/** The translator of a call, including `formatMessage({ id })`. */
function ofCallee({ callee }: Call, where: Where): Translator | undefined {
  const name = pathOf(callee)?.at(-1) ?? '';
  return FORMAT.test(name) ? { library: 'plain', flat: true } : translatorAt(callee, [], where);
}

/** A call that receives the first parameter of its enclosing function, as a key or in one. */
interface HandedOn {
  readonly call: Call;
  /** The key passed to the call. */
  readonly key: Node;
  /** Name of the parameter. */
  readonly name: string;
}

/** The calls in a function that receive its first parameter: ``(key) => t(`cart.${key}`)``. */
function handedOn({ params: [first], body }: Fn): readonly HandedOn[] {
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
  for (const one of fn.params)
    hasNode(one, (inner) => inner.type === 'Identifier' && !names.add(inner.name));
  const calls = names.size === 0 ? [] : callsOf(fn.body);
  const found = calls.filter((call) => {
    const first = argumentOf(call);
    return first && hasNode(first, (one) => one.type === 'Identifier' && names.has(one.name));
  });
  depending.set(fn, found);
  return found;
}

const depending = new WeakMap<Fn, readonly Call[]>();

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
function around(key: Node, name: string, scope: Scope) {
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
function isNamedT(fn: Fn, code: string): boolean {
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

import type * as t from '@babel/types';
import { namesIn } from './containers.js';
import { argumentOf, isCall, nameOf, writtenText, pathOf } from './nodes.js';
import type { Node } from './nodes.js';
import type { Scope, Step } from './scope.js';

const DEEPEST = 8;
/** The most texts of one template that are enumerated. */
const MOST_TEXTS = 200;

/** The texts that a TypeScript type allows; undefined if it allows any text. */
export function stringsOfType(type: Node, scope: Scope, depth = 0): readonly string[] | undefined {
  const next = (one: Node): readonly string[] | undefined => stringsOfType(one, scope, depth + 1);
  if (depth > DEEPEST) return undefined;
  switch (type.type) {
    case 'TSLiteralType':
      return type.literal.type === 'TemplateLiteral'
        ? textsOfTemplate(type.literal, next)
        : type.literal.type === 'StringLiteral'
          ? [type.literal.value]
          : undefined;
    case 'TSParenthesizedType':
      return next(type.typeAnnotation);
    case 'TSUndefinedKeyword':
    case 'TSNullKeyword':
      return [];
    case 'TSUnionType': {
      const lists = type.types.map(next);
      return lists.includes(undefined) ? undefined : lists.flatMap((list) => list ?? []);
    }
    case 'TSEnumDeclaration': {
      const texts = membersOf(type).flatMap(({ text }) => text ?? []);
      return texts.length === 0 ? undefined : texts;
    }
    case 'TSTypeReference': {
      const found = resolved(type, scope);
      return found && next(found);
    }
    case 'TSTypeAliasDeclaration':
      return next(type.typeAnnotation);
    case 'TSTypeOperator':
      return type.operator === 'keyof' ? keysOf(type.typeAnnotation, scope) : undefined;
    case 'TSIndexedAccessType':
      return elementsOf(type, scope);
    default:
      return undefined;
  }
}

/** `` `cart.${'open' | 'closed'}` `` */
function textsOfTemplate(
  { quasis, expressions }: t.TemplateLiteral,
  next: (type: Node) => readonly string[] | undefined,
): readonly string[] | undefined {
  let texts: readonly string[] = [''];
  for (const [at, { value }] of quasis.entries()) {
    const type = expressions[at];
    const ends = type === undefined ? [''] : next(type);
    if (ends === undefined || texts.length * ends.length > MOST_TEXTS) return undefined;
    texts = texts.flatMap((text) => ends.map((end) => `${text}${value.cooked ?? ''}${end}`));
  }
  return texts;
}

/** The type at a path into a value of a type. */
export function typeAt(
  type: Node,
  path: readonly Step[],
  scope: Scope,
  depth = 0,
): Node | undefined {
  const next = (one: Node): Node | undefined => typeAt(one, path, scope, depth + 1);
  if (path.length === 0) return type;
  if (depth > DEEPEST) return undefined;
  switch (type.type) {
    case 'TSIntersectionType':
      return type.types.map(next).find((one) => one !== undefined);
    case 'TSTypeReference': {
      const inner = wrappedBy(type) ?? resolved(type, scope);
      return inner && next(inner);
    }
    case 'TSParenthesizedType':
    case 'TSTypeAliasDeclaration':
      return next(type.typeAnnotation);
    case 'TSTypeLiteral':
    case 'TSInterfaceDeclaration': {
      const [step, ...rest] = path;
      const members = type.type === 'TSTypeLiteral' ? type.members : type.body.body;
      const member = members.find(
        (one) => one.type === 'TSPropertySignature' && nameOf(one.key, one.computed) === step,
      );
      const found = member?.type === 'TSPropertySignature' ? member.typeAnnotation : undefined;
      return found ? typeAt(found.typeAnnotation, rest, scope, depth + 1) : undefined;
    }
    default:
      return undefined;
  }
}

const WRAPPERS = /^(?:Readonly|Partial|Required|Omit|Pick|NonNullable|PropsWithChildren)$/;

/** `P` in `Readonly<P>` and `PropsWithChildren<P>` */
function wrappedBy({ typeName, typeParameters }: t.TSTypeReference): Node | undefined {
  const isWrapper = typeName.type === 'Identifier' && WRAPPERS.test(typeName.name);
  return isWrapper ? typeParameters?.params[0] : undefined;
}

function resolved({ typeName }: t.TSTypeReference, scope: Scope): Node | undefined {
  return typeName.type === 'Identifier' ? scope.findType(typeName.name) : undefined;
}

/** `typeof X`: the value of the variable. */
function valueOf(type: Node, scope: Scope): Node | undefined {
  const inner = type.type === 'TSParenthesizedType' ? type.typeAnnotation : type;
  if (inner.type !== 'TSTypeQuery' || inner.exprName.type !== 'Identifier') return undefined;
  const binding = scope.find(inner.exprName.name);
  if (binding?.kind !== 'value' || binding.path.length > 0) return undefined;
  let { init } = binding;
  while (init.type === 'TSAsExpression' || init.type === 'TSSatisfiesExpression') {
    init = init.expression;
  }
  // `Object.freeze([…])`
  return isCall(init) ? argumentOf(init) : init;
}

/** `keyof typeof X` */
function keysOf(type: Node, scope: Scope): readonly string[] | undefined {
  const isOfEnum = type.type === 'TSTypeQuery' && type.exprName.type === 'Identifier';
  const binding = isOfEnum ? scope.find((type.exprName as t.Identifier).name) : undefined;
  if (binding?.kind === 'enum') return membersOf(binding.node).map(({ name }) => name);
  const value = valueOf(type, scope);
  return value?.type === 'ObjectExpression' ? namesIn(value) : undefined;
}

/** `(typeof X)[number]` and `(typeof X)[keyof typeof X]` */
function elementsOf(type: t.TSIndexedAccessType, scope: Scope): readonly string[] | undefined {
  const value = valueOf(type.objectType, scope);
  const parts: readonly (Node | null)[] =
    value?.type === 'ArrayExpression'
      ? value.elements
      : value?.type === 'ObjectExpression'
        ? value.properties.map((one) => (one.type === 'ObjectProperty' ? one.value : null))
        : [];
  const texts = parts.flatMap((one) => (one?.type === 'StringLiteral' ? [one.value] : []));
  return texts.length === 0 ? undefined : texts;
}

interface Member {
  readonly name: string;
  /** As in a key: `0` for the first member without a value; undefined if it is computed. */
  readonly text: string | undefined;
  readonly isNumber: boolean;
}

/**
 * The texts at a step into an enum: for `Status.Open` its value, for `Status[0]` the name. An
 * unknown step is a number, as in `Status[status]`: names, except for members with text values.
 */
export function textsInEnum(node: t.TSEnumDeclaration, step: Step): readonly string[] {
  const members = membersOf(node);
  if (step === undefined) {
    return members.flatMap(({ name, text, isNumber }) => (isNumber ? name : (text ?? [])));
  }
  const named = members.filter(({ name }) => name === step).flatMap(({ text }) => text ?? []);
  if (named.length > 0) return named;
  const numbered = members.filter(({ text, isNumber }) => isNumber && text === String(step));
  return numbered.map(({ name }) => name);
}

/** The members with literal names, with their values. */
export function membersOf({ members }: t.TSEnumDeclaration): readonly Member[] {
  let next: number | undefined = 0;
  return members.flatMap(({ id, initializer }) => {
    const number = initializer ? numberOf(initializer) : next;
    next = number === undefined ? undefined : number + 1;
    const name = nameOf(id, false);
    const text = writtenText(initializer) ?? number?.toString();
    return name === undefined ? [] : [{ name, text, isNumber: number !== undefined }];
  });
}

function numberOf(node: Node): number | undefined {
  if (node.type === 'NumericLiteral') return node.value;
  const isNegative = node.type === 'UnaryExpression' && node.operator === '-';
  return isNegative && node.argument.type === 'NumericLiteral' ? -node.argument.value : undefined;
}

/** Calls whose result has the type argument's type. */
const AS_IS =
  /^(?:defineProps|defineModel|inject|useMemo|signal|input|model|createMemo|\$props|\$state|\$derived|\$bindable)$/;
/** Calls whose result holds a value in `value` or `current`, except in templates. */
const HELD = /^(?:ref|shallowRef|computed|toRef|useRef|defineModel)$/;
/** Calls whose result is a pair with the value first. */
const PAIRS = /^(?:useState|createSignal|useOptimistic)$/;

/**
 * The texts that a named type allows below an expression: `'a' | 'b'` for `x as 'a' | 'b'`, for
 * `useState<'a' | 'b'>()` and for `withDefaults(defineProps<{ x: 'a' | 'b' }>(), …)`.
 */
export function textsOfGivenType(
  node: Node,
  path: readonly Step[],
  scope: Scope,
): readonly string[] | undefined {
  if (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') {
    return textsOfTypeAt(node.typeAnnotation, path, scope);
  }
  if (!isCall(node)) return undefined;
  const name = pathOf(node.callee)?.at(-1) ?? '';
  const first = argumentOf(node);
  if (name === 'withDefaults' && first) return textsOfGivenType(first, path, scope);
  const type =
    node.typeParameters?.type === 'TSTypeParameterInstantiation'
      ? node.typeParameters.params[0]
      : undefined;
  const into = type && wayInto(name, path);
  return type && into && textsOfTypeAt(type, into, scope);
}

function wayInto(name: string, path: readonly Step[]): readonly Step[] | undefined {
  const [step, ...rest] = path;
  if (PAIRS.test(name)) return step === 0 ? rest : undefined;
  if (HELD.test(name)) return step === 'value' || step === 'current' ? rest : path;
  return AS_IS.test(name) ? path : undefined;
}

/** The texts that a type, or the type at a path in it, allows. */
export function textsOfTypeAt(
  type: Node,
  path: readonly Step[],
  scope: Scope,
): readonly string[] | undefined {
  const found = typeAt(type, path, scope);
  return found && stringsOfType(found, scope);
}

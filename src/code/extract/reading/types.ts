import type * as t from '@babel/types';
import { membersOf, textsOfEnum } from './enums.js';
import { argumentOf, isCall, nameOf } from './nodes.js';
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
      const texts = textsOfEnum(type);
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
  if (value?.type !== 'ObjectExpression') return undefined;
  return value.properties.flatMap((one) => {
    const name = one.type === 'SpreadElement' ? undefined : nameOf(one.key, one.computed);
    return name ?? [];
  });
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

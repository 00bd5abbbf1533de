import type * as t from '@babel/types';
import type { Node } from './nodes.js';
import type { Binding, Scope } from './scope.js';
import type { Translator, TranslatorContext } from './translator.js';
import { typeAt } from './types.js';

/** The most aliases that are followed. */
const DEEPEST = 8;

/** What a parameter's type says about the translator passed in. */
interface TypedTranslator {
  readonly library: 'i18next' | 'plain';
  readonly namespaces?: readonly string[];
  /** Without a trailing separator. */
  readonly prefix?: string;
}

type Parameter = Extract<Binding, { readonly kind: 'parameter' }>;

/**
 * i18next's `t: TFunction<'cart', 'total'>`, and next-intl's
 * `t: ReturnType<typeof useTranslations<'Cart'>>`.
 */
export function translatorOfType(
  { type, path, scope }: Parameter,
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
  if (own !== undefined) return depth > DEEPEST ? undefined : ofType(own, scope, depth + 1);
  const [first, second] = type.typeParameters?.params ?? [];
  switch (name) {
    case 'TFunction': {
      const namespaces = first && literalsOf(first);
      const [prefix] = second ? literalsOf(second) : [];
      return namespaces === undefined || namespaces.length === 0
        ? undefined
        : { library: 'i18next', namespaces, ...(prefix === undefined ? {} : { prefix }) };
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

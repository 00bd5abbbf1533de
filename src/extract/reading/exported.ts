import type * as t from '@babel/types';
import { constantsAt } from './constants.js';
import { nameOf } from './nodes.js';
import type { Call, Node } from './nodes.js';
import { ownFunction } from './own-functions.js';
import type { Parts } from './parts.js';
import type { Scope } from './scope.js';
import { textsOf } from './texts.js';
import type { Translator, TranslatorContext } from './translator.js';
import { madeTranslator, makesKeys, translatorOf } from './translators.js';
import type { Gaps, Library, Origin } from './use.js';

/** A translator that a file gives to others, or a function of it that makes one. */
export interface Exported {
  /** `*`: everything that another file has. */
  readonly name: string;
  readonly library?: Library;
  readonly prefix?: Parts;
  readonly prefixGaps?: Gaps;
  readonly suffix?: Parts;
  readonly namespace?: string;
  readonly namespaceFrom?: NonNullable<Translator['namespaceFrom']>;
  readonly counts?: NonNullable<Translator['counts']>;
  /** It takes keys itself; `made`: of what it is given it makes some. */
  readonly takes?: 'keys' | 'made';
  /** This is of what a call of it gives. */
  readonly given?: true;
  /** Texts that it is, or that are in it, by the way to them. */
  readonly texts?: Readonly<Record<string, string>>;
  /** There may be others. */
  readonly isOpen?: true;
  /** Where that file has it from. */
  readonly from?: Origin;
}

/** Translators of a module of which more is known than that they are some. */
export function exportsOf(
  program: t.Program,
  scope: Scope,
  context: TranslatorContext,
): readonly Exported[] {
  return program.body.flatMap((statement): readonly Exported[] => {
    if (statement.type === 'ExportAllDeclaration') {
      return [{ name: '*', from: { source: statement.source.value, name: '*' } }];
    }
    return exportedBy(statement).flatMap(({ name, node, source }) => {
      if (source !== undefined)
        return [{ name, from: { source, name: nameOf(node, false) ?? '' } }];
      const constants = constantsAt(node, scope);
      if (constants !== undefined) return [{ name, ...constants }];
      if (isLong(node, scope)) return [];
      const own = translatorOf(node, scope, context);
      const made = madeTranslator(node, scope, context);
      const found: Exported[] = [];
      if (own !== undefined) found.push({ ...described(name, own), takes: 'keys' });
      else if (makesKeys(node, scope, context)) found.push({ name, takes: 'made' });
      if (made !== undefined) found.push({ ...described(name, made), given: true });
      const given = found.length === 0 ? textsGivenBy(node, scope) : undefined;
      return given === undefined ? found : [{ name, texts: given }];
    });
  });
}

/** The texts that a function gives, if it gives nothing else: `open` and `done` of `stateOf(order)`. */
function textsGivenBy(node: Node, scope: Scope): Exported['texts'] {
  const call = { type: 'CallExpression', callee: node, arguments: [] } as unknown as Call;
  if (ownFunction(node, scope) === undefined) return undefined;
  const texts = textsOf(call, scope);
  const isKnown = texts.length > 0 && texts.every((parts) => parts.length === 1);
  return isKnown
    ? Object.fromEntries(texts.map(([text = ''], at) => [String(at), text]))
    : undefined;
}

/** What only adds something to keys is short; components and the like are not looked through. */
const LONGEST = 1000;

function isLong(node: Node, scope: Scope): boolean {
  const binding = node.type === 'Identifier' ? scope.find(node.name) : undefined;
  const own =
    binding?.kind === 'function' ? binding.node : binding?.kind === 'value' ? binding.init : node;
  return (own.end ?? 0) - (own.start ?? 0) > LONGEST;
}

interface Export {
  readonly name: string;
  readonly node: Node;
  /** Of `export { t } from './t'`. */
  readonly source?: string;
}

function exportedBy(statement: t.Statement): readonly Export[] {
  if (statement.type === 'ExportDefaultDeclaration') {
    const { declaration } = statement;
    const own = 'id' in declaration && declaration.id ? declaration.id : declaration;
    return [{ name: 'default', node: own }];
  }
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration, specifiers, source } = statement;
  if (declaration?.type === 'TSTypeAliasDeclaration') {
    return [{ name: declaration.id.name, node: declaration }];
  }
  const declared =
    declaration?.type === 'VariableDeclaration'
      ? declaration.declarations.map(({ id }) => id)
      : declaration?.type === 'FunctionDeclaration' || declaration?.type === 'TSEnumDeclaration'
        ? [declaration.id]
        : [];
  return [
    ...declared.flatMap((id) => (id?.type === 'Identifier' ? [{ name: id.name, node: id }] : [])),
    ...specifiers.flatMap((one): readonly Export[] => {
      const name = one.type === 'ExportSpecifier' ? nameOf(one.exported, false) : undefined;
      if (name === undefined || one.type !== 'ExportSpecifier') return [];
      return [{ name, node: one.local, ...(source ? { source: source.value } : {}) }];
    }),
  ];
}

function described(name: string, translator: Translator): Exported {
  const { library, prefix, prefixGaps, suffix, namespaces, namespaceFrom, counts, from } =
    translator;
  const gaps = prefixGaps === undefined ? {} : { prefixGaps };
  const namespace = namespaces?.[0];
  return {
    name,
    library,
    ...(prefix !== undefined && prefix.join('') !== '' ? { prefix, ...gaps } : {}),
    ...(suffix !== undefined && suffix.join('') !== '' ? { suffix } : {}),
    ...(namespace === undefined ? {} : { namespace }),
    ...(namespaceFrom === undefined ? {} : { namespaceFrom }),
    ...(counts === undefined ? {} : { counts }),
    ...(from === undefined ? {} : { from }),
  };
}

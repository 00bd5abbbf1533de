import type * as t from '@babel/types';
import { defined } from '../../../model/index.js';
import { membersOf, stringsOfType } from './types.js';
import { nameOf, argumentOf, isCall, unwrap, writtenText } from './nodes.js';
import type { Call, Node } from './nodes.js';
import { ownFunction } from './values.js';
import { Scope } from './scope.js';
import { textsOf } from './texts.js';
import { prefixOf } from './translator.js';
import type { Translator, TranslatorContext } from './translator.js';
import { madeTranslator, makesKeys, translatorOf } from './translators.js';
import type { Counts, Taken } from './use.js';

/** A translator that a file exports, or a function that returns one. */
export interface Exported extends Omit<Partial<Taken>, 'given'> {
  /** `*`: all exports of another file. */
  readonly name: string;
  readonly namespace?: string;
  readonly counts?: Counts;
  /** keys: it takes keys itself · made: it makes keys from its arguments. */
  readonly takes?: 'keys' | 'made';
  /** Present if this describes the result of calling it. */
  readonly given?: true;
  /** Texts that it is or contains, by path. */
  readonly texts?: Readonly<Record<string, string>>;
  /** Present if there may be other texts. */
  readonly isOpen?: true;
}

/** Exported translators of a module of which more is known than that they are translators. */
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
      const isShort = !isLong(node, scope);
      const own = isShort ? translatorOf(node, scope, context) : undefined;
      const isPlaced = own?.prefix !== undefined || own?.namespaces !== undefined;
      const constants = isPlaced ? undefined : constantsAt(node, scope);
      if (constants !== undefined) return [{ name, ...constants }];
      const made = madeTranslator(node, scope, context);
      const found: Exported[] = [];
      if (own !== undefined) found.push({ ...described(name, own), takes: 'keys' });
      else if (isShort && makesKeys(node, scope, context)) found.push({ name, takes: 'made' });
      if (made !== undefined) found.push({ ...described(name, made), given: true });
      const given = isShort && found.length === 0 ? textsGivenBy(node, scope) : undefined;
      return given === undefined ? found : [{ name, texts: given }];
    });
  });
}

/** Texts that are longer or contain spaces are not names. */
const NAME = /^\S{1,60}$/;
/** A list with more texts is not a list of names. */
const MOST = 1000;

/** The names in a constant, by path. */
interface Constants {
  readonly texts: Readonly<Record<string, string>>;
  /** Present if it also contains unknown texts, or texts that are not names. */
  readonly isOpen?: true;
}

/**
 * `Shop` → `shop` for `{ Shop: 'shop' }`, `cart.title` → `a` for `{ cart: { title: 'a' } }`, `0` →
 * `a` for `['a', 'b']`, and `` → `shop` for `'shop'`. Undefined if there are none.
 */
function constantsAt(node: Node, scope: Scope): Constants | undefined {
  const binding = node.type === 'Identifier' ? scope.find(node.name) : undefined;
  const all =
    node.type === 'TSTypeAliasDeclaration'
      ? (stringsOfType(node, scope) ?? []).map((text, at): Entry => [String(at), text])
      : binding?.kind === 'enum'
        ? membersOf(binding.node).map(({ name, text }): Entry => [name, text])
        : binding?.kind === 'value' && binding.set === undefined && binding.path.length === 0
          ? textsBelow(binding.init, binding.scope)
          : textsBelow(node, scope);
  const found = all.filter(isName);
  if (found.length === 0 || found.length > MOST) return undefined;
  return {
    texts: Object.fromEntries(found),
    ...(found.length === all.length ? {} : { isOpen: true }),
  };
}

/** Undefined: the text is unknown, or it is not a text. */
type Entry = readonly [path: string, text: string | undefined];

function isName(entry: Entry): entry is readonly [string, string] {
  return entry[1] !== undefined && NAME.test(entry[1]);
}

function textsBelow(expression: Node, scope: Scope): readonly Entry[] {
  const node = unwrap(expression);
  // `Object.freeze({ … })`
  const frozen = isCall(node) ? argumentOf(node) : node;
  if (frozen?.type === 'ArrayExpression') return elementsOf(frozen, scope);
  if (frozen?.type !== 'ObjectExpression') return [['', writtenText(node)]];
  return frozen.properties.flatMap((one): readonly Entry[] => {
    const name = one.type === 'ObjectProperty' ? nameOf(one.key, one.computed) : undefined;
    if (name === undefined || one.type !== 'ObjectProperty') return [['', undefined]];
    return textsBelow(one.value, scope).map(([path, text]): Entry => [below(name, path), text]);
  });
}

/** What a loop over a list yields. */
function elementsOf(list: t.ArrayExpression, scope: Scope): readonly Entry[] {
  const inner = new Scope(scope);
  inner.bind('x', { kind: 'each', list, path: [], scope });
  return textsOf({ type: 'Identifier', name: 'x' }, inner).map((parts, at): Entry => [
    String(at),
    parts.length === 1 ? parts[0] : undefined,
  ]);
}

function below(name: string, path: string): string {
  return path === '' ? name : `${name}.${path}`;
}

/**
 * The texts that a function returns, if it returns nothing else: `open` and `done` for
 * `stateOf(order)`.
 */
function textsGivenBy(node: Node, scope: Scope): Exported['texts'] {
  const call = { type: 'CallExpression', callee: node, arguments: [] } as unknown as Call;
  if (ownFunction(node, scope) === undefined) return undefined;
  // `true` is an answer to another question: `valid === true ? valid : t(valid)`.
  const texts = textsOf(call, scope).filter(([text = '']) => !/^(?:true|false)$/.test(text));
  const isKnown = texts.length > 0 && texts.every((parts) => parts.length === 1);
  return isKnown
    ? Object.fromEntries(texts.map(([text = ''], at) => [String(at), text]))
    : undefined;
}

/** Functions that only add to keys are short; of longer ones, only what they return is examined. */
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
  /** For `export { t } from './t'`. */
  readonly source?: string;
}

/** What a statement exports. */
export function exportedBy(statement: t.Statement): readonly Export[] {
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
  const { library, suffix, namespaces, namespaceFrom, counts, from } = translator;
  const hasPrefix = (translator.prefix ?? []).join('') !== '';
  const hasSuffix = (suffix ?? []).join('') !== '';
  return {
    name,
    library,
    ...(hasPrefix ? prefixOf(translator) : {}),
    ...(hasSuffix ? defined({ suffix }) : {}),
    ...defined({ namespace: namespaces?.[0], namespaceFrom, counts, from }),
  };
}

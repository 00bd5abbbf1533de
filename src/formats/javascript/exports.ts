import type * as t from '@babel/types';
import type { ParseOptions, Range } from '../../model/index.js';
import { formatError } from '../kit/unusable.js';
import { parse } from './parser.js';

/** A value that a module exports. */
export interface Exported {
  /** '' for the default export, and for `module.exports`. */
  readonly name: string;
  /** It is a member of the exported object, by its variable. */
  readonly isMember?: true;
  /** The object, array or text, without casts and calls around it. */
  readonly value: t.Expression;
  /** Its statement and its name there, if the statement declares nothing else. */
  readonly statement?: Range & { readonly nameAt: number };
}

/** The attempts of the parser, most likely first: some `.js` files contain JSX or Flow. */
const ATTEMPTS = [['typescript'], ['typescript', 'jsx'], ['flow', 'jsx']] as const;

/** @throws FormatError `syntax`, `too-deep` */
export function parseModule(text: string, { file }: ParseOptions): t.File {
  let first: { message: string; pos?: number } | undefined;
  for (const plugins of ATTEMPTS) {
    try {
      return parse(text, {
        ...{ sourceType: 'unambiguous', attachComment: false },
        ...{ allowReturnOutsideFunction: true, allowUndeclaredExports: true },
        plugins: [...plugins],
      });
    } catch (error) {
      if (error instanceof RangeError)
        throw formatError('too-deep', 'too many levels of nesting.', { text, offset: 0, file });
      first ??= error as { message: string; pos?: number };
    }
  }
  const said = (first?.message ?? 'not a module').replace(/\s*\(\d+:\d+\)$/, '');
  const qt = /^\ufeff?\s*</.test(text) ? ' Without `format`, a .ts file of Qt is read.' : '';
  const message = `${said.replace(/\.$/, '')}.${qt}`;
  throw formatError('syntax', message, { text, offset: first?.pos ?? 0, file });
}

/** Values without casts, parentheses and calls such as `defineMessages({…})` around them. */
export function unwrapped(node: t.Expression, calls: RegExp | undefined): t.Expression {
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSNonNullExpression':
    case 'TypeCastExpression':
      return unwrapped(node.expression, calls);
    case 'CallExpression': {
      const { callee } = node;
      if (calls?.test(nameOf(callee)) !== true) return node;
      // `mergeLocale(base, {…})`: what else is given are names. `Object.freeze(en)`: nothing else is.
      const given = node.arguments.filter((one) => !isExpression(one) || nameOf(one) === '');
      const [only, ...rest] = given.length === 0 ? node.arguments : given;
      if (only === undefined || rest.length > 0 || !isExpression(only)) return node;
      const inner = returned(unwrapped(only, calls));
      return isContainer(inner) || inner.type === 'Identifier' ? inner : node;
    }
    default:
      return node;
  }
}

/** What a function does nothing but return: `defineI18nLocale(() => ({…}))`. */
function returned(node: t.Expression): t.Expression {
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') return node;
  const { body } = node;
  if (body.type !== 'BlockStatement') return unwrapped(body, undefined);
  const [only, ...rest] = body.body;
  if (only?.type !== 'ReturnStatement' || rest.length > 0) return node;
  return only.argument ? unwrapped(only.argument, undefined) : node;
}

export function isContainer(node: t.Node): node is t.ObjectExpression | t.ArrayExpression {
  return node.type === 'ObjectExpression' || node.type === 'ArrayExpression';
}

function isExpression(node: t.Node): node is t.Expression {
  return node.type !== 'SpreadElement' && node.type !== 'ArgumentPlaceholder';
}

/** `a.b` as written; '' for anything else. */
function nameOf(node: t.Node): string {
  if (node.type === 'Identifier') return node.name;
  if (node.type !== 'MemberExpression' || node.computed) return '';
  const [object, property] = [nameOf(node.object), nameOf(node.property)];
  return object === '' || property === '' ? '' : `${object}.${property}`;
}

/** Any function of one's own may surround a catalog, but none that loads another module. */
const ANY_CALL = /^(?!require$).+/;

/** The exported values of a module, in file order, each once. */
export function exportsOf({ program }: t.File): readonly Exported[] {
  const found: Exported[] = [];
  const variables = new Map<string, Exported>();
  const add = (name: string, node: t.Node | null | undefined, own?: t.Statement, at?: number) => {
    if (!node || !isExpression(node)) return;
    const value = returned(unwrapped(node, ANY_CALL));
    const variable = value.type === 'Identifier' ? variables.get(value.name) : undefined;
    const members = name === '' ? membersOf(value, variables) : undefined;
    if (members !== undefined) found.push(...members);
    else if (variable !== undefined) found.push({ ...variable, name });
    else
      found.push({
        name,
        value,
        ...(own && at !== undefined && { statement: { ...rangeOf(own), nameAt: at } }),
      });
  };
  const declared = (
    statement: t.Statement,
    from: t.Node | null | undefined,
  ): readonly Exported[] => {
    if (from?.type !== 'VariableDeclaration') return [];
    const isOnly = from.declarations.length === 1;
    return from.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || !init) return [];
      const value = returned(unwrapped(init, ANY_CALL));
      const own = isOnly && { statement: { ...rangeOf(statement), nameAt: rangeOf(id).start } };
      return [{ name: id.name, value, ...own }];
    });
  };
  for (const one of program.body)
    for (const variable of declared(one, one)) variables.set(variable.name, variable);
  for (const one of program.body) {
    if (one.type === 'ExportDefaultDeclaration') add('', one.declaration);
    else if (one.type === 'TSExportAssignment') add('', one.expression);
    else if (one.type === 'ExportNamedDeclaration') {
      found.push(...declared(one, one.declaration));
      for (const specifier of one.source ? [] : one.specifiers) {
        if (specifier.type !== 'ExportSpecifier') continue;
        const variable = variables.get(specifier.local.name);
        const { exported } = specifier;
        const name = exported.type === 'Identifier' ? exported.name : exported.value;
        if (variable !== undefined)
          found.push({ ...variable, name: name === 'default' ? '' : name });
      }
    } else if (
      one.type === 'ExpressionStatement' &&
      one.expression.type === 'AssignmentExpression'
    ) {
      let { left, right } = one.expression;
      while (right.type === 'AssignmentExpression') ({ left, right } = right);
      const name = /^(?:module\.exports|(?:module\.)?exports\.([\w$]+))$/.exec(nameOf(left));
      if (name === null) continue;
      const at = left.type === 'MemberExpression' ? (left.property.start ?? 0) : 0;
      add((name[1] ?? '').replace(/^default$/, ''), right, one, at);
    }
  }
  // The same object as default and by its name counts as the default.
  const once = new Map<number, Exported>();
  for (const one of found) {
    const { start } = rangeOf(one.value);
    if (one.name === '' || !once.has(start)) once.set(start, one);
  }
  return [...once].sort(([a], [b]) => a - b).map(([, one]) => one);
}

/** Variables with objects, if an object has nothing else: `{ menu, errors }`. */
function membersOf(
  node: t.Node,
  variables: ReadonlyMap<string, Exported>,
): readonly Exported[] | undefined {
  if (node.type !== 'ObjectExpression' || node.properties.length === 0) return undefined;
  const members = node.properties.flatMap((one) => {
    if (one.type !== 'ObjectProperty' || one.computed || one.key.type !== 'Identifier') return [];
    const variable = one.value.type === 'Identifier' ? variables.get(one.value.name) : undefined;
    return variable && isContainer(variable.value)
      ? [{ ...variable, name: one.key.name, isMember: true as const }]
      : [];
  });
  return members.length === node.properties.length ? members : undefined;
}

export function rangeOf({ start, end }: Pick<t.Node, 'start' | 'end'>): Range {
  return { start: start ?? 0, end: end ?? 0 };
}

/** The nodes directly in another one, with the names of their properties there. */
export function childrenOf(node: t.Node): readonly (readonly [role: string, child: t.Node])[] {
  return Object.entries(node).flatMap(([role, value]) => {
    const all: unknown[] = Array.isArray(value) ? value : [value];
    return role === 'loc' || role === 'extra'
      ? []
      : all.filter(isNode).map((child) => [role, child] as const);
  });
}

function isNode(value: unknown): value is t.Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** `import('./a')` or `require('./a')`. */
export function isLoad(node: t.Node): node is t.CallExpression {
  return (
    node.type === 'ImportExpression' ||
    (node.type === 'CallExpression' &&
      (node.callee.type === 'Import' || nameOf(node.callee) === 'require'))
  );
}

import type * as t from '@babel/types';

export type Node = t.Node;

/** Properties of nodes that contain no code, such as types. */
const NO_CODE: ReadonlySet<string> = new Set([
  'extra',
  'errors',
  'tokens',
  'comments',
  'leadingComments',
  'trailingComments',
  'innerComments',
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
]);

/** Half of all nodes are of these types, which contain no code. */
const LEAVES: ReadonlySet<string> = new Set([
  'Identifier',
  'StringLiteral',
  'NumericLiteral',
  'BooleanLiteral',
  'NullLiteral',
  'TemplateElement',
  'ThisExpression',
  'JSXIdentifier',
  'JSXText',
  'ImportDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
]);

/** Whether a node contains no code. */
export function isLeaf(node: Node): boolean {
  return LEAVES.has(node.type);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

/** The child nodes of a node. Creates no list of entries, because it is called for every node. */
export function childrenOf(node: Node): readonly Node[] {
  if (isLeaf(node)) return NONE;
  const found: Node[] = [];
  const fields = node as unknown as Readonly<Record<string, unknown>>;
  for (const name in fields) {
    const value = fields[name];
    if (typeof value !== 'object' || value === null || name === 'loc' || NO_CODE.has(name))
      continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) found.push(value);
      continue;
    }
    for (const one of value as unknown[]) if (isNode(one)) found.push(one);
  }
  return found;
}

const NONE: readonly Node[] = [];

/** Whether a node, or one inside of it, fits. */
export function hasNode(node: Node, fits: (node: Node) => boolean): boolean {
  return fits(node) || childrenOf(node).some((one) => hasNode(one, fits));
}

export function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name;
}

/** Removes what does not change the value: types, `await`. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
    case 'TypeCastExpression':
      return unwrap(node.expression);
    case 'AwaitExpression':
      return unwrap(node.argument);
    // `(0, module.t)('key')`, as in compiled code.
    case 'SequenceExpression':
      return node.expressions.length === 0 ? node : unwrap(node.expressions.at(-1) as Node);
    default:
      return node;
  }
}

export type Call = t.CallExpression | t.OptionalCallExpression;
export type Member = t.MemberExpression | t.OptionalMemberExpression;

export function isCall(node: Node): node is Call {
  return node.type === 'CallExpression' || node.type === 'OptionalCallExpression';
}

export function isMember(node: Node): node is Member {
  return node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression';
}

/** Any node with parameters and a body. */
export type Fn =
  | t.FunctionDeclaration
  | t.FunctionExpression
  | t.ArrowFunctionExpression
  | t.ObjectMethod
  | t.ClassMethod
  | t.ClassPrivateMethod;

const FUNCTIONS: ReadonlySet<string> = new Set<Fn['type']>([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ObjectMethod',
  'ClassMethod',
  'ClassPrivateMethod',
]);

export function isFunction(node: Node): node is Fn {
  return FUNCTIONS.has(node.type);
}

/** The literal name of a property: `a` for `x.a`, `x['a']` and `{ a: 1 }`. */
export function nameOf(key: Node, computed: boolean | null | undefined): string | undefined {
  if (key.type === 'StringLiteral') return key.value;
  if (key.type === 'NumericLiteral') return String(key.value);
  if (computed === true) {
    const [quasi, ...more] = key.type === 'TemplateLiteral' ? key.quasis : [];
    return more.length === 0 ? (quasi?.value.cooked ?? undefined) : undefined;
  }
  if (key.type === 'Identifier') return key.name;
  if (key.type === 'PrivateName') return key.id.name;
  return undefined;
}

/** The value of an object literal's property, or its method. */
export function propertyOf(object: t.ObjectExpression, name: string): Node | undefined {
  const property = object.properties.findLast(
    (one) => one.type !== 'SpreadElement' && nameOf(one.key, one.computed) === name,
  );
  return property?.type === 'ObjectProperty' ? property.value : property;
}

/** The value of a literal text without placeholders. */
export function writtenText(node: Node | null | undefined): string | undefined {
  if (node?.type === 'StringLiteral') return node.value;
  const [only, ...more] = node?.type === 'TemplateLiteral' ? node.quasis : [];
  return more.length === 0 ? (only?.value.cooked ?? undefined) : undefined;
}

/** Where a key is written: its literal within an expression, or else all of the expression. */
export function placeOf(
  expression: Node,
  [text, ...more]: readonly string[],
): { readonly at?: readonly [start: number, end: number] } {
  const literalIn = (node: Node): Node | undefined => {
    if (writtenText(node) === text) return node;
    for (const child of childrenOf(node)) {
      const found = literalIn(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const { start, end } = (more.length === 0 ? literalIn(expression) : undefined) ?? expression;
  return typeof start === 'number' && typeof end === 'number' ? { at: [start, end] } : {};
}

/** `i18n.global.t` as `['i18n', 'global', 't']`; undefined if a part is not a name. */
export function pathOf(node: Node): readonly string[] | undefined {
  const path: string[] = [];
  let inner = unwrap(node);
  while (isMember(inner)) {
    const name = nameOf(inner.property, inner.computed);
    if (name === undefined) return undefined;
    path.push(name);
    inner = unwrap(inner.object);
  }
  if (inner.type === 'Identifier') path.push(inner.name);
  else if (inner.type === 'ThisExpression') path.push('this');
  else return undefined;
  return path.reverse();
}

/** The first argument of a call that is a node. */
export function argumentOf(
  call: { readonly arguments: readonly Node[] },
  at = 0,
): Node | undefined {
  const argument = call.arguments[at];
  return argument === undefined || argument.type === 'SpreadElement' ? undefined : unwrap(argument);
}

/** Nodes that contain statements of the same function. */
const STATEMENTS: ReadonlySet<string> = new Set([
  ...[
    'BlockStatement',
    'IfStatement',
    'SwitchStatement',
    'SwitchCase',
    'TryStatement',
    'CatchClause',
  ],
  ...['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement'],
  ...['LabeledStatement', 'ReturnStatement', 'WithStatement'],
]);

/** What an expression may be: `a` and `b` for `x ? a : b` and `a || b`. */
export function branchesOf(expression: Node): readonly Node[] {
  const node = unwrap(expression);
  if (node.type === 'ConditionalExpression') {
    return [...branchesOf(node.consequent), ...branchesOf(node.alternate)];
  }
  if (node.type !== 'LogicalExpression') return [node];
  return [...branchesOf(node.left), ...branchesOf(node.right)];
}

/** The values that a function with this body returns. */
export function returnsOf(body: Node): readonly Node[] {
  return body.type === 'BlockStatement' ? returnedIn(body, []) : [body];
}

function returnedIn(node: Node, found: Node[]): readonly Node[] {
  if (node.type !== 'ReturnStatement') {
    for (const one of childrenOf(node)) if (STATEMENTS.has(one.type)) returnedIn(one, found);
  } else if (node.argument) found.push(node.argument);
  return found;
}

import type * as t from '@babel/types';
import { hasNode, isFunction, isMember, isNamed, nameOf, unwrap } from './nodes.js';
import type { Fn, Node } from './nodes.js';

/** A step into a value: a name or an index; undefined: any of them. */
export type Step = string | number | undefined;

/** An expression, and the scope for its names. */
export interface Value {
  readonly node: Node;
  readonly scope: Scope;
}

/** What a name refers to. */
export type Binding =
  /** A variable with its initial value and the path into it. */
  | {
      readonly kind: 'value';
      readonly init: Node;
      readonly type?: Node | undefined;
      readonly path: readonly Step[];
      readonly scope: Scope;
      /** Later assignments; undefined: it is constant. */
      readonly set?: Value[];
    }
  /** A variable that is only assigned later; `isOpen`: also unknown values. */
  | { readonly kind: 'unset'; readonly set: Value[]; readonly isOpen?: true }
  /** `this` of a component: the declarations of its options. */
  | { readonly kind: 'component'; readonly names: Scope }
  /** A variable that takes each element of something in turn. */
  | {
      readonly kind: 'each';
      readonly list: Node;
      readonly path: readonly Step[];
      readonly scope: Scope;
    }
  | {
      readonly kind: 'parameter';
      readonly type: Node | undefined;
      readonly path: readonly Step[];
      readonly scope: Scope;
      readonly of: Fn;
      /** Its default value; for a typed variable without a value, its later assignments. */
      readonly set?: Value[];
    }
  /** `this` of a class, or the class itself. */
  | { readonly kind: 'class'; readonly node: t.Class; readonly scope: Scope }
  | { readonly kind: 'import'; readonly source: string; readonly name: string }
  | { readonly kind: 'function'; readonly node: Fn; readonly scope: Scope }
  | { readonly kind: 'enum'; readonly node: t.TSEnumDeclaration }
  | { readonly kind: 'other' };

/** A list, and the index of the function's parameter that receives its elements. */
export interface Loop {
  readonly list: Node;
  readonly at: number;
}

/** What the code around a function shows about one of its parameters. */
export type Given = Loop | { readonly type: Node; readonly at: number };

/** The most values of one variable that are followed. */
const MOST_SET = 8;

/** The names of a block, and of those around it. */
export class Scope {
  readonly parent: Scope | undefined;
  /** The nested functions whose calls are being followed here. */
  readonly within: readonly Fn[];
  /** Most blocks declare nothing. */
  #names: Map<string, Binding> | undefined;
  #types: Map<string, Node> | undefined;

  constructor(parent?: Scope, within = parent?.within ?? []) {
    this.parent = parent;
    this.within = within;
  }

  find(name: string): Binding | undefined {
    let found = this.#names?.get(name);
    for (let one = this.parent; one && !found; one = one.parent) found = one.#names?.get(name);
    return found;
  }

  /** A name of this block itself. */
  own(name: string): Binding | undefined {
    return this.#names?.get(name);
  }

  get ownNames(): Iterable<string> {
    return this.#names?.keys() ?? [];
  }

  /** All names that code here can use, the nearest first. */
  *visible(): Iterable<readonly [name: string, binding: Binding]> {
    for (const one of this.#names ?? []) yield one;
    for (const one of this.parent?.visible() ?? [])
      if (this.#names?.has(one[0]) !== true) yield one;
  }

  /** A type alias, an interface or an enum. */
  findType(name: string): Node | undefined {
    return this.#types?.get(name) ?? this.parent?.findType(name);
  }

  bind(name: string, binding: Binding): void {
    (this.#names ??= new Map()).set(name, binding);
  }

  /** Declares all names of a block's statements. */
  declare(statements: readonly Node[]): void {
    for (const statement of statements) {
      const isExport =
        statement.type === 'ExportNamedDeclaration' ||
        statement.type === 'ExportDefaultDeclaration';
      const node = isExport ? statement.declaration : statement;
      if (node) this.#declareOne(node);
    }
  }

  #declareOne(node: Node): void {
    if (node.type === 'VariableDeclaration') {
      for (const { id, init } of node.declarations) {
        const set = node.kind === 'const' ? {} : { set: [] };
        const binding: Binding = init
          ? { kind: 'value', init, type: annotationOf(id), path: [], scope: this, ...set }
          : declared(id, this);
        this.bindPattern(id, binding);
      }
    } else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
      const binding: Binding = isFunction(node)
        ? { kind: 'function', node, scope: this }
        : { kind: 'class', node, scope: this };
      if (node.id) this.bind(node.id.name, binding);
    } else if (node.type === 'ImportDeclaration') {
      for (const one of node.specifiers) {
        const imported = one.type === 'ImportSpecifier' ? nameOf(one.imported, false) : undefined;
        const name = one.type === 'ImportDefaultSpecifier' ? 'default' : imported;
        const binding = { kind: 'import', source: node.source.value, name: name ?? '*' } as const;
        this.bind(one.local.name, binding);
      }
    } else if (node.type === 'TSEnumDeclaration') {
      this.bind(node.id.name, { kind: 'enum', node });
      (this.#types ??= new Map()).set(node.id.name, node);
    } else if (node.type === 'TSTypeAliasDeclaration' || node.type === 'TSInterfaceDeclaration') {
      (this.#types ??= new Map()).set(node.id.name, node);
    }
  }

  /** Binds each name of a pattern to its part of the whole's value. */
  bindPattern(pattern: Node, binding: Binding): void {
    const into = (node: Node, step: Step): void =>
      this.bindPattern(node, 'path' in binding ? below(binding, step) : binding);
    if (pattern.type === 'Identifier') {
      // Each name needs its own list.
      const set = 'set' in binding ? { set: [...binding.set] } : {};
      this.bind(pattern.name, { ...binding, ...set });
    } else if (pattern.type === 'AssignmentPattern')
      this.bindPattern(pattern.left, this.#withDefault(binding, pattern.right));
    else if (pattern.type === 'RestElement') this.bindPattern(pattern.argument, { kind: 'other' });
    else if (pattern.type === 'TSParameterProperty') this.bindPattern(pattern.parameter, binding);
    else if (pattern.type === 'ArrayPattern') {
      for (const [at, one] of pattern.elements.entries()) if (one) into(one, at);
    } else if (pattern.type === 'ObjectPattern') {
      for (const one of pattern.properties) {
        if (one.type === 'RestElement') into(one, undefined);
        else into(one.value, nameOf(one.key, one.computed));
      }
    }
  }

  /** The default value in `(x = value)` and `{ x = value }` */
  #withDefault(binding: Binding, node: Node): Binding {
    if (binding.kind !== 'value' && binding.kind !== 'parameter') return binding;
    return { ...binding, set: [...(binding.set ?? []), { node, scope: this }] };
  }

  /** Records `x = value` for the code that follows. */
  assign(name: string, value: Value): void {
    const binding = this.find(name);
    const set = binding && 'set' in binding ? binding.set : undefined;
    if (set === undefined || set.length === MOST_SET) return;
    if (!hasNode(value.node, (one) => isNamed(one, name))) set.push(value);
  }

  /** @param given what is known of one parameter, such as the list whose elements it receives */
  declareParameters(of: Fn, given?: Given): void {
    for (const [at, parameter] of of.params.entries()) {
      const typedNode = parameter.type === 'AssignmentPattern' ? parameter.left : parameter;
      const known = at === given?.at ? given : undefined;
      if (known !== undefined && 'list' in known) {
        this.bindPattern(parameter, { kind: 'each', list: known.list, path: [], scope: this });
      } else {
        const type = annotationOf(typedNode) ?? known?.type;
        this.bindPattern(parameter, { kind: 'parameter', type, path: [], scope: this, of });
      }
    }
  }
}

/** The binding of a part of a pattern: the part of its value, or of a default. */
function below<B extends Extract<Binding, { path: unknown }>>(binding: B, step: Step): B {
  const inner = { ...binding, path: [...binding.path, step] };
  if (!('set' in binding)) return inner;
  const set = binding.set.map(({ node, scope }) => ({ node: memberOf(node, step), scope }));
  return { ...inner, set };
}

/** `object['step']` */
export function memberOf(object: Node, step: Step): Node {
  const property = { type: 'StringLiteral', value: String(step) };
  return { type: 'MemberExpression', object, property, computed: true } as t.MemberExpression;
}

/**
 * The original of a name: `a` for `import { a as b }`, `const { a: b } = x` and `const b = x.a`.
 */
export function originalName(name: string, scope: Scope): string {
  const binding = scope.find(name);
  if (binding?.kind === 'import') {
    return binding.name === '*' || binding.name === 'default' ? name : binding.name;
  }
  if (binding?.kind !== 'value') return name;
  const { path, init } = binding;
  const member = path.length === 0 ? unwrap(init) : undefined;
  if (member && isMember(member)) return nameOf(member.property, member.computed) ?? name;
  const step = path.at(-1);
  return typeof step === 'string' ? step : name;
}

/** The type that a name is declared with. */
export function annotationOf(node: Node): Node | undefined {
  const annotation = 'typeAnnotation' in node ? node.typeAnnotation : undefined;
  return annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined;
}

/** `declare const x: 'a' | 'b'`, `let t: TFunction` */
function declared(id: Node, scope: Scope): Binding {
  const type = annotationOf(id);
  return type === undefined ? { kind: 'unset', set: [] } : { ...typed(type, scope), set: [] };
}

/** The binding of a name with a known type. */
export function typed(type: Node, scope: Scope): Extract<Binding, { readonly kind: 'parameter' }> {
  const none = { type: 'FunctionExpression', params: [] } as unknown as Fn;
  return { kind: 'parameter', type, path: [], scope, of: none };
}

/**
 * The scope inside a node: a block, a loop, a function, a class.
 * @param given what is known of a function's parameter
 */
export function innerScope(node: Node, scope: Scope, given: Given | undefined): Scope {
  switch (node.type) {
    case 'BlockStatement':
    case 'StaticBlock':
    case 'TSModuleBlock':
      return declaring(node.body, scope);
    case 'SwitchStatement':
      return declaring(
        node.cases.flatMap((one) => one.consequent),
        scope,
      );
    case 'ForStatement':
      return node.init ? declaring([node.init], scope) : scope;
    case 'ForOfStatement':
    case 'ForInStatement':
      return loopScope(node, scope);
    case 'CatchClause': {
      const inner = new Scope(scope);
      if (node.param) inner.bindPattern(node.param, { kind: 'other' });
      return inner;
    }
    case 'ClassDeclaration':
    case 'ClassExpression': {
      const inner = new Scope(scope);
      inner.bind('this', { kind: 'class', node, scope: inner });
      return inner;
    }
    default:
      return isFunction(node) ? functionScope(node, scope, given) : scope;
  }
}

/** The scope of a block with the declarations of its statements. */
export function declaring(statements: readonly Node[], scope: Scope): Scope {
  const inner = new Scope(scope);
  inner.declare(statements);
  return inner;
}

function functionScope(fn: Fn, scope: Scope, given: Given | undefined): Scope {
  const inner = new Scope(scope);
  inner.declareParameters(fn, given);
  return inner;
}

function loopScope(
  { type, left, right }: t.ForOfStatement | t.ForInStatement,
  scope: Scope,
): Scope {
  const inner = new Scope(scope);
  const id = left.type === 'VariableDeclaration' ? left.declarations[0]?.id : undefined;
  if (id === undefined) return inner;
  const isOf = type === 'ForOfStatement';
  inner.bindPattern(id, isOf ? { kind: 'each', list: right, path: [], scope } : { kind: 'other' });
  return inner;
}

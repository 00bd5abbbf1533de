import type * as t from '@babel/types';
import { usesOfCall } from './calls.js';
import { componentsOf, attributeOf, elementName, usesOfElement } from './elements.js';
import type { Component } from './elements.js';
import { decoded } from './trans-text.js';
import { descriptorsOf, usesOfMessage } from './messages.js';
import {
  argumentOf,
  childrenOf,
  isCall,
  isFunction,
  isMember,
  nameOf,
  pathOf,
  unwrap,
} from './nodes.js';
import type { Fn, Node } from './nodes.js';
import { Scope } from './scope.js';
import { isConfigured, translatorOf } from './translators.js';
import type { Translator, TranslatorContext } from './translator.js';
import type { ReadSettings, Use } from './use.js';
import { textOf } from './values.js';

/** Calls whose function is given each element of a list. */
const LOOPS = /^(?:map|forEach|flatMap|filter|some|every|find|reduce)$/;

/** Finds what one file asks for. Names that one piece of it declares are known in the next ones. */
export class CodeReader {
  readonly uses: Use[] = [];
  readonly components: readonly Component[];
  /** What the pieces declare at their top. */
  readonly #top = new Scope();
  /** What templates add: variables of their loops, each until the next one of its name. */
  readonly #template = new Scope(this.#top);
  readonly #settings: ReadSettings;
  readonly #context: TranslatorContext;

  /** @param handed what `t` means where nothing in the code says it */
  constructor(code: string, settings: ReadSettings, handed: Translator) {
    const { functions, keySeparator } = settings;
    this.#settings = settings;
    this.components = componentsOf(settings.components);
    const given = new Map<Node, Translator>();
    this.#context = { code, functions, keySeparator, handed, given, wrappers: new Map() };
  }

  readModule({ program }: t.File): void {
    this.#top.declare(program.body);
    for (const statement of program.body) this.#walk(statement, this.#top);
  }

  /** @param expression of a template, which sees what scripts declare */
  readExpression(expression: Node): void {
    this.#walk(expression, this.#template);
  }

  /** Statements of a template: `@click="a(); b()"`. */
  readStatements({ program }: t.File): void {
    const scope = declaring(program.body, this.#template);
    for (const statement of program.body) this.#walk(statement, scope);
  }

  /** A loop of a template: `v-for="x in list"`, `{#each list as x}`. */
  readLoop(list: Node, variables: readonly Node[]): void {
    this.readExpression(list);
    const scope = this.#template;
    for (const [at, one] of variables.entries()) {
      const isElement = at === 0;
      scope.bindPattern(
        one,
        isElement ? { kind: 'each', list, path: [], scope } : { kind: 'other' },
      );
    }
  }

  /** The text of an expression: of an attribute that holds a key. */
  textOf(expression: Node): string | undefined {
    return textOf(expression, this.#top);
  }

  get scope(): Scope {
    return this.#top;
  }

  #walk(node: Node, scope: Scope, list?: Node): void {
    const inner = innerScope(node, scope, list);
    if (isCall(node) || node.type === 'NewExpression') this.#readCall(node, scope);
    else if (node.type === 'JSXElement') this.#readElement(node, scope);
    else if (node.type === 'TaggedTemplateExpression') this.#readTemplate(node, scope);
    if (node.type === 'AssignmentExpression' && node.operator === '=') {
      const { left, right } = node;
      if (left.type === 'Identifier') scope.assign(left.name, { node: right, scope });
    }
    const loop = isCall(node) ? listOf(node) : undefined;
    for (const child of childrenOf(node)) {
      const isLooped = loop !== undefined && isFunction(child);
      this.#walk(child, inner, isLooped ? loop : undefined);
    }
  }

  #readCall(
    call: t.CallExpression | t.OptionalCallExpression | t.NewExpression,
    scope: Scope,
  ): void {
    const { keySeparator } = this.#settings;
    if (call.type === 'NewExpression') {
      const path = pathOf(call.callee);
      if (path === undefined || !isConfigured(path, this.#settings.functions)) return;
      this.uses.push(...usesOfCall(call, { library: 'any' }, { scope, keySeparator }));
      return;
    }
    if (call.arguments.length === 0) return;
    const messages = descriptorsOf(call, scope);
    if (messages !== undefined) {
      const line = call.loc?.start.line ?? 0;
      this.uses.push(
        ...messages.flatMap((one) => usesOfMessage(one, scope, one.id?.loc?.start.line ?? line)),
      );
      return;
    }
    const translator = translatorOf(call.callee, scope, this.#context);
    if (translator !== undefined) {
      this.uses.push(...usesOfCall(call, translator, { scope, keySeparator }));
    }
  }

  #readElement(element: t.JSXElement, scope: Scope): void {
    const { keySeparator } = this.#settings;
    const name = elementName(element.openingElement.name);
    if (name === 'Translation') this.#giveTranslator(element, scope);
    const { components } = this;
    const of = (node: Node): Translator | undefined => translatorOf(node, scope, this.#context);
    const context = { scope, components, keySeparator, translatorOf: of };
    this.uses.push(...usesOfElement(element, context));
  }

  /** `<Translation ns="x">{(t) => …}</Translation>` */
  #giveTranslator(element: t.JSXElement, scope: Scope): void {
    const namespace = textOf(attributeOf(element, 'ns'), scope);
    const keyPrefix = textOf(attributeOf(element, 'keyPrefix'), scope);
    for (const child of element.children) {
      const inner = child.type === 'JSXExpressionContainer' ? unwrap(child.expression) : child;
      if (!isFunction(inner)) continue;
      this.#context.given.set(inner, {
        library: 'i18next',
        ...(namespace === undefined ? {} : { namespaces: [namespace] }),
        ...(keyPrefix === undefined ? {} : { prefix: [`${keyPrefix}.`] }),
      });
    }
  }

  /** `` t`key` `` */
  #readTemplate({ tag, quasi }: t.TaggedTemplateExpression, scope: Scope): void {
    const [only, ...more] = quasi.quasis;
    const text = more.length === 0 ? only?.value.cooked : undefined;
    const translator = text ? translatorOf(tag, scope, this.#context) : undefined;
    if (!text || translator === undefined || translator.local === true) return;
    const { library, prefix, namespaces } = translator;
    const namespace = namespaces?.[0];
    this.uses.push({
      key: [decoded(text)],
      library,
      line: tag.loc?.start.line ?? 0,
      ...(prefix === undefined ? {} : { prefix }),
      ...(namespace === undefined ? {} : { namespace }),
    });
  }
}

/** `['a', 'b']` of `['a', 'b'].map((x) => …)` */
function listOf(call: t.CallExpression | t.OptionalCallExpression): Node | undefined {
  const callee = unwrap(call.callee);
  const first = argumentOf(call);
  if (!isMember(callee) || first === undefined || !isFunction(first)) return undefined;
  return LOOPS.test(nameOf(callee.property, callee.computed) ?? '') ? callee.object : undefined;
}

function innerScope(node: Node, scope: Scope, list: Node | undefined): Scope {
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
    case 'ClassBody':
      return classScope(node, scope);
    default:
      return isFunction(node) ? functionScope(node, scope, list) : scope;
  }
}

function declaring(statements: readonly Node[], scope: Scope): Scope {
  const inner = new Scope(scope);
  inner.declare(statements);
  return inner;
}

function functionScope(fn: Fn, scope: Scope, list: Node | undefined): Scope {
  const inner = new Scope(scope);
  inner.declareParameters(fn, list);
  return inner;
}

/** Inside of a class that has a method `t`, `this.t` is that one. */
function classScope({ body }: t.ClassBody, scope: Scope): Scope {
  const inner = new Scope(scope);
  const own = body.find(
    (one) => one.type === 'ClassMethod' && nameOf(one.key, one.computed) === 't',
  );
  const binding = own && isFunction(own) ? { kind: 'own' as const, node: own, scope } : undefined;
  inner.bind('this', binding ?? { kind: 'other' });
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

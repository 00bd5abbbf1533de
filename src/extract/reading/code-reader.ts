import type * as t from '@babel/types';
import { bundleOf } from './bundles.js';
import { usesOfCall } from './calls.js';
import { componentsOf, attributeOf, elementName, usesOfElement } from './elements.js';
import type { Component } from './elements.js';
import { exportsOf } from './exported.js';
import type { Exported } from './exported.js';
import { usesElsewhere } from './elsewhere.js';
import { handedOnBy, harmlessList, onlyCalls } from './escapes.js';
import { madeElsewhere } from './given-names.js';
import { propsGiven } from './component-props.js';
import { elementOfCall } from './element-calls.js';
import { decoded } from './trans-text.js';
import { descriptorsOf, messageOf, usesOfMessage } from './messages.js';
import {
  childrenOf,
  isCall,
  isFunction,
  isLeaf,
  isMember,
  nameOf,
  pathOf,
  unwrap,
} from './nodes.js';
import type { Call, Node } from './nodes.js';
import { Scope } from './scope.js';
import type { Given } from './scope.js';
import { declaring, innerScope } from './inner-scope.js';
import { loopOf } from './loops.js';
import { behind, inBranch } from './narrowing.js';
import { isConfigured } from './translator-names.js';
import { translatorOf } from './translators.js';
import { prefixOf } from './translator.js';
import type { Translator, TranslatorContext } from './translator.js';
import type { ReadSettings, Use } from './use.js';
import { ownFunction, scopeOfCall } from './own-functions.js';
import { textOf } from './texts.js';
import { componentOptions, declareOptions } from './vue-options.js';
import { callsDependingOn } from './wrappers.js';

/** Finds the keys that one file uses. Names declared in one piece are known in the next ones. */
export class CodeReader {
  readonly uses: Use[] = [];
  /** Translators that other files may import from this one. */
  readonly exported: Exported[] = [];
  readonly components: readonly Component[];
  /** Top-level declarations of the pieces. */
  readonly #top = new Scope();
  /** What a component's options declare for its template. */
  readonly #options = new Scope(this.#top);
  /** Additions of templates: loop variables, each valid until the next one with its name. */
  readonly #template = new Scope(this.#options);
  readonly #settings: ReadSettings;
  readonly #context: TranslatorContext;
  /** For functions of the file: their calls that depend on parameters. */
  readonly #callsInside = new Map<Node, readonly Call[]>();

  /** Ids of messages that are arguments of calls. */
  readonly #messages = new Set<Node>();
  /** Nodes that hand nothing on: lists of dependencies, attributes of the library's components. */
  readonly #harmless = new Set<Node>();

  /** @param handed what `t` means if the code does not say */
  constructor(code: string, settings: ReadSettings, handed: Translator) {
    const { functions, keySeparator } = settings;
    this.#settings = settings;
    this.components = componentsOf(settings.components);
    const given = new Map<Node, Translator>();
    this.#context = { code, functions, keySeparator, handed, given, wrappers: new Map() };
  }

  readModule({ program }: t.File): void {
    this.#top.declare(program.body);
    const options = componentOptions(program);
    if (options !== undefined) {
      declareOptions(options, this.#options, this.#top);
      this.#top.bind('this', { kind: 'component', names: this.#options });
    }
    for (const statement of program.body) this.#walk(statement, this.#top);
    this.exported.push(...exportsOf(program, this.#top, this.#context));
  }

  /** Reads a separate script of a page, as in Astro templates: it shares no names with the rest. */
  readApart({ program }: t.File): void {
    const scope = declaring(program.body, new Scope());
    for (const statement of program.body) this.#walk(statement, scope);
  }

  /** @param expression in a template, which sees the declarations of scripts */
  readExpression(expression: Node): void {
    this.#readHandedOn([expression], this.#template);
    this.#walk(expression, this.#template);
  }

  /** Reads statements of a template: `@click="a(); b()"`. */
  readStatements({ program }: t.File): void {
    const scope = declaring(program.body, this.#template);
    for (const statement of program.body) this.#walk(statement, scope);
  }

  /** Reads a loop of a template: `v-for="x in list"`, `{#each list as x}`. */
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

  /** The text of an expression, for an attribute with a key. */
  textOf(expression: Node): string | undefined {
    return textOf(expression, this.#top);
  }

  get scope(): Scope {
    return this.#top;
  }

  #walk(node: Node, scope: Scope, given?: Given): void {
    if (isLeaf(node)) return;
    const inner = innerScope(node, scope, given);
    if (isCall(node) || node.type === 'NewExpression') this.#readCall(node, scope);
    else if (node.type === 'ObjectExpression') this.#readMessage(node, scope);
    else if (node.type === 'JSXElement') this.#readElement(node, scope);
    else if (node.type === 'TaggedTemplateExpression') this.#readTemplate(node, scope);
    if (!this.#harmless.has(node)) this.#readHandedOn(handedOnBy(node), scope, node);
    if (node.type === 'AssignmentExpression' && node.operator === '=') {
      const { left, right } = node;
      if (left.type === 'Identifier') scope.assign(left.name, { node: right, scope });
    }
    const isHolder = node.type === 'JSXExpressionContainer';
    const around = isHolder ? given : (loopOf(node) ?? propsGiven(node));
    let names = inner;
    for (const [at, child] of childrenOf(node).entries()) {
      const isGiven = isFunction(child) || child.type === 'JSXExpressionContainer';
      this.#walk(child, inBranch(node, child, names), isGiven ? around : undefined);
      if (node.type === 'BlockStatement') names = behind(child, node.body.slice(at + 1), names);
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
    const list = harmlessList(call);
    if (list !== undefined) this.#harmless.add(list);
    const bundle = bundleOf(call, scope);
    if (bundle !== undefined) {
      this.uses.push(bundle);
      return;
    }
    const element = elementOfCall(call, scope);
    if (element !== undefined) this.#readElement(element, scope);
    const applied = appliedCall(call);
    if (applied !== undefined && translatorOf(applied.callee, scope, this.#context)) {
      this.#readCall(applied, scope);
      return;
    }
    const messages = descriptorsOf(call, scope);
    if (messages !== undefined) {
      const line = call.loc?.start.line ?? 0;
      for (const { id } of messages) if (id) this.#messages.add(id);
      this.uses.push(
        ...messages.flatMap((one) => usesOfMessage(one, scope, one.id?.loc?.start.line ?? line)),
      );
      return;
    }
    const translator = translatorOf(call.callee, scope, this.#context);
    if (translator === undefined) this.#readInside(call, scope);
    else this.uses.push(...usesOfCall(call, translator, { scope, keySeparator }));
  }

  /** A translator that leaves its place may use any key of its namespace, or with its prefix. */
  #readHandedOn(values: readonly Node[], scope: Scope, by?: Node): void {
    if (values.length === 0) return;
    const call = by !== undefined && isCall(by) ? by : undefined;
    // It gives a translator itself: `t.bind(null)`, `useCallback(t, [])`.
    if (call && translatorOf(call, scope, this.#context) !== undefined) return;
    for (const value of values) {
      const translator = isFunction(value) ? undefined : translatorOf(value, scope, this.#context);
      const { namespaces = [], prefix = [] } = translator ?? {};
      if (translator === undefined || translator.local === true) continue;
      // A key without both is quoted as a whole, wherever it is used.
      if (namespaces.length === 0 && prefix.join('') === '') continue;
      if (call !== undefined && this.#follow(call, value, scope)) continue;
      const line = value.loc?.start.line ?? 0;
      const { library, namespaceFrom, from } = translator;
      for (const namespace of namespaces.length === 0 ? [undefined] : namespaces) {
        this.uses.push({
          ...{ key: ['', ''], library, line, asks: true, ...prefixOf(translator) },
          ...(namespace === undefined ? {} : { namespace }),
          ...(namespaceFrom === undefined ? {} : { namespaceFrom }),
          ...(from === undefined ? {} : { from }),
        });
      }
    }
  }

  /** Reads a function of this file that only calls the translator that it is given. */
  #follow(call: Call, value: Node, scope: Scope): boolean {
    const own = ownFunction(call.callee, scope);
    const parameter = own?.fn.params[call.arguments.findIndex((one) => unwrap(one) === value)];
    if (own === undefined || parameter?.type !== 'Identifier') return false;
    if (!onlyCalls(own.fn.body, parameter.name)) return false;
    this.#walk(own.fn.body, scopeOfCall(own, call.arguments, scope));
    return true;
  }

  #readMessage(object: t.ObjectExpression, scope: Scope): void {
    const message = messageOf(object);
    if (message?.id === undefined || this.#messages.has(message.id)) return;
    const uses = usesOfMessage(message, scope, object.loc?.start.line ?? 0);
    this.uses.push(...uses.map((use) => ({ ...use, only: 'message' as const })));
  }

  /**
   * ``const label = (name) => t(`cart.${name}.label`)``: reads the key that `label('total')` uses.
   */
  #readInside(call: t.CallExpression | t.OptionalCallExpression, scope: Scope): void {
    const own = ownFunction(call.callee, scope);
    if (own === undefined) {
      const made = madeElsewhere(call, scope);
      const line = call.loc?.start.line ?? 0;
      if (made !== undefined) this.uses.push({ ...made, library: 'any', line });
      this.uses.push(...usesElsewhere(call, scope).map((use) => ({ ...use, line })));
      return;
    }
    const calls = this.#callsInside.get(own.fn) ?? callsDependingOn(own.fn);
    this.#callsInside.set(own.fn, calls);
    const inner = calls.length === 0 ? undefined : scopeOfCall(own, call.arguments, scope);
    if (inner === undefined) return;
    const before = this.uses.length;
    for (const one of calls) this.#readCall(one, inner);
    const line = call.loc?.start.line ?? 0;
    this.uses.push(...this.uses.splice(before).map((use) => ({ ...use, line })));
  }

  #readElement(element: t.JSXElement, scope: Scope): void {
    const { keySeparator } = this.#settings;
    const name = elementName(element.openingElement.name);
    if (name === 'Translation') this.#giveTranslator(element, scope);
    const { components } = this;
    const of = (node: Node): Translator | undefined => translatorOf(node, scope, this.#context);
    const context = { scope, components, keySeparator, translatorOf: of };
    const uses = usesOfElement(element, context);
    this.uses.push(...uses);
    if (uses.length === 0) return;
    for (const one of element.openingElement.attributes) {
      if (one.type === 'JSXAttribute' && one.value) this.#harmless.add(one.value);
    }
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
    const { library, namespaces, from, maybe } = translator;
    const namespace = namespaces?.[0];
    this.uses.push({
      key: [decoded(text)],
      library,
      line: tag.loc?.start.line ?? 0,
      ...prefixOf(translator),
      ...(namespace === undefined ? {} : { namespace }),
      ...(from === undefined ? {} : { from }),
      ...(maybe === undefined ? {} : { maybe }),
    });
  }
}

/** `t('a')` for `t.call(this, 'a')` and `t.apply(this, ['a'])` */
function appliedCall(call: Call): Call | undefined {
  const callee = unwrap(call.callee);
  const name = isMember(callee) ? nameOf(callee.property, callee.computed) : undefined;
  if (!isMember(callee) || (name !== 'call' && name !== 'apply')) return undefined;
  const [, ...given] = call.arguments;
  const [list] = given;
  const elements =
    list?.type === 'ArrayExpression' ? list.elements.filter((one) => one !== null) : [];
  return {
    ...call,
    callee: callee.object,
    arguments: name === 'call' ? given : elements,
  };
}

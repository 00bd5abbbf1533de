import type * as t from '@babel/types';
import { defined } from '../../../model/index.js';
import { usesOfCall } from './calls.js';
import {
  componentsOf,
  attributeOf,
  elementName,
  usesOfElement,
  loopOf,
  elementOfCall,
} from './elements.js';
import type { Component } from './elements.js';
import { exportsOf } from './exported.js';
import type { Exported } from './exported.js';
import {
  calledWithUnknown,
  handedOnBy,
  harmlessIn,
  onlyCalls,
  passesOn,
  unnamedIn,
  wholeLibraryIn,
} from './escapes.js';
import { originOf } from './imported.js';
import { madeElsewhere } from './given-names.js';
import { descriptorsOf, messageOf, usesOfFunction, usesOfMessage } from './messages.js';
import {
  argumentOf,
  childrenOf,
  isCall,
  isFunction,
  isLeaf,
  isMember,
  nameOf,
  pathOf,
  placeOf,
  unwrap,
  propertyOf,
  returnsOf,
} from './nodes.js';
import type { Call, Node } from './nodes.js';
import { Scope, annotationOf, declaring, innerScope, typed } from './scope.js';
import type { Given, Binding, Value } from './scope.js';
import { behind, inBranch } from './narrowing.js';
import { isConfigured, namesTranslator, prefixOf } from './translator.js';
import { madeTranslator, translatorOf } from './translators.js';
import type { Translator, TranslatorContext } from './translator.js';
import { saysAnything } from './use.js';
import type { ReadSettings, Use } from './use.js';
import { ownFunction, scopeOfCall } from './values.js';
import { textOf, textsOf } from './texts.js';
import { optionOf } from './library-calls.js';
import { callsDependingOn } from './translators.js';
import { namesIn } from './containers.js';

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
  /** Ids of messages that are arguments of calls. */
  readonly #messages = new Set<Node>();
  /** Values that are not handed on, such as dependencies of a hook, and lists of such values. */
  readonly #harmless = new Set<Node>();
  /** Translators that were handed on. */
  readonly #handedOn = new Set<string>();

  /** @param handed what `t` means if the code does not say */
  constructor(code: string, settings: ReadSettings, handed: Translator) {
    const { functions, keySeparator } = settings;
    this.#settings = settings;
    this.components = componentsOf(settings.components);
    const given = new Map<Node, Translator>();
    // Keys of other components are read as calls of `$t`.
    const namesAny = settings.components.length > 0 || namesTranslator(code);
    this.#context = { code, namesAny, functions, keySeparator, handed, given, wrappers: new Map() };
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
    // A template hands on what its expressions are: `:label="t"`.
    this.#readHandedOn({ type: 'ReturnStatement', argument: expression } as Node, this.#template);
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

  #walk(node: Node, scope: Scope, given?: Given): void {
    if (isLeaf(node)) return;
    const inner = innerScope(node, scope, given);
    if (isCall(node) || node.type === 'NewExpression') this.#readCall(node, scope);
    else if (node.type === 'ObjectExpression') this.#readMessage(node, scope);
    else if (node.type === 'JSXElement') this.#readElement(node, scope);
    else if (node.type === 'TaggedTemplateExpression') this.#readTemplate(node, scope);
    for (const one of harmlessIn(node)) this.#harmless.add(one);
    const isList = node.type === 'ArrayExpression' && this.#harmless.has(node);
    if (!isList) this.#readHandedOn(node, inner);
    if (node.type === 'AssignmentExpression' && node.operator === '=') {
      const { left, right } = node;
      if (left.type === 'Identifier') scope.assign(left.name, { node: right, scope });
    }
    const around = node.type === 'JSXExpressionContainer' ? given : givenBy(node);
    const isBlock = node.type === 'BlockStatement';
    let names = inner;
    for (const child of childrenOf(node)) {
      if (isLeaf(child)) continue;
      const isGiven = isFunction(child) || child.type === 'JSXExpressionContainer';
      this.#walk(child, inBranch(node, child, names), isGiven ? around : undefined);
      if (isBlock) names = behind(child, node, names);
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
    const own = usesOfFunction(call, scope);
    if (own !== undefined) this.uses.push(...own);
    if (own !== undefined || call.arguments.length === 0) return;
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

  /** A translator that is handed on may use any key of its namespace, or with its prefix. */
  #readHandedOn(node: Node, scope: Scope): void {
    const call = isCall(node) ? node : undefined;
    const isPassed = call && passesOn(call) && translatorOf(call, scope, this.#context);
    for (const value of isPassed ? calledWithUnknown(call) : handedOnBy(node)) {
      if (this.#harmless.has(value)) continue;
      const translator = this.#translatorIn(value, scope);
      if (translator === undefined) this.#handOnImport(value, scope);
      else if (call === undefined || !this.#isFollowed(call, value, scope)) {
        const texts = call?.arguments.flatMap((one) => textOf(one, scope) ?? []) ?? [];
        this.#handOn(translator, value, texts);
      }
    }
    for (const value of call === undefined ? [] : wholeLibraryIn(call, scope)) {
      this.#handOn({ library: 'any' }, value);
    }
    const unnamed = unnamedIn(node);
    if (unnamed && translatorOf(unnamed, scope, this.#context) === undefined) {
      this.#handOnImport(unnamed, scope);
    }
  }

  /** The translator that a value is, or that it returns: `register(useCart)`. */
  #translatorIn(value: Node, scope: Scope): Translator | undefined {
    const own = translatorOf(value, scope, this.#context);
    if (own !== undefined || value.type !== 'Identifier') return own;
    const made = madeTranslator(value, scope, this.#context);
    return made?.handed === true ? undefined : made;
  }

  /** @param texts beside it, each of which may be a prefix: `labelsOf(t, 'cart')` */
  #handOn(translator: Translator, { loc }: Node, texts: readonly string[] = []): void {
    const { library, namespaces, namespaceFrom, from, given, local } = translator;
    const line = loc?.start.line ?? 0;
    const { keySeparator } = this.#settings;
    const own = prefixOf(translator);
    const use = {
      ...{ library, line, asks: true as const, handedOn: true as const },
      ...defined({ namespaceFrom, given, local }),
      ...(from && { from, maybe: true as const }),
    };
    for (const namespace of namespaces ?? [undefined]) {
      const placed = { ...use, ...defined({ namespace }) };
      this.#addHandedOn({ ...placed, key: ['', ''], ...own });
      if (own.prefix !== undefined || namespace !== undefined || from !== undefined) continue;
      for (const text of texts) {
        this.#addHandedOn({ ...placed, key: [`${text}${keySeparator || ''}`, ''] });
      }
    }
  }

  #addHandedOn(use: Use): void {
    const id = JSON.stringify({ ...use, line: 0 });
    if (!this.#handedOn.has(id)) this.uses.push(use);
    this.#handedOn.add(id);
  }

  /** A function of another file, or its result, may be a translator. */
  #handOnImport(value: Node, scope: Scope): void {
    const from = originOf(isCall(value) ? unwrap(value.callee) : value, scope);
    if (from === undefined) return;
    const given = isCall(value) ? value.arguments.map((one) => textOf(one, scope)) : [undefined];
    const texts = given.filter((one) => one !== undefined);
    const id = [from.source, from.name, isCall(value), given.length, ...texts].join('\0');
    if (this.#handedOn.has(id)) return;
    this.#handedOn.add(id);
    const line = value.loc?.start.line ?? 0;
    const use = { key: ['', ''], library: 'any', line, asks: true, handedOn: true } as const;
    if (!isCall(value)) this.uses.push({ ...use, from, maybe: true });
    const isKnown = texts.length > 0 && texts.length === given.length;
    const made = { ...from, given: true } as const;
    this.uses.push({ ...use, from: made, maybe: true, ...(isKnown && { given: texts }) });
  }

  /** Reads a function of this file that only calls the translator that it is given. */
  #isFollowed(call: Call, value: Node, scope: Scope): boolean {
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
      this.uses.push(...this.#usesElsewhere(call, scope));
      return;
    }
    const calls = callsDependingOn(own.fn);
    const inner = calls.length === 0 ? undefined : scopeOfCall(own, call.arguments, scope);
    if (inner === undefined) return;
    const before = this.uses.length;
    for (const one of calls) this.#readCall(one, inner);
    const line = call.loc?.start.line ?? 0;
    this.uses.push(
      ...this.uses.splice(before).map((use) => {
        return { ...use, values: undefined, line, ...placeOf(call.arguments[0] ?? call, use.key) };
      }),
    );
  }

  /**
   * Keys passed to a function of another file, if that file says that it takes keys: `label('title')`.
   * What is passed to a parameter is a key if it is assembled, or has options of i18next.
   */
  #usesElsewhere(call: Call, scope: Scope): readonly Use[] {
    const callee = unwrap(call.callee);
    const [first, second] = [argumentOf(call), argumentOf(call, 1)];
    if (first === undefined) return [];
    const { keySeparator } = this.#settings;
    const from = originOf(callee, scope);
    const isGiven = callee.type === 'Identifier' && scope.find(callee.name)?.kind === 'parameter';
    if (from === undefined && !isGiven) return [];
    const texts = textsOf(first, scope);
    const line = call.loc?.start.line ?? 0;
    if (from !== undefined) {
      const keys = texts.filter((parts) => parts.length === 1 && parts[0] !== '');
      if (keys.length < texts.length) this.#handOnImport(callee, scope);
      return keys.map((key) => {
        return { key, library: 'any', from, maybe: true, line, ...placeOf(first, key) };
      });
    }
    const hasOptions = ['ns', 'keyPrefix'].some((name) => optionOf(second, name, scope));
    const isAssembled = texts.some((parts) => parts.length > 1 && saysAnything(parts));
    if (!hasOptions && !isAssembled) return [];
    const uses = usesOfCall(call, { library: 'any' }, { scope, keySeparator });
    return uses.map((use) => ({ ...use, asks: true }));
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
    // `<Trans t={t} i18nKey="title" />`
    const own = attributeOf(element, 't');
    if (own !== undefined) this.#harmless.add(unwrap(own));
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

  /** `` t`key` ``, as `t('key')` */
  #readTemplate(node: t.TaggedTemplateExpression, scope: Scope): void {
    const { tag, quasi } = node;
    const isText = quasi.expressions.length === 0;
    const translator = isText ? translatorOf(tag, scope, this.#context) : undefined;
    if (translator === undefined) return;
    const call = { ...node, type: 'CallExpression', callee: tag, arguments: [quasi] };
    const { keySeparator } = this.#settings;
    this.uses.push(...usesOfCall(call as unknown as Call, translator, { scope, keySeparator }));
  }
}

/**
 * The options of a Vue component: `export default { … }`, also as an argument of `defineComponent`.
 */
function componentOptions({ body }: t.Program): t.ObjectExpression | undefined {
  const found = body.find((one) => one.type === 'ExportDefaultDeclaration');
  const node = found?.type === 'ExportDefaultDeclaration' ? unwrap(found.declaration) : undefined;
  const options = node && isCall(node) ? argumentOf(node) : node;
  return options?.type === 'ObjectExpression' ? options : undefined;
}

/**
 * Binds the declarations of a component's options, for its template and for `this` in its
 * functions.
 * @param around the scope of the module
 */
function declareOptions(options: t.ObjectExpression, scope: Scope, around: Scope): void {
  const { data, props, computed, methods, setup } = Object.fromEntries(
    namesIn(options).map((name) => [name, propertyOf(options, name)]),
  );
  for (const given of resultsOf(data, around)) {
    each(given.node, (name, node) => scope.bind(name, changeable([{ ...given, node }])));
  }
  each(props, (name, node) => {
    const isObject = node.type === 'ObjectExpression';
    const value = isObject ? propertyOf(node, 'default') : undefined;
    const set = value && !isFunction(value) ? [{ node: value, scope: around }] : [];
    const type = propType(isObject ? propertyOf(node, 'type') : node);
    if (type === undefined) scope.bind(name, changeable(set));
    else scope.bind(name, { ...typed(type, around), set });
  });
  each(computed, (name, node) => {
    const getter = node.type === 'ObjectExpression' ? propertyOf(node, 'get') : node;
    scope.bind(name, changeable(resultsOf(getter, around)));
  });
  each(methods, (name, node) => {
    const fn = unwrap(node);
    if (isFunction(fn)) scope.bind(name, { kind: 'function', node: fn, scope: around });
  });
  for (const given of resultsOf(setup, around)) {
    each(given.node, (name, init) =>
      scope.bind(name, { kind: 'value', init, path: [], scope: given.scope }),
    );
  }
}

function each(object: Node | undefined, take: (name: string, node: Node) => void): void {
  if (object?.type !== 'ObjectExpression') return;
  for (const name of namesIn(object)) {
    const node = propertyOf(object, name);
    if (node !== undefined) take(name, node);
  }
}

/** `'a' | 'b'` in `String as PropType<'a' | 'b'>` */
function propType(node: Node | undefined): Node | undefined {
  const type = node?.type === 'TSAsExpression' ? node.typeAnnotation : undefined;
  const isNamed = type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier';
  return isNamed && type.typeParameters ? type.typeParameters.params[0] : undefined;
}

/** The values that a function returns, or the node itself. */
function resultsOf(value: Node | undefined, around: Scope): readonly Value[] {
  if (value === undefined) return [];
  const node = unwrap(value);
  if (!isFunction(node)) return [{ node, scope: around }];
  const scope = scopeOfCall({ fn: node, scope: around }, [], around);
  return returnsOf(node.body).map((one) => ({ node: unwrap(one), scope }));
}

/** The binding of an initial value that may change. */
function changeable(set: readonly Value[]): Binding {
  return { kind: 'unset', set: [...set], isOpen: true };
}

/**
 * A whole catalog passed on in code: `i18n.getResourceBundle('en', 'shop')`, and vue-i18n's
 * `i18n.global.getLocaleMessage('en')`, which has no namespaces.
 */
function bundleOf(call: Call, scope: Scope): Use | undefined {
  const callee = unwrap(call.callee);
  const name = isMember(callee) ? nameOf(callee.property, callee.computed) : pathOf(callee)?.[0];
  const isOfVue = name === 'getLocaleMessage';
  if (!isOfVue && name !== 'getResourceBundle') return undefined;
  const namespace = (isOfVue ? undefined : textOf(argumentOf(call, 1), scope)) ?? null;
  const line = call.loc?.start.line ?? 0;
  return { key: ['', ''], library: isOfVue ? 'plain' : 'i18next', bundle: { namespace }, line };
}

/** What a node says of the parameters of functions in it. */
function givenBy(node: Node): Given | undefined {
  const loop = loopOf(node);
  const type = loop === undefined ? propsTypeOf(node) : undefined;
  return loop ?? (type && { type, at: 0 });
}

const COMPONENT = /^(?:V?FC|V?FunctionComponent|Component|ParentComponent)$/;

/** The type of a component's props if its parameter does not declare it: `const C: FC<P> = …`. */
function propsTypeOf(node: Node): Node | undefined {
  if (node.type === 'VariableDeclarator') {
    const type = annotationOf(node.id);
    if (type?.type !== 'TSTypeReference') return undefined;
    const { typeName, typeParameters } = type;
    const name = typeName.type === 'TSQualifiedName' ? typeName.right : typeName;
    return COMPONENT.test(name.name) ? typeParameters?.params[0] : undefined;
  }
  if (node.type !== 'CallExpression') return undefined;
  const name = pathOf(node.callee)?.at(-1);
  const types = node.typeParameters?.type === 'TSTypeParameterInstantiation' && node.typeParameters;
  if (!types) return undefined;
  // `forwardRef<HTMLElement, P>(…)`
  return name === 'forwardRef' ? types.params[1] : name === 'memo' ? types.params[0] : undefined;
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

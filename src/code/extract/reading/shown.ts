import type * as t from '@babel/types';
import { defined } from '../../../model/index.js';
import { componentsOf, elementName } from './elements.js';
import type { Component } from './elements.js';
import { readMarkup } from './markup.js';
import type { Element, MarkupSyntax, Part } from './markup.js';
import { FORMAT } from './messages.js';
import { childrenOf, isCall, isLeaf, pathOf, unwrap, writtenText } from './nodes.js';
import type { Node } from './nodes.js';
import { declaring, innerScope, Scope } from './scope.js';
import { astroExpression } from './astro.js';
import { blank, placesIn } from './ends.js';
import { ASTRO, isCode, languageOf, SVELTE, VUE } from './file-reader.js';
import { CodeError, parseExpression, parseModule } from './syntax.js';
import type { Language, Start } from './syntax.js';
import { decoded } from './trans-text.js';
import { BARE } from './translator.js';

/** A text that people see and that no function looks up, and what a call would replace. */
export interface ShownText extends Range {
  /** Texts and values, in their order. */
  readonly parts: readonly TextPart[];
  /** Offset of the first letter. */
  readonly at: number;
  readonly place: 'content' | 'attribute' | 'expression';
  /** The attribute that shows it. */
  readonly attribute?: string;
  /** The names known there; undefined: neither they nor the exact place are. */
  readonly scope: Scope | undefined;
  /** Present if it is a part of a sentence. */
  readonly isPart?: true;
}

/** A text, a value with its name and code, or something that has no name. */
export type TextPart =
  | string
  | { readonly name: string; readonly code: string }
  | { readonly tag: string; readonly inner: readonly TextPart[] }
  | null;

/** Offsets in the file. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** A piece of content, from JSX or from markup. */
type Piece = Range &
  (
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'value'; readonly node: Node | undefined }
    | ElementPiece
    /** Nothing that is shown, such as `{#if}`: texts around it are no sentence. */
    | { readonly kind: 'break' }
  );

interface ElementPiece {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: readonly GivenAttribute[];
  readonly children: readonly Piece[];
}

interface GivenAttribute extends Range {
  readonly name: string;
  readonly text?: string | undefined;
  readonly node?: Node | undefined;
  /** Texts and values in quotes: `title="Hi {name}"`. */
  readonly pieces?: readonly Piece[];
  /** The start of its value, without quotes. */
  readonly at: number;
}

/** Elements inside a sentence. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|br|cite|code|em|i|kbd|mark|q|s|small|span|strong|sub|sup|u|var|wbr|del|ins|Link|NuxtLink|router-link|RouterLink)$/;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|param|!doctype)$/i;
/** Elements whose content is code, a sign or not shown. */
const QUIET = /^(?:script|style|code|pre|kbd|samp|var|tt|noscript|math|svg:style)$|icons?$/i;
/** Components that look up their content. */
const LOOKED_UP =
  /^(?:Trans|Translate|Translation|T|FormattedMessage|FormattedHTMLMessage|Localized|Plural|Select|i18n|i18n-t|I18nT|i18n-n|LocalizedString)$/;
/** Attributes that say that something looks up the content of their element. */
const LOOKS_UP =
  /^(?:v-t|v-html|v-text|t|i18n|i18nKey|data-i18n.*|data-l10n-id|\[?(?:translate|transloco|jhiTranslate|innerHTML|innerText|textContent)\]?|th:text|set:html|set:text)$/;
const ICON_CLASS = /\b(?:notranslate|material-icons[\w-]*|material-symbols[\w-]*)\b/;
/** Attributes that are shown or read out. */
const SHOWN =
  /^(?:alt|title|placeholder|aria-(?:label|description|placeholder|roledescription|valuetext))$/;
/** Their names in JSX components. */
const ARIA = /^aria([A-Z]\w+)$/;
/** Elements of HTML whose `label` is shown; components show theirs. */
const LABELLED = /^(?:option|optgroup|track)$/;
const BUTTON = /^(?:button|submit|reset)$/;

/** Collects the shown texts of one file. */
export class ShownTexts {
  readonly found: ShownText[] = [];
  readonly #code: string;
  readonly #attributes: ReadonlySet<string>;
  readonly #components: readonly Component[];

  constructor(code: string, { attributes, components }: ShownSettings) {
    this.#code = code;
    this.#attributes = new Set(attributes);
    this.#components = componentsOf(components);
  }

  /** The texts in the JSX of a module. */
  readModule({ program }: t.File): void {
    const scope = declaring(program.body, new Scope());
    for (const statement of program.body) this.readNode(statement, scope);
  }

  /** The texts in the JSX of a node. */
  readNode(node: Node, scope: Scope | undefined): void {
    if (isLeaf(node)) return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const piece = this.#pieceOf(node);
      if (piece !== undefined) this.readPieces([piece], scope);
      return;
    }
    const inner = scope && innerScope(node, scope, undefined);
    for (const child of childrenOf(node)) this.readNode(child, inner);
  }

  #pieceOf(node: t.JSXElement['children'][number]): Piece | undefined {
    const [from, to] = [node.start ?? 0, node.end ?? 0];
    switch (node.type) {
      case 'JSXText':
        return { kind: 'text', text: node.value, from, to };
      case 'JSXExpressionContainer':
        if (node.expression.type === 'JSXEmptyExpression') return undefined;
        return { kind: 'value', node: unwrap(node.expression), from, to };
      case 'JSXSpreadChild':
        return { kind: 'value', node: undefined, from, to };
      case 'JSXFragment':
      case 'JSXElement': {
        const children = node.children.flatMap((one) => this.#pieceOf(one) ?? []);
        const opening = node.type === 'JSXElement' ? node.openingElement : undefined;
        const name = opening === undefined ? '' : elementName(opening.name);
        const attributes = opening?.attributes.map((one) => jsxAttribute(one)) ?? [];
        return { kind: 'element', name, attributes, children, from, to };
      }
    }
  }

  /** @param scope undefined: the names there are not known */
  readPieces(pieces: readonly Piece[], scope: Scope | undefined): void {
    let run: Piece[] = [];
    const end = (): void => {
      this.#readRun(run, scope);
      run = [];
    };
    const hasWords = (at: number): boolean => {
      // The sentence around an inline element: up to the next block.
      const isInline = (one: Piece): boolean =>
        one.kind === 'text' ||
        one.kind === 'value' ||
        (one.kind === 'element' && INLINE.test(one.name));
      let [first, last] = [at, at];
      while (first > 0 && isInline(pieces[first - 1] as Piece)) first -= 1;
      while (last < pieces.length - 1 && isInline(pieces[last + 1] as Piece)) last += 1;
      return pieces
        .slice(first, last + 1)
        .some((one) => one.kind === 'text' && /\p{L}{2}/u.test(one.text));
    };
    for (const [at, piece] of pieces.entries()) {
      if (piece.kind === 'text' || piece.kind === 'value') run.push(piece);
      else if (piece.kind === 'element' && INLINE.test(piece.name) && hasWords(at)) {
        run.push(piece);
        this.#readAttributes(piece, scope);
      } else {
        end();
        if (piece.kind === 'element') this.#readElement(piece, scope);
      }
    }
    end();
  }

  #readElement(element: ElementPiece, scope: Scope | undefined): void {
    const { name, attributes } = element;
    const isLookedUp =
      LOOKED_UP.test(name) ||
      this.#components.some((one) => one.name === name) ||
      attributes.some((one) => LOOKS_UP.test(one.name)) ||
      element.children.some((one) => one.kind === 'text' && ICU.test(one.text));
    const isQuiet =
      QUIET.test(name) ||
      attributes.some(
        (one) =>
          (one.name === 'translate' && one.text === 'no') ||
          (/^class(?:Name)?$/.test(one.name) && ICON_CLASS.test(one.text ?? '')),
      );
    this.#readAttributes(element, scope);
    if (!isQuiet && !isLookedUp && !isOwnValue(element)) this.readPieces(element.children, scope);
  }

  #readAttributes({ name: element, attributes }: ElementPiece, scope: Scope | undefined): void {
    const isComponent = /^[A-Z]|-/.test(element);
    const type = attributes.find(({ name }) => name === 'type')?.text ?? '';
    const isMarked = (name: string): boolean =>
      attributes.some((one) => one.name === `i18n-${name}` || one.name.startsWith('data-i18n'));
    for (const { name, text, node, pieces, from, to, at } of attributes) {
      const plain = name.replace(ARIA, (_, rest: string) => `aria-${rest.toLowerCase()}`);
      const isShown =
        SHOWN.test(plain) ||
        this.#attributes.has(name) ||
        (name === 'label' && (isComponent || LABELLED.test(element))) ||
        (name === 'value' && element === 'input' && BUTTON.test(type));
      if (!isShown || isMarked(name) || LOOKED_UP.test(element)) {
        if (node !== undefined) this.readNode(node, scope);
      } else if (text !== undefined) {
        if (plain === 'alt' && isNamedAlike(text, attributes)) continue;
        this.#add({
          ...{ parts: pieces ? this.#partsOf(pieces) : [text], from, to, at: at + leading(text) },
          ...{ place: 'attribute', attribute: name, scope },
        });
      } else if (node !== undefined) this.#readShown(node, scope, name);
    }
  }

  /** A sentence: texts, values and elements side by side. */
  #readRun(pieces: readonly Piece[], scope: Scope | undefined): void {
    const first = pieces.findIndex((one) => one.kind !== 'text' || one.text.trim() !== '');
    const last = pieces.findLastIndex((one) => one.kind !== 'text' || one.text.trim() !== '');
    const run = pieces.slice(first, last + 1);
    const [head, end] = [run[0], run.at(-1)];
    if (first === -1 || head === undefined || end === undefined) return;
    const letters = run.find((one) => one.kind === 'text' && /\p{L}/u.test(one.text));
    if (letters !== undefined) {
      const from = head.from + (head.kind === 'text' ? leading(this.#codeOf(head)) : 0);
      const to = end.kind === 'text' ? end.from + this.#codeOf(end).trimEnd().length : end.to;
      const at = letters.from + Math.max(0, this.#codeOf(letters).search(/\p{L}|\p{N}/u));
      this.#add({ parts: this.#partsOf(run), from, to, at, place: 'content', scope });
      const elements = run.filter((one) => one.kind === 'element');
      for (const value of elements.flatMap(valuesIn)) this.readNode(value, scope);
    }
    const before = this.found.length;
    for (const one of run) {
      if (one.kind === 'value' && one.node) this.#readShown(one.node, scope);
      else if (one.kind === 'element' && letters === undefined) this.#readElement(one, scope);
    }
    if (letters === undefined) return;
    const inner = this.found.splice(before);
    this.found.push(...inner.map((one) => ({ ...one, isPart: true as const })));
  }

  /** The texts that an expression may show: `isOpen ? 'Close' : 'Open'`. */
  #readShown(node: Node, scope: Scope | undefined, attribute?: string): void {
    const inner = unwrap(node);
    if (inner.type === 'ConditionalExpression') {
      this.readNode(inner.test, scope);
      this.#readShown(inner.consequent, scope, attribute);
      this.#readShown(inner.alternate, scope, attribute);
    } else if (inner.type === 'LogicalExpression') {
      this.readNode(inner.left, scope);
      if (!isLookedUp(inner)) this.#readShown(inner.right, scope, attribute);
    } else if (inner.type === 'StringLiteral' || inner.type === 'TemplateLiteral') {
      const [from, to] = [inner.start ?? 0, inner.end ?? 0];
      const parts =
        inner.type === 'StringLiteral'
          ? [inner.value]
          : inner.quasis.flatMap((one, at): readonly TextPart[] => {
              const value = inner.expressions[at];
              const text = one.value.cooked ?? '';
              return value === undefined ? [text] : [text, this.#valueOf(value)];
            });
      const place = 'expression';
      this.#add({ parts, from, to, at: from + 1, place, scope, ...defined({ attribute }) });
    } else this.readNode(inner, scope);
  }

  #partsOf(run: readonly Piece[]): readonly TextPart[] {
    return run.flatMap((one): readonly TextPart[] => {
      if (one.kind === 'text') return [one.text];
      if (one.kind === 'element') return [{ tag: one.name, inner: this.#partsOf(one.children) }];
      if (one.kind === 'break' || one.node === undefined) return [null];
      const text = writtenText(one.node);
      return [text ?? this.#valueOf(one.node)];
    });
  }

  /** A value that can be given a name: `name`, `user.name`. */
  #valueOf(node: Node): TextPart {
    const path = pathOf(node);
    const name = path?.at(-1);
    if (name === undefined || name === 'this' || !/^[A-Za-z_]\w*$/.test(name)) return null;
    return { name, code: this.#code.slice(node.start ?? 0, node.end ?? 0) };
  }

  #codeOf({ from, to }: Range): string {
    return this.#code.slice(from, to);
  }

  #add(text: ShownText): void {
    const own = text.parts.filter((one) => typeof one === 'string').join(' ');
    if (/\p{L}/u.test(own)) this.found.push(text);
  }
}

/** What is looked for. */
export interface ShownSettings {
  /** Additional attributes that are shown. */
  readonly attributes: readonly string[];
  /** Components that look up their content. */
  readonly components: readonly string[];
}

/** `t('key') || 'Text'`: the text is in the catalog. */
function isLookedUp({ operator, left }: t.LogicalExpression): boolean {
  const node = unwrap(left);
  const name = isCall(node) ? pathOf(node.callee)?.at(-1) : undefined;
  return operator !== '&&' && name !== undefined && (BARE.test(name) || FORMAT.test(name));
}

/** `<option value="flat">flat</option>`: a name of code that people can choose. */
function isOwnValue({ name, attributes, children }: ElementPiece): boolean {
  const [text, ...more] = children;
  if (name !== 'option' || text?.kind !== 'text' || more.length > 0) return false;
  const value = attributes.find((one) => one.name === 'value');
  const own = text.text.trim();
  return value === undefined ? /^[\p{Ll}\d_-]+$/u.test(own) : value.text === own;
}

/** `<img src="/logos/google-docs.png" alt="Google Docs">`: the name of what is pictured. */
function isNamedAlike(text: string, attributes: readonly GivenAttribute[]): boolean {
  const file = attributes.find(({ name }) => name === 'src')?.text ?? '';
  const [, name = ''] = /([^/]+)\.\w+$/.exec(file) ?? [];
  const letters = (one: string): string => one.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
  return /^\p{Lu}/u.test(text) && letters(text) === letters(name);
}

function leading(text: string): number {
  return text.length - text.trimStart().length;
}

function valuesIn(piece: Piece): readonly Node[] {
  if (piece.kind === 'value') return piece.node ? [piece.node] : [];
  return piece.kind === 'element' ? piece.children.flatMap(valuesIn) : [];
}

function jsxAttribute(one: t.JSXAttribute | t.JSXSpreadAttribute): GivenAttribute {
  const [from, to] = [one.start ?? 0, one.end ?? 0];
  if (one.type === 'JSXSpreadAttribute')
    return { name: '...', node: one.argument, from, to, at: from };
  const name = one.name.type === 'JSXIdentifier' ? one.name.name : one.name.name.name;
  const { value } = one;
  const at = (value?.start ?? from) + 1;
  if (value?.type === 'StringLiteral') return { name, text: value.value, from, to, at };
  if (value?.type !== 'JSXExpressionContainer')
    return { name, node: value ?? undefined, from, to, at };
  const node = unwrap(value.expression);
  return { name, node: node.type === 'JSXEmptyExpression' ? undefined : node, from, to, at };
}

/** A part of a template, and the code in it. */
interface TemplateSyntax {
  readonly markup: MarkupSyntax;
  readonly kind: 'vue' | 'svelte' | 'astro' | 'html';
  readonly language: Language;
  readonly startOf: (at: number) => Start;
  /** Collects expressions that are parsed in other words, so that places in them are too large. */
  readonly rewritten?: Node[];
}

interface Open {
  readonly element: Element;
  readonly from: number;
  readonly children: Piece[];
}

/** The content of a template as a tree. Texts outside of Vue's `<template>` are none. */
export function piecesOf(code: string, from: number, syntax: TemplateSyntax): readonly Piece[] {
  const top: Piece[] = [];
  const open: Open[] = [];
  const add = (piece: Piece): void => void (open.at(-1)?.children ?? top).push(piece);
  const close = (to: number): void => {
    const last = open.pop();
    if (last === undefined) return;
    const { element, from: start, children } = last;
    const attributes = element.attributes.map((one) => markupAttribute(code, one, syntax));
    add({ kind: 'element', name: element.name, attributes, children, from: start, to });
  };
  const take = (part: Part): void => {
    const { from: start, to } = part;
    switch (part.kind) {
      case 'open':
        open.push({ element: part.element, from: start, children: [] });
        if (part.isClosed || VOID.test(part.element.name)) close(to);
        break;
      case 'close': {
        const at = open.findLastIndex(({ element }) => element.name === part.name);
        while (at !== -1 && open.length > at) close(to);
        break;
      }
      case 'code':
        add(codePiece(code, { from: start, to }, syntax));
        break;
      case 'text':
        for (const piece of textPieces(code, { from: start, to }, syntax)) add(piece);
    }
  };
  readMarkup(code, syntax.markup, from, take);
  while (open.length > 0) close(code.length);
  if (syntax.kind !== 'vue') return top;
  return top.flatMap((one) =>
    one.kind === 'element' && one.name === 'template' && !isPug(one) ? one.children : [],
  );
}

function isPug({ attributes }: ElementPiece): boolean {
  return attributes.some(({ name, text = 'html' }) => name === 'lang' && text !== 'html');
}

/** Control flow of Angular: `@if (x) {`, `} @else {`, `}`. */
const FLOW =
  /@let\b[^;]*;|@(?:if|else|for|empty|switch|case|default|defer|loading|placeholder|error)\b[^{}]*\{|\}/g;
/** `{count, plural, …}`, which Angular itself translates. */
const ICU = /\{[^{}]*,\s*(?:plural|select)\b/;

function textPieces(code: string, { from, to }: Range, { kind }: TemplateSyntax): readonly Piece[] {
  const text = code.slice(from, to);
  if (kind !== 'html' || !/@\w+[^]*\{|\}/.test(text))
    return [{ kind: 'text', text: decoded(text), from, to }];
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: flow, index } of [...text.matchAll(FLOW), { 0: '', index: text.length }]) {
    const own = text.slice(at, index);
    if (own !== '')
      pieces.push({ kind: 'text', text: decoded(own), from: from + at, to: from + index });
    if (flow !== '')
      pieces.push({ kind: 'break', from: from + index, to: from + index + flow.length });
    at = index + flow.length;
  }
  return pieces;
}

function codePiece(code: string, { from, to }: Range, syntax: TemplateSyntax): Piece {
  const width = syntax.markup.mustaches ? 2 : 1;
  const written = code.slice(from + width, to - width);
  if (syntax.kind === 'svelte' && /^\s*[#:@/]/.test(written)) return { kind: 'break', from, to };
  return { kind: 'value', node: expressionAt(written, from + width, syntax), from, to };
}

/** Undefined: it cannot be parsed, which the extraction reports. */
function expressionAt(written: string, at: number, syntax: TemplateSyntax): Node | undefined {
  if (written.trim() === '') return undefined;
  // Pipes and filters are no operators.
  if (syntax.kind === 'html' && /[^|]\|[^|]/.test(written)) return undefined;
  const language = syntax.language === 'js' ? 'js' : 'tsx';
  try {
    const own = syntax.kind === 'astro' ? astroExpression(written) : written;
    const node = unwrap(parseExpression(own, language, syntax.startOf(at)));
    if (own !== written) syntax.rewritten?.push(node);
    return node;
  } catch (error) {
    if (error instanceof CodeError) return undefined;
    throw error;
  }
}

function markupAttribute(
  code: string,
  { name, value, at, isCode }: Element['attributes'][number],
  syntax: TemplateSyntax,
): GivenAttribute {
  const isQuoted = /["']/.test(code[at - 1] ?? '');
  const to = at + value.length + (isQuoted || isCode === true ? 1 : 0);
  const from = code.lastIndexOf(name, at - 1);
  const bound = /^(?::|v-bind:)(.+)$|^\[(?:attr\.)?([\w-]+)\]$/.exec(name);
  if (isCode === true) return { name, node: expressionAt(value, at, syntax), from, to, at };
  if (bound !== null && syntax.markup.mustaches) {
    const own = bound[1] ?? bound[2] ?? name;
    return { name: own, node: expressionAt(decoded(value), at, syntax), from, to, at };
  }
  if (value.includes('{') && /svelte|html/.test(syntax.kind)) {
    const pieces: Piece[] = [];
    let end = 0;
    const values = value.matchAll(/\{\{?[^}]*\}?\}/g);
    for (const { 0: own, index } of [...values, { 0: '', index: value.length }]) {
      const [start, next] = [at + index, at + index + own.length];
      pieces.push({ kind: 'text', text: value.slice(end, index), from: at + end, to: start });
      if (own !== '') pieces.push(codePiece(code, { from: start, to: next }, syntax));
      end = index + own.length;
    }
    const text = pieces.map((one) => (one.kind === 'text' ? one.text : ' ')).join('');
    return { name, text, pieces, from, to, at };
  }
  return { name, text: decoded(value), from, to, at };
}

/**
 * The texts of one file that people see. Requires `loadParser` first.
 * @throws CodeError if its script cannot be parsed
 */
export function shownIn(file: string, code: string, settings: ShownSettings): readonly ShownText[] {
  const texts = new ShownTexts(code, settings);
  const kind = /\.([^./\\]*)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  const startOf = placesIn(code);
  switch (kind) {
    case 'vue':
    case 'svelte': {
      const markup = kind === 'vue' ? VUE : SVELTE;
      const scripts = readMarkup(code, markup).fragments.filter((one) => one.kind === 'module');
      const scope = new Scope();
      let language: Language = 'js';
      for (const { code: script, at, lang } of scripts) {
        if (!isCode(lang)) continue;
        const own = languageOf(lang) ?? 'js';
        if (own !== 'js') language = own;
        scope.declare(parseModule(script, own, startOf(at)).program.body);
      }
      texts.readPieces(piecesOf(code, 0, { markup, kind, language, startOf }), scope);
      break;
    }
    case 'astro': {
      const [all, front] = /^\s*---\r?\n([\s\S]*?)\n---/.exec(code) ?? ['', ''];
      const start = startOf(all.indexOf(front));
      const scope = new Scope();
      scope.declare(parseModule(front, 'ts', start).program.body);
      const rewritten: Node[] = [];
      const syntax = { markup: ASTRO, kind, language: 'tsx', startOf, rewritten } as const;
      texts.readPieces(piecesOf(code, all.length, syntax), scope);
      return texts.found.map((one) => {
        const isInside = ({ start, end }: Node): boolean =>
          (start ?? 0) <= one.from && one.to <= (end ?? 0);
        if (!rewritten.some(isInside)) return one;
        const words = one.parts.find((part) => typeof part === 'string' && /\p{L}/u.test(part));
        const word = /\p{L}[^\s<{&]*/u.exec(words as string)?.[0] ?? '';
        const at = code.lastIndexOf(word, one.at);
        return { ...one, at: at === -1 ? one.at : at, scope: undefined };
      });
    }
    case 'html':
    case 'htm': {
      // Code of a server stays at its place, as nothing.
      const own = code.replace(/<!DOCTYPE[^>]*>|\{%[^]*?%\}|<%[^]*?%>|<\?[^]*?\?>/gi, blank);
      const syntax = {
        markup: { ...VUE, directive: () => undefined },
        kind: 'html',
        language: 'tsx',
        startOf,
      } as const;
      texts.readPieces(piecesOf(own, 0, syntax), undefined);
      break;
    }
    case 'ts':
    case 'mts':
    case 'cts':
      break;
    default:
      if (/^(?:[cm]?jsx?|tsx|es6?)$/.test(kind) && /<[A-Za-z>]/.test(code)) {
        // A byte order mark is no code, but offsets count it.
        const bom = code.startsWith('\ufeff') ? 1 : 0;
        const language = kind === 'tsx' ? 'tsx' : 'js';
        texts.readModule(parseModule(code.slice(bom), language, startOf(bom)));
      }
  }
  return texts.found;
}

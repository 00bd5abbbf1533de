import { attributeOf, i18nBlocks } from '../../../formats/index.js';
import { defined } from '../../../model/index.js';
import { isForeign } from '../foreign.js';
import { astroExpression, astroBraces } from './astro.js';
import { blank, endOfBraces, placesIn } from './ends.js';
import type { File } from '@babel/types';
import { CodeReader } from './code-reader.js';
import { componentsOf, VUE_COMPONENTS } from './elements.js';
import type { Component } from './elements.js';
import type { Exported } from './exported.js';
import { readMarkup } from './markup.js';
import type { Attribute, Element, Fragment, MarkupSyntax } from './markup.js';
import { CodeError, parseExpression, parseModule } from './syntax.js';
import type { Language, Start } from './syntax.js';
import { decoded } from './trans-text.js';
import type { Translator } from './translator.js';
import type { Node } from './nodes.js';
import type { ReadSettings, Use } from './use.js';

/** The result of reading a file. */
interface FileUses {
  readonly uses: readonly Use[];
  readonly exported: readonly Exported[];
  /** Places that cannot be parsed. In files made of pieces, the rest is still read. */
  readonly errors: readonly CodeError[];
}

/** Reads one file of code. Requires `loadParser` first. */
export function readCodeFile(file: string, code: string, settings: ReadSettings): FileUses {
  return new FileReader(file, code, settings).read();
}

const TEXT = String.raw`'[^'\n]*'|"[^"\n]*"|\`[^\`\n$]*\``;
const KEY = String.raw`'[^'\n]+'|"[^"\n]+"|\`[^\`\n$]+\``;
const CALLS = String.raw`(?:(?:i18n(?:ext)?\.)?t\([ \t]*(?:${KEY})(?:${TEXT}|[^\n()'"\`])*\)[ \t]*[,;]?[ \t]*)+`;

/**
 * A comment that consists only of calls of `t` is a hint for keys that are built elsewhere. A line
 * within a longer comment is an example.
 */
const HINT = new RegExp(
  String.raw`^[ \t]*(?:\/\/|\/\*+|\{\/\*+)[ \t]*(${CALLS})(?:\*\/\}?)?[ \t]*$`,
  'gm',
);
const CALL = new RegExp(
  String.raw`\bt\([ \t]*(${KEY})(?:[ \t]*,[ \t]*(${TEXT}))?((?:${TEXT}|[^\n()'"\`])*)\)`,
  'g',
);

const BLOCK = /\/\*[^]*?\*\//g;
const ONLY_CALLS = new RegExp(`^${CALLS}$`);
/** Words that mark the lines below as examples. */
const EXAMPLE = /@\w|```|\bexamples?\b|\busage\b|\be\.g\./i;

/** Lines of code with their numbers. */
type Lines = readonly (readonly [text: string, line: number])[];

/** Lines of a comment that ends with a list of calls, one per line. */
function listedCalls(comment: string, first: number): Lines {
  if (EXAMPLE.test(comment)) return [];
  const lines = comment
    .slice(2, -2)
    .split('\n')
    .map((line, at) => [line.replace(/^[\s*]+/, '').trim(), first + at] as const)
    .filter(([text]) => text !== '');
  const list = lines.slice(lines.findLastIndex(([text]) => !ONLY_CALLS.test(text)) + 1);
  return list.length > 1 ? list : [];
}

/** `// t('key')`, and comments such as "Keys of the other package:" with a list of calls. */
function readHints(code: string): readonly Use[] {
  if (!code.includes('t(')) return [];
  const startOf = placesIn(code);
  const hints = [...code.matchAll(HINT)].map(
    ({ 1: calls = '', index }) => [calls, startOf(index).line] as const,
  );
  const known = new Set(hints.map(([, line]) => line));
  const lists = [...code.matchAll(BLOCK)]
    .filter(([comment]) => comment.includes('t('))
    .flatMap(({ 0: comment, index }) => listedCalls(comment, startOf(index).line))
    .filter(([, line]) => !known.has(line));
  return [...hints, ...lists].flatMap(([calls, line]) =>
    [...calls.matchAll(CALL)].map(([, key = '', given, options = '']) => {
      const text = given?.slice(1, -1) ?? /defaultValue:\s*['"]([^'"]*)['"]/.exec(options)?.[1];
      const namespace = /\bns:\s*['"]([^'"]+)['"]/.exec(options)?.[1];
      return {
        key: [key.slice(1, -1)],
        library: 'any' as const,
        handed: true as const,
        line,
        ...defined({ text, namespace }),
        ...(/\bcount\b/.test(options) ? { count: true as const } : {}),
      };
    }),
  );
}

class FileReader {
  readonly #file: string;
  readonly #code: string;
  readonly #reader: CodeReader;
  readonly #errors: CodeError[] = [];
  readonly #startOf: (at: number) => Start;
  #language: Language = 'js';

  constructor(file: string, code: string, settings: ReadSettings) {
    this.#file = file;
    this.#code = code;
    this.#startOf = placesIn(code);
    const functions = [...settings.functions, ...serviceMethods(code)];
    this.#reader = new CodeReader(code, { ...settings, functions }, handedIn(code));
  }

  read(): FileUses {
    let loose: readonly Use[] = [];
    this.#attempt(() => {
      loose = this.#readByKind();
    });
    const all = withOwnTexts([...this.#reader.uses, ...loose], this.#code);
    const uses = [...withOwn(all, this.#file, this.#code), ...extractedTexts(this.#code)];
    return { uses, exported: this.#reader.exported, errors: this.#errors };
  }

  #readByKind(): readonly Use[] {
    const code = this.#code;
    switch (/\.[^./\\]*$/.exec(this.#file)?.[0].toLowerCase()) {
      case '.vue':
        this.#readVue();
        return readHints(code);
      case '.svelte':
        this.#readComponents(this.#readPieces(SVELTE, 0), this.#reader.components);
        return readHints(code);
      case '.astro':
        this.#readAstro();
        return readHints(code);
      case '.html':
      case '.htm':
        this.#readPipes(code.replace(/<!--[^]*?-->/g, blank));
        return [];
      // Data files may quote a key but contain no code.
      case '.json':
      case '.jsonc':
      case '.json5':
      case '.yaml':
      case '.yml':
      case '.toml':
      case '.xml':
      case '.md':
      case '.mdx':
      case '.txt':
        return [];
      // Templates are read by lexers (../lexers.ts).
      case '.hbs':
      case '.handlebars':
        return [];
      case '.gts':
      case '.gjs': {
        const { script } = emberPieces(code);
        this.#readModule(script, this.#file.endsWith('.gts') ? 'ts' : 'js', START);
        return readHints(script);
      }
      case '.ts':
      case '.mts':
      case '.cts':
        this.#readPipes(withoutComments(code, this.#readModule(code, 'ts', START)));
        return readHints(code);
      case '.tsx':
        this.#readModule(code, 'tsx', START);
        return readHints(code);
      default:
        // Other languages are never parsed as JavaScript.
        if (isForeign(this.#file)) return [];
        this.#readModule(code, 'js', START);
        return readHints(code);
    }
  }

  #readModule(code: string, language: Language, start: Start): File | undefined {
    let file: File | undefined;
    this.#attempt(() => {
      file = parseModule(code, language, start);
      this.#reader.readModule(file);
    });
    return file;
  }

  #attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (error instanceof CodeError) this.#errors.push(error);
      else if (error instanceof RangeError) {
        this.#errors.push(new CodeError('It is nested too deeply.', START));
      } else throw error;
    }
  }

  /** Scripts first: templates use their declarations. */
  #readPieces(syntax: MarkupSyntax, from: number): readonly Element[] {
    const { fragments, elements } = readMarkup(this.#code, syntax, from);
    // A script of the whole module runs first, wherever it is.
    const scripts = fragments
      .filter(({ kind }) => kind === 'module')
      .sort(
        (a, b) => Number(this.#isOfInstance(a, syntax)) - Number(this.#isOfInstance(b, syntax)),
      );
    for (const { code, at, lang } of scripts) {
      const language = languageOf(lang) ?? (syntax === ASTRO ? 'ts' : 'js');
      if (this.#language === 'js') this.#language = language;
      if (!isCode(lang)) continue;
      const start = this.#startOf(at);
      if (syntax !== ASTRO) this.#readModule(code, language, start);
      else this.#attempt(() => this.#reader.readApart(parseModule(code, language, start)));
    }
    for (const fragment of fragments)
      if (fragment.kind !== 'module') this.#readFragment(fragment, syntax);
    return elements;
  }

  /** Whether a script runs per component: not `<script module>`, nor Vue's other than `setup`. */
  #isOfInstance({ at }: Fragment, syntax: MarkupSyntax): boolean {
    const tag = this.#code.slice(this.#code.lastIndexOf('<script', at), at);
    if (syntax === VUE) return /\ssetup\b/.test(tag);
    return !/\s(?:module\b|context\s*=)/.test(tag);
  }

  #readFragment(fragment: Fragment, syntax: MarkupSyntax): void {
    const { kind, code, at, variables } = syntax === SVELTE ? svelteFragment(fragment) : fragment;
    const language = this.#language === 'js' && syntax !== ASTRO ? 'js' : 'tsx';
    const cleaned = syntax === ASTRO ? astroExpression(code) : code;
    // Only comments.
    if (cleaned.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '').trim() === '') return;
    const start = this.#startOf(at);
    const reader = this.#reader;
    this.#attempt(() => {
      if (kind === 'statements') {
        reader.readStatements(parseModule(cleaned, language, start));
        return;
      }
      const expression = parseExpression(cleaned, language, start);
      if (variables === undefined) reader.readExpression(expression);
      else reader.readLoop(expression, parametersOf(variables, language, start));
    });
  }

  #readComponents(elements: readonly Element[], components: readonly Component[]): void {
    for (const element of elements) this.#readComponent(element, components);
  }

  #readVue(): void {
    const elements = this.#readPieces(VUE, 0);
    this.#readComponents(elements, [...VUE_COMPONENTS, ...this.#reader.components]);
    for (const attribute of readPugAttributes(this.#code)) this.#readPug(attribute);
  }

  #readPug(attribute: Attribute): void {
    const code = VUE.directive(attribute);
    if (code !== undefined) this.#readFragment(code, VUE);
    else if (V_T.test(attribute.name)) this.#readKey(attribute, false);
    else if (/^:?keypath$/.test(attribute.name))
      this.#readKey(attribute, attribute.name === 'keypath');
  }

  #readComponent({ name, attributes }: Element, components: readonly Component[]): void {
    const is =
      name.toLowerCase() === 'component' && attributes.find((one) => /^:?is$/.test(one.name));
    const own = is ? is.value.replace(/^'(.*)'$/, '$1') : name;
    const component = components.find((one) => one.name === own);
    for (const attribute of attributes) {
      const bare = attribute.name.replace(/^(?:v-bind)?:/, '');
      const isDirective = V_T.test(bare);
      if (!isDirective && component?.attributes.includes(bare) !== true) continue;
      const isText = attribute.name === bare && attribute.isCode !== true;
      this.#readKey(attribute, isText && !isDirective);
    }
  }

  /** Reads the key in an attribute, as text or as an expression. */
  #readKey({ value, at }: Attribute, isText: boolean): void {
    const start = this.#startOf(at);
    if (isText) {
      const place = { line: start.line, at: [at, at + value.length] as const };
      this.#reader.uses.push({ key: [decoded(value)], library: 'plain', ...place });
      return;
    }
    const name = '$t';
    const call = `${name}(${decoded(value)})`;
    const before = { ...start, index: Math.max(0, at - name.length - 1) };
    this.#attempt(() => this.#reader.readExpression(parseExpression(call, 'tsx', before)));
  }

  /** @param template the code without comments, whose examples use no keys */
  #readPipes(template: string): void {
    for (const { code, at } of pipedIn(template)) {
      this.#readKey({ name: 'translate', value: code, at }, false);
    }
    for (const { code, at } of insideOf(template)) {
      const place = { line: this.#startOf(at).line, at: [at, at + code.length] as const };
      this.#reader.uses.push({ key: [code], library: 'plain', only: 'directive', ...place });
    }
  }

  #readAstro(): void {
    const found = /^\s*---\r?\n([\s\S]*?)\n---/.exec(this.#code);
    if (found !== null) {
      const [all, front = ''] = found;
      this.#language = 'tsx';
      this.#readModule(front, 'ts', this.#startOf(all.indexOf(front)));
    }
    const elements = this.#readPieces(ASTRO, found?.[0].length ?? 0);
    this.#readComponents(elements, [
      ...componentsOf(['Trans[i18nKey]']),
      ...this.#reader.components,
    ]);
  }
}

const EMBER_TEMPLATE = /<template>[^]*?<\/template>/g;

/**
 * Splits an Ember file with templates (`.gts`, `.gjs`) into script and templates, both at their
 * original lines.
 */
export function emberPieces(code: string): { readonly script: string; readonly templates: string } {
  let templates = '';
  let end = 0;
  for (const { 0: template, index } of code.matchAll(EMBER_TEMPLATE)) {
    templates += blank(code.slice(end, index)) + template;
    end = index + template.length;
  }
  // `null` is valid both as an assigned value and as a class member.
  const script = code.replace(EMBER_TEMPLATE, (template) => `null;${blank(template.slice(5))}`);
  return { script, templates };
}

/** next-intl's function for texts in code. */
const EXTRACTED = /\b(?:use|get)Extracted\b[^;]{0,300}['"](?:next|use)-intl\b/;

/** If next-intl generates keys from texts in a file, any of its texts may be a key. */
function extractedTexts(code: string): readonly Use[] {
  return EXTRACTED.test(code) ? [{ key: [''], unnamed: true, library: 'plain', line: 1 }] : [];
}

const TEMPLATE = /<template\b[^>]*\blang=["']pug["'][^>]*>/;
const ATTRIBUTE =
  /(?<=[\s(,])([:@#]?[\w.:@-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;

/** All attributes of a Pug template: `p(:title="$t('key')")`. */
function readPugAttributes(code: string): readonly Attribute[] {
  const opening = TEMPLATE.exec(code);
  if (opening === null) return [];
  const from = opening.index + opening[0].length;
  const end = code.indexOf('</template>', from);
  const template = code.slice(from, end === -1 ? code.length : end);
  return [...template.matchAll(ATTRIBUTE)].map((found) => {
    const [all, name = '', double, single, tick] = found;
    const value = double ?? single ?? tick ?? '';
    return { name, value, at: from + found.index + all.length - value.length - 1 };
  });
}

const SPEAK = /['"]qwik-speak['"]/;
const SIGN = '@@';

/** Splits Qwik Speak's `title@@Title` into a key and its text. */
function withOwnTexts(uses: readonly Use[], code: string): readonly Use[] {
  if (!SPEAK.test(code)) return uses;
  return uses.map((use) => {
    const [last = '', ...before] = [...use.key].reverse();
    const at = last.indexOf(SIGN);
    if (at === -1) return use;
    const key = [...before.reverse(), last.slice(0, at)];
    // After an unknown value, the text does not belong to one key.
    return { ...use, key, ...(before.length > 0 ? {} : { text: last.slice(at + SIGN.length) }) };
  });
}

/** `v-t`, and `v-t.preserve`. */
const V_T = /^v-t(?:\.|$)/;

const NONE = (): undefined => undefined;
const NO_BRACES = { braces: false, bracesInQuotes: false } as const;
export const SVELTE: MarkupSyntax = {
  braces: (text, at) => ({ end: endOfBraces(text, at) }),
  bracesInQuotes: true,
  mustaches: false,
  directive: NONE,
};
export const ASTRO: MarkupSyntax = { ...SVELTE, braces: astroBraces, bracesInQuotes: false };
export const VUE: MarkupSyntax = { ...NO_BRACES, mustaches: true, directive: vueDirective };

/**
 * `:title`, `v-if` and others contain an expression; `@click` contains an expression or statements.
 */
function vueDirective({ name, value, at }: Attribute): Fragment | undefined {
  if (/^(?:v-slot|#)/.test(name) || V_T.test(name) || !/^(?:[:@.]|v-)/.test(name)) return undefined;
  if (/^(?:@|v-on)/.test(name)) {
    // A function expression is itself the handler.
    const kind = /^\s*(?:async\s+)?function\b/.test(value) ? 'expression' : 'statements';
    return { kind, code: decoded(value), at };
  }
  const loop = name === 'v-for' ? /^([\s\S]*?)\s(?:in|of)\s/.exec(value) : null;
  const [before = '', variables] = loop ?? [];
  const code = decoded(value.slice(before.length));
  return { kind: 'expression', code, at: at + before.length, variables };
}

/** Converts Svelte blocks; `{#each list as item, index (key)}` is a loop. */
function svelteFragment(fragment: Fragment): Fragment {
  if (/^\s*@const\s/.test(fragment.code))
    return { ...fragment, kind: 'statements', code: fragment.code.replace('@', ' ') };
  const each = /^\s*#each\s/.exec(fragment.code)?.[0];
  if (each === undefined) return { ...fragment, code: svelteExpression(fragment.code) ?? '' };
  const rest = fragment.code.slice(each.length);
  const end = lastAs(rest);
  const code = end === undefined ? rest : rest.slice(0, end);
  const item = end === undefined ? undefined : rest.slice(end).replace(/^\s*as\s/, '');
  const variables = item?.replace(/\s*\([^]*\)\s*$/, '');
  return { ...fragment, code, at: fragment.at + each.length, variables };
}

/** Offset of the last ` as ` outside brackets: earlier ones are TypeScript's. */
function lastAs(code: string): number | undefined {
  let depth = 0;
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const sign = code[at] ?? '';
    if (/[)\]}]/.test(sign)) depth += 1;
    else if (/[([{]/.test(sign)) depth -= 1;
    else if (depth === 0 && /\s/.test(sign) && /^\s+as\s/.test(code.slice(at, at + 5))) return at;
  }
  return undefined;
}

/** The expression in `{#if x}`, `{#await x}`, `{@html x}`, at its place; undefined if there is none. */
function svelteExpression(code: string): string | undefined {
  const [sign = '', word = ''] = /^\s*(?:\.\.\.|[#:@/](\w+))/.exec(code) ?? [];
  const rest = blank(sign) + code.slice(sign.length);
  if (sign.trim().startsWith('/') || word === 'snippet' || word === 'debug') return undefined;
  if (word === 'await') return rest.replace(/\s(?:then|catch)(?:\s[\s\S]*)?$/, '');
  if (word === 'else') return rest.replace(/^(\s*)if\b/, '$1  ');
  return word === 'then' || word === 'catch' ? undefined : rest;
}

const START: Start = { line: 1, column: 0 };

/**
 * A component with `<i18n>` blocks looks keys up there first. Those of blocks for the whole project, or
 * in another file, are in use and never added.
 */
function withOwn(uses: readonly Use[], file: string, code: string): readonly Use[] {
  const blocks = file.endsWith('.vue') ? i18nBlocks(code) : [];
  if (blocks.length === 0) return uses.filter(({ local }) => local !== true);
  const text = blocks.map(({ content }) => code.slice(content.start, content.end)).join('\n');
  const names = new Set(text.match(/[\w-]+/g));
  const isElsewhere = blocks.some((block) => attributeOf(block, 'src') !== undefined);
  const isGlobal = blocks.every((block) => attributeOf(block, 'global') !== undefined);
  const isMixed = /\buseScope:\s*['"](?:global|parent)/.test(code);
  return uses.flatMap((use): readonly Use[] => {
    const name = use.key[0]?.split('.').at(-1) ?? '';
    const isNamed = use.key.length === 1 && (isElsewhere || names.has(name));
    if (isElsewhere || isGlobal) {
      if (use.local === true) return [];
      return [isNamed ? { ...use, asks: true } : use];
    }
    if (use.local === true) return [{ ...use, own: 'only' }];
    if (isNamed) return [{ ...use, own: 'named' }];
    return [isMixed ? use : { ...use, own: 'open' }];
  });
}

export function languageOf(lang: string | undefined): Language | undefined {
  if (lang === undefined) return undefined;
  return /tsx|jsx/.test(lang) ? 'tsx' : /ts|typescript/.test(lang) ? 'ts' : 'js';
}

/** Whether a `<script>` is code, not JSON or a template. */
export function isCode(type: string | undefined): boolean {
  return (
    type === undefined ||
    /^(?:[jt]sx?|module|(?:text|application)\/(?:javascript|typescript|babel)|typescript)$/.test(
      type,
    )
  );
}

/** What `t` in a component's props means, from `withTranslation('ns')(Component)`. */
function handedIn(code: string): Translator {
  const found = /\bwithTranslation\(\s*\[?\s*(?:'([^'\n]+)'|"([^"\n]+)")/.exec(code);
  const namespace = found?.[1] ?? found?.[2];
  const prefix = /\bwithTranslation\([^)]*keyPrefix:\s*['"]([^'"\n]+)['"]/.exec(code)?.[1];
  return {
    library: code.includes('withTranslation(') ? 'i18next' : 'any',
    handed: true,
    ...(namespace === undefined ? {} : { namespaces: [namespace] }),
    ...(prefix === undefined ? {} : { prefix: [`${prefix}.`] }),
  };
}

/** Parameters of a loop such as `(item, index)`, as nodes; empty if they cannot be parsed. */
function parametersOf(variables: string, language: Language, start: Start): readonly Node[] {
  const list = variables.trim();
  const code = `${list.startsWith('(') ? list : `(${list})`} => 0`;
  try {
    const fn = parseExpression(code, language, start);
    return fn.type === 'ArrowFunctionExpression' ? fn.params : [];
  } catch (error) {
    if (error instanceof CodeError) return [];
    throw error;
  }
}

/** An expression of a template with its offset. */
interface Piped {
  readonly code: string;
  readonly at: number;
}

const PIPES = /\btrans(?:late|loco)\b/;

/**
 * `'key' | translate`, `(ok ? 'a' : 'b') | transloco`; not the result of a function, nor an end
 * such as `x + 'key'`.
 */
const PIPED =
  /((?<![\w$\]).]\s{0,3})\([^()\n]{1,300}\)|(?:(?<=@let\s{1,9}[\w$]{1,60}\s{0,9}=\s{0,3})|(?<![+=]\s{0,3}))(?:'[^'\n]{1,200}'|"[^"\n]{1,200}"))\s{0,20}\|\s{0,20}(?:translate|transloco)\b/g;
/**
 * `<p translate>home.title</p>`; content that is not a name with dots may be text, as in plain
 * HTML.
 */
const INSIDE = /\stranslate(?=[\s>])[^<>]{0,200}>\s{0,99}([\w-]{1,60}(?:\.[\w-]{1,60})+)\s{0,99}</g;
/** `[translate]="'key'"` */
const BOUND = /\[trans(?:late|loco)\]\s*=\s*"([^"\n]{1,200})"/g;

/**
 * Keys in Angular templates, as expressions: operands of the pipe and values of directives of
 * ngx-translate and Transloco.
 */
function pipedIn(code: string): readonly Piped[] {
  if (!PIPES.test(code)) return [];
  // `\'` in a template inside a quoted string; every line keeps its length.
  const lines = code.split('\n').map((line) => {
    return line.replace(/\\(['"`])/g, '$1').padEnd(line.length);
  });
  const template = lines.join('\n');
  const pipes = [...template.matchAll(PIPED), ...template.matchAll(BOUND)].map(placed);
  return [...pipes, ...structuralIn(template)];
}

/** `*transloco="let t; prefix: 'cart'"`, `<ng-template transloco let-t translocoPrefix="cart">` */
const STRUCTURAL =
  /\*transloco\s*=\s*"\s*let\s+([\w$]{1,60})([^"]{0,300})"|<ng-template\s(?=[^<>]{0,300}\btransloco\b)(?=[^<>]{0,300}\blet-([\w$]{1,60}))([^<>]{0,300})>/g;
/** An expression up to the next option, or the text of an attribute. */
const PREFIX =
  /\b(?:prefix|read)\s*:\s*((?:(?!,\s*[\w$]+\s*:)[^;])+)|\btransloco(?:Prefix|Read)\s*=\s*"([\w.-]+)"/;
/** `<p transloco="key">` */
const NAMED = /(?<![*\w[.-])transloco\s*=\s*"([\w.-]{1,200})"/g;

/**
 * Values of Transloco's directives. A directive's function is in scope until the next one with its
 * name, or the end of the template.
 */
function structuralIn(template: string): readonly Piped[] {
  if (!template.includes('transloco')) return [];
  const named = [...template.matchAll(NAMED)].map(placed);
  const all = [...template.matchAll(STRUCTURAL)].map((found) => {
    const [whole, star, options = '', slot, attributes = ''] = found;
    const [, prefix, other] = PREFIX.exec(star === undefined ? attributes : options) ?? [];
    const before = other === undefined ? prefix : `'${other}'`;
    return { name: star ?? slot ?? '', before, from: found.index + whole.length };
  });
  const calls = all.flatMap(({ name, before, from }, at) => {
    const next = all.slice(at + 1).find((one) => one.name === name)?.from;
    const end = template.indexOf('`', from);
    const part = template.slice(from, next ?? (end === -1 ? template.length : end));
    // `[label]="t"` hands the function on, so that it may be called with any key.
    const isHandedOn = before !== undefined && valueOf(name).test(part);
    const any = isHandedOn ? [{ code: `(${before}) + '.' + ${name}`, at: from }] : [];
    const called = callsOf(name, part).map(({ code, at: index }): Piped => {
      return {
        code: before === undefined ? code : `(${before}) + '.' + (${code})`,
        at: from + index,
      };
    });
    return [...called, ...any];
  });
  return [...named.map(({ code, at }) => ({ code: `'${code}'`, at })), ...calls];
}

/** A name in the value of an attribute, where it is not called. */
function valueOf(name: string): RegExp {
  const escaped = name.replaceAll('$', '\\$');
  return new RegExp(
    `(?<!\\*transloco)=\\s*"[^"]*(?<![\\w$.'-]|let\\s)${escaped}(?![\\w$'(:-])[^"]*"`,
  );
}

/** The first arguments of calls. */
function callsOf(name: string, code: string): readonly Piped[] {
  const escaped = name.replaceAll('$', '\\$');
  const call = `(?<![\\w$.])${escaped}\\(((?:'[^'\\n]*'|"[^"\\n]*"|[^'",()\\n])+)`;
  return [...code.matchAll(new RegExp(call, 'g'))].map(placed);
}

/** A component without its comments, whose examples use no keys. */
function withoutComments(code: string, file: File | undefined): string {
  if (!PIPES.test(code)) return code;
  let left = '';
  let from = 0;
  for (const { start = from, end = from } of file?.comments ?? []) {
    left += code.slice(from, start) + blank(code.slice(start, end));
    from = end;
  }
  return left + code.slice(from);
}

/** Elements whose content is the key. HTML has an attribute with the same name. */
function insideOf(code: string): readonly Piped[] {
  return /\stranslate[\s>]/.test(code) ? [...code.matchAll(INSIDE)].map(placed) : [];
}

function placed({ 0: all, 1: code = '', index }: RegExpExecArray): Piped {
  return { code, at: index + all.lastIndexOf(code) };
}

/** `private translate: TranslateService`, `translate = inject(TranslateService)` */
const SERVICES =
  /([\w$]{1,60})\s{0,5}[:=]\s{0,5}(?:inject\(\s{0,5})?(Translate|Transloco)Service\b/g;
const METHODS: Readonly<Record<string, readonly string[]>> = {
  Translate: ['get', 'instant', 'stream', 'getStreamOnTranslationChange'],
  Transloco: ['translate', 'selectTranslate', 'translateObject', 'selectTranslateObject'],
};

/** Methods of services injected into a file, in the form of `extract.functions`. */
function serviceMethods(code: string): readonly string[] {
  if (!/Trans(?:late|loco)Service/.test(code)) return [];
  return [...code.matchAll(SERVICES)].flatMap(([, name = '', kind = '']) =>
    (METHODS[kind] ?? []).map((method) => `${name}.${method}`),
  );
}

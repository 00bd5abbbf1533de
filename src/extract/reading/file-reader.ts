import { CodeReader } from './code-reader.js';
import { VUE_COMPONENTS } from './elements.js';
import { readAttributeKeys, readHandlebars, readHints } from './loose-keys.js';
import { readMarkup } from './markup.js';
import type { Attribute, Element, Fragment, MarkupSyntax } from './markup.js';
import { readPugAttributes } from './pug.js';
import { CodeError, parseExpression, parseModule } from './syntax.js';
import type { Language, Start } from './syntax.js';
import { decoded } from './trans-text.js';
import type { Translator } from './translators.js';
import type { ReadSettings, Use } from './use.js';

/** What a file asks for. */
export interface FileUses {
  readonly uses: readonly Use[];
  /** Places that cannot be parsed. The rest of the file is read where its kind has pieces. */
  readonly errors: readonly CodeError[];
}

/** Reads one file of code. `loadParser` comes before. */
export function readCodeFile(file: string, code: string, settings: ReadSettings): FileUses {
  const reader = new FileReader(file, code, settings);
  return reader.read();
}

class FileReader {
  readonly #file: string;
  readonly #code: string;
  readonly #reader: CodeReader;
  readonly #errors: CodeError[] = [];
  #lines: readonly number[] | undefined;
  #language: Language = 'js';

  constructor(file: string, code: string, settings: ReadSettings) {
    this.#file = file;
    this.#code = code;
    this.#reader = new CodeReader(code, settings, handedIn(code));
  }

  read(): FileUses {
    const loose = this.#readByKind();
    const uses = withoutLocal([...this.#reader.uses, ...loose], this.#file, this.#code);
    return { uses, errors: this.#errors };
  }

  #readByKind(): readonly Use[] {
    const code = this.#code;
    switch (/\.[^./\\]*$/.exec(this.#file)?.[0].toLowerCase()) {
      case '.vue':
        this.#readVue();
        return readHints(code);
      case '.svelte':
        this.#readPieces(SVELTE, 0);
        return readHints(code);
      case '.astro':
        this.#readAstro();
        return readHints(code);
      case '.html':
      case '.htm':
        return readAttributeKeys(readMarkup(code, HTML).elements, code);
      // Data may quote a key, and is no code.
      case '.json':
      case '.jsonc':
      case '.json5':
      case '.yaml':
      case '.yml':
      case '.toml':
      case '.xml':
      case '.md':
      case '.txt':
        return [];
      case '.hbs':
      case '.handlebars':
        return readHandlebars(code);
      case '.ts':
      case '.mts':
      case '.cts':
        this.#readModule(code, 'ts', START);
        return readHints(code);
      case '.tsx':
        this.#readModule(code, 'tsx', START);
        return readHints(code);
      default:
        this.#readModule(code, 'js', START);
        return readHints(code);
    }
  }

  #readModule(code: string, language: Language, start: Start): void {
    this.#attempt(() => this.#reader.readModule(parseModule(code, language, start)));
  }

  #attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (error instanceof CodeError) this.#errors.push(error);
      else if (error instanceof RangeError) {
        this.#errors.push(new CodeError('It is nested too deep.', START));
      } else throw error;
    }
  }

  /** Scripts first: what they declare is what templates use. */
  #readPieces(syntax: MarkupSyntax, from: number): readonly Element[] {
    const { fragments, elements } = readMarkup(this.#code, syntax, from);
    const scripts = fragments.filter(({ kind }) => kind === 'module');
    for (const { code, at, lang } of scripts) {
      const language = languageOf(lang) ?? (syntax === ASTRO ? 'tsx' : 'js');
      if (this.#language === 'js') this.#language = language;
      if (isCode(lang)) this.#readModule(code, language, this.#startOf(at));
    }
    for (const fragment of fragments)
      if (fragment.kind !== 'module') this.#readFragment(fragment, syntax);
    return elements;
  }

  #readFragment({ kind, code, at }: Fragment, syntax: MarkupSyntax): void {
    // Only what is called, or given as a text, can hold a key.
    if (!/[(`'"]/.test(code)) return;
    const language = this.#language === 'js' && syntax !== ASTRO ? 'js' : 'tsx';
    const cleaned =
      syntax === SVELTE ? svelteExpression(code) : syntax === ASTRO ? astroExpression(code) : code;
    if (cleaned === undefined || isEmpty(cleaned)) return;
    const start = this.#startOf(at);
    if (kind === 'statements') this.#readModule(cleaned, language, start);
    else
      this.#attempt(() => this.#reader.readExpression(parseExpression(cleaned, language, start)));
  }

  #readVue(): void {
    const elements = this.#readPieces(VUE, 0);
    const { components } = this.#reader;
    for (const element of elements)
      this.#readComponent(element, [...VUE_COMPONENTS, ...components]);
    for (const attribute of readPugAttributes(this.#code)) this.#readPug(attribute);
  }

  #readPug(attribute: Attribute): void {
    const code = VUE.directive(attribute);
    if (code !== undefined) this.#readFragment(code, VUE);
    else if (attribute.name === 'v-t') this.#readKey(attribute, false);
    else if (/^:?keypath$/.test(attribute.name))
      this.#readKey(attribute, attribute.name === 'keypath');
  }

  #readComponent(
    { name, attributes }: Element,
    components: readonly { readonly name: string; readonly attributes: readonly string[] }[],
  ): void {
    const component = components.find((one) => one.name === name);
    for (const attribute of attributes) {
      const bare = attribute.name.replace(/^(?:v-bind)?:/, '');
      if (attribute.name !== 'v-t' && component?.attributes.includes(bare) !== true) continue;
      this.#readKey(attribute, attribute.name === bare && bare !== 'v-t');
    }
  }

  /** The key that an attribute holds: as it is, or as an expression. */
  #readKey({ value, at }: Attribute, isText: boolean): void {
    const start = this.#startOf(at);
    if (isText) {
      this.#reader.uses.push({ key: [decoded(value)], library: 'plain', line: start.line });
      return;
    }
    const call = `$t(${decoded(value)})`;
    this.#attempt(() => this.#reader.readExpression(parseExpression(call, 'tsx', start)));
  }

  #readAstro(): void {
    const found = /^\s*---\r?\n([\s\S]*?)\n---/.exec(this.#code);
    if (found === null) {
      this.#readPieces(ASTRO, 0);
      return;
    }
    const [all, front = ''] = found;
    this.#language = 'tsx';
    this.#readModule(front, 'ts', this.#startOf(all.indexOf(front)));
    this.#readPieces(ASTRO, all.length);
  }

  #startOf(at: number): Start {
    this.#lines ??= [...this.#code.matchAll(/\n/g)].map(({ index }) => index + 1);
    const lines = this.#lines;
    let [low, high] = [0, lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lines[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return { line: low + 1, column: at - (lines[low - 1] ?? 0) };
  }
}

/** Nothing but comments. */
function isEmpty(code: string): boolean {
  return code.replace(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '').trim() === '';
}

const START: Start = { line: 1, column: 0 };

/** Keys of an `<i18n>` block are the component's own: they are asked for, and never added. */
function withoutLocal(uses: readonly Use[], file: string, code: string): readonly Use[] {
  if (!file.endsWith('.vue') || !code.includes('<i18n')) return uses;
  const blocks = [...code.matchAll(/^<i18n\b[^>]*>([\s\S]*?)^<\/i18n>/gm)].map(([, text]) => text);
  const names = new Set(blocks.join('\n').match(/[\w-]+/g));
  return uses.map((use) => {
    const name = use.key[0]?.split('.').at(-1) ?? '';
    return use.key.length === 1 && names.has(name) ? { ...use, asks: true } : use;
  });
}

function languageOf(lang: string | undefined): Language | undefined {
  if (lang === undefined) return undefined;
  return /tsx|jsx/.test(lang) ? 'tsx' : /ts|typescript/.test(lang) ? 'ts' : 'js';
}

/** Not JSON in a `<script>`, nor templates. */
function isCode(type: string | undefined): boolean {
  return (
    type === undefined ||
    /^(?:[jt]sx?|module|(?:text|application)\/(?:javascript|typescript|babel)|typescript)$/.test(
      type,
    )
  );
}

/** `withTranslation('ns')(Component)` says what `t` of its properties means. */
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

const NONE = (): undefined => undefined;
const HTML: MarkupSyntax = { braces: false, mustaches: false, directive: NONE };
const SVELTE: MarkupSyntax = { braces: true, mustaches: false, directive: NONE };
const ASTRO: MarkupSyntax = { braces: true, mustaches: false, directive: NONE };
const VUE: MarkupSyntax = { braces: false, mustaches: true, directive: vueDirective };

/** `:title`, `v-if` and the like hold an expression, and `@click` one or statements. */
function vueDirective({ name, value, at }: Attribute): Fragment | undefined {
  if (/^(?:v-slot|#|v-t$)/.test(name) || !/^(?:[:@.]|v-)/.test(name)) return undefined;
  if (/^(?:@|v-on)/.test(name)) return { kind: 'statements', code: decoded(value), at };
  const loop = name === 'v-for' ? (/^[\s\S]*?\s(?:in|of)\s/.exec(value)?.[0].length ?? 0) : 0;
  return { kind: 'expression', code: decoded(value.slice(loop)), at: at + loop };
}

/** The expression of `{#if x}`, `{#each x as y}`, `{@html x}`; undefined where there is none. */
function svelteExpression(code: string): string | undefined {
  const [sign = '', word = ''] = /^\s*[#:@/](\w+)/.exec(code) ?? [];
  const rest = code.slice(sign.length);
  if (sign === '') return /^\s*\.\.\./.test(code) ? code.replace('...', '') : code;
  if (sign.trim().startsWith('/') || word === 'snippet' || word === 'debug') return undefined;
  if (word === 'each') return rest.replace(/\s+as\s[\s\S]*$/, '');
  if (word === 'await') return rest.replace(/\s(?:then|catch)\s[\s\S]*$/, '');
  if (word === 'else') return rest.replace(/^\s*if\b/, '');
  if (word === 'const') return rest.replace(/^[^=]*=/, '');
  return word === 'then' || word === 'catch' ? undefined : rest;
}

const VOID =
  /<(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b((?:[^<>"'/{]|"[^"]*"|'[^']*'|\{[^{}]*\}|\/(?!>))*)>/g;

/** Astro takes comments and elements of HTML that JSX does not. */
function astroExpression(code: string): string {
  const plain = code.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const closed = plain.replace(VOID, '<$1$2/>').replace(/^\s*\.\.\./, '');
  // Several elements side by side are one list.
  return /^\s*<[\s\S]*>\s*$/.test(closed) ? `<>${closed}</>` : closed;
}

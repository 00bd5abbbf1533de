import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { findOptional } from '../../disk/index.js';
import { isForeign } from './foreign.js';
import { emberPieces } from './reading/file-reader.js';
import { CodeError } from './reading/syntax.js';
import type { Use } from './reading/use.js';

/** The optional package that reads Handlebars, and `data-i18n` of HTML, and runs custom lexers. */
export const PARSER = 'i18next-parser';
export const INSTALL_PARSER = `Install it: npm install --save-dev ${PARSER}`;

/** Lexers by file ending without its dot, as in the config of i18next-parser. */
export type LexerLists = Readonly<Record<string, readonly Lexer[]>>;
type Lexer =
  | string
  | LexerClass
  | { readonly lexer: string | LexerClass; readonly functions?: unknown; readonly attr?: unknown };
type LexerClass = new (options: object) => object;

/** A key that a lexer found. Custom lexers may return anything. */
type Entry = Readonly<Record<string, unknown>>;

/** The part of the package that is used; its declarations have none of it. */
interface Library {
  readonly parser: new (options: object) => {
    on(event: 'warning' | 'error', listen: (what: unknown) => void): void;
    parse(code: string, file: string): readonly (Entry | undefined)[];
  };
  readonly HandlebarsLexer: new (options: object) => HandlebarsLexer;
}
interface HandlebarsLexer {
  functionPattern(): string;
  extract(code: string): readonly Entry[];
  parseArguments(written: string): Arguments;
}
interface Arguments {
  readonly arguments: readonly string[];
  readonly options: Entry;
}

const HANDLEBARS = 'HandlebarsLexer';
const HTML = 'HTMLLexer';
/** JavaScript is read here, not by the package. */
export const OWN_LEXERS = new Set<unknown>(['JavascriptLexer', 'JsxLexer']);
const USUAL: LexerLists = {
  hbs: [HANDLEBARS],
  handlebars: [HANDLEBARS],
  gts: [HANDLEBARS],
  gjs: [HANDLEBARS],
  htm: [HTML],
  html: [HTML],
};

/** `<script type="text/html">` contains markup. */
const TEMPLATE =
  /<script\b(?=[^>]*\btype=["']?text\/(?:html|template|ng-template|x-[\w-]*template)\b)([^>]*)>([^]*?)<\/script\s*>/gi;

/** Reads files with i18next-parser, which is loaded for the first one that it may find keys in. */
export class Lexers {
  readonly #lists: LexerLists;
  readonly #functions: readonly string[];
  readonly #keySign: string;
  /** Where packages are looked for; null: beside this tool alone. */
  readonly #root: string | null;
  #library: Promise<Library | undefined> | undefined;

  constructor(
    { root, refuseCode }: Pick<ResolvedConfig, 'root' | 'refuseCode'>,
    settings: {
      readonly lexers: LexerLists;
      readonly functions: readonly string[];
      readonly separators: { readonly key: string | false };
    },
  ) {
    this.#lists = settings.lexers;
    this.#functions = ['t', 'i18n', ...settings.functions.filter((name) => /^\w+$/.test(name))];
    this.#keySign = settings.separators.key === false ? '' : settings.separators.key;
    // A package in the project's folder is code of the project.
    this.#root = refuseCode === undefined ? root : null;
  }

  /** Changes if the same file may have other keys now. */
  get version(): string {
    const address = findOptional(PARSER, this.#root);
    return JSON.stringify([this.#lists, address === undefined ? null : versionAt(address)]);
  }

  /** Whether code of the project itself reads a file: its results are not kept. */
  isCustom(file: string): boolean {
    return this.#listOf(file).some((one) => typeof lexerOf(one) === 'function');
  }

  /** Whether lexers may find keys in a file. */
  wants(file: string, code: string): boolean {
    return this.#listOf(file).some((one) => {
      const { functions, attr = 'data-i18n' } = typeof one === 'object' ? one : { functions: null };
      switch (lexerOf(one)) {
        case HANDLEBARS: {
          const names = Array.isArray(functions) ? functions : this.#functions;
          const any = names
            .map((one) => String(one).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
            .join('|');
          return new RegExp(`[{(](?:${any})\\s`, 'i').test(code);
        }
        case HTML:
          return code.includes(String(attr));
        default:
          return true;
      }
    });
  }

  /** The keys of a file; undefined: the package is not installed. */
  async read(
    file: string,
    code: string,
  ): Promise<{ readonly uses: readonly Use[]; readonly errors: readonly CodeError[] } | undefined> {
    this.#library ??= this.#load();
    const library = await this.#library;
    if (library === undefined) return undefined;
    const name = basename(file);
    const lexers = this.#listOf(file).map((one) => this.#prepared(one, library));
    const parser = new library.parser({ lexers: { [extname(name).slice(1)]: lexers } });
    const errors: CodeError[] = [];
    const open: Use[] = [];
    parser.on('warning', () => open.push(ANY));
    parser.on('error', (error) => {
      throw error;
    });
    let found: readonly (Entry | undefined)[] = [];
    try {
      found = parser.parse(markupOf(name, code), name);
    } catch (cause) {
      const said = cause instanceof Error ? cause.message : String(cause);
      errors.push(new CodeError(`${PARSER}: ${said}`, { line: 1, column: 0 }));
    }
    const isHandlebars = this.#listOf(file).some((one) => lexerOf(one) === HANDLEBARS);
    const uses = found.flatMap((entry) => {
      const use = entry && this.#useOf(entry, code, isHandlebars ? 'any' : 'i18next');
      return use ?? ANY;
    });
    return { uses: [...uses, ...open.slice(0, 1)], errors };
  }

  #listOf(file: string): readonly Lexer[] {
    const ending = extname(file).slice(1).toLowerCase();
    const named = this.#lists[ending] ?? USUAL[ending];
    if (named !== undefined && isForeign(file)) return named;
    return (named ?? this.#lists['default'] ?? []).filter((one) => !OWN_LEXERS.has(lexerOf(one)));
  }

  #load(): Promise<Library | undefined> {
    const address = findOptional(PARSER, this.#root);
    if (address === undefined) return Promise.resolve(undefined);
    return import(address).then(
      (library) => library as Library,
      () => undefined,
    );
  }

  #prepared(one: Lexer, library: Library): Lexer {
    if (lexerOf(one) !== HANDLEBARS) return one;
    const options = typeof one === 'object' ? one : {};
    return { functions: this.#functions, ...options, lexer: carefulLexer(library) };
  }

  /** Undefined if the key is only known at run time, as in `data-i18n="{{key}}"`. */
  #useOf(entry: Entry, code: string, library: Use['library']): Use | undefined {
    const { key: written, keyPrefix, count, ordinal, context } = entry;
    if (typeof written !== 'string' || /\{\{|<%|\$\{/.test(written)) return undefined;
    const key = written.trim().replace(/\\(["'`\\])/g, '$1');
    const text = entry['defaultValue'] ?? entry['default'];
    const namespace = entry['namespace'] ?? entry['ns'];
    const forms = Object.entries(entry).flatMap(([name, form]) => {
      const kind = /^defaultValue_(zero|one|two|few|many|other)$/.exec(name)?.[1];
      return kind === undefined || typeof form !== 'string' ? [] : [[kind, form] as const];
    });
    return {
      key: [key],
      library,
      line: code.slice(0, Math.max(0, code.indexOf(written))).split('\n').length,
      ...(typeof keyPrefix === 'string' ? { prefix: [`${keyPrefix}${this.#keySign}`] } : {}),
      ...(typeof text === 'string' ? { text } : {}),
      ...(typeof namespace === 'string' ? { namespace } : {}),
      ...(forms.length === 0 ? {} : { forms: Object.fromEntries(forms) }),
      ...(count === undefined ? {} : { count: true }),
      ...(ordinal === undefined || ordinal === false ? {} : { ordinal: true, count: true }),
      ...(context === undefined
        ? {}
        : typeof context === 'string'
          ? { contexts: { names: [context], only: true } }
          : { contexts: { names: [], only: false } }),
    };
  }
}

/** A file that asks for a key that is only known at run time. */
export const ANY: Use = { key: ['', ''], library: 'any', line: 1 };

function lexerOf(one: Lexer): unknown {
  return typeof one === 'object' ? one.lexer : one;
}

function versionAt(address: string): string {
  try {
    const text = readFileSync(new URL('../package.json', address), 'utf8');
    return (JSON.parse(text) as { readonly version: string }).version;
  } catch {
    return address;
  }
}

/** The part of a file that lexers are given. */
function markupOf(name: string, code: string): string {
  if (/\.g[jt]s$/i.test(name)) return emberPieces(code).templates;
  return /\.html?$/i.test(name) ? code.replace(TEMPLATE, '<div$1>$2</div>') : code;
}

const TEXT = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'`;
const SOUND = new RegExp(`^(?:[\\w.-]+=)?(?:${TEXT}|[^"']*)$`);
const NESTED = new RegExp(`(${TEXT})|\\([^()]*\\)`, 'g');

/**
 * The package's lexer, which reads one call per line, and takes the next text for the key or its
 * text, whatever it belongs to. What it misread so is a key only known at run time.
 */
function carefulLexer({ HandlebarsLexer: Base }: Library): LexerClass {
  return class extends Base {
    override extract(code: string): readonly Entry[] {
      const name = this.functionPattern();
      const lines = code.replace(/\{\{[^]*?\}\}/g, (call) => call.replace(/\s*\n\s*/g, ' '));
      const inner = new RegExp(`(?=(\\(${name}\\s(?:${TEXT}|[^()"']|\\([^()]*\\))*\\)))`, 'gi');
      const calls = [...lines.matchAll(inner)].map(([, call]) => call);
      const outer = lines.replace(new RegExp(`\\((?=${name}\\s)`, 'gi'), '(-');
      return super.extract([outer, ...calls].join('\n'));
    }

    override parseArguments(written: string): Arguments {
      if (!/^\s*["']/.test(written)) return UNKNOWN;
      const parsed = super.parseArguments(
        written.replace(NESTED, (_, text?: string) => text ?? ''),
      );
      if (!parsed.arguments.every((one) => SOUND.test(one))) return UNKNOWN;
      const options = { ...parsed.options };
      for (const name of ['count', 'context']) {
        if (written.includes(` ${name}=`)) options[name] ??= true;
      }
      return { ...parsed, options };
    }
  };
}

const UNKNOWN: Arguments = { arguments: [''], options: {} };

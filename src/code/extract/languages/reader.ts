import { placesIn } from '../reading/ends.js';
import type { Parts, Use } from '../reading/use.js';
import { joinParts, saysAnything } from '../reading/use.js';
import { Lexer } from './lexer.js';
import type { Token } from './lexer.js';
import { LANGUAGES } from './table.js';
import type { Call, Language } from './table.js';

/** What a file of another language says. */
export interface Reading {
  /** Keys, patterns, and places that ask for any key. */
  readonly uses: readonly Use[];
  /** Whole texts. */
  readonly texts: readonly string[];
  /** Words that may be the last name of a key. */
  readonly words: readonly string[];
}

/** The language of a file, if it is one that is read. */
export function languageOf(file: string): Language | undefined {
  return LANGUAGES.find(({ files }) => files.test(file));
}

/** Reads a file by the lexical rules of its language. Pure. */
export function readLanguage(language: Language, file: string, code: string): Reading {
  return new Reader(language, file, code).read();
}

const WORD = /[\p{L}\p{N}_$-]+/gu;
const ACCESS = new Set(['.', '::', '->', '?.', '&.', '?->']);
const DEFINES = new Set(
  'def defp func fun fn function class macro sub void String static override import use'.split(' '),
);
/** Receivers of Rails' own `t`. */
const OF_RAILS = /^(?:I18n|helpers?|h|view|view_context|controller|self|template)$/;
/** Functions that leave a text as it is, and those that fill its places for values. */
const SAME = /^(?:freeze|to_sym|to_s|html_safe|trim|strip)$/;
const FORMATS = /^(?:sprintf|vsprintf|format|Sprintf|String)$/;
const SLOT = /%(?:\d{1,2}\$)?[sd@]|%?\{\w*\}|%\(\w+\)s|%l?[dus]/;
const CONSTANT = /^[A-Z][A-Z\d_]+$/;

const RESOURCE = /^(?:string|plurals|array)s?$/;
const RESOURCES = /^(?:strings?|plurals|arrays?|texts?|messages?|l10n|i18n|tr|L|R|Res|MR)$/;
const ANDROID = /\bandroidx?\.|\bR\.string\b/;
const LOCALIZATIONS = /^(?:\w*Localizations?|S|L10n)$/;
/** Classes that `flutter gen-l10n` and `intl_utils` write. */
const OWN_LOCALIZATIONS = /^(?:AppLocalizations|S|L10n)$/;
const OF_LOCALIZATIONS =
  /^(?:of|maybeOf|current|delegate|load|localeName|supportedLocales|localizationsDelegates|hashCode|runtimeType|toString|lookup\w*)$/;

const BLOCK =
  /\{%[-+]?\s*(?:blocktrans(?:late)?|trans)\b(?!\s*(?:["'(]|(?!(?:no)?trimmed\b)\w+\s*[-+]?%\}))([^%]*)%\}([^]*?)\{%[-+]?\s*(?:end(?:blocktrans(?:late)?|trans)|plural(?:ize)?[^%]*)\s*[-+]?%\}/g;

/** A comment of several lines, or behind code. */
const COMMENT = /\/\*[^]*?\*\/|(?<=[^\s/][ \t]*)\/\/.*/g;

class Reader {
  readonly #language: Language;
  readonly #file: string;
  readonly #code: string;
  readonly #lineOf: (at: number) => number;
  readonly #uses: Use[] = [];
  readonly #texts: string[] = [];
  readonly #words = new Set<string>();
  /** Variables with the accessors of all keys. */
  readonly #accessors = new Set(['l10n']);
  readonly #isAndroid: boolean;

  constructor(language: Language, file: string, code: string) {
    this.#language = language;
    this.#file = file;
    this.#code = code;
    const startOf = placesIn(code);
    this.#lineOf = (at) => startOf(at).line;
    this.#isAndroid = language.members === 'resources' && ANDROID.test(code);
  }

  read(): Reading {
    for (const tokens of this.#pieces()) this.#readPiece(tokens);
    if (this.#language.filters?.has('trans')) this.#readBlocks();
    if (this.#file.endsWith('.dart')) {
      // As in JavaScript, only comments that are whole lines use nothing.
      for (const [comment] of this.#code.matchAll(COMMENT))
        for (const [, name = ''] of comment.matchAll(/\.(\w+)/g)) this.#words.add(name);
    }
    return { uses: this.#uses, texts: this.#texts, words: [...this.#words] };
  }

  #pieces(): readonly (readonly Token[])[] {
    const { lexis, starts, regions } = this.#language;
    const code = this.#code;
    const lexer = new Lexer(code, lexis);
    if (starts === undefined || regions === undefined) lexer.read(0, '');
    else {
      for (let at = 0; ;) {
        starts.lastIndex = at;
        const [start] = starts.exec(code) ?? [];
        if (start === undefined) break;
        const from = starts.lastIndex;
        const close = regions(start);
        const index = lexer.pieces.length;
        at = close === undefined ? from : lexer.read(from, close);
        // `@lang('a')`
        const name = /@(\w+)\s*\($/.exec(start)?.[1];
        if (name === undefined) continue;
        const [base, end] = [
          { start: from - start.length, end: from },
          { start: at - 1, end: at },
        ];
        const sign = (text: string, place: object): Token => {
          return { kind: 'sign', text, parts: [text], ...base, ...place };
        };
        lexer.pieces[index]?.unshift({ ...sign(name, base), kind: 'name' }, sign('(', base));
        lexer.pieces[index]?.push(sign(')', end));
      }
    }
    return lexer.pieces;
  }

  #readPiece(tokens: readonly Token[]): void {
    const { calls, others = [], filters, members, hasCommands } = this.#language;
    for (const [at, token] of tokens.entries()) {
      const { kind, text } = token;
      const [before, after] = [tokens[at - 1], tokens[at + 1]];
      if (kind === 'text') {
        this.#readText(token, before, after);
        continue;
      }
      if (kind !== 'name') continue;
      const isMember = before !== undefined && ACCESS.has(before.text);
      // `#title` of Dart
      const isSymbol = members === true && before?.text === '#';
      if (after?.text === ':' || isSymbol || (members !== undefined && isMember)) {
        const isKey = members !== 'resources' || RESOURCES.test(tokens[at - 2]?.text ?? '');
        if (isKey) this.#words.add(text);
      }
      if (members === true) this.#readAccess(tokens, at);
      if (members === 'resources') this.#readResource(tokens, at);
      if (filters?.has(text) && (before?.text === '|' || (isMember && members === true)))
        this.#readFilter(tokens, at);
      const call = calls.get(text) ?? others.find(([name]) => name.test(text))?.[1];
      const isCall =
        (after?.text === '(' && before?.text !== '|') ||
        (hasCommands && this.#isCommand(tokens, at));
      if (call !== undefined && isCall && !DEFINES.has(before?.text ?? '')) {
        this.#readCall(call, tokens, at);
      }
    }
    if (filters?.has('trans')) this.#readTag(tokens);
  }

  #readText({ text, parts }: Token, before: Token | undefined, after: Token | undefined): void {
    if (parts.length === 1) this.#texts.push(text);
    // `"a" "b"`
    if (before?.kind === 'text' && after?.kind !== 'text') this.#texts.push(before.text + text);
    for (const part of parts) for (const word of part.match(WORD) ?? []) this.#words.add(word);
  }

  /** `t 'a'`, `t :a, count: 1`, `<%= t code %>` */
  #isCommand(tokens: readonly Token[], at: number): boolean {
    const [token, next, before] = [tokens[at], tokens[at + 1], tokens[at - 1]];
    if (token === undefined || next === undefined || next.start === token.end) return false;
    if (this.#code.slice(token.end, next.start).includes('\n')) return false;
    if (next.kind === 'text') return true;
    const isValue = before === undefined || /^(?:[=({,|]|return|raise)$/.test(before.text);
    return isValue && next.kind === 'name' && !/^(?:do|if|unless|and|or)$/.test(next.text);
  }

  #readCall(call: Call, tokens: readonly Token[], at: number): void {
    const before = tokens[at - 1];
    const receiver =
      before !== undefined && ACCESS.has(before.text) ? (tokens[at - 2]?.text ?? '') : undefined;
    if (call.receiver !== undefined && !call.receiver.test(receiver ?? '')) return;
    if (call.label !== undefined && tokens[at + 2]?.text !== call.label) return;
    const { positional, named, hasMore } = this.#argumentsOf(tokens, at + 1);
    const key = positional[call.key ?? 0];
    if (key === undefined || key.length === 0) return;
    const isRuby = this.#language.lexis.isRuby !== undefined;
    const isOfRails = receiver === undefined || OF_RAILS.test(receiver);
    const domains = [...named].filter(([name]) => call.domainName?.test(name) === true);
    const domain =
      call.domain === undefined || call.key !== undefined ? undefined : positional[call.domain];
    const isElsewhere =
      domains.length > 0 || (domain !== undefined && domain[0]?.text !== 'messages');
    const isLoose =
      call.isLoose !== undefined ||
      isElsewhere ||
      hasMore ||
      this.#hasDomain() ||
      named.has('default') ||
      named.has('value') ||
      (isRuby && (!isOfRails || positional.length > 1));
    const place = { start: tokens[at]?.start ?? 0, at: literalOf(key) };
    const { known, isOpen } = this.#valuesOf(key);
    const context = call.context === undefined ? undefined : positional[call.context];
    const contexts = context === undefined ? undefined : this.#valuesOf(context).known[0];
    for (const parts of known) {
      if (isRuby)
        this.#addRuby(parts, { place, isLoose, receiver, scope: named.get('scope'), hasMore });
      else {
        const head = contexts === undefined ? [''] : joinParts(contexts, ['.']);
        const isUnknown = context !== undefined && contexts === undefined;
        const isSaid = call.isLoose !== 'if-known' || saysAnything(parts);
        if (isSaid) this.#add(joinParts(head, parts), place, isLoose || isUnknown);
      }
    }
    if (!isOpen || this.#isAndroid || call.isLoose === 'if-known') return;
    const scope = named.get('scope');
    if (scope === undefined) this.#addOpen(place);
    else this.#add(joinParts(this.#scopeOf(scope), ['', '']), place, true);
  }

  /** Keys of Rails: below a scope, or relative to the view or action. */
  #addRuby(
    parts: Parts,
    facts: {
      readonly place: Place;
      readonly isLoose: boolean;
      readonly receiver: string | undefined;
      readonly scope: readonly Token[] | undefined;
      readonly hasMore: boolean;
    },
  ): void {
    const { place, isLoose, receiver, scope, hasMore } = facts;
    if (scope !== undefined || hasMore) {
      const head = scope === undefined ? ['', '.'] : this.#scopeOf(scope);
      this.#add(joinParts(head, parts), place, isLoose);
      if (scope === undefined) this.#add(parts, place, true);
      return;
    }
    if (parts[0]?.startsWith('.') !== true || receiver === 'I18n') {
      this.#add(parts, place, isLoose);
      return;
    }
    const [, view = '', name = ''] = /(?:^|\/)views\/(.*\/)?([^/]+)$/.exec(this.#file) ?? [];
    if (name !== '') {
      // A block may be shown by the layout that it is given to; a class has a `t` of its own.
      const isElsewhere = name.endsWith('.rb') || /\brender\b[^%]{0,500}\bdo\b/.test(this.#code);
      const needed = isElsewhere && !isLoose ? joinParts(['', ''], parts) : undefined;
      const path = `${view}${name.replace(/^_/, '').replace(/\..*$/, '')}`.replaceAll('/', '.');
      this.#add(joinParts([path], parts), place, isLoose, needed);
      return;
    }
    const [, path, mailer] =
      /(?:^|\/)(?:controllers\/(.+)_controller|mailers\/(.+))\.rb$/.exec(this.#file) ?? [];
    const head = (path ?? mailer)?.replaceAll('/', '.');
    const action = [...this.#code.slice(0, place.start).matchAll(/^[ \t]*def[ \t]+(\w+)/gm)].at(
      -1,
    )?.[1];
    if (head === undefined || action === undefined) {
      this.#add(joinParts(['', ''], parts), place, true);
      return;
    }
    // A method may serve several actions, of other classes too.
    const needed = isLoose ? undefined : joinParts(['', ''], parts);
    this.#add(joinParts([`${head}.`, ''], parts), place, true);
    this.#add(joinParts([`${head}.${action}`], parts), place, true, needed);
  }

  /** `scope: 'a.b'`, `scope: [:a, b]` */
  #scopeOf(tokens: readonly Token[]): Parts {
    const names = tokens[0]?.text === '[' ? tokens.slice(1, -1) : tokens;
    return splitAt(names, ({ text }) => text === ',').reduce<Parts>(
      (all, one) => joinParts(all, joinParts(this.#partsOf(one) ?? ['', ''], ['.'])),
      [''],
    );
  }

  #readFilter(tokens: readonly Token[], at: number): void {
    const operand: Token[] = [];
    let depth = 0;
    for (let from = at - 2; from >= 0; from -= 1) {
      const token = tokens[from];
      if (token === undefined) break;
      if (/^[)\]}]$/.test(token.text) && token.kind === 'sign') depth += 1;
      else if (/^[([{]$/.test(token.text) && token.kind === 'sign') depth -= 1;
      if (depth < 0) break;
      const isPart = depth > 0 || token.kind !== 'sign' || /^[([.]$|^\?\.$/.test(token.text);
      if (!isPart) break;
      operand.unshift(token);
      if (depth === 0 && token.kind === 'text') break;
    }
    if (operand.length === 0 || operand.some(({ text }) => text === 'LocaleKeys')) return;
    const place = { start: tokens[at]?.start ?? 0, at: literalOf(operand) };
    const { positional, named } = this.#argumentsOf(tokens, at + 1);
    // A project may have filters of its own.
    const isElsewhere =
      positional.length > 1 ||
      named.has('domain') ||
      tokens[at]?.text !== 'trans' ||
      this.#hasDomain();
    const { known, isOpen } = this.#valuesOf(operand);
    for (const parts of known) this.#add(parts, place, isElsewhere);
    if (isOpen) this.#addOpen(place);
  }

  /** Whether Twig's keys are those of another catalog. */
  #hasDomain(): boolean {
    return this.#code.includes('trans_default_domain');
  }

  /** `{% trans "a" context "b" %}` */
  #readTag(tokens: readonly Token[]): void {
    const [name, key] = tokens;
    if (!/^trans(?:late)?$/.test(name?.text ?? '') || key === undefined || name === undefined)
      return;
    if (key.kind === 'text') {
      const at = tokens.findIndex(({ text }) => text === 'context');
      const context = at === -1 ? undefined : tokens[at + 1];
      const head = context === undefined ? [''] : joinParts(context.parts, ['.']);
      this.#add(joinParts(head, key.parts), { start: key.start, at: literalOf([key]) }, false);
    } else if (
      key.kind === 'name' &&
      tokens[2]?.text !== '=' &&
      !/^(?:with|from|into|count|trimmed|notrimmed|context)$/.test(key.text)
    ) {
      this.#addOpen(key);
    }
  }

  /** `{% blocktrans %}Hello {{ name }}{% endblocktrans %}` */
  #readBlocks(): void {
    const code = this.#code;
    if (!/\{%[-+]?\s*(?:block)?trans/.test(code)) return;
    for (const { 1: options = '', 2: text = '', index } of code.matchAll(BLOCK)) {
      const filled = text.replace(/\{\{[-+]?\s*([\w.]+)[^}]*\}\}/g, '%($1)s');
      const line = filled.replace(/\s*\n\s*/g, ' ').trim();
      const context = /\bcontext\s+["']([^"']+)["']/.exec(options)?.[1];
      const head = context === undefined ? '' : `${context}.`;
      this.#texts.push(text, text.trim(), filled);
      this.#add([`${head}${filled}`], { start: index }, true);
      const isLoose = /\bfrom\b/.test(options) || /\{/.test(line);
      this.#add([`${head}${line}`], { start: index }, isLoose);
    }
  }

  /** `R.string.title`, `Res.string.title` */
  #readResource(tokens: readonly Token[], at: number): void {
    const [kind, dot, key] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    const [before, owner, around] = [tokens[at - 1], tokens[at - 2], tokens[at - 3]];
    if (kind?.text === 'getIdentifier' && dot?.text === '(') this.#addOpen(kind);
    if (!RESOURCE.test(kind?.text ?? '') || before?.text !== '.' || dot?.text !== '.') return;
    if (owner?.kind !== 'name' || key === undefined) return;
    if (key.text === '*') {
      for (const name of this.#code.match(/\w+/g) ?? []) this.#words.add(name);
    } else if (/^\w*(?:R|Res)$/.test(owner.text)) {
      const isOwn = owner.text === 'R' && around?.text !== '.' && kind?.text !== 'array';
      const isImport = this.#code.slice(0, key.start).split('\n').at(-1)?.includes('import');
      if (kind?.text === 'array') this.#add([`${key.text}.`, ''], key, true);
      this.#add([key.text], key, !isOwn || isImport === true);
    }
  }

  /** `AppLocalizations.of(context)!.title`, `l10n.title` */
  #readAccess(tokens: readonly Token[], at: number): void {
    if (!this.#file.endsWith('.dart')) return;
    const { text = '', start = 0 } = tokens[at] ?? {};
    const type = tokens[at - 1];
    // `AppLocalizations l10n`
    if (type?.kind === 'name' && OWN_LOCALIZATIONS.test(type.text)) this.#accessors.add(text);
    if (LOCALIZATIONS.test(text) && /^(?:of|current)$/.test(tokens[at + 2]?.text ?? '')) {
      const [name, sign] = [tokens[at - 2], tokens[at - 1]];
      const end = this.#code.slice(tokens[at + 2]?.end).match(/^(?:\(\s*\w+,?\s*\))?!?\s*;/);
      const isOwn = OWN_LOCALIZATIONS.test(text) && end !== null;
      if (isOwn && sign?.text === '=' && name?.kind === 'name') this.#accessors.add(name.text);
    }
    let from = at - 1;
    if (tokens[from]?.text !== '.' && tokens[from]?.text !== '?.') return;
    from -= tokens[from - 1]?.text === '!' ? 2 : 1;
    if (tokens[from]?.text === ')') {
      for (let depth = 0; from > 0; from -= 1) {
        if (tokens[from]?.text === ')') depth += 1;
        else if (tokens[from]?.text === '(') depth -= 1;
        if (depth === 0) break;
      }
      from -= 1;
      if (tokens[from]?.text !== 'of') return;
    }
    const [owner, name] = [tokens[from - 2]?.text ?? '', tokens[from]?.text ?? ''];
    const isOf = /^(?:of|current)$/.test(name) && LOCALIZATIONS.test(owner);
    const isAccessor =
      this.#accessors.has(name) && (owner === 'context' || tokens[from - 1]?.text !== '.');
    if ((isOf || isAccessor) && !OF_LOCALIZATIONS.test(text))
      this.#add([text], { start }, isOf && !OWN_LOCALIZATIONS.test(owner));
  }

  /** The arguments behind a function's name, and whether others come from a variable. */
  #argumentsOf(tokens: readonly Token[], at: number) {
    const positional: Token[][] = [];
    const named = new Map<string, readonly Token[]>();
    let hasMore = false;
    let [depth, own] = [0, [] as Token[]];
    const isList = tokens[at]?.text === '(';
    const end = (): void => {
      const [first, second] = own;
      const sign = second?.kind === 'sign' ? second.text : '';
      if (first !== undefined && /^(?:\*\*?|\.\.\.|&)$/.test(first.text) && first.kind === 'sign')
        hasMore = true;
      else if (
        first !== undefined &&
        ((/^[:=]$/.test(sign) && first.kind === 'name') || (sign === '=>' && first.kind === 'text'))
      ) {
        // `localized: "a"` is the argument itself.
        if (/^(?:localized|forKey|message)$/.test(first.text)) positional.push(own.slice(2));
        else named.set(first.text, own.slice(2));
      } else if (own.length > 0) positional.push(own);
      own = [];
    };
    for (let next = isList ? at + 1 : at; next < tokens.length; next += 1) {
      const token = tokens[next];
      if (token === undefined) break;
      const isSign = token.kind === 'sign';
      const before = tokens[next - 1];
      if (isSign && /^[)\]}]$/.test(token.text)) depth -= 1;
      if (depth < 0) break;
      const isLater =
        !isList &&
        depth === 0 &&
        next > at &&
        before?.text !== ',' &&
        (this.#code.slice(before?.end, token.start).includes('\n') ||
          /^(?:do|if|unless|and|or)$/.test(token.text));
      if (isLater) break;
      if (isSign && token.text === ',' && depth === 0) end();
      else own.push(token);
      if (isSign && /^[([{]$/.test(token.text)) depth += 1;
    }
    end();
    return { positional, named, hasMore };
  }

  /** The texts that an expression may be; `isOpen`: also others. */
  #valuesOf(tokens: readonly Token[]): {
    readonly known: readonly Parts[];
    readonly isOpen: boolean;
  } {
    const known: Parts[] = [];
    let isOpen = false;
    for (const piece of choicesIn(tokens)) {
      // `translate(['name' => $name])` fills a text.
      if (/^[[{]$/.test(piece[0]?.text ?? '') && piece.some(({ text }) => /^(?:=>|:)$/.test(text)))
        continue;
      // `.title` is a name that Xcode makes of a key.
      if (piece[0]?.text === '.') continue;
      const parts = this.#partsOf(piece);
      if (parts !== undefined) known.push(parts);
      else if (!CONSTANT.test(piece.at(-1)?.text ?? '')) isOpen = true;
    }
    return { known, isOpen };
  }

  /** `'a.' + x`, `"a" "b"`; undefined: nothing is known. */
  #partsOf(tokens: readonly Token[]): Parts | undefined {
    const joins = this.#language.joins.split(' ');
    const all = splitAt(tokens, ({ kind, text }) => kind === 'sign' && joins.includes(text));
    const found = all.map((own) => this.#pieceOf(own));
    if (found.every((one) => one === undefined)) return undefined;
    return found.reduce<Parts>((parts, one) => joinParts(parts, one ?? ['', '']), ['']);
  }

  #pieceOf(tokens: readonly Token[]): Parts | undefined {
    const own = tokens[0]?.text === ':' || tokens[0]?.text === '@' ? tokens.slice(1) : tokens;
    const [first, sign, name] = own;
    if (first === undefined) return undefined;
    if (own.every(({ kind }) => kind === 'text'))
      return own.reduce<Parts>((all, { parts }) => joinParts(all, parts), ['']);
    if (first.kind === 'text' && sign !== undefined && sign.kind === 'sign') {
      if (ACCESS.has(sign.text) && SAME.test(name?.text ?? '')) return first.parts;
      if (sign.text === '%' || ACCESS.has(sign.text)) return first.text.split(SLOT);
    }
    const isFormat = first.kind === 'name' && FORMATS.test(first.text) && sign?.text === '(';
    return isFormat && name?.kind === 'text' ? name.text.split(SLOT) : undefined;
  }

  /** @param needed the keys of which one must exist; default: this one, unless it is loose */
  #add(parts: Parts, place: Place, isLoose: boolean, needed?: Parts): void {
    const isKey = saysAnything(parts);
    if (!isKey && parts.length > 1) this.#addOpen(place);
    if (!isKey) return;
    const must = needed ?? (isLoose || parts.length > 1 ? undefined : parts);
    this.#uses.push({
      ...{ key: parts, library: 'plain', asks: true, line: this.#lineOf(place.start) },
      ...(place.at && { at: place.at }),
      ...(must === undefined ? {} : { needed: must }),
    });
  }

  #addOpen({ start }: Place): void {
    this.#uses.push({
      key: ['', ''],
      library: 'plain',
      asks: true,
      everywhere: true,
      line: this.#lineOf(start),
    });
  }
}

/** Where a key is used. */
interface Place {
  readonly start: number;
  /** Of its literal, if it is one. */
  readonly at?: Use['at'];
}

function literalOf(tokens: readonly Token[]): Use['at'] {
  const [first, ...more] = unwrapped(tokens);
  const isLiteral = first?.kind === 'text' && first.parts.length === 1 && more.length === 0;
  return isLiteral ? [first.start, first.end] : undefined;
}

/** The values of `a ? b : c`, `a || b`, `b if a else c`, without the conditions. */
function choicesIn(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const inner = unwrapped(tokens);
  const pieces: (readonly Token[])[] = [];
  let own: Token[] = [];
  let [depth, isCondition] = [0, false];
  const end = (): void => {
    if (!isCondition && own.length > 0) pieces.push(own);
    [own, isCondition] = [[], false];
  };
  for (const [at, token] of inner.entries()) {
    const { kind, text } = token;
    if (kind === 'sign' && /^[)\]}]$/.test(text)) depth -= 1;
    const isColon = text === ':' && own.length > 0 && kind === 'sign';
    if (depth > 0 || !(isColon || isChoice(token))) own.push(token);
    else {
      if (text === '?') isCondition = true;
      end();
      if (/^(?:if|unless)$/.test(text)) isCondition = true;
    }
    if (kind === 'sign' && /^[([{]$/.test(text)) depth += 1;
    if (at === inner.length - 1) end();
  }
  return pieces.flatMap((one) => (one.length < tokens.length ? choicesIn(one) : [one]));
}

function isChoice({ kind, text }: Token): boolean {
  return kind === 'sign'
    ? /^(?:\?|\?:|\|\||\?\?)$/.test(text)
    : kind === 'name' && /^(?:if|else|or|unless)$/.test(text);
}

/** Without parentheses around all of it. */
function unwrapped(tokens: readonly Token[]): readonly Token[] {
  if (tokens[0]?.text !== '(' || tokens.at(-1)?.text !== ')') return tokens;
  const inner = tokens.slice(1, -1);
  let depth = 0;
  for (const { kind, text } of inner) {
    if (kind === 'sign' && /^[([{]$/.test(text)) depth += 1;
    if (kind === 'sign' && /^[)\]}]$/.test(text)) depth -= 1;
    if (depth < 0) return tokens;
  }
  return unwrapped(inner);
}

function splitAt(
  tokens: readonly Token[],
  isSplit: (token: Token) => boolean,
): readonly (readonly Token[])[] {
  const all: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    const isSign = token.kind === 'sign';
    if (isSign && /^[)\]}]$/.test(token.text)) depth -= 1;
    if (depth === 0 && isSplit(token)) all.push([]);
    else all.at(-1)?.push(token);
    if (isSign && /^[([{]$/.test(token.text)) depth += 1;
  }
  return all;
}

import type { File } from '@babel/types';
import { blank } from './ends.js';

/** An expression of a template with its offset. */
export interface Piped {
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
export function pipedIn(code: string): readonly Piped[] {
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
export function withoutComments(code: string, file: File | undefined): string {
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
export function insideOf(code: string): readonly Piped[] {
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
export function serviceMethods(code: string): readonly string[] {
  if (!/Trans(?:late|loco)Service/.test(code)) return [];
  return [...code.matchAll(SERVICES)].flatMap(([, name = '', kind = '']) =>
    (METHODS[kind] ?? []).map((method) => `${name}.${method}`),
  );
}

/** An expression of a template, and where it is. */
export interface Piped {
  readonly code: string;
  readonly at: number;
}

/** `'key' | translate`, `(ok ? 'a' : 'b') | transloco`; not what a function gives, nor an end: `x + 'key'`. */
const PIPED =
  /((?<![\w$\]).]\s{0,3})\([^()\n]{1,300}\)|(?<![+=]\s{0,3})(?:'[^'\n]{1,200}'|"[^"\n]{1,200}"))\s{0,20}\|\s{0,20}(?:translate|transloco)\b/g;
/** `<p translate>home.title</p>`; what is no name with dots may be a text, as in HTML itself. */
const INSIDE = /\stranslate(?=[\s>])[^<>]{0,200}>\s{0,99}([\w-]{1,60}(?:\.[\w-]{1,60})+)\s{0,99}</g;
/** `[translate]="'key'"` */
const BOUND = /\[translate\]\s*=\s*"([^"\n]{1,200})"/g;

/** Keys of Angular's templates: what the pipe or the directive of ngx-translate or Transloco is given, as expressions. */
export function pipedIn(code: string): readonly Piped[] {
  if (!/\|\s*trans(?:late|loco)\b|\[translate\]/.test(code)) return [];
  return [...code.matchAll(PIPED), ...code.matchAll(BOUND)].map(placed);
}

/** The same, where the content of an element is the key itself. HTML has an attribute of this name. */
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

/** Methods of the services that a file is given, as `extract.functions` names them. */
export function serviceMethods(code: string): readonly string[] {
  if (!/Trans(?:late|loco)Service/.test(code)) return [];
  return [...code.matchAll(SERVICES)].flatMap(([, name = '', kind = '']) =>
    (METHODS[kind] ?? []).map((method) => `${name}.${method}`),
  );
}

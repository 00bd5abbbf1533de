import { hashOf, spellingIn } from './fingerprints.js';
import { languageOf, readLanguage } from './languages/reader.js';
import { placesIn } from './reading/ends.js';
import type { Use } from './reading/use.js';

/** Languages that are read, and data, in which only quoted keys count. */
const READ =
  /\.(?:[cm]?[jt]sx?|es6?|vue|svelte|astro|html?|json[c5]?|ya?ml|toml|xml|mdx?|txt|hbs|handlebars|g[jt]s)$/i;

/** Files of other languages that may use keys, wherever they are in the project. */
const FOREIGN_FILES =
  '**/*.{rb,erb,haml,slim,rake,jbuilder,dart,py,jinja,jinja2,j2,go,gohtml,tmpl,java,jsp,kt,kts,groovy,scala,swift,m,mm,php,phtml,twig,latte,cs,cshtml,razor,vb,fs,rs,ex,exs,eex,heex,leex,clj,cljs,elm,erl,pug,jade,ejs,njk,liquid,mustache,marko,riot,coffee,lua,pl,tt,c,cc,cpp,cxx,h,hpp,vala,qml,xhtml,storyboard,xib}';
/** Files of data in which Android and Spring look texts up. */
const LOOKING_UP = [
  '**/AndroidManifest.xml',
  '**/res/{layout,menu,xml,navigation,values,drawable}*/*.xml',
  '**/templates/**/*.{html,txt}',
];

export const PASSED_OVER =
  '**/{node_modules,.git,vendor,bundle,Pods,venv,.venv,site-packages,target,build,dist,tmp}/**';

/** Scripts and components, which use the keys of other languages too. */
const SCRIPTS = '**/*.{js,jsx,mjs,cjs,ts,mts,cts,tsx,vue,svelte,astro,hbs,handlebars}';

/**
 * The project's files of such languages, sorted.
 * @param code the files that the config names: are they in other languages, scripts are listed too
 */
export async function listForeign(
  root: string,
  { excluded, code }: { readonly excluded: readonly string[]; readonly code: readonly string[] },
): Promise<readonly string[]> {
  const { default: glob } = await import('fast-glob');
  const scripts = code.some(isForeign) ? [SCRIPTS, '!**/*.min.js'] : [];
  const found = await glob([FOREIGN_FILES, ...LOOKING_UP, ...scripts, ...excluded], {
    cwd: root,
    ignore: [PASSED_OVER],
    followSymbolicLinks: false,
    suppressErrors: true,
  });
  return found.sort();
}

/** Whether a file's language is not read: it is never parsed as JavaScript. */
export function isForeign(file: string): boolean {
  return !READ.test(file);
}

/** Prefix in hashes of words in code that is not read. */
const WORD = '\u0008';
const WORDS = /[\p{L}\p{N}_$-]+/gu;
const DOTTED = /[\p{L}_$][\p{L}\p{N}_$-]*(?:[.:/][\p{L}\p{N}_$-]+)+/gu;

const FUNCTIONS = String.raw`(?:I18n\.t|t!?|tr|trn|translate|trans|trans_choice|transChoice|Lang::get|lang|__|_|_e|gettext|ngettext|pgettext|localize|T|Tr|L|l10n|NSLocalizedString|getString|stringResource|getMessage|GetString|Localizer)`;
/** A call with a text, or with something else that may be any key. Definitions are no calls. */
const CALL = new RegExp(
  String.raw`(?<![\w'’$@-])${FUNCTIONS}[ \t]*[(\[]?[ \t]*(?:[furb@$]{1,2}|:)?["'.]`,
);
const NAMED = /\b(?:I18n|gettext|AppLocalizations|L10n|NSLocalizedString|R\.string)\b/;
const UNKNOWN = new RegExp(
  String.raw`(?<![\w'’$@-]|\b(?:def|defp|func|fun|fn|function|macro|sub|String|string)[ \t]+)${FUNCTIONS}[ \t]*[(\[][ \t]*(?![furb@$]{1,2}["']|(?:\w+[ \t]*=[ \t]*)?(?:\w+\.)*R\.)[\p{L}_$@&(*]`,
  'u',
);
/** The file of a catalog that code reads itself: `json.load(open("locales/en.json"))`. */
const CATALOG =
  /[/\\'"](?:[a-z]{2,3}(?:[-_]\w{2,8}){0,2}|[\w.-]*\{?\w*(?:locale|lang)\w*\}?)\.(?:json|ya?ml)["']/i;

/** Starts of keys that frameworks and systems look up without any code that names them. */
const IMPLICIT: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\.(?:rb|erb|haml|slim|rake|jbuilder)$/i,
    'activemodel activerecord attributes date datetime devise enumerize errors flash helpers mailers number pagy simple_form support time views will_paginate'
      .split(' ')
      .map((name) => `${name}.`),
  ],
  [/\.(?:php|phtml)$/i, ['auth.', 'pagination.', 'passwords.', 'validation.']],
  // The constraints of beans
  [
    /\.(?:java|kt|jsp|xhtml)$/i,
    'typeMismatch NotBlank NotNull NotEmpty Size Min Max Email Pattern Past Future Digits AssertTrue'
      .split(' ')
      .map((name) => `${name}.`),
  ],
  // InfoPlist.strings
  [/\.(?:swift|m|mm|storyboard)$/i, ['CFBundle', 'NS', 'UI']],
];

/** A quoted text before a value: `"errors.#{code}"`, `'errors.' + code`, `"errors.\(code)"`. */
const HEADS =
  /["'`]([\p{L}\p{N}_.:/-]{2,100}?)(?:(?<=[._:/-])["'`]|[#$]\{|\{|%[\w@{(]|\\\(|\$\w|["'`]\s*(?:\+|<>|<<|\.\.|~))/gu;
/** `t('errors')[code]`, `t('errors').each`, `texts.errors[code]`: everything below a group. */
const GROUPS =
  /["']\.?([\w.-]{2,100})["'][)\]]?\s*(?:\[|\.(?:collect|dig|each\w*|entries|fetch|forEach|get|items|keys|map|select|to_a|values)\b)|\.(\w{2,100})[!?]?\[/g;

/** Tests use keys, but need none. */
const TEST =
  /(?:^|\/)(?:specs?|\w*tests?|androidTest|fixtures|features|examples?)\/|_(?:spec|test)\.\w+$/i;
/** Where Android looks a text up: `@string/title`. */
const XML = /@(string|plurals|array)\/(\w+)/g;

/** What code in another language uses, or may use, of the catalogs. */
interface ForeignCode {
  /** They protect keys and add none. */
  readonly uses: readonly Use[];
  readonly hashes: readonly number[];
}

/** Whether a file of markup or data may use keys as code of another language does. */
export function isTemplate(file: string, code: string): boolean {
  if (/\.(?:html?|txt)$/i.test(file))
    return /\{%[-+]?\s*(?:block)?trans|\b(?:_|gettext)\(/.test(code);
  return /\.xml$/i.test(file) && code.search(XML) !== -1;
}

/**
 * What code of another language uses: the keys that a reader of the language finds, and those that
 * it contains as a whole or may assemble. If it translates anything, or reads a catalog, also keys
 * whose last name is one of its words.
 * @param isNamed whether the config names the file, so that it is known to use keys
 */
export function foreignCode(file: string, code: string, isNamed: boolean): ForeignCode {
  const startOf = placesIn(code);
  const hashes = [...new Set(code.match(DOTTED))].map((text) => hashOf(text));
  const implicit = IMPLICIT.flatMap(([kind, names]) => (kind.test(file) ? names : []));
  const uses = implicit.map((name) => use([name, '']));
  // A storyboard's texts have the ids of its elements.
  if (/\.(?:storyboard|xib)$/i.test(file)) {
    const ids = new Set([...code.matchAll(/\bid="([\w-]+)"/g)].map(([, id = '']) => id));
    for (const id of ids) uses.push(use([`${id}.`, '']));
  }
  const isMarkup = /\.(?:html?|txt)$/i.test(file);
  const language = isMarkup && !isTemplate(file, code) ? undefined : languageOf(file);
  const isNeeded = isNamed && !TEST.test(file);
  const read = language && readLanguage(language, file, code);
  const found: Use[] = [...(read?.uses ?? [])];
  if (/\.xml$/i.test(file)) {
    for (const { 1: kind, 2: key = '', index } of code.matchAll(XML)) {
      // Never missing: libraries have resources, too, and Android's build knows them.
      found.push({
        ...use(kind === 'array' ? [`${key}.`, ''] : [key]),
        line: startOf(index).line,
      });
    }
  }
  uses.push(
    ...found.flatMap(({ needed, ...one }) => {
      if (isNeeded && needed !== undefined) return { ...one, needed };
      // Tests ask for all keys that they compare.
      return one.everywhere === true && TEST.test(file) ? [] : one;
    }),
  );
  const isTranslating = found.length > 0 || [CALL, NAMED, UNKNOWN].some((one) => one.test(code));
  const isUsing = isNamed || isTranslating || CATALOG.test(code);
  uses.push(...assembledIn(code, isUsing ? /[\p{L}\p{N}]/u : undefined));
  for (const text of read?.texts ?? []) hashes.push(hashOf(text));
  if (!isUsing) return { uses, hashes };

  const unknown = language === undefined ? UNKNOWN.exec(code) : null;
  if (unknown !== null) {
    uses.push({ ...use(['', '']), everywhere: true, line: startOf(unknown.index).line });
  }
  const groups = [...code.matchAll(GROUPS)].map(([, a, b]) => `${a ?? b ?? ''}.`);
  for (const group of new Set(groups)) uses.push(use([group, '']), use(['', `.${group}`, '']));
  const words = read?.words ?? code.match(WORDS) ?? [];
  return {
    uses,
    hashes: [...hashes, ...[...new Set(words)].flatMap((word) => wordHash(word) ?? [])],
  };
}

/**
 * The keys that code may assemble, by their starts.
 * @param isKey what a start must contain; default: a separator of keys
 */
export function assembledIn(code: string, isKey = /[\p{L}\p{N}][.:]/u): readonly Use[] {
  const startOf = placesIn(code);
  const heads = new Map([...code.matchAll(HEADS)].map(({ 1: head = '', index }) => [head, index]));
  return [...heads]
    .filter(([head]) => isKey.test(head))
    .flatMap(([head, at]) => {
      const { line } = startOf(at);
      return [
        { ...use([head, '']), line },
        { ...use(['', `.${head}`, '']), line },
      ];
    });
}

/** Whether a framework or system holds the text of a key. */
export function isImplicit(file: string, key: string): boolean {
  return IMPLICIT.some(
    ([kind, names]) => kind.test(file) && names.some((name) => key.startsWith(name)),
  );
}

function use(key: Use['key']): Use {
  return { key, library: 'plain', asks: true, line: 1 };
}

function wordHash(word: string): number | undefined {
  const spelling = spellingIn(word);
  return spelling === undefined ? undefined : hashOf(`${WORD}${String(spelling)}`);
}

/** Whether the last name of a key is a word of such code; elements of lists have no names. */
export function endsInWord(literals: ReadonlySet<number>, key: string): boolean {
  const name = key.match(WORDS)?.findLast((one) => !/^\d+$/.test(one));
  const hash = name === undefined ? undefined : wordHash(name);
  return hash !== undefined && literals.has(hash);
}

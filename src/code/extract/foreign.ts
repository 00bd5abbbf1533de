import { hashOf, spellingIn } from './fingerprints.js';
import type { Use } from './reading/use.js';

/** Languages that are read, and data, in which only quoted keys count. */
const READ =
  /\.(?:[cm]?[jt]sx?|es6?|vue|svelte|astro|html?|json[c5]?|ya?ml|toml|xml|mdx?|txt|hbs|handlebars|g[jt]s)$/i;

/** Files of other languages that may use keys, wherever they are in the project. */
const FOREIGN_FILES =
  '**/*.{rb,erb,haml,slim,rake,jbuilder,dart,py,jinja,jinja2,j2,go,gohtml,tmpl,java,jsp,kt,kts,groovy,scala,swift,m,mm,php,phtml,twig,latte,cs,cshtml,razor,vb,fs,rs,ex,exs,eex,heex,leex,clj,cljs,elm,erl,pug,jade,ejs,njk,liquid,mustache,marko,riot,coffee,lua,pl,tt,cpp,qml,xhtml,storyboard,xib}';
/** Files of data in which Android and Spring look texts up. */
const LOOKING_UP = [
  '**/AndroidManifest.xml',
  '**/res/{layout,menu,xml,navigation,values,drawable}*/*.xml',
  '**/resources/templates/**/*.html',
];

const PASSED_OVER =
  '**/{node_modules,.git,vendor,bundle,Pods,venv,.venv,site-packages,target,build,dist,tmp}/**';

/** The project's files of such languages, sorted. */
export async function listForeign(
  root: string,
  excluded: readonly string[],
): Promise<readonly string[]> {
  const { default: glob } = await import('fast-glob');
  const found = await glob([FOREIGN_FILES, ...LOOKING_UP, ...excluded], {
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
/** `<%= t code %>`, `raise t code` in Ruby; `code.tr()`, `code.tr` in Dart. */
const UNKNOWN_RUBY = /(?:[=({,|]|\breturn|\braise)[ \t]*(?:I18n\.)?t[ \t]+[a-z_@](?!\w*[ \t]*=)/;
const UNKNOWN_DART = /[\w)\]]\.tr\b/;

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

/** What code in a language that is not read may use of the catalogs. */
interface ForeignCode {
  /** They protect keys and add none. */
  readonly uses: readonly Use[];
  readonly hashes: readonly number[];
}

/**
 * What code of another language may use: keys that it contains as a whole or may assemble. If it
 * translates anything, or reads a catalog, also keys whose last name is one of its words, as in
 * `t('.title')` of Rails.
 * @param isNamed whether the config names the file, so that it is known to use keys
 */
export function foreignCode(file: string, code: string, isNamed: boolean): ForeignCode {
  const hashes = [...new Set(code.match(DOTTED))].map((text) => hashOf(text));
  const implicit = IMPLICIT.flatMap(([kind, names]) => (kind.test(file) ? names : []));
  const uses = implicit.map((name) => use([name, '']));
  // A storyboard's texts have the ids of its elements.
  if (/\.(?:storyboard|xib)$/i.test(file)) {
    const ids = new Set([...code.matchAll(/\bid="([\w-]+)"/g)].map(([, id = '']) => id));
    for (const id of ids) uses.push(use([`${id}.`, '']));
  }
  const isTranslating = [CALL, NAMED, UNKNOWN].some((one) => one.test(code));
  const isUsing = isNamed || isTranslating || CATALOG.test(code);
  const heads = [...code.matchAll(HEADS)].map(([, head = '']) => head);
  for (const head of new Set(heads)) {
    const isKey = isUsing ? /[\p{L}\p{N}]/u : /[\p{L}\p{N}][.:]/u;
    if (isKey.test(head)) uses.push(use([head, '']), use(['', `.${head}`, '']));
  }
  if (!isUsing) return { uses, hashes };

  const isAny =
    UNKNOWN.test(code) ||
    (/\.(?:rb|erb|haml|slim|rake)$/i.test(file) && UNKNOWN_RUBY.test(code)) ||
    (/\.dart$/i.test(file) && UNKNOWN_DART.test(code));
  if (isAny) uses.push({ ...use(['', '']), bundle: { namespace: null } });
  const groups = [...code.matchAll(GROUPS)].map(([, a, b]) => `${a ?? b ?? ''}.`);
  for (const group of new Set(groups)) uses.push(use([group, '']), use(['', `.${group}`, '']));
  const words = [...new Set(code.match(WORDS))].flatMap((word) => wordHash(word) ?? []);
  return { uses, hashes: [...hashes, ...words] };
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

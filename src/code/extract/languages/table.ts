import type { Lexis, Quote } from './lexer.js';

/** What a function takes. Positions of arguments count from 0. */
export interface Call {
  /** Default: 0. */
  readonly key?: number;
  readonly context?: number;
  /** The catalog, or the domain of gettext, beside the key. */
  readonly domain?: number;
  /** How the domain is named. */
  readonly domainName?: RegExp;
  /** The name of its first argument, if it must have one. */
  readonly label?: string;
  /** What stands before the name, if it must: `Lang` in `Lang::get('a')`. */
  readonly receiver?: RegExp;
  /**
   * Never missing: the call may ask another catalog, or show its argument as it is. `if-known`: it
   * does not ask for a key that is only known at run time either.
   */
  readonly isLoose?: true | 'if-known';
}

/** A language whose files are read. */
export interface Language {
  readonly files: RegExp;
  readonly lexis: Lexis;
  /** Where its code is in a template, and what ends it there; default: the whole file. */
  readonly regions?: (start: string) => string | undefined;
  readonly starts?: RegExp;
  readonly calls: ReadonlyMap<string, Call>;
  /** Other names of functions. */
  readonly others?: readonly (readonly [RegExp, Call])[];
  /** Signs that join texts. */
  readonly joins: string;
  /** Whether calls need no parentheses. */
  readonly hasCommands?: true;
  /** Whether `'key'|trans` and `'key'.tr()` are calls. */
  readonly filters?: ReadonlySet<string>;
  /** Whether names after a dot may be keys: `l10n.title`. 'resources': only after such names. */
  readonly members?: true | 'resources';
}

const ALL: Call = {};
const LOOSE: Call = { isLoose: true };

function calls(names: string, call: Call = ALL): [string, Call][] {
  return names.split(' ').map((name) => [name, call]);
}

const SLASHES = /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y;
const HASH = /#[^\n]*/y;
const DOUBLE = /"/y;
const SINGLE = /'/y;
/** Not an apostrophe: `don't`. */
const APART = /(?<![\p{L}\p{N}])'/uy;
const BRACES = [['${', '}']] as const;
const NAMED = [...BRACES, ['$', '']] as const;

const GETTEXT = new Map([
  ...calls(
    '_ __ N_ gettext gettext_lazy ugettext ugettext_lazy gettext_noop ugettext_noop lazy_gettext ngettext ngettext_lazy ungettext ungettext_lazy',
  ),
  ...calls('dgettext dngettext', { key: 1, isLoose: true }),
  ...calls('pgettext pgettext_lazy npgettext npgettext_lazy C_ NC_', { key: 1, context: 0 }),
]);

const RUBY_QUOTES: readonly Quote[] = [
  { open: DOUBLE, holes: [['#{', '}']] },
  { open: APART, escapes: 'few' },
];
const RUBY_LEXIS: Lexis = {
  comment: /#[^\n]*|(?<=^|\n)(?:=begin\b[^]*?(?:\n=end\b[^\n]*|$)|__END__\n[^]*)/y,
  quotes: [...RUBY_QUOTES, { open: /`/y, holes: [['#{', '}']] }],
  isRuby: true,
};
const RUBY = {
  calls: new Map([
    ...calls('t t! translate translate!'),
    ...calls('_ n_ s_ N_ gettext ngettext'),
    ...calls('exists? exists', { receiver: /^I18n$/, isLoose: true }),
  ]),
  joins: '+ <<',
  hasCommands: true,
} as const;

const PHP_LEXIS: Lexis = {
  comment: /\/\/(?:(?!\?>)[^\n])*|#(?!\[)(?:(?!\?>)[^\n])*|\/\*[^]*?(?:\*\/|$)/y,
  quotes: [
    { open: SINGLE, escapes: 'few' },
    { open: DOUBLE, holes: [['{$', '}'], ...NAMED] },
  ],
  hasHeredocs: true,
};
const DOMAIN = { domainName: /^domain$/ } as const;
const PHP = {
  calls: new Map([
    ...calls('__ trans trans_choice transChoice wTrans', { ...DOMAIN, domain: 2 }),
    ...calls('lang choice'),
    ...calls('t l translate TranslatableMessage gettext ngettext _ _l', LOOSE),
    ...calls('get has choice getFromJson', { receiver: /^(?:Lang|Translator|translator)$/ }),
    ...calls('_e esc_html__ esc_html_e esc_attr__ esc_attr_e _n _n_noop'),
    ...calls('_x _ex esc_html_x esc_attr_x', { context: 1 }),
    ...calls('_nx', { context: 3 }),
  ]),
  joins: '. ~',
} as const;
const FILTERS = new Set('trans transchoice translate t _ gettext'.split(' '));

const PYTHON_QUOTES = ['"""', "'''", '"', "'"].flatMap((quote): readonly Quote[] => {
  const [before, end] = [
    '(?<![\\p{L}\\p{N}_])',
    quote.length === 1 ? ({ isShort: true } as const) : {},
  ];
  const open = (prefix: string): RegExp => new RegExp(`${before}${prefix}${quote}`, 'iuy');
  return [
    { open: open('(?:f|fr|rf)'), holes: [['{', '}']], ...end },
    { open: open('(?:r|br|rb)'), escapes: 'none', ...end },
    { open: open('[ub]?'), ...end },
  ];
});
const PYTHON = { calls: GETTEXT, joins: '+' } as const;

/** Templates of Twig, Django, Jinja and others. */
const BRACED = {
  lexis: { comment: /[-~+](?=[%}]\})/y, quotes: [{ open: DOUBLE }, { open: SINGLE }] },
  starts: /\{#[^]*?#\}|\{%[-~]?|\{\{/g,
  regions: (start: string) => ({ '{{': '}}', '{%': '%}' })[start.slice(0, 2)],
  calls: new Map([
    ...GETTEXT,
    ...calls('trans', { ...DOMAIN, domain: 2 }),
    ...calls('t translate', LOOSE),
  ]),
  filters: FILTERS,
  joins: '~ +',
} as const;

const C_QUOTES: readonly Quote[] = [
  { open: /(?:u8|[uUL@])?"/y, isShort: true },
  { open: /'/y, isShort: true },
];

/** What shows a text that need not be in a catalog. */
const SHOWN =
  'Text Label Button Toggle Picker Section Link TextField SecureField Menu NavigationLink Stepper LabeledContent ContentUnavailableView navigationTitle navigationBarTitle alert confirmationDialog help accessibilityLabel accessibilityHint accessibilityValue';
const TABLE = { domainName: /^(?:table|tableName|bundle)$/ } as const;
const APPLE = {
  calls: new Map([
    ...calls('NSLocalizedString LocalizedStringResource', TABLE),
    ...calls('String AttributedString', { ...TABLE, label: 'localized' }),
    ...calls('NSLocalizedStringFromTable', { domain: 1 }),
    ...calls('NSLocalizedStringFromTableInBundle NSLocalizedStringWithDefaultValue', LOOSE),
    ...calls('LocalizedStringKey localizedString', LOOSE),
    ...calls(SHOWN, { isLoose: 'if-known' }),
  ]),
  others: [[/^\w+LocalizedString$/, ALL]],
  joins: '+',
  members: true,
} as const satisfies Partial<Language>;

/** Also where two languages share an ending, the first that fits counts. */
export const LANGUAGES: readonly Language[] = [
  {
    ...RUBY,
    files: /\.erb$/i,
    lexis: { ...RUBY_LEXIS, comment: /-(?=%>)|#(?:(?!%>)[^\n])*/y },
    starts: /<%(?:%|#[^]*?%>|[=-]*)/g,
    regions: (start) => (/[%#]/.test(start.slice(2)) ? undefined : '%>'),
  },
  {
    ...RUBY,
    files: /\.(?:haml|slim)$/i,
    lexis: {
      comment: /(?<=(?:^|\n)[ \t]*)(?:-#|\/)[^\n]*/y,
      quotes: RUBY_QUOTES.map((quote) => ({ ...quote, isShort: true })),
      isRuby: 'markup',
    },
  },
  { ...RUBY, files: /\.(?:rb|rake|jbuilder|builder|ruby)$/i, lexis: RUBY_LEXIS },
  {
    ...PHP,
    files: /\.blade\.php$/i,
    lexis: PHP_LEXIS,
    starts:
      /\{\{--[^]*?--\}\}|\{\{|\{!!|<\?(?:php|=)|@php\b(?!\s*\()|@\w+\s*\(|\s:[\w.:-]+="(?![^"]*\{\{)/g,
    regions: (start) => {
      if (start.startsWith('{{--')) return undefined;
      if (start.startsWith('@')) return start.endsWith('(') ? ')' : '@endphp';
      return { '{{': '}}', '{!!': '!!}' }[start] ?? (start.startsWith('<') ? '?>' : '"');
    },
  },
  {
    ...PHP,
    files: /\.(?:php|phtml)$/i,
    lexis: PHP_LEXIS,
    starts: /<\?(?:php|=)?/gi,
    regions: () => '?>',
  },
  {
    ...PYTHON,
    files: /\.py$/i,
    lexis: { comment: HASH, quotes: PYTHON_QUOTES },
  },
  { ...BRACED, files: /\.(?:twig|jinja2?|j2|njk|html?|txt)$/i },
  {
    files: /\.dart$/i,
    lexis: {
      comment: SLASHES,
      quotes: ['"""', "'''", '"', "'"].flatMap((quote): readonly Quote[] => [
        { open: new RegExp(`(?<![\\w$])r${quote}`, 'y'), escapes: 'none' },
        { open: new RegExp(quote, 'y'), holes: NAMED },
      ]),
    },
    calls: new Map(calls('tr plural', LOOSE)),
    filters: new Set(['tr', 'plural', 'trParams', 'trPlural', 'i18n']),
    joins: '+',
    members: true,
  },
  {
    files: /\.(?:kts?|java)$/i,
    lexis: {
      comment: SLASHES,
      quotes: [
        { open: /"""/y, escapes: 'none', holes: NAMED },
        { open: DOUBLE, holes: NAMED, isShort: true },
        { open: /'/y, isShort: true },
      ],
    },
    calls: new Map([...calls('getString getMessage translate tr t', LOOSE)]),
    joins: '+',
    members: 'resources',
  },
  {
    ...APPLE,
    files: /\.swift$/i,
    lexis: {
      comment: SLASHES,
      quotes: [
        { open: /#"""/y, close: '"""#', escapes: 'none' },
        { open: /#"/y, close: '"#', escapes: 'none' },
        { open: /"""/y, holes: [['\\(', ')']] },
        { open: DOUBLE, holes: [['\\(', ')']], isShort: true },
      ],
    },
  },
  { ...APPLE, files: /\.(?:m|mm)$/i, lexis: { comment: SLASHES, quotes: C_QUOTES } },
  {
    files: /\.(?:c|cc|cpp|cxx|h|hpp|vala)$/i,
    lexis: { comment: SLASHES, quotes: [{ open: /"""/y, escapes: 'none' }, ...C_QUOTES] },
    calls: GETTEXT,
    joins: '+',
    members: true,
  },
];

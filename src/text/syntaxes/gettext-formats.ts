import type { GettextFormat } from '../../model/index.js';
import type { Syntax } from './syntax.js';

/*
 * The placeholders of gettext's format flags, as documented for each language's `printf` or
 * `format` and checked by `msgfmt --check`. A flag is certain: `% d` is a conversion in C, however
 * odd it looks.
 */

const POSITION = String.raw`(?:\d{1,2}\$)?`;
const WIDTH = String.raw`(?:\d{1,4}|\*(?:\d{1,2}\$)?)?`;
const PRECISION = String.raw`(?:\.(?:\d{1,3}|\*(?:\d{1,2}\$)?)?)?`;

interface Conversion {
  /** Pattern between `%` and the flags. */
  readonly start?: string;
  /** Flag characters, as in a character class. */
  readonly flags?: string;
  readonly sizes?: string;
  /** Conversion letters, as in a character class. */
  readonly types: string;
}

function percent({ start = POSITION, flags = "-+ #0'", sizes, types }: Conversion): string {
  const size = sizes === undefined ? '' : `(?:${sizes})?`;
  return `%%|%${start}[${flags}]{0,5}${WIDTH}${PRECISION}${size}[${types}]`;
}

const C = { flags: "-+ #0'I", sizes: 'hh?|ll?|[qLjzt]', types: 'diouxXeEfFgGaAcCsSpnm' };
/* C's `PRIu64` and similar macros, as xgettext writes them. */
const INTTYPES = String.raw`%${POSITION}[-+ #0']{0,5}${WIDTH}${PRECISION}<PRI[diouxX](?:LEAST|FAST)?(?:8|16|32|64|MAX|PTR)>`;

const TILDE_PARAMETER = String.raw`(?:[-+]?\d{1,6}|'[^\n]|[vV#])?`;
const TILDE = String.raw`~${TILDE_PARAMETER}(?:,${TILDE_PARAMETER}){0,7}[:@]{0,2}`;

/* One level of nested fields: `{value:{width}}`. */
const FIELD = String.raw`\{\{[^{}\n]{0,200}\}\}|\{\{|\}\}|\{[^{}\n]{0,200}(?:\{[^{}\n]{0,50}\}[^{}\n]{0,50}){0,3}\}`;
const QT = String.raw`%L?\d{1,2}|%L?n`;
const BINDING = String.raw`%[1-9%]`;
const BRACED_NAME = String.raw`\{[A-Za-z_]\w{0,100}\}`;

/** Languages that read `%2$s` as the second argument. */
const numbered = (...codes: readonly string[]): Syntax => ({ exact: true, numbers: true, codes });
const ordered = (...codes: readonly string[]): Syntax => ({ exact: true, codes });

export const GETTEXT_SYNTAXES: Readonly<Record<GettextFormat, Syntax>> = {
  'c-format': numbered(percent(C), INTTYPES),
  'objc-format': numbered(percent({ ...C, types: `@${C.types}` }), INTTYPES),
  'python-format': ordered(
    percent({
      start: String.raw`(?:\((?:[^()\n]|\([^()\n]{0,50}\)){1,100}\))?`,
      flags: '-+ #0',
      sizes: '[hlL]',
      types: 'diouxXeEfFgGcrsa',
    }),
  ),
  'python-brace-format': ordered(FIELD),
  'java-format': ordered(),
  'java-printf-format': numbered(
    percent({
      start: String.raw`(?:<|\d{1,2}\$)?`,
      flags: '-+ #0,(',
      sizes: '[tT]',
      types: 'A-Za-z',
    }),
  ),
  'csharp-format': ordered(),
  'javascript-format': numbered(percent({ types: 'sdijoxXcfeEgGaA' })),
  'scheme-format': ordered(String.raw`${TILDE}[A-Za-z$%&_/|~!\n*?()[\]{}^;]`),
  'lisp-format': ordered(String.raw`${TILDE}(?:/[^/\n]{1,60}/|[A-Za-z$%&|~\n_*?()[\]{}<>^;!])`),
  'elisp-format': numbered(percent({ flags: '-+ #0', types: 'cdixXoeEfgGsS' })),
  'librep-format': numbered(percent({ flags: '-^0+ ', types: 'cdxXosS' })),
  'ruby-format': numbered(
    String.raw`%[-+ #0]{0,4}\{[^{}\n]{1,100}\}`,
    percent({
      start: String.raw`[-+ #0]{0,4}(?:\d{1,2}\$|<[^<>\n]{1,100}>)?`,
      types: 'spcdiuoxXbBfgGeEaA',
    }),
  ),
  'sh-format': ordered(String.raw`\$\{[A-Za-z_]\w{0,60}\}|\$[A-Za-z_]\w{0,60}`),
  'awk-format': numbered(percent({ types: 'csidouxXeEfFgG' })),
  'lua-format': ordered(percent({ flags: '-+ #0', types: 'sqdiouxXaAeEfgGc' })),
  'object-pascal-format': ordered(
    percent({
      start: String.raw`(?:(?:\d{1,2}|\*)?:)?`,
      flags: '-',
      types: 'duxefgnmspDUXEFGNMSP',
    }),
  ),
  'modula2-format': ordered(percent({ flags: '-0', types: 'sdxuc' })),
  'd-format': numbered(
    percent({ flags: '-+ #0=,', types: 'sdxXobeEfFgGaAcru' }),
    String.raw`%-?\(|%\)|%\|`,
  ),
  'ocaml-format': ordered(
    String.raw`%[({][^%\n]{0,100}%[)}]`,
    percent({ flags: '-+ #0', sizes: '[lnL]', types: 'diunlLNxXosScCfFeEgGhHBbat!,@' }),
  ),
  'rust-format': ordered(FIELD),
  'go-format': ordered(
    String.raw`%%|%[-+ #0]{0,5}(?:\[\d{1,2}\])?(?:\d{1,4}|\*)?(?:\.(?:\[\d{1,2}\])?(?:\d{1,3}|\*)?)?(?:\[\d{1,2}\])?[vTtbcdoOqxXUeEfFgGspw]`,
  ),
  'smalltalk-format': ordered(BINDING),
  'ycp-format': ordered(BINDING),
  'qt-format': ordered(QT),
  'qt-plural-format': ordered(QT),
  'kde-format': ordered(QT),
  'kde-kuit-format': ordered(QT),
  'boost-format': numbered(
    String.raw`%\d{1,2}%|%\|[^%|\n]{1,40}\||%T[^%\n]`,
    percent({ flags: "-+ #0'_=", sizes: '[hlL]', types: 'cCsSidouxXeEfgGptn' }),
  ),
  'tcl-format': numbered(percent({ sizes: '[hl]', types: 'csiduoxXeEfgG' })),
  'perl-format': numbered(
    percent({
      start: String.raw`${POSITION}[-+ #0]{0,5}(?:(?:\*(?:\d{1,2}\$)?)?v)?`,
      sizes: 'hh?|ll?|[LqV]|I(?:32|64)?',
      types: 'cs_pidDuUboOxXeEfFgGn',
    }),
  ),
  'perl-brace-format': ordered(BRACED_NAME),
  'php-format': numbered(
    String.raw`%%|%${POSITION}(?:[-+ 0]|'[^\n]){0,4}\d{0,4}(?:\.\d{0,3})?l?[sbduoxXeEfFgGc]`,
  ),
  'gcc-internal-format': numbered(
    String.raw`%[%<>'{}mrR]`,
    percent({ flags: '-+#0q', sizes: 'll?|[wzt]', types: 'A-Z@cdeiopqrsuvx' }),
  ),
  'gfc-internal-format': numbered(
    String.raw`%[%<>']`,
    String.raw`%${POSITION}(?:l[idu]|q?[CLidcsu])`,
  ),
};

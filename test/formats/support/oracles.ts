import type { ParseOptions } from '../../../src/model/index.js';
import { readAndroid } from '../android/read.js';
import { readArb } from '../arb/read.js';
import { readCsv } from '../csv/read.js';
import { readFluent } from '../fluent/read.js';
import { readIni } from '../ini/read.js';
import { readAss } from '../ass/read.js';
import { readSbv } from '../sbv/read.js';
import { readTtml } from '../ttml/read.js';
import { readModule } from '../javascript/read.js';
import { readJson5 } from '../json5/read.js';
import { readLua } from '../lua/read.js';
import { blocksIn, isModule } from '../markdown/read.js';
import { readPhp } from '../php/read.js';
import { readPo } from '../po/read.js';
import { readProperties } from '../properties/read.js';
import { readQt } from '../qt/read.js';
import { readResx } from '../resx/read.js';
import { readStrings } from '../strings/read.js';
import { readToml } from '../toml/read.js';
import { bare, readVtt } from '../vtt/read.js';
import { readVue } from '../vue/read.js';
import { readKeyed } from '../xaml/read.js';
import { readTexts } from '../xcstrings/read.js';
import { readWithXmldom as readXliff } from '../xliff/read.js';
import { readWithXmldom as readXliff12 } from '../xliff12/read.js';
import { readJson } from './json-reader.js';
import { readPlistStrings } from './plist-reader.js';
import { readSrt } from './srt-reader.js';
import { readYaml } from './yaml-reader.js';

/** An independent parser. */
export interface Oracle {
  /**
   * Every value of a file, by an id. The text before an edit decides what kind of file it is.
   * Throws for unsupported files.
   */
  readonly read: (
    text: string,
    options: ParseOptions,
    before?: string,
  ) => ReadonlyMap<string, string>;
  /** Whether a text is among the values. Default: one of them equals it. */
  readonly has?: (values: readonly string[], text: string) => boolean;
  /** Whether the values changed by an edit are its text. Default: each of them equals it. */
  readonly shows?: (values: readonly string[], text: string) => boolean;
}

/** A sentence may span several cues and overlap from one to the next. */
const inPieces: Pick<Oracle, 'has' | 'shows'> = {
  has: (values, text) => values.join('').includes(bare(text)),
  shows: (values, text) =>
    values.filter((value, at) => value !== values[at - 1]).join('') === bare(text),
};

/** The tree of one block. */
const inOneBlock: Pick<Oracle, 'has' | 'shows'> = {
  has: () => true,
  shows: (values, text) => values.length === 1 && values[0]?.includes(text) === true,
};

/** Inline elements are compared by name and id, so only the text after them matters. */
const behindCodes: Pick<Oracle, 'has' | 'shows'> = {
  has: () => true,
  shows: ([value = '', ...others], text) =>
    others.length === 0 && value.endsWith(text.split(/[ >]/).slice(-2).join(' ')),
};

/** The independent parsers for the laws of each format, also used on corpus files. */
export const ORACLES: Readonly<Record<string, Oracle>> = {
  android: { read: readAndroid },
  arb: { read: readArb },
  csv: { read: readTable },
  // The layout within a text is not significant.
  fluent: { read: readFluent, has: () => true },
  ini: { read: readIni },
  ass: { read: readAss, ...inPieces },
  sbv: { read: readSbv, ...inPieces },
  ttml: { read: readTtml, ...inPieces },
  fastlane: { read: (text) => new Map([['text', text.trim()]]) },
  xaml: { read: readKeyed },
  wxl: { read: readKeyed },
  javascript: { read: readModule },
  json: { read: readJson },
  json5: { read: readJson5 },
  // Its files may contain code.
  lua: { read: readLua, has: () => true },
  markdown: {
    read: readBlocks,
    ...inOneBlock,
  },
  php: { read: readPhp },
  po: { read: (text) => readPo(text.replace(/\r\n?/g, '\n')) },
  properties: { read: readProperties },
  qt: { read: readQt },
  resx: { read: readResx },
  srt: { read: readSrt, ...inPieces },
  strings: {
    read: (text) => (/^\ufeff?\s*</.test(text) ? readPlistStrings(text) : readStrings(text)),
  },
  stringsdict: { read: readPlistStrings },
  toml: { read: readToml },
  vtt: { read: readVtt, ...inPieces },
  vue: { read: readVue },
  xcstrings: { read: readTexts },
  xliff: {
    read: (text, { role = 'source' }) =>
      (/version:2|version="2/.test(text) ? readXliff : readXliff12)(
        text,
        role === 'target' ? role : 'source',
      ),
    ...behindCodes,
  },
  yaml: { read: readYaml },
};

/**
 * The parser takes markers of other tools, such as `:::tip`, for words of the adjacent paragraphs.
 */
function readBlocks(
  text: string,
  _: ParseOptions,
  before: string = text,
): ReadonlyMap<string, string> {
  if (/:::|!!!|\?\?\?|===|\[!/.test(text)) throw new Error('marks that are no Markdown');
  const name = isModule(before) ? 'page.mdx' : 'page.md';
  return new Map(blocksIn(text, name).map(({ tree }, at) => [String(at), tree]));
}

/** A table without a column for the locale gets one, which changes all rows. */
function readTable(text: string, options: ParseOptions): ReadonlyMap<string, string> {
  const { locale } = options;
  const [head = ''] = text.split(/[\r\n]/, 1);
  if (locale !== undefined && !head.split(/[,;|\t]/).includes(locale))
    throw new Error(`no column for ${locale}`);
  if (new Set(head.match(/[,;|\t]/g)).size > 1) throw new Error('several separators');
  // The parsers disagree where a quote in the middle of a cell closes.
  if (text.includes('"')) throw new Error('quotes, which may be damaged');
  return readCsv(text, { name: '', text, options });
}

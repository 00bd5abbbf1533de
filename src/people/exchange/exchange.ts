import type { ResolvedConfig } from '../../config/index.js';
import { EngineError, withReviewer } from '../../engine/index.js';
import { decodeText, loadCodec } from '../../formats/index.js';
import { defined, explain, REVIEW_STATUSES } from '../../model/index.js';
import type { ReviewOutcome, ReviewStatus, Selection, Words } from '../../model/index.js';
import { editsOfReturned, textsToExchange } from './texts.js';
import type { ExchangeFile, ExchangeText, ReturnedText, Sorted } from './texts.js';
import { poText, textsOfPo } from './po.js';
import { fitsXml, textsOfXliff, xliffText } from './xliff.js';
import type { XliffVersion } from './xliff.js';

/** The kinds of files that texts leave the repository in. */
export const EXCHANGE_FORMATS = ['xliff', 'xlsx', 'csv', 'po'] as const;
export type ExchangeFormat = (typeof EXCHANGE_FORMATS)[number];

/** The statuses of texts that wait for a person or a translation. */
const OPEN: readonly ReviewStatus[] = ['review', 'stale', 'missing', 'invalid'];

interface Call {
  readonly words: Words;
  readonly signal?: AbortSignal;
}

export interface ExportOptions {
  readonly format: ExchangeFormat;
  readonly version: XliffVersion;
  readonly selection: Pick<Selection, 'locales' | 'files' | 'folder'>;
  /** Default: the texts that are open. */
  readonly states?: readonly (ReviewStatus | 'all')[] | undefined;
}

export interface Exported {
  readonly locale: string;
  readonly bytes: Uint8Array;
  readonly texts: number;
  /** Texts that the format cannot hold: `de:key`. */
  readonly leftOut: readonly string[];
}

/** The chosen texts, a file for each locale that has some. Sends and writes nothing. */
export async function exportTexts(
  config: ResolvedConfig,
  { format: kind, version, selection, states = OPEN }: ExportOptions,
  call: Call,
): Promise<readonly Exported[]> {
  const data = await withReviewer(config, optionsOf(call), (reviewer) =>
    reviewer.look({ selection }),
  );
  const statuses = states.flatMap((one) => (one === 'all' ? REVIEW_STATUSES : [one]));
  const made: Exported[] = [];
  for (const file of textsToExchange(data, statuses)) {
    const isXml = kind === 'xliff';
    const fits = (text: ExchangeText): boolean => !isXml || fitsXml(text);
    const texts = file.texts.filter(fits);
    const leftOut = file.texts.filter((text) => !fits(text));
    made.push({
      locale: file.locale,
      bytes: await bytesOf({ ...file, texts }, kind, version),
      texts: texts.length,
      leftOut: leftOut.map(({ locale, key }) => `${locale}:${key}`),
    });
  }
  return made;
}

async function bytesOf(
  file: ExchangeFile,
  format: ExchangeFormat,
  version: XliffVersion,
): Promise<Uint8Array> {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  switch (format) {
    case 'xliff':
      return bytes(xliffText(file, version));
    case 'po':
      return bytes(poText(file));
    case 'csv':
      return bytes((await import('./sheet.js')).csvText(file));
    case 'xlsx':
      return (await import('./sheet.js')).xlsxBytes(file);
  }
}

export interface Imported extends Omit<Sorted, 'edits'> {
  readonly outcomes: readonly ReviewOutcome[];
}

/**
 * Takes texts back: checked by the rules and written as edits of the review page are.
 * @param file its name decides about the format
 * @throws EngineError 'exchange-invalid', FormatError
 */
export async function importTexts(
  config: ResolvedConfig,
  file: { readonly name: string; readonly bytes: Uint8Array },
  { force, ...call }: Call & { readonly force: boolean },
): Promise<Imported> {
  const returned = await readReturned(file);
  return withReviewer(config, optionsOf(call), async (reviewer) => {
    const data = await reviewer.look();
    const { edits, ...rest } = editsOfReturned(data, returned, { force });
    const { outcomes } = edits.length === 0 ? { outcomes: [] } : await reviewer.apply(edits);
    return { ...rest, outcomes };
  });
}

async function readReturned({
  name,
  bytes,
}: {
  readonly name: string;
  readonly bytes: Uint8Array;
}): Promise<readonly ReturnedText[]> {
  // Compiled catalogs come back, too.
  const kind = /\.mo$/i.test(name) ? 'po' : formatOfName(name);
  if (kind === 'xlsx') return (await import('./sheet.js')).textsOfXlsx(bytes, name);
  if (kind === 'csv') {
    return (await import('./sheet.js')).textsOfCsv(decodeText(bytes, name), name);
  }
  const codec = kind && (await loadCodec(name, { format: kind }));
  if (codec === undefined) {
    const message = `${name} is of no kind that can be imported.`;
    throw new EngineError('exchange-invalid', message, 'Use .xlf, .xlsx, .csv, .po or .mo.');
  }
  const text = decodeText(bytes, name, codec.capabilities);
  return (kind === 'po' ? textsOfPo : textsOfXliff)(text, name, codec);
}

/** The format that a file name stands for. */
export function formatOfName(name: string): ExchangeFormat | undefined {
  if (/\.(?:xlf|xliff|xlf2)$/i.test(name)) return 'xliff';
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  return EXCHANGE_FORMATS.find((format) => name.toLowerCase().endsWith(`.${format}`));
}

function optionsOf({ words, signal }: Call): Parameters<typeof withReviewer>[1] {
  return { explain: (error) => explain(error, words), ...defined({ signal }) };
}

import { extname, relative } from 'node:path';
import type { ResolvedConfig } from '../config/resolved.js';
import { formatOf, KNOWN_ENDINGS } from '../formats/endings.js';
import { loadCodec } from '../formats/load.js';
import { decodeText } from '../formats/decode.js';
import { FormatError } from '../model/index.js';
import type {
  Codec,
  Document,
  EngineEvent,
  FormatName,
  ParseOptions,
  Problem,
} from '../model/index.js';
import { contentHash } from '../state/index.js';
import { detectSyntax } from '../text/index.js';
import type { FilePair, SourceFile, TargetFile } from './files.js';
import type { Inputs } from './inputs.js';
import type { ParsedFiles } from './parsed-files.js';
import { ScanError } from './scan-error.js';
import type { Scan, ScanPair } from './scan.js';

export interface ReadResult {
  readonly pairs: readonly FilePair[];
  /** Files that could not be used, and warnings of those that could. */
  readonly problems: readonly Problem[];
  /** Files left alone because they cannot be read as their format. */
  readonly broken: readonly string[];
  /** Those of them that are of no format that is known. */
  readonly foreign: readonly string[];
}

export interface ReadingContext {
  readonly inputs: Inputs;
  readonly parsed: ParsedFiles | undefined;
  readonly onEvent: (event: EngineEvent) => void;
}

/** Reads and parses every file of the scan. A broken one is reported and left out; the others go on. */
export async function readCatalogs(
  scan: Scan,
  config: ResolvedConfig,
  from: ReadingContext,
): Promise<ReadResult> {
  const reader = new Reader(from);
  const pairs: FilePair[] = [];
  for (const scanned of scan.pairs) {
    const pair = await readPair(scanned, config, reader);
    if (pair !== undefined) pairs.push(pair);
  }
  return { pairs, problems: reader.problems, broken: reader.broken, foreign: reader.foreign };
}

async function readPair(
  scanned: ScanPair,
  config: ResolvedConfig,
  reader: Reader,
): Promise<FilePair | undefined> {
  const { catalog } = scanned;
  const codec = await loadCodec(scanned.source);
  if (codec === undefined) {
    const endings = KNOWN_ENDINGS.join(', ');
    reader.refuse(scanned.source, `Of no format that is known here (${endings}).`);
    return undefined;
  }
  requireFormat(scanned, codec.name, config);
  const read = reader.read(
    scanned.source,
    codec,
    { role: 'source', locale: config.source },
    scanned.targets.length,
  );
  if (typeof read === 'string') return undefined;
  const syntax =
    catalog.messages === 'auto'
      ? detectSyntax(read.document.units, codec.capabilities)
      : catalog.messages;
  const { capabilities } = codec;
  const source: SourceFile = { path: scanned.source, ...read, capabilities, syntax };
  const targets = scanned.targets.flatMap(({ locale, path }): TargetFile[] => {
    const target = reader.read(path, codec, { role: 'target', locale, source: read.document });
    if (target === 'absent') return [{ path, locale, hash: 'absent', document: undefined }];
    if (target === 'broken') return [];
    return [{ path, locale, hash: target.hash(), document: target.document }];
  });
  return { catalog, source, targets };
}

/** What is made of a source's text is of its format. @throws ScanError 'other-format' */
function requireFormat(
  { catalog, source, targets }: ScanPair,
  format: FormatName,
  config: ResolvedConfig,
): void {
  const other = targets.find(({ path }) => formatOf(path) !== format);
  if (other === undefined) return;
  const message = `"${catalog.target}" means ${other.path} for ${source}: a target is of the same format as its source`;
  throw new ScanError('other-format', message, {
    file: relative(config.root, config.file),
    line: catalog.line,
    hint: `Let the pattern end as the source does: ${extname(source)}`,
  });
}

class Reader {
  readonly problems: Problem[] = [];
  readonly broken: string[] = [];
  readonly foreign: string[] = [];
  readonly #inputs: Inputs;
  readonly #parsed: ParsedFiles | undefined;
  readonly #onEvent: (event: EngineEvent) => void;

  constructor({ inputs, parsed, onEvent }: ReadingContext) {
    this.#inputs = inputs;
    this.#parsed = parsed;
    this.#onEvent = onEvent;
  }

  /** @param targets files that will be about as large as this source */

  read(
    path: string,
    codec: Codec,
    options: ParseOptions,
    targets?: number,
  ): { readonly hash: () => string; readonly document: Document } | 'absent' | 'broken' {
    try {
      const bytes = this.#inputs.read(path);
      if (bytes === undefined) return 'absent';
      if (targets !== undefined) {
        this.#onEvent({ type: 'reading', file: path, bytes: bytes.length, targets });
      }
      let known: string | undefined;
      const hash = (): string => (known ??= contentHash(bytes));
      const document =
        this.#parsed?.get(path, hash(), codec, options) ??
        codec.parse(decodeText(bytes, path), { ...options, file: path });
      this.#parsed?.set(path, { hash: hash(), options, document });
      this.problems.push(...document.problems.map((problem) => ({ file: path, ...problem })));
      return { hash, document };
    } catch (error) {
      this.problems.push(fileProblem(path, error));
      this.broken.push(path);
      return 'broken';
    }
  }

  refuse(file: string, message: string): void {
    this.problems.push({ code: 'invalid-file', severity: 'error', file, message });
    this.broken.push(file);
    this.foreign.push(file);
  }
}

function fileProblem(path: string, error: unknown): Problem {
  const base = { code: 'invalid-file', severity: 'error', file: path } as const;
  if (error instanceof FormatError) {
    const { line, column } = error;
    return { ...base, line, column, message: error.detail };
  }
  if (error instanceof Error && 'syscall' in error) return { ...base, message: error.message };
  throw error;
}

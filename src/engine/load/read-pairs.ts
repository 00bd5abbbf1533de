import { extname, relative, posix } from 'node:path';
import { nameInFiles } from '../../config/index.js';
import type { ResolvedConfig, ResolvedCatalog } from '../../config/index.js';
import { formatOf, KNOWN_ENDINGS, loadCodec } from '../../formats/index.js';
import { quoted, FormatError } from '../../model/index.js';
import type {
  GiveTurn,
  Codec,
  Document,
  FormatName,
  Problem,
  MessageSyntax,
  SyntaxSetting,
  Encoding,
  EngineEvent,
  ParseOptions,
  Recall,
} from '../../model/index.js';
import { keyMatcher } from '../units/key-glob.js';
import { mixedLocales } from './checks/mixed-locales.js';
import type { FilePair, ReadTarget, SourceFile, TargetFile } from './files.js';
import type { Inputs } from './inputs.js';
import type { ScanPair, ScanTarget } from './scan/scan.js';
import { syntaxesOf } from './syntaxes-of.js';
import { ScanError } from './scan/scan-error.js';
import { contentHash } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import type { ParsedFiles } from './parsed-files.js';
import { decodeBytes } from './decode-bytes.js';

export interface ReadResult {
  readonly pairs: readonly FilePair[];
  /** Pairs for which there was no room. */
  readonly later: readonly ScanPair[];
  /** Targets read immediately: all except those known to be valid. */
  readonly targets: readonly ReadTarget[];
  /** Files that could not be used, and warnings for those that could. */
  readonly problems: readonly Problem[];
  /** Files left out because they are not valid in their format. */
  readonly broken: readonly string[];
  /** Those of them whose format is unknown. */
  readonly foreign: readonly string[];
}

export interface ReadContext extends ReaderContext {
  /** Awaited between pairs. Default: not interruptible. */
  readonly giveTurn?: GiveTurn | undefined;
  /** How much to read (`weightOf`); at least one pair is read. Default: everything. */
  readonly room?: number | undefined;
}

/** Memory that a file takes, in units. */
const FILE_WEIGHT = 30;

/** Memory that a pair takes until the run ends, in target units. */
function weightOf({ source, targets }: FilePair): number {
  return targets.length * (FILE_WEIGHT + source.document.units.length);
}

/**
 * Reads and parses the files of pairs. An invalid file is reported and left out.
 * @throws ScanError 'other-format'
 */
export async function readPairs(
  scanned: readonly ScanPair[],
  config: ResolvedConfig,
  context: ReadContext,
): Promise<ReadResult> {
  const reader = new FileReader(context);
  const hasChanged = (path: string): boolean => context.stampIfUnchanged(path) === undefined;
  const { room = Infinity } = context;
  const pairs: FilePair[] = [];
  let weight = 0;
  let count = 0;
  for (const one of scanned) {
    if (weight >= room) break;
    await context.giveTurn?.();
    count += 1;
    const pair = await readPair(one, config, { reader, hasChanged, inputs: context.inputs });
    if (pair === undefined) continue;
    pairs.push(pair);
    weight += weightOf(pair);
  }
  const { targets, problems, broken, foreign } = reader;
  return { pairs, later: scanned.slice(count), targets, problems, broken, foreign };
}

interface PairContext {
  readonly reader: FileReader;
  readonly inputs: Inputs;
  readonly hasChanged: (path: string) => boolean;
}

async function readPair(
  scanned: ScanPair,
  config: ResolvedConfig,
  { reader, hasChanged, inputs }: PairContext,
): Promise<FilePair | undefined> {
  const { catalog, source: path, targets, isTemplate } = scanned;
  const codec = await loadCodec(path, catalog.format);
  if (codec === undefined) {
    const endings = KNOWN_ENDINGS.join(', ');
    reader.refuse(path, `The format is unknown. Known extensions: ${endings}.`);
    return undefined;
  }
  requireFormat(scanned, codec.name, config);
  const { encoding, includedKeys } = catalog;
  const isText = includedKeys && keyMatcher(includedKeys);
  const count = targets.length;
  const locale = nameInFiles(catalog, config.source);
  const role = isTemplate === true ? 'template' : 'source';
  const read = reader.source(path, codec, { role, locale, encoding, targets: count, isText });
  if (read === undefined) return undefined;
  const { document } = read;
  const { capabilities } = codec;
  const names = catalog.targets.map((target) => nameInFiles(catalog, target));
  const mixed = mixedLocales(document, capabilities, [locale, ...names]);
  if (mixed !== undefined) {
    reader.leaveOut(path, mixed);
    return undefined;
  }
  const { syntaxSetting: setting } = capabilities;
  const stated = statedSyntax(document.syntax, path, { setting, inputs });
  const syntax = syntaxesOf(document, { messages: catalog.messages, capabilities, stated });
  const options = {
    source: document,
    sourcePath: path,
    catalog,
    mayWait: !isReadWithSource(codec, document) || !hasChanged(path),
  };
  const files = targets.flatMap((target) => reader.target(target, codec, options) ?? []);
  // An empty source is more likely truncated than intended: all translations would be removed.
  const filled = isBlank(document) ? files.find((file) => !isBlank(file.document)) : undefined;
  if (filled !== undefined) {
    const message = `the file is empty, but ${filled.path} is not. Restore the source texts, or delete both files if they are no longer needed.`;
    reader.leaveOut(path, { message });
    return undefined;
  }
  return {
    catalog,
    source: { path, ...(isTemplate && { isTemplate }), ...read, capabilities, ...syntax },
    targets: files,
  };
}

/**
 * The message syntax that a format implies, or the one in the project's settings file nearest to
 * the file. @param path of the file, relative to the root
 */
export function statedSyntax(
  stated: MessageSyntax | undefined,
  path: string,
  { setting, inputs }: { readonly setting: SyntaxSetting | undefined; readonly inputs: Inputs },
): MessageSyntax | undefined {
  if (stated === undefined || setting === undefined) return stated;
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const text = read(posix.join(folder, setting.file), inputs);
    if (text !== undefined) return setting.pattern.test(text) ? setting.syntax : stated;
    if (folder === '.' || folder === '/') return stated;
  }
}

/** Undefined if the file cannot be read. */
function read(path: string, inputs: Inputs): string | undefined {
  try {
    return inputs.read(path)?.toString('utf8');
  } catch {
    return undefined;
  }
}

function isBlank(document: Document | undefined): boolean {
  return document === undefined || document.text.trim() === '';
}

/** Whether a target that was valid with its old source may be invalid with this one. */
function isReadWithSource({ capabilities }: Codec, { targetLanguage }: Document): boolean {
  // If a source has a root key, its targets must have one too.
  return capabilities.sourceDecides || targetLanguage !== undefined;
}

/**
 * A target is made from its source's text, so both must have the same format.
 * @throws ScanError 'other-format'
 */
function requireFormat(
  { catalog, source, targets }: ScanPair,
  format: FormatName,
  config: ResolvedConfig,
): void {
  if (catalog.format !== undefined) return;
  const other = targets.find(({ path }) => formatOf(path) !== format);
  if (other === undefined) return;
  const message = `${quoted(catalog.target)} gives ${other.path} for ${source}, but a target must have the same format as its source`;
  throw new ScanError('other-format', message, {
    file: relative(config.root, config.file),
    line: catalog.line,
    hint: `End the pattern with ${extname(source)}, as the source does.`,
  });
}

interface ReaderContext {
  readonly inputs: Inputs;
  /** Parsed files of a warm engine. */
  readonly parsed: ParsedFiles | undefined;
  /** Stamp of a valid file that has not changed since it was last read; otherwise undefined. */
  readonly stampIfUnchanged: (path: string) => Stamp | undefined;
  readonly onEvent: (event: EngineEvent) => void;
  /** Looks up what the lock records of a source's texts in a locale. */
  readonly recallOf: (source: string, locale: string) => Recall;
}

interface SourceOptions {
  /** A template is also a target. */
  readonly role: 'source' | 'template';
  readonly locale: string;
  /** Encoding set in the config; undefined if none. */
  readonly encoding: Encoding | undefined;
  /** Number of targets expected to be about as large as this source. */
  readonly targets: number;
  /** `ParseOptions.isText`. */
  readonly isText?: ParseOptions['isText'] | undefined;
}

interface TargetOptions {
  readonly source: Document;
  /** Path of the source. */
  readonly sourcePath: string;
  readonly catalog: Pick<ResolvedCatalog, 'encoding' | 'locales'>;
  /** Whether reading may be postponed if the file has not changed. */
  readonly mayWait: boolean;
}

interface Parsing extends Pick<SourceOptions, 'encoding'> {
  readonly codec: Codec;
  readonly options: ParseOptions;
}

type Contents = Pick<SourceFile, 'hash' | 'document'>;
type Place = Pick<Problem, 'message' | 'line' | 'column'>;

/** Reads and parses files one by one, and collects their problems. */
class FileReader {
  /** Files that cannot be used, and warnings for those that can. */
  readonly problems: Problem[] = [];
  /** Files that are not valid in their format. */
  readonly broken: string[] = [];
  /** Those of them whose format is unknown. */
  readonly foreign: string[] = [];
  /** Targets read immediately, with their format's capabilities. */
  readonly targets: ReadTarget[] = [];
  readonly #context: ReaderContext;
  readonly #said = new Set<string>();

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  /** Undefined if the file has been deleted or cannot be read. */
  source(
    path: string,
    codec: Codec,
    { role, locale, encoding, targets, isText }: SourceOptions,
  ): Contents | undefined {
    return this.#try(path, () => {
      const bytes = this.#context.inputs.read(path);
      if (bytes === undefined) return undefined;
      this.#context.onEvent({ type: 'reading', file: path, bytes: bytes.length, targets });
      const options = { role, locale, ...(isText && { isText }) } as const;
      const contents = this.#parse(path, bytes, { codec, encoding, options });
      // A template's problems are reported when it is read as a target.
      return role === 'template' ? contents : this.#good(path, contents);
    });
  }

  /** Undefined if the file cannot be read. */
  target(
    { path, locale, exists }: ScanTarget,
    codec: Codec,
    { source, sourcePath, catalog, mayWait }: TargetOptions,
  ): TargetFile | undefined {
    const { inputs, stampIfUnchanged, recallOf } = this.#context;
    const { encoding } = catalog;
    const recall = codec.capabilities.sourceDecides ? recallOf(sourcePath, locale) : undefined;
    const name = nameInFiles(catalog, locale);
    const options = { role: 'target', locale: name, source, recall } as const;
    const stamp = exists && mayWait ? stampIfUnchanged(path) : undefined;
    if (stamp !== undefined) {
      inputs.remembered(stamp);
      return new UnreadTarget(
        { path, locale, stamp: stamp.hash === undefined ? stamp : undefined },
        {
          bytes: () => inputs.reread(path),
          parse: (bytes) => this.#parse(path, bytes, { codec, encoding, options }),
        },
      );
    }
    const file = this.#try(path, (): TargetFile => {
      const bytes = inputs.read(path);
      if (bytes === undefined) return { path, locale, hash: ABSENT, document: undefined };
      const { hash, document } = this.#good(
        path,
        this.#parse(path, bytes, { codec, encoding, options }),
      );
      return { path, locale, hash, document };
    });
    if (file !== undefined) this.targets.push({ file, capabilities: codec.capabilities });
    return file;
  }

  /** Leaves out a file of an unknown format. */
  refuse(file: string, message: string): void {
    this.problems.push({ code: 'invalid-file', severity: 'error', file, message });
    this.broken.push(file);
    this.foreign.push(file);
  }

  /** Leaves out a file that is valid in its format. */
  leaveOut(file: string, { line = 1, column = 1, message }: Place): void {
    this.problems.push({ code: 'invalid-file', severity: 'error', file, line, column, message });
    this.broken.push(file);
  }

  #try<T>(path: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.problems.push(fileProblem(path, error));
      this.broken.push(path);
      return undefined;
    }
  }

  /** Reports a file's problems, only once if several locales share it. */
  #good(path: string, contents: Contents): Contents {
    for (const found of contents.document.problems) {
      const problem = { file: path, ...found };
      const sign = JSON.stringify(problem);
      if (!this.#said.has(sign)) this.problems.push(problem);
      this.#said.add(sign);
    }
    return contents;
  }

  /** @throws FormatError */
  #parse(path: string, bytes: Buffer, { codec, encoding, options }: Parsing): Contents {
    const { parsed } = this.#context;
    // Hashed now, so that the bytes need not stay in memory.
    const hash = contentHash(bytes);
    const parse = (): Document => {
      const read = decodeBytes(bytes, { capabilities: codec.capabilities, encoding, file: path });
      return codec.parse(read.text, { ...options, encoding: read.encoding, file: path });
    };
    const document = parsed?.get(path, hash, codec, options) ?? parse();
    parsed?.set(path, { hash, options, document });
    return { hash, document };
  }
}

const ABSENT = 'absent';

interface Reading {
  readonly bytes: () => Buffer | undefined;
  readonly parse: (bytes: Buffer) => Contents;
}

/**
 * A target known to be valid, read on first use. If it has become invalid since, reading it throws
 * a FormatError.
 */
class UnreadTarget implements TargetFile {
  readonly path: string;
  readonly locale: string;
  readonly stamp: Stamp | undefined;
  readonly #reading: Reading;
  #hash: string | undefined;
  #file: Pick<TargetFile, 'document'> | undefined;

  constructor(
    { path, locale, stamp }: Pick<TargetFile, 'path' | 'locale' | 'stamp'>,
    reading: Reading,
  ) {
    this.path = path;
    this.locale = locale;
    this.stamp = stamp;
    this.#reading = reading;
  }

  get hash(): string {
    if (this.stamp === undefined) this.#load();
    return (this.#hash ??= hashOf(this.#reading.bytes()));
  }

  get document(): Document | undefined {
    return this.#load().document;
  }

  #load(): Pick<TargetFile, 'document'> {
    if (this.#file === undefined) {
      const bytes = this.#reading.bytes();
      const contents = bytes && this.#reading.parse(bytes);
      // With a stamp, only saved plans need the hash, and they read the file again for it.
      if (this.stamp === undefined) this.#hash = contents?.hash ?? ABSENT;
      this.#file = { document: contents?.document };
    }
    return this.#file;
  }
}

function hashOf(bytes: Buffer | undefined): string {
  return bytes === undefined ? ABSENT : contentHash(bytes);
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

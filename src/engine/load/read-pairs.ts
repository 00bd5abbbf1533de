import { extname, relative, posix } from 'node:path';
import { nameInFiles } from '../../config/index.js';
import type { ResolvedConfig, ResolvedCatalog, Messages } from '../../config/index.js';
import { formatOf, KNOWN_ENDINGS, loadCodec, decodeAs } from '../../formats/index.js';
import type { Decoded, DecodeOptions } from '../../formats/index.js';
import { quoted, FormatError, LocaleSyncError } from '../../model/index.js';
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
  Capabilities,
  Unit,
} from '../../model/index.js';
import { keyMatcher } from '../units/key-glob.js';
import { mixedLocales } from './mixed-locales.js';
import type { FilePair, SourceFile, TargetFile, Inputs } from './inputs.js';
import type { ScanPair, ScanTarget } from './scan/placement.js';
import { ScanError } from './scan/scan-error.js';
import { contentHash } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import { isAscii, isUtf8, transcode } from 'node:buffer';
import { detectSyntax } from '../../text/index.js';
import type { FileSyntax } from '../../text/index.js';
import { KnownFindings } from '../units/findings.js';

export interface ReadResult {
  readonly pairs: readonly FilePair[];
  /** Pairs for which there was no room. */
  readonly later: readonly ScanPair[];
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
  const { room = Infinity } = context;
  const pairs: FilePair[] = [];
  let weight = 0;
  let count = 0;
  for (const one of scanned) {
    if (weight >= room) break;
    await context.giveTurn?.();
    count += 1;
    const pair = await readPair(one, config, { reader, inputs: context.inputs });
    if (pair === undefined) continue;
    pairs.push(pair);
    weight += weightOf(pair);
  }
  const { problems, broken, foreign } = reader;
  return { pairs, later: scanned.slice(count), problems, broken, foreign };
}

interface PairContext {
  readonly reader: FileReader;
  readonly inputs: Inputs;
}

async function readPair(
  scanned: ScanPair,
  config: ResolvedConfig,
  { reader, inputs }: PairContext,
): Promise<FilePair | undefined> {
  const { catalog, source: path, targets, isTemplate } = scanned;
  const codec = await loadCodec(path, catalog);
  if (codec === undefined) {
    const endings = KNOWN_ENDINGS.join(', ');
    reader.refuse(path, `The format is unknown. Known extensions: ${endings}.`);
    return undefined;
  }
  requireFormat(scanned, codec.name, config);
  const { encoding, includedKeys } = catalog;
  const isText = includedKeys && keyMatcher(includedKeys);
  const locale = nameInFiles(catalog, config.source);
  const role = isTemplate === true ? 'template' : 'source';
  const read = reader.source(path, codec, { role, locale, encoding, isText });
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

interface SyntaxOptions {
  /** `messages` of the config. */
  readonly messages: Messages;
  readonly capabilities: Capabilities;
  /** The syntax implied by the file's structure. */
  readonly stated?: MessageSyntax | undefined;
}

const NONE: ReadonlyMap<Unit, MessageSyntax> = new Map();

/** The message syntaxes of a source file: from the config, otherwise detected from its texts. */
export function syntaxesOf(
  document: Document,
  { messages, capabilities, stated }: SyntaxOptions,
): FileSyntax {
  if (messages === 'auto') {
    const { syntax, exceptions } = detectSyntax(document.units, capabilities, stated);
    if (document.syntaxes === undefined) return { syntax, exceptions };
    return { syntax, exceptions: new Map([...document.syntaxes, ...exceptions]) };
  }
  if (typeof messages === 'string') return { syntax: messages, exceptions: NONE };
  const globs = messages.map(([glob, syntax]) => ({ syntax, matches: keyMatcher([glob]) }));
  const exceptions = new Map<Unit, MessageSyntax>();
  const rest: Unit[] = [];
  for (const unit of document.units) {
    const syntax = globs.findLast(({ matches }) => matches(unit.key))?.syntax ?? 'auto';
    if (syntax === 'auto') rest.push(unit);
    const said = syntax === 'auto' ? document.syntaxes?.get(unit) : syntax;
    if (said !== undefined) exceptions.set(unit, said);
  }
  const found = detectSyntax(rest, capabilities, stated);
  for (const [unit, syntax] of found.exceptions) exceptions.set(unit, syntax);
  return { syntax: found.syntax, exceptions };
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
  /** Stamp of a file that has not changed since it was last read; otherwise undefined. */
  readonly stampIfUnchanged: (path: string) => Stamp | undefined;
  readonly onEvent: (event: EngineEvent) => void;
  /** Looks up what the lock records of a source's texts in a locale. */
  readonly recallOf: (source: string, locale: string) => Recall;
}

export interface ParsedFile {
  readonly hash: string;
  readonly options: ParseOptions;
  readonly document: Document;
}

/** Files as a warm engine last parsed them, so that equal bytes are not parsed again. */
export class ParsedFiles {
  /** Texts that an editor has not saved, by path: they count instead of those on disk. */
  readonly unsaved: ReadonlyMap<string, string>;
  /** What the rules found in their texts. */
  readonly findings = new KnownFindings();
  readonly #files = new Map<string, ParsedFile>();

  constructor(unsaved: ReadonlyMap<string, string> = new Map()) {
    this.unsaved = unsaved;
  }

  /** @param hash `contentHash` of the current file */
  get(path: string, hash: string, codec: Codec, options: ParseOptions): Document | undefined {
    const known = this.#files.get(idOf(path, options));
    if (known?.hash !== hash) return undefined;
    const { source } = known.options;
    // It determines whether a target must have a root key.
    if (source?.targetLanguage !== options.source?.targetLanguage) return undefined;
    if (codec.capabilities.sourceDecides && source !== options.source) return undefined;
    return known.document;
  }

  set(path: string, file: ParsedFile): void {
    this.#files.set(idOf(path, file.options), file);
  }
}

/** A file with all locales parses differently for each of them. */
function idOf(path: string, { role = 'source', locale = '' }: ParseOptions): string {
  return `${role}\0${locale}\0${path}`;
}

interface SourceOptions {
  /** A template is also a target. */
  readonly role: 'source' | 'template';
  readonly locale: string;
  /** Encoding set in the config; undefined if none. */
  readonly encoding: Encoding | undefined;
  /** `ParseOptions.isText`. */
  readonly isText?: ParseOptions['isText'] | undefined;
}

interface TargetOptions {
  readonly source: Document;
  /** Path of the source. */
  readonly sourcePath: string;
  readonly catalog: Pick<ResolvedCatalog, 'encoding' | 'locales'>;
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
  readonly #context: ReaderContext;
  readonly #said = new Set<string>();

  constructor(context: ReaderContext) {
    this.#context = context;
  }

  /** Undefined if the file has been deleted or cannot be read. */
  source(
    path: string,
    codec: Codec,
    { role, locale, encoding, isText }: SourceOptions,
  ): Contents | undefined {
    return this.#try(path, () => {
      const bytes = this.#read(path);
      if (bytes === undefined) return undefined;
      const options = { role, locale, ...(isText && { isText }) } as const;
      this.#context.onEvent({ type: 'reading', file: path });
      const contents = this.#parse(path, bytes, { codec, encoding, options });
      // A template's problems are reported when it is read as a target.
      return role === 'template' ? contents : this.#good(path, contents);
    });
  }

  /** Undefined if the file cannot be read. */
  target(
    { path, locale, exists }: ScanTarget,
    codec: Codec,
    { source, sourcePath, catalog }: TargetOptions,
  ): TargetFile | undefined {
    const { stampIfUnchanged, recallOf } = this.#context;
    const { encoding } = catalog;
    const recall = codec.capabilities.sourceDecides ? recallOf(sourcePath, locale) : undefined;
    const name = nameInFiles(catalog, locale);
    const options = { role: 'target', locale: name, source, recall } as const;
    return this.#try(path, (): TargetFile => {
      const bytes = this.#read(path, exists ? stampIfUnchanged(path) : undefined);
      if (bytes === undefined) return { path, locale, hash: 'absent', document: undefined };
      const contents = this.#parse(path, bytes, { codec, encoding, options });
      return { path, locale, ...this.#good(path, contents) };
    });
  }

  /** @param known stamp of a file that is remembered: it stays, so that a later change still shows */
  #read(path: string, known?: Stamp): Buffer | undefined {
    const { parsed, inputs } = this.#context;
    const text = parsed?.unsaved.get(path);
    if (text !== undefined) return Buffer.from(text);
    if (known === undefined) return inputs.read(path);
    inputs.remembered(known);
    return inputs.reread(path);
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
      const text = parsed?.unsaved.get(path);
      if (text !== undefined) return codec.parse(text, { ...options, file: path });
      const read = decodeBytes(bytes, { capabilities: codec.capabilities, encoding, file: path });
      return codec.parse(read.text, { ...options, encoding: read.encoding, file: path });
    };
    const document = parsed?.get(path, hash, codec, options) ?? parse();
    parsed?.set(path, { hash, options, document });
    return { hash, document };
  }
}

/** `decode` with a faster decoder for UTF-8. @throws FormatError */
function decodeBytes(bytes: Buffer, options: DecodeOptions): Decoded {
  return decodeAs(bytes, { ...options, utf8: () => utf8Of(bytes) });
}

/** Decoding via UTF-16 in two steps takes a third of the time of TextDecoder. */
function utf8Of(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString('latin1');
  return isUtf8(bytes) ? transcode(bytes, 'utf8', 'utf16le').toString('utf16le') : undefined;
}

/** An older version of a file; undefined if it was not valid in its format. */
export function parseVersion(
  bytes: Buffer,
  codec: Codec,
  { encoding, ...options }: ParseOptions & { readonly file: string },
): Document | undefined {
  try {
    const { capabilities } = codec;
    const read = decodeBytes(bytes, { capabilities, encoding, file: options.file });
    return codec.parse(read.text, { ...options, encoding: read.encoding });
  } catch (error) {
    if (error instanceof LocaleSyncError) return undefined;
    throw error;
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

import { nameInFiles } from '../../config/index.js';
import type { ResolvedCatalog } from '../../config/index.js';
import { FormatError } from '../../model/index.js';
import type {
  Codec,
  Document,
  Encoding,
  EngineEvent,
  ParseOptions,
  Problem,
  Recall,
} from '../../model/index.js';
import { contentHash } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import type { ReadTarget, SourceFile, TargetFile } from './files.js';
import type { Inputs } from './inputs.js';
import type { ParsedFiles } from './parsed-files.js';
import type { ScanTarget } from './scan/scan.js';
import { decodeBytes } from './decode-bytes.js';

export interface ReaderContext {
  readonly inputs: Inputs;
  /** Parsed files of a warm engine. */
  readonly parsed: ParsedFiles | undefined;
  /** Stamp of a valid file that has not changed since it was last read; otherwise undefined. */
  readonly stampIfUnchanged: (path: string) => Stamp | undefined;
  readonly onEvent: (event: EngineEvent) => void;
  /** Looks up what the lock records of a source's texts in a locale. */
  readonly recallOf: (source: string, locale: string) => Recall;
}

export interface SourceOptions {
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

export interface TargetOptions {
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
export class FileReader {
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

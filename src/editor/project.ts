import { statSync } from 'node:fs';
import { basename, relative, resolve, sep } from 'node:path';
import { ConfigError, loadConfig } from '../config/index.js';
import type { Environment, ResolvedConfig } from '../config/index.js';
import { CodeFiles, extractKeys, ProjectKeys } from '../code/index.js';
import type { CatalogKey } from '../code/index.js';
import type { Engine, FileComparison, Row } from '../engine/index.js';
import { explain, FormatError, formatKey, keyId, LocaleSyncError, pushTo } from '../model/index.js';
import type {
  Document,
  EngineEvent,
  Key,
  Problem,
  Report,
  Selection,
  Unit,
  Words,
} from '../model/index.js';
import type { OpenTexts } from './places.js';

/** What the process that serves the editor gives: the engine, and the review page. */
export interface EditorHost {
  readonly env: Environment;
  readonly words: Words;
  readonly version: string;
  /** Sets the exit code of the process. */
  readonly exitWith: (code: number) => void;
  readonly openEngine: (config: ResolvedConfig, options: HostEngineOptions) => Engine;
  readonly openReview: (
    config: ResolvedConfig,
  ) => Promise<{ readonly url: string; close(): Promise<void> }>;
}

export interface HostEngineOptions {
  readonly warm?: boolean;
  readonly unsaved?: ReadonlyMap<string, string>;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EngineEvent) => void;
}

/** A unit in one target, or of a source. */
export interface Place {
  /** Of its catalog, relative to the root. */
  readonly path: string;
  readonly file: FileComparison;
  readonly row: Row;
  /** Whether the place is in the source. */
  readonly isSource: boolean;
  readonly document: Document;
  readonly unit: Unit;
}

/** States in which a text waits for something, the most urgent first. */
export const OPEN_STATES = ['missing', 'stale', 'invalid', 'review'] as const;
export type OpenState = (typeof OPEN_STATES)[number];

/** A problem, or what a config lacks, as a diagnostic shows it. */
export type ShownProblem = Pick<Problem, 'severity' | 'message' | 'line' | 'column'> & {
  readonly code: string;
};

/** What is known of a config's files after reading them. */
export interface Known {
  readonly config: ResolvedConfig;
  readonly report: Pick<Report, 'problems' | 'locales'>;
  readonly lookup: Lookup;
  /** Undefined: the config names no code, or it cannot be read. */
  readonly keys: ProjectKeys | undefined;
}

/** Milliseconds without a change, until a file is looked at again. */
const PAUSE = 300;
/** Milliseconds without a keystroke in code, until all code is looked at again. */
const REST = 1_000;
/** Milliseconds between the start and the first documents. */
const OPENING = 50;

const REFUSED = 'in a folder that you have not trusted';

/** A config and its files, as they are in the editor. Reads; never writes or sends. */
export class Project {
  /** Absolute path of the config. */
  readonly file: string;
  /** Problems of the config itself. */
  problems: readonly ShownProblem[] = [];
  readonly unsaved = new Map<string, string>();
  /** The last reading; undefined before the first one, and while the config is broken. */
  known: Known | undefined;
  readonly #host: EditorHost;
  readonly #options: ProjectOptions;
  readonly #code = new CodeFiles(this.unsaved);
  #engine: Engine | undefined;
  #config: ResolvedConfig | undefined;
  #reading: Promise<void> | undefined;
  #due: Due = 'config';
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  /** Whether everything was read once. */
  isRead = false;
  /** Of the config when it was read. */
  #stamp: number | undefined;

  constructor(file: string, host: EditorHost, options: ProjectOptions) {
    this.file = file;
    this.#host = host;
    this.#options = options;
  }

  get root(): string {
    return resolve(this.file, '..');
  }

  /** Relative to the root, with `/`. */
  pathOf(path: string): string {
    return relative(this.root, path).split(sep).join('/');
  }

  absolute(file: string): string {
    return resolve(this.root, file);
  }

  /**
   * Called when a file may differ from what was read.
   * @param isTyped whether it is being typed
   */
  changed(path: string, { isTyped = false } = {}): void {
    const file = this.pathOf(path);
    const isConfig = path === this.file || /^i18next-parser\.config\./.test(basename(path));
    const isCode =
      this.known?.keys?.isCode(file) === true && this.known.lookup.at(file).length === 0;
    const due = isConfig ? 'config' : isCode ? 'code' : 'all';
    if (DUE.indexOf(due) > DUE.indexOf(this.#due)) this.#due = due;
    clearTimeout(this.#timer);
    // While somebody types in code, only that file is looked at.
    const isWhole = !isTyped || this.#due !== 'code';
    this.#timer = setTimeout(() => {
      if (isWhole) return void this.current();
      this.#options.onTyped(this);
      this.#timer = setTimeout(() => void this.current(), REST);
    }, PAUSE);
  }

  /** Any file may differ, for clients that do not say which ones do. */
  mayDiffer(): void {
    this.changed(this.#stamp === stampOf(this.file) ? this.absolute('.') : this.file);
  }

  /** What is known after the first reading. */
  async ready(): Promise<Known | undefined> {
    if (!this.isRead) await (this.#reading ?? this.current());
    return this.known;
  }

  /** What is known of the files as they are now. */
  async current(): Promise<Known | undefined> {
    clearTimeout(this.#timer);
    while (this.#due !== 'nothing' && !this.#isClosed) {
      this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
      await this.#reading;
    }
    return this.known;
  }

  explain(error: unknown): string {
    if (!(error instanceof LocaleSyncError))
      return error instanceof Error ? error.message : String(error);
    const { message, hint } = explain(error, this.#host.words);
    return [message, hint ?? []].flat().join(' ');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#reading?.catch(() => undefined);
    await this.#engine?.close();
    this.known = undefined;
  }

  async #read(): Promise<void> {
    const due = this.#due;
    this.#due = 'nothing';
    try {
      this.unsaved.clear();
      for (const path of this.#options.texts.paths) {
        const text = this.#isOwn(path) ? this.#options.texts.unsaved(path) : undefined;
        if (text !== undefined) this.unsaved.set(this.pathOf(path), text);
      }
      if (due === 'config') await this.#readConfig();
      this.problems = await this.#readFiles(due);
    } catch (error) {
      // An old config must not answer for a broken one.
      this.known = undefined;
      this.problems = this.#problemsOf(error);
    }
    if (!this.#isClosed) this.#options.onKnown(this);
  }

  #isOwn(path: string): boolean {
    return !this.pathOf(path).startsWith('..');
  }

  async #readConfig(): Promise<void> {
    this.#stamp = stampOf(this.file);
    await this.#engine?.close();
    this.#engine = undefined;
    const refuseCode = this.#options.isTrusted ? undefined : REFUSED;
    const { env } = this.#host;
    this.#config = await loadConfig({ cwd: this.root, file: this.file, env, refuseCode });
    this.#engine = this.#host.openEngine(this.#config, { warm: true, unsaved: this.unsaved });
  }

  /** Returns why code is not read. */
  async #readFiles(due: Due): Promise<readonly ShownProblem[]> {
    const [config, engine, before] = [this.#config, this.#engine, this.known];
    if (config === undefined || engine === undefined) return [];
    let known: Known = before ?? { ...NOTHING, config };
    const learn = (found: Partial<Known>): void => {
      known = { ...known, config, ...found };
      this.known = known;
      // What follows may take longer.
      if (!this.#isClosed && before === undefined) this.#options.onKnown(this);
    };
    const check = async (selection: Selection): Promise<void> => {
      const report = await engine.check({ settled: true, ...selection });
      learn({ report, lookup: new Lookup(engine.rows()) });
    };
    if (before === undefined) {
      // The catalog that people look at comes first. Clients open it right after the start.
      await new Promise((done) => setTimeout(done, OPENING));
      for (const path of this.#options.texts.paths.filter((one) => this.#isOwn(one))) {
        const isCatalog = check({ files: [this.pathOf(path)] }).then(
          () => true,
          () => false,
        );
        if (await isCatalog) break;
      }
    }
    let problems: readonly ShownProblem[] = [];
    try {
      const options = { files: this.#code, unsaved: this.unsaved };
      // What people look at comes first.
      const paths = this.#options.texts.paths.filter((one) => this.#isOwn(one));
      const only = before === undefined ? paths.map((one) => this.pathOf(one)) : [];
      const part = only.length > 0 ? { ...options, only } : options;
      learn({ keys: new ProjectKeys(config, await extractKeys(config, part)) });
      if (known.keys?.isPart === true)
        learn({ keys: new ProjectKeys(config, await extractKeys(config, options)) });
    } catch (error) {
      if (!(error instanceof LocaleSyncError)) throw error;
      // `check` says what is wrong with a source catalog, which may just be typed.
      const isCatalog = error instanceof FormatError;
      if (!isCatalog)
        problems = this.#problemsOf(error).map((one) => ({ ...one, severity: 'warning' }));
      if (!isCatalog || due === 'config') learn({ keys: undefined });
    }
    if (due !== 'code' || before === undefined) await check({});
    this.isRead = true;
    return problems;
  }

  #problemsOf(error: unknown): readonly ShownProblem[] {
    const code = error instanceof LocaleSyncError ? error.code : 'unknown';
    const severity = code === 'code-refused' ? 'warning' : 'error';
    const message = this.explain(error);
    if (!(error instanceof ConfigError)) return [{ code, severity, message }];
    return error.issues.map(({ message: own, ...place }) => {
      return { ...place, code, severity, message: error.issues.length > 1 ? own : message };
    });
  }
}

const DUE = ['nothing', 'code', 'all', 'config'] as const;
type Due = (typeof DUE)[number];

interface ProjectOptions {
  readonly texts: OpenTexts;
  readonly isTrusted: boolean;
  /** Called after each reading. */
  readonly onKnown: (project: Project) => void;
  /** Called when somebody has stopped typing in code. */
  readonly onTyped: (project: Project) => void;
}

function stampOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** Finds rows by their places. */
export class Lookup {
  readonly files: readonly FileComparison[];
  readonly #byUnit = new Map<string, Place[]>();
  readonly #byFile = new Map<string, Place[]>();

  constructor(files: readonly FileComparison[]) {
    this.files = files;
    const sources = new Set<string>();
    for (const file of files) {
      const { path, document } = file.pair.source;
      for (const row of file.rows) {
        const { unit, key } = row.source.expected;
        const place: Place = { path, file, row, isSource: true, document, unit };
        const id = idOf(path, unit.key);
        pushTo(this.#byUnit, id, place);
        if (idOf(path, key) !== id) pushTo(this.#byUnit, idOf(path, key), place);
        if (!sources.has(id)) pushTo(this.#byFile, path, place);
        sources.add(id);
        const target = targetOf(place);
        if (target !== undefined) pushTo(this.#byFile, target.path, target);
      }
    }
  }

  /** The rows of a unit of a source, one for each target: its places in the source. */
  rowsOf({ file, key }: CatalogKey): readonly Place[] {
    return this.#byUnit.get(idOf(file, key)) ?? [];
  }

  /** All texts of a unit of a source: the source first. */
  textsOf(key: CatalogKey): readonly Place[] {
    const rows = this.rowsOf(key);
    const isOwn = ({ row }: Place): boolean => row.state.place !== 'leaving';
    return [...rows.slice(0, 1), ...rows.filter(isOwn).flatMap((row) => targetOf(row) ?? [])];
  }

  /** All places in a catalog. */
  at(file: string): readonly Place[] {
    return this.#byFile.get(file) ?? [];
  }

  /** The place of a problem. */
  find({ file = '', locale, key }: Pick<Problem, 'file' | 'locale' | 'key'>): Place | undefined {
    const isMeant = (one: Place): boolean =>
      formatKey(one.row.source.expected.key) === key &&
      (one.isSource || locale === undefined || one.file.target.locale === locale);
    return key === undefined ? undefined : this.at(file).find(isMeant);
  }
}

/** What is known before any catalog is read. */
const NOTHING: Omit<Known, 'config'> = {
  report: { problems: [], locales: {} },
  lookup: new Lookup([]),
  keys: undefined,
};

function targetOf({ file, row }: Place): Place | undefined {
  const { path, document } = file.target;
  const unit = row.current;
  if (unit === undefined || document === undefined) return undefined;
  return { path, file, row, isSource: false, document, unit };
}

function idOf(file: string, key: Key): string {
  return `${file}\0${keyId(key)}`;
}

import { existsSync } from 'node:fs';
import { basename, dirname, sep } from 'node:path';
import type {
  InitializeParams,
  Range,
  TextDocumentPositionParams,
} from 'vscode-languageserver/node';
import type { Connection } from 'vscode-languageserver/node';
import type { CatalogKey, CodeKey, KeysOfText, ProjectKeys } from '../code/index.js';
import { likelyConfig } from '../config/index.js';
import { formatKey } from '../model/index.js';
import { LARGEST, OpenTexts, pathOfUri, rangeOfUnit, spanOfKey } from './places.js';
import { OPEN_STATES, Project } from './project.js';
import type { EditorHost, Known, OpenState, Place } from './project.js';
import { DidChangeWatchedFilesNotification, ErrorCodes, ResponseError } from './protocol.js';
import type { TextDocument } from './protocol.js';
import { catalogDiagnostics, codeDiagnostics, diagnosticOf } from './shown.js';

/** Settings of the client: `initializationOptions`, and `workspace/didChangeConfiguration`. */
interface Settings {
  /** Whether configs that are code may run. Default: false. */
  readonly trusted?: boolean;
  /** The locale whose texts are shown beside code. Default: the source locale. */
  readonly locale?: string;
  /** Whether texts are shown beside code and catalogs. Default: true. */
  readonly hints?: boolean;
}

/** An open document of a project that was read. */
export interface Opened {
  readonly texts: OpenTexts;
  readonly project: Project;
  readonly known: Known;
  readonly document: TextDocument;
  /** Relative to the project's root. */
  readonly file: string;
}

/** What a position in a document is about. */
export interface Subject extends Opened {
  readonly offset: number;
  /** In code. */
  readonly key: CodeKey | undefined;
  /** Whether a catalog takes the key and does not have it. */
  readonly isLacking: boolean;
  /** In a catalog: the units there, one for each locale of the file. */
  readonly places: readonly Place[];
  /** The catalog keys that it is about. */
  readonly served: readonly CatalogKey[];
}

/** The client's folders, settings and open documents, and the projects that they belong to. */
export class Workspace {
  readonly connection: Connection;
  readonly host: EditorHost;
  readonly texts = new OpenTexts();
  settings: Settings = {};
  readonly #projects = new Map<string, Project>();
  /** What is known of open documents' keys, by their versions. */
  readonly #keys = new WeakMap<
    TextDocument,
    { version: number; keys: ProjectKeys; read: Promise<KeysOfText | undefined> }
  >();
  #folders: readonly string[] = [];
  #capabilities: InitializeParams['capabilities'] | undefined;

  constructor(connection: Connection, host: EditorHost) {
    this.connection = connection;
    this.host = host;
  }

  initialize({ capabilities, initializationOptions, workspaceFolders }: InitializeParams): void {
    this.#capabilities = capabilities;
    this.configure(initializationOptions);
    this.#folders = pathsOf(workspaceFolders ?? []);
  }

  /** Reads the configs of the folders, so that what waits is known before a file is opened. */
  async initialized(): Promise<void> {
    const { workspace } = this.#capabilities ?? {};
    if (workspace?.workspaceFolders === true) {
      this.connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = pathsOf(removed);
        const stay = this.#folders.filter((one) => !gone.includes(one));
        this.#folders = [...stay, ...pathsOf(added)];
        for (const project of this.projects) {
          if (gone.some((folder) => isBelow(project.file, folder))) this.#forget(project);
        }
        this.#readFolders(this.#folders);
      });
    }
    if (this.#isTold) {
      const watchers = [{ globPattern: '**/*' }];
      await this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    }
    this.#readFolders(this.#folders);
  }

  /** Whether the client says which files change elsewhere. */
  get #isTold(): boolean {
    return this.#capabilities?.workspace?.didChangeWatchedFiles?.dynamicRegistration === true;
  }

  #readFolders(folders: readonly string[]): void {
    for (const folder of folders) void this.projectOf(folder)?.ready();
  }

  configure(given: unknown): void {
    const all = isObject(given) ? given : {};
    const own = isObject(all['locale-sync']) ? all['locale-sync'] : all;
    const { trusted, locale, hints } = own;
    const before = this.settings;
    this.settings = {
      ...before,
      ...(typeof trusted === 'boolean' && { trusted }),
      ...(typeof locale === 'string' && { locale }),
      ...(typeof hints === 'boolean' && { hints }),
    };
    if (before.trusted === this.settings.trusted) {
      this.#refreshHints();
      return;
    }
    for (const project of this.projects) this.#forget(project);
    this.#readFolders([...this.#folders, ...this.texts.paths.map((path) => dirname(path))]);
  }

  get projects(): readonly Project[] {
    return [...this.#projects.values()];
  }

  /** The project of the nearest config; undefined: there is none. */
  projectOf(folder: string): Project | undefined {
    const file = configOf(folder);
    if (file === undefined) return undefined;
    const known = this.#projects.get(file);
    if (known !== undefined) return known;
    const project = new Project(file, this.host, {
      texts: this.texts,
      isTrusted: this.settings.trusted === true,
      onKnown: (one) => this.#onKnown(one),
      onTyped: (one) => this.#publishOpen(one),
    });
    this.#projects.set(file, project);
    return project;
  }

  #forget(project: Project): void {
    this.#projects.delete(project.file);
    for (const path of new Set([...this.texts.paths, project.file])) {
      const uri = this.texts.uri(path);
      if (isBelow(path, project.root))
        void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    }
    void project.close();
  }

  opened(document: TextDocument): void {
    const path = this.texts.set(document);
    const project = path === undefined ? undefined : this.projectOf(dirname(path));
    if (path === undefined || project === undefined) return;
    if (project.known !== undefined && !this.#isTold) project.mayDiffer();
    if (this.texts.unsaved(path) !== undefined) project.changed(path);
    void project.ready().then(() => this.#publish(project, path));
  }

  closed({ uri }: TextDocument): void {
    this.texts.delete(uri);
    void this.connection.sendDiagnostics({ uri, diagnostics: [] });
    this.changed(uri);
  }

  saved({ uri }: TextDocument): void {
    this.changed(uri);
    if (!this.#isTold) for (const project of this.projects) project.mayDiffer();
  }

  /** A file of a client, or what it shows of it, has changed. */
  changed(uri: string, options?: { readonly isTyped: boolean }): void {
    const path = pathOfUri(uri);
    if (path === undefined || path.split(sep).some((name) => IGNORED.has(name))) return;
    for (const project of this.projects) {
      const isGone = path === project.file && !existsSync(path);
      if (isGone) this.#forget(project);
      else if (isBelow(path, project.root)) project.changed(path, options);
    }
    // A new config
    if (basename(path).startsWith('service.config.')) this.#readFolders([dirname(path)]);
  }

  #onKnown(project: Project): void {
    if (this.#projects.get(project.file) !== project) return;
    const { problems, known, root, file } = project;
    const diagnostics = problems.map((one) => diagnosticOf(one));
    void this.connection.sendDiagnostics({ uri: this.texts.uri(file), diagnostics });
    this.#publishOpen(project);
    if (!project.isRead) return;
    const counts = Object.values(known?.report.locales ?? {});
    const sumOf = (name: OpenState): number => counts.reduce((sum, one) => sum + one[name], 0);
    const open = OPEN_STATES.map((name) => [name, sumOf(name)]);
    const status = { root, ...(Object.fromEntries(open) as object) };
    void this.connection.sendNotification('locale-sync/status', status);
    this.#refreshHints();
  }

  #publishOpen(project: Project): void {
    const { root, file } = project;
    for (const path of this.texts.paths) {
      if (isBelow(path, root) && path !== file) void this.#publish(project, path);
    }
  }

  #refreshHints(): void {
    if (this.#capabilities?.workspace?.inlayHint?.refreshSupport === true)
      void this.connection.languages.inlayHint.refresh().catch(() => undefined);
  }

  async #publish(project: Project, path: string): Promise<void> {
    const document = this.texts.get(path);
    if (document === undefined || this.projectOf(dirname(path)) !== project) return;
    const { known } = project;
    const { uri, version } = document;
    const file = project.pathOf(path);
    const own = known === undefined ? [] : catalogDiagnostics(known, file);
    const keys = known && (await this.keysIn({ known, document, file }));
    const ofCode = known && keys ? codeDiagnostics(known, document, keys) : [];
    if (this.texts.get(path)?.version !== version) return;
    await this.connection.sendDiagnostics({ uri, version, diagnostics: [...own, ...ofCode] });
  }

  /** The keys of a document of code; undefined: it is none, or cannot be read. */
  async keysIn({
    known: { keys, lookup },
    document,
    file,
  }: Pick<Opened, 'known' | 'document' | 'file'>): Promise<KeysOfText | undefined> {
    const text = document.getText();
    const isRead = keys?.isCode(file) === true && lookup.at(file).length === 0;
    if (!isRead || text.length > LARGEST) return undefined;
    const { version } = document;
    const cached = this.#keys.get(document);
    if (cached?.version === version && cached.keys === keys) return cached.read;
    const read = keys.look(file, text).catch(() => undefined);
    this.#keys.set(document, { version, keys, read });
    return read;
  }

  requireInitialized(): void {
    if (this.#capabilities !== undefined) return;
    throw new ResponseError(ErrorCodes.ServerNotInitialized, 'The server is not initialized.');
  }

  /** @param isNow whether changes that were not read yet count, too; then it may take longer */
  async open(uri: string, { isNow = false } = {}): Promise<Opened | undefined> {
    this.requireInitialized();
    const path = pathOfUri(uri);
    const document = path === undefined ? undefined : this.texts.get(path);
    if (path === undefined || document === undefined) return undefined;
    const project = this.projectOf(dirname(path));
    const known = await (isNow ? project?.current() : project?.ready());
    if (project === undefined || known === undefined) return undefined;
    return { texts: this.texts, project, known, document, file: project.pathOf(path) };
  }

  async subject(
    { textDocument, position }: TextDocumentPositionParams,
    options?: { readonly isNow: boolean },
  ): Promise<Subject | undefined> {
    const open = await this.open(textDocument.uri, options);
    if (open === undefined) return undefined;
    const { document } = open;
    const offset = document.offsetAt(position);
    const places = placesAt(open, offset);
    const [place] = places;
    if (place !== undefined) {
      const { file, row } = place;
      const served = [{ file: file.pair.source.path, key: row.source.expected.unit.key }];
      return { ...open, offset, key: undefined, isLacking: false, places, served };
    }
    const keys = await this.keysIn(open);
    const key = keys?.keys.find((one) => {
      const { start, end } = spanOfKey(one, document);
      return start - 1 <= offset && offset <= end + 1;
    });
    const served = (key && keys?.servedBy(key)) ?? [];
    const isLacking = key !== undefined && keys?.lackedBy(key) !== undefined;
    return { ...open, offset, key, isLacking, places, served };
  }
}

/** Folders whose files are not the project's own. */
const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git', '.locale-sync']);

function placesAt({ known, document, file }: Opened, offset: number): readonly Place[] {
  const { line, character } = document.positionAt(offset);
  const all = known.lookup.at(file);
  const isAt = ({ start, end }: Range): boolean =>
    line >= start.line &&
    line <= end.line &&
    (line > start.line || character >= start.character) &&
    (line < end.line || character <= end.character);
  const found = all.filter((one) => isAt(rangeOfUnit(one)));
  if (found.length > 0) return found;
  // The key before a value stands for it.
  const behind = all.filter((one) => {
    const { start } = rangeOfUnit(one);
    return start.line === line && start.character >= character;
  });
  const keyOf = ({ row }: Place): string => formatKey(row.source.expected.key);
  return behind.filter((one, _, [first = one]) => keyOf(one) === keyOf(first));
}

function pathsOf(folders: readonly { readonly uri: string }[]): readonly string[] {
  return folders.flatMap(({ uri }) => pathOfUri(uri) ?? []);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A folder that is gone has no config. */
function configOf(folder: string): string | undefined {
  try {
    return likelyConfig({ cwd: folder });
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

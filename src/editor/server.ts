import { dirname, sep } from 'node:path';
import {
  CodeActionKind,
  CompletionItemKind,
  createConnection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
} from './protocol.js';
import type {
  CodeAction,
  CompletionList,
  Connection,
  InitializeParams,
  InitializeResult,
  Location,
  Position,
  Range,
  SignatureHelp,
  TextDocumentPositionParams,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from './protocol.js';
import type { BufferKeys, CatalogKey, CodeKey } from '../code/index.js';
import { likelyConfig } from '../config/index.js';
import { parametersOfRow } from '../engine/index.js';
import { oneLine } from '../model/index.js';
import { bare, ChangeError, moveSelected, rename, workspaceEdit } from './changes.js';
import { COMMANDS, Commands } from './commands.js';
import {
  LARGEST,
  locationOf,
  OpenTexts,
  pathOfUri,
  rangeIn,
  rangeOfUnit,
  spanOfKey,
} from './places.js';
import { Project } from './project.js';
import type { EditorHost, Known, Place } from './project.js';
import {
  catalogDiagnostics,
  catalogHints,
  codeDiagnostics,
  codeHints,
  describeUnit,
  shortened,
  symbolsOf,
} from './shown.js';

/** Settings of the client: `initializationOptions`, and `workspace/didChangeConfiguration`. */
interface Settings {
  /** Whether configs that are code may run. Default: false. */
  readonly trusted?: boolean;
  /** The locale whose texts are shown beside code. Default: the source locale. */
  readonly locale?: string;
  /** Whether texts are shown beside code and catalogs. Default: true. */
  readonly hints?: boolean;
}

/** Serves one editor on stdio until it ends. Resolves with the exit code. */
export function serveEditor(host: EditorHost): Promise<number> {
  const connection = createConnection(process.stdin, process.stdout);
  return new Promise((resolve) => {
    new Server(connection, host, resolve).listen();
  });
}

/** What a position in a document is about. */
interface Subject {
  readonly project: Project;
  readonly known: Known;
  readonly document: TextDocument;
  /** Relative to the project's root. */
  readonly file: string;
  readonly offset: number;
  /** In code. */
  readonly key: CodeKey | undefined;
  /** In a catalog: the units there, one for each locale of the file. */
  readonly places: readonly Place[];
  /** The catalog keys that it is about. */
  readonly served: readonly CatalogKey[];
}

/** The most keys offered at once. */
const OFFERED = 200;

class Server {
  readonly #connection: Connection;
  readonly #host: EditorHost;
  readonly #onEnd: (code: number) => void;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #texts = new OpenTexts();
  readonly #projects = new Map<string, Project>();
  /** The keys of open documents, by their versions. */
  readonly #keys = new WeakMap<TextDocument, { version: number; read: Promise<BufferKeys> }>();
  #folders: readonly string[] = [];
  #settings: Settings = {};
  #capabilities: InitializeParams['capabilities'] | undefined;
  #isShutDown = false;

  constructor(connection: Connection, host: EditorHost, onEnd: (code: number) => void) {
    this.#connection = connection;
    this.#host = host;
    this.#onEnd = onEnd;
  }

  listen(): void {
    const connection = this.#connection;
    connection.onInitialize((params) => this.#initialize(params));
    connection.onInitialized(() => void this.#initialized());
    connection.onShutdown(async () => {
      this.#isShutDown = true;
      await Promise.all([...this.#projects.values()].map((one) => one.close()));
    });
    connection.onExit(() => {
      const code = this.#isShutDown ? 0 : 1;
      this.#host.exitWith(code);
      this.#onEnd(code);
    });
    connection.onDidChangeConfiguration(({ settings }) => this.#configure(settings));
    connection.onDidChangeWatchedFiles(({ changes }) => {
      for (const { uri } of changes) this.#changed(uri);
    });
    this.#listenToDocuments();
    this.#listenToRequests();
    connection.listen();
  }

  #initialize({
    capabilities,
    initializationOptions,
    workspaceFolders,
  }: InitializeParams): InitializeResult {
    this.#capabilities = capabilities;
    this.#configure(initializationOptions);
    const roots = workspaceFolders?.map(({ uri }) => uri) ?? [];
    this.#folders = roots.flatMap((uri) => pathOfUri(uri) ?? []);
    return {
      serverInfo: { name: 'locale-sync', version: this.#host.version },
      capabilities: {
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
        hoverProvider: true,
        definitionProvider: true,
        referencesProvider: true,
        documentSymbolProvider: true,
        inlayHintProvider: true,
        completionProvider: { triggerCharacters: ["'", '"', '`', '.', ':'] },
        signatureHelpProvider: { triggerCharacters: [',', '{'] },
        renameProvider: { prepareProvider: true },
        codeActionProvider: {
          codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.RefactorExtract],
        },
        executeCommandProvider: { commands: Object.values(COMMANDS) },
        workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
      },
    };
  }

  async #initialized(): Promise<void> {
    const { workspace } = this.#capabilities ?? {};
    if (workspace?.workspaceFolders === true) {
      this.#connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = removed.flatMap(({ uri }) => pathOfUri(uri) ?? []);
        this.#folders = [
          ...this.#folders.filter((one) => !gone.includes(one)),
          ...added.flatMap(({ uri }) => pathOfUri(uri) ?? []),
        ];
        for (const [file, project] of this.#projects) {
          if (gone.some((folder) => isBelow(file, folder))) this.#forget(file, project);
        }
        this.#openFolders();
      });
    }
    if (workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
      const watchers = [{ globPattern: '**/*' }];
      await this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    }
    this.#openFolders();
  }

  /** Reads the configs of the folders, so that what waits is known before a file is opened. */
  #openFolders(): void {
    for (const folder of this.#folders) void this.#projectOf(folder)?.ready();
  }

  #configure(settings: unknown): void {
    const all = isObject(settings) ? settings : {};
    const own = isObject(all['locale-sync']) ? all['locale-sync'] : all;
    const { trusted, locale, hints } = own;
    const before = this.#settings;
    this.#settings = {
      ...before,
      ...(typeof trusted === 'boolean' && { trusted }),
      ...(typeof locale === 'string' && { locale }),
      ...(typeof hints === 'boolean' && { hints }),
    };
    if (before.trusted === this.#settings.trusted) {
      this.#refreshHints();
      return;
    }
    for (const [file, project] of this.#projects) this.#forget(file, project);
    for (const path of this.#texts.paths) void this.#projectOf(dirname(path))?.ready();
  }

  #forget(file: string, project: Project): void {
    this.#projects.delete(file);
    for (const path of [...this.#texts.paths, file]) {
      const isOwn = path === file || isBelow(path, project.root);
      if (isOwn)
        void this.#connection.sendDiagnostics({ uri: this.#texts.uri(path), diagnostics: [] });
    }
    void project.close();
  }

  #listenToDocuments(): void {
    const documents = this.#documents;
    documents.onDidOpen(({ document }) => {
      const path = this.#texts.set(document);
      const project = path === undefined ? undefined : this.#projectOf(dirname(path));
      if (path === undefined || project === undefined) return;
      if (this.#texts.unsaved(path) !== undefined) project.changed(path);
      void project.ready().then(() => this.#publish(project, path));
    });
    documents.onDidChangeContent(({ document }) => {
      if (this.#texts.set(document) !== undefined) this.#changed(document.uri);
    });
    documents.onDidSave(({ document }) => this.#changed(document.uri));
    documents.onDidClose(({ document }) => {
      this.#texts.delete(document.uri);
      void this.#connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
      this.#changed(document.uri);
    });
    documents.listen(this.#connection);
  }

  /** A file of a client, or what it shows of it, has changed. */
  #changed(uri: string): void {
    const path = pathOfUri(uri);
    if (path === undefined || path.split(sep).some((name) => IGNORED.has(name))) return;
    for (const project of this.#projects.values()) {
      if (isBelow(path, project.root)) project.changed(path);
    }
  }

  /** The project of the nearest config; undefined: there is none. */
  #projectOf(folder: string): Project | undefined {
    const file = configOf(folder);
    if (file === undefined) return undefined;
    const known = this.#projects.get(file);
    if (known !== undefined) return known;
    const project = new Project(file, this.#host, {
      texts: this.#texts,
      isTrusted: this.#settings.trusted === true,
      onKnown: (one) => this.#onKnown(one),
    });
    this.#projects.set(file, project);
    return project;
  }

  #onKnown(project: Project): void {
    if (this.#projects.get(project.file) !== project) return;
    const { problems, known, root } = project;
    const diagnostics = problems.map(({ message, severity, line = 1, column = 1 }) => {
      const start = { line: line - 1, character: column - 1 };
      const range = { start, end: { line: line, character: 0 } };
      return {
        range,
        message,
        severity: severity === 'error' ? 1 : 2,
        source: 'locale-sync',
      } as const;
    });
    void this.#connection.sendDiagnostics({ uri: this.#texts.uri(project.file), diagnostics });
    for (const path of this.#texts.paths) {
      if (isBelow(path, root) && path !== project.file) void this.#publish(project, path);
    }
    const counts = Object.values(known?.report.locales ?? {});
    const sum = (name: 'missing' | 'stale' | 'invalid' | 'review'): number =>
      counts.reduce((all, one) => all + one[name], 0);
    const open = {
      missing: sum('missing'),
      stale: sum('stale'),
      invalid: sum('invalid'),
      review: sum('review'),
    };
    void this.#connection.sendNotification('locale-sync/status', { root, ...open });
    this.#refreshHints();
  }

  #refreshHints(): void {
    if (this.#capabilities?.workspace?.inlayHint?.refreshSupport === true)
      void this.#connection.languages.inlayHint.refresh().catch(() => undefined);
  }

  async #publish(project: Project, path: string): Promise<void> {
    const document = this.#texts.get(path);
    if (document === undefined || this.#projectOf(dirname(path)) !== project) return;
    const { known } = project;
    const file = project.pathOf(path);
    const version = document.version;
    const own = known === undefined ? [] : catalogDiagnostics(project, known, file);
    const { keys } = known === undefined ? NO_KEYS : await this.#keysIn(project, known, document);
    const ofCode =
      known === undefined || own.length > 0
        ? []
        : codeDiagnostics(project, known, { document, keys, file });
    if (this.#texts.get(path)?.version !== version) return;
    const { uri } = document;
    await this.#connection.sendDiagnostics({ uri, version, diagnostics: [...own, ...ofCode] });
  }

  #keysIn(project: Project, known: Known, document: TextDocument): Promise<BufferKeys> {
    const file = project.pathOf(pathOfUri(document.uri) ?? '');
    const isCode = known.keys?.isCode(file) === true && project.lookup?.at(file).length === 0;
    const text = isCode ? document.getText() : '';
    if (known.keys === undefined || !isCode || text.length > LARGEST)
      return Promise.resolve(NO_KEYS);
    const cached = this.#keys.get(document);
    if (cached?.version === document.version) return cached.read;
    const read = known.keys.keysIn(file, text).catch(() => NO_KEYS);
    this.#keys.set(document, { version: document.version, read });
    return read;
  }

  #requireInitialized(): void {
    if (this.#capabilities !== undefined) return;
    throw new ResponseError(ErrorCodes.ServerNotInitialized, 'The server is not initialized.');
  }

  /** The project that a document belongs to, once it was read. */
  async #open(uri: string) {
    this.#requireInitialized();
    const path = pathOfUri(uri);
    const document = path === undefined ? undefined : this.#texts.get(path);
    const project =
      document === undefined || path === undefined ? undefined : this.#projectOf(dirname(path));
    const known = await project?.ready();
    if (
      path === undefined ||
      document === undefined ||
      project === undefined ||
      known === undefined
    )
      return undefined;
    return { project, known, document, file: project.pathOf(path) };
  }

  async #subject({
    textDocument,
    position,
  }: TextDocumentPositionParams): Promise<Subject | undefined> {
    const open = await this.#open(textDocument.uri);
    if (open === undefined) return undefined;
    const { project, known, document, file } = open;
    const offset = document.offsetAt(position);
    const places = placesAt(project, file, document.positionAt(offset));
    if (places.length > 0) {
      const served = places.slice(0, 1).map(({ file: one, row }) => {
        return { file: one.pair.source.path, key: row.source.expected.unit.key };
      });
      return { ...open, offset, key: undefined, places, served };
    }
    const { keys } = await this.#keysIn(project, known, document);
    const around = keys.filter((key) => {
      const { start, end } = spanOfKey(key, document);
      return start - 1 <= offset && offset <= end + 1;
    });
    const key = around.at(0);
    const served = key === undefined ? [] : (known.keys?.servedBy(key) ?? []);
    return { ...open, offset, key, places, served };
  }

  #listenToRequests(): void {
    const connection = this.#connection;
    connection.onHover(async (params) => {
      const subject = await this.#subject(params);
      const places =
        subject?.served.flatMap((one) => subject.project.lookup?.rowsOf(one) ?? []) ?? [];
      if (subject === undefined || places.length === 0) return null;
      const texts = subject.served.map((one) => {
        const rows = subject.project.lookup?.rowsOf(one) ?? [];
        return describeUnit(rows, subject.known.config.source);
      });
      const { key, document } = subject;
      const [place] = subject.places;
      const range = key
        ? rangeIn(document, spanOfKey(key, document))
        : place && rangeOfUnit(place.document, place.unit);
      return {
        contents: { kind: 'plaintext', value: texts.join('\n\n') },
        ...(range && { range }),
      };
    });
    connection.onDefinition(async (params) => this.#definition(await this.#subject(params)));
    connection.onReferences(async (params) => {
      const subject = await this.#subject(params);
      if (subject === undefined) return null;
      const inCatalogs = params.context.includeDeclaration ? this.#inCatalogs(subject, 'all') : [];
      return [...this.#inCode(subject), ...inCatalogs];
    });
    connection.onCompletion((params) => this.#completion(params));
    connection.onSignatureHelp((params) => this.#signature(params));
    connection.onPrepareRename(async (params) => {
      const subject = await this.#subject(params);
      return subject === undefined ? null : this.#renaming(subject);
    });
    connection.onRenameRequest((params) =>
      this.#answering(async () => {
        await (await this.#open(params.textDocument.uri))?.project.current();
        const subject = await this.#subject(params);
        const renaming = subject && this.#renaming(subject);
        if (subject === undefined || !renaming)
          throw new ChangeError('There is no key here that can be renamed.');
        const { project, known, served } = subject;
        const own = {
          served,
          written: renaming.placeholder,
          key: subject.key?.key ?? renaming.placeholder,
        };
        return rename(project, known, { texts: this.#texts, renaming: own, name: params.newName });
      }),
    );
    connection.onCodeAction((params) => this.#actions(params));
    connection.onDocumentSymbol(async ({ textDocument }) => {
      const open = await this.#open(textDocument.uri);
      if (open === undefined) return null;
      const { project, document, file } = open;
      const end = document.positionAt(document.getText().length);
      return [...symbolsOf(project, file, { start: { line: 0, character: 0 }, end })];
    });
    connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const open = await this.#open(textDocument.uri);
      if (open === undefined || this.#settings.hints === false) return null;
      const { project, known, document, file } = open;
      const { keys } = await this.#keysIn(project, known, document);
      const { locale } = this.#settings;
      return [
        ...codeHints(project, keys, { document, range, locale }),
        ...catalogHints(project, file, range),
      ];
    });
    const commands = new Commands(connection, this.#host, {
      projectOf: (config) => {
        const [first, ...more] = this.#projects.keys();
        if (config === undefined && more.length > 0)
          throw new ChangeError(`Name one of the configs: ${[first, ...more].join(', ')}.`);
        return this.#projects.get(config ?? first ?? '');
      },
      fileOf: (uri) => {
        const path = pathOfUri(uri);
        return path === undefined ? undefined : { project: this.#projectOf(dirname(path)), path };
      },
      create: (uri, position) => this.#create(uri, position),
      move: (uri, range) => this.#move(uri, range),
    });
    connection.onExecuteCommand(({ command, arguments: given = [] }) =>
      this.#answering(() => commands.run(command, given)),
    );
  }

  /** Errors that people can do something about are said in the editor. */
  async #answering<T>(work: () => Promise<T>): Promise<T> {
    this.#requireInitialized();
    try {
      return await work();
    } catch (error) {
      const [project] = this.#projects.values();
      if (error instanceof ResponseError) throw error;
      throw new ResponseError(ErrorCodes.InvalidRequest, project?.explain(error) ?? String(error));
    }
  }

  #definition(subject: Subject | undefined): Location[] | null {
    if (subject === undefined) return null;
    const [place] = subject.places;
    const inSources = place?.isSource === true ? [] : this.#inCatalogs(subject, 'source');
    return [...inSources, ...(place === undefined ? [] : this.#inCode(subject))];
  }

  #inCatalogs({ project, served }: Subject, which: 'source' | 'all'): Location[] {
    return served.flatMap((one) => {
      const rows = project.lookup?.rowsOf(one) ?? [];
      const [source] = rows;
      const all = which === 'all' ? rows : [];
      return [
        ...(source === undefined
          ? []
          : this.#location(project, source.file.pair.source.path, source)),
        ...all.flatMap(({ file, row }) => {
          const { path, document } = file.target;
          const { current } = row;
          return current === undefined || document === undefined
            ? []
            : this.#location(project, path, { document, unit: current });
        }),
      ];
    });
  }

  #location(
    project: Project,
    file: string,
    { document, unit }: Pick<Place, 'document' | 'unit'>,
  ): readonly Location[] {
    return [{ uri: this.#texts.uri(project.absolute(file)), range: rangeOfUnit(document, unit) }];
  }

  #inCode({ project, known, served }: Subject): readonly Location[] {
    const uses = new Set(served.flatMap((one) => known.keys?.usesOf(one) ?? []));
    return [...uses].flatMap((use) =>
      locationOf(this.#texts, project.absolute(use.file), (document) =>
        rangeIn(document, spanOfKey(use, document)),
      ),
    );
  }

  #renaming({
    key,
    places,
    document,
    served,
    known,
  }: Subject): { range: Range; placeholder: string } | null {
    if (key !== undefined) {
      const span = spanOfKey(key, document);
      const isKnown = served.length > 0 && span.isWritten === true;
      return isKnown ? { range: rangeIn(document, span), placeholder: key.written } : null;
    }
    const [place] = places;
    const [one] = served;
    if (place === undefined || one === undefined) return null;
    const [use] = known.keys?.usesOf(one) ?? [];
    const placeholder = use?.key ?? one.key.join(known.keys?.signOf(one.file) ?? '.');
    return { range: rangeOfUnit(place.document, place.unit), placeholder };
  }

  async #completion({
    textDocument,
    position,
  }: TextDocumentPositionParams): Promise<CompletionList | null> {
    const open = await this.#open(textDocument.uri);
    const keys = open?.known.keys;
    if (open === undefined || keys === undefined) return null;
    const { project, document, file } = open;
    const text = document.getText();
    if (!keys.isCode(file) || text.length > LARGEST) return null;
    const offset = document.offsetAt(position);
    // A key is one even while nothing is typed of it.
    const mark = 'x';
    const marked = TextDocument.create(
      document.uri,
      '',
      0,
      text.slice(0, offset) + mark + text.slice(offset),
    );
    const { keys: found } = await keys.keysIn(file, marked.getText());
    const key = found.find((one) => {
      const { start, end, isWritten } = spanOfKey(one, marked);
      return isWritten === true && start <= offset && offset < end;
    });
    if (key === undefined) return null;
    const { start, end } = spanOfKey(key, marked);
    const typed = text.slice(start, offset).toLowerCase();
    const range = rangeIn(document, { start, end: end - mark.length });
    const head = key.key.slice(0, Math.max(0, key.key.length - bare(key.written).length));
    const space =
      key.namespace === undefined || key.written.includes(':') ? '' : `${key.namespace}:`;
    const items: CompletionList['items'] = [];
    for (const { name, file: catalog, key: own } of keys.names) {
      const bare = space !== '' && name.startsWith(space) ? name.slice(space.length) : name;
      if (!bare.startsWith(head)) continue;
      const label = bare.slice(head.length);
      const [place] = project.lookup?.rowsOf({ file: catalog, key: own }) ?? [];
      const shown = place?.unit.text ?? '';
      if (!label.toLowerCase().includes(typed) && !shown.toLowerCase().includes(typed)) continue;
      items.push({
        ...{ label, detail: shortened(shown), kind: CompletionItemKind.Text },
        // Found by its text, too: the client must not filter by the key.
        filterText: text.slice(start, offset) || label,
        sortText: `${label.toLowerCase().startsWith(typed) ? 0 : 1}${label}`,
        textEdit: { range, newText: label },
      });
      if (items.length === OFFERED) break;
    }
    return { isIncomplete: true, items };
  }

  async #signature({
    textDocument,
    position,
  }: TextDocumentPositionParams): Promise<SignatureHelp | null> {
    const open = await this.#open(textDocument.uri);
    if (open === undefined) return null;
    const { project, known, document } = open;
    const offset = document.offsetAt(position);
    const { keys } = await this.#keysIn(project, known, document);
    const isIn = ({ at, until = 0 }: CodeKey): boolean =>
      at !== undefined && at[1] <= offset && offset < until;
    const key = keys.filter(isIn).at(-1);
    const [served] = key === undefined ? [] : (known.keys?.servedBy(key) ?? []);
    const [place] = served === undefined ? [] : (project.lookup?.rowsOf(served) ?? []);
    if (key === undefined || place === undefined) return null;
    const { named, tags } = parametersOfRow(place.row, place.file);
    if (named.size + tags.length === 0) return null;
    const parameters = [
      ...[...named].map(([name, type]) => `${name}: ${type}`),
      ...tags.map((tag) => `${tag}: tag`),
    ];
    const label = `${key.written} { ${parameters.join(', ')} }`;
    return {
      signatures: [
        {
          label,
          documentation: oneLine(place.unit.text, 500),
          parameters: parameters.map((one) => ({ label: one })),
        },
      ],
      activeSignature: 0,
      activeParameter: 0,
    };
  }

  async #actions({
    textDocument,
    range,
  }: {
    readonly textDocument: { readonly uri: string };
    readonly range: Range;
  }): Promise<CodeAction[]> {
    const { uri } = textDocument;
    const subject = await this.#subject({ textDocument, position: range.start });
    if (subject === undefined) return [];
    const { project, known, key, places, document, file } = subject;
    const action = (title: string, command: string, ...given: readonly unknown[]): CodeAction => ({
      ...{ title, kind: CodeActionKind.QuickFix },
      command: { title, command, arguments: [...given] },
    });
    const actions: CodeAction[] = [];
    const rows =
      places.length > 0
        ? places
        : subject.served.flatMap((one) => project.lookup?.rowsOf(one) ?? []);
    const targets = places.some(({ isSource }) => !isSource)
      ? places
      : rows.flatMap(
          ({ row, file: { pair } }) =>
            project.lookup?.rowsOf({ file: pair.source.path, key: row.source.expected.unit.key }) ??
            [],
        );
    actions.push(
      ...Commands.actionsOf(project, {
        targets: [...new Set(targets)],
        isHere: places.some(({ isSource }) => !isSource),
      }),
    );
    if (
      key !== undefined &&
      known.keys?.catalogs.some(({ places: added }) =>
        [...added.values()].some(({ name }) => name === key.name),
      ) === true
    ) {
      actions.push(
        action(`Create the key "${shortened(key.name)}"`, COMMANDS.create, uri, range.start),
      );
    }
    if (key === undefined && places.length === 0 && known.keys?.isCode(file) === true) {
      const part = {
        file,
        text: document.getText(),
        from: document.offsetAt(range.start),
        to: document.offsetAt(range.end),
      };
      const texts = part.text.length > LARGEST ? [] : await known.keys.textsIn(part);
      const [text, ...more] = texts;
      if (text !== undefined) {
        const what = more.length === 0 ? `"${shortened(text.text)}"` : `${texts.length} texts`;
        const move = action(`Move ${what} into the catalog`, COMMANDS.move, uri, range);
        actions.push({ ...move, kind: CodeActionKind.RefactorExtract });
      }
    }
    return actions;
  }

  async #create(uri: string, position: Position): Promise<WorkspaceEdit> {
    await (await this.#open(uri))?.project.current();
    const subject = await this.#subject({ textDocument: { uri }, position });
    const { project, known, key } = subject ?? {};
    if (project === undefined || key === undefined) throw new ChangeError('There is no key here.');
    const files = (await known?.keys?.added(key, project.unsaved)) ?? [];
    if (files.length === 0) throw new ChangeError(`No catalog takes the key "${key.name}".`);
    return workspaceEdit(this.#texts, project.root, files);
  }

  async #move(uri: string, range: Range): Promise<WorkspaceEdit> {
    const open = await this.#open(uri);
    const known = await open?.project.current();
    if (open === undefined || known === undefined) throw new ChangeError('There is no text here.');
    const { project, document, file } = open;
    const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
    const files = await moveSelected(project, known, { file, text: document.getText(), from, to });
    return workspaceEdit(this.#texts, project.root, files);
  }
}

const NO_KEYS: BufferKeys = { keys: [], problem: undefined };

/** Folders whose files are not the project's own. */
const IGNORED: ReadonlySet<string> = new Set(['node_modules', '.git', '.locale-sync']);

function placesAt(project: Project, file: string, { line, character }: Position): readonly Place[] {
  const all = project.lookup?.at(file) ?? [];
  const isAt = ({ start, end }: Range): boolean =>
    line >= start.line &&
    line <= end.line &&
    (line > start.line || character >= start.character) &&
    (line < end.line || character <= end.character);
  const found = all.filter(({ document, unit }) => isAt(rangeOfUnit(document, unit)));
  // The key before a value stands for it.
  return found.length > 0
    ? found
    : all.filter(({ document, unit }) => rangeOfUnit(document, unit).start.line === line);
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

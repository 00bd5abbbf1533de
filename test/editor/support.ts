import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';
import type {
  Diagnostic,
  MessageActionItem,
  ProtocolConnection,
  PublishDiagnosticsParams,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { CLI } from '../support/project.js';
import type { Project } from '../support/project.js';

/** How the server is started; a run without a build sets another. */
const COMMAND = process.env['EDITOR_COMMAND']?.split(' ') ?? [CLI];

export interface ClientOptions {
  readonly options?: object;
  /** What a person answers to a question. */
  readonly answer?: (message: string) => string | undefined;
  readonly folders?: readonly string[];
  /** What starts the server. Default: the built command. */
  readonly command?: readonly string[];
  /** Whether it says which files change elsewhere. Default: true. */
  readonly watches?: boolean;
}

/** An editor: VS Code's own protocol client, with the built command as the server. */
export class Client {
  readonly connection: ProtocolConnection;
  readonly child: ChildProcess;
  readonly #project: Project;
  readonly #open = new Map<string, TextDocument>();
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting = new Set<() => void>();
  readonly messages: string[] = [];
  readonly progress: unknown[] = [];
  status: unknown;
  applied: WorkspaceEdit | undefined;
  onProgress: (token: string | number) => void = () => undefined;

  constructor(project: Project, { answer, command }: ClientOptions) {
    this.#project = project;
    const { root: cwd, env } = project;
    const [program = '', ...args] = command ?? [process.execPath, ...COMMAND, 'editor', '--stdio'];
    this.child = spawn(program, args, {
      cwd,
      env: { ...process.env, SERVICE_URL: 'embedded', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const { stdin, stdout } = this.child;
    if (stdin === null || stdout === null) throw new Error('the server has no pipes');
    const connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.connection = connection;
    connection.onNotification(
      'textDocument/publishDiagnostics',
      (params: PublishDiagnosticsParams) => {
        this.#published.set(params.uri, params);
        for (const wake of this.#waiting) wake();
      },
    );
    connection.onNotification('locale-sync/status', (params: unknown) => {
      this.status = params;
    });
    connection.onNotification(
      'window/showMessage',
      ({ message }: { message: string }) => void this.messages.push(message),
    );
    connection.onRequest(
      'window/showMessageRequest',
      ({ message, actions }: { message: string; actions: MessageActionItem[] }) => {
        this.messages.push(message);
        const said = answer?.(message);
        return actions.find(({ title }) => title === said) ?? null;
      },
    );
    connection.onRequest('window/workDoneProgress/create', ({ token }: { token: string }) => {
      this.onProgress(token);
      return null;
    });
    connection.onNotification(
      '$/progress',
      ({ value }: { value: unknown }) => void this.progress.push(value),
    );
    connection.onRequest('client/registerCapability', () => null);
    connection.onRequest('workspace/inlayHint/refresh', () => null);
    connection.onRequest('workspace/applyEdit', ({ edit }: { edit: WorkspaceEdit }) => {
      this.applied = edit;
      return { applied: true };
    });
    connection.listen();
  }

  static async start(
    project: Project,
    finished: (task: () => Promise<void>) => void,
    options: ClientOptions = {},
  ): Promise<Client> {
    const client = new Client(project, options);
    finished(() => client.end());
    const folders = options.folders ?? [project.root];
    await client.connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      workspaceFolders: folders.map((folder) => ({
        uri: pathToFileURL(folder).href,
        name: folder,
      })),
      initializationOptions: options.options ?? {},
      capabilities: {
        workspace: {
          applyEdit: true,
          workspaceFolders: true,
          inlayHint: { refreshSupport: true },
          didChangeWatchedFiles: { dynamicRegistration: options.watches ?? true },
        },
        textDocument: { codeAction: { disabledSupport: true } },
        window: { workDoneProgress: true },
      },
    });
    await client.connection.sendNotification('initialized', {});
    return client;
  }

  uri(file: string): string {
    return pathToFileURL(this.#project.path(file)).href;
  }

  async open(file: string, text = readFileSync(this.#project.path(file), 'utf8')): Promise<void> {
    const document = TextDocument.create(this.uri(file), 'x', 1, text);
    this.#open.set(file, document);
    const { uri, languageId, version } = document;
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId, version, text },
    });
  }

  /** Replaces a part of an open document, as typing does. */
  async type(file: string, part: string, text: string): Promise<void> {
    const document = this.document(file);
    const at = document.getText().indexOf(part);
    const change = {
      range: { start: document.positionAt(at), end: document.positionAt(at + part.length) },
      text,
    };
    this.#open.set(file, TextDocument.update(document, [change], document.version + 1));
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.uri(file), version: document.version },
      contentChanges: [change],
    });
  }

  async save(file: string): Promise<void> {
    this.#project.write(file, this.document(file).getText());
    await this.connection.sendNotification('textDocument/didSave', {
      textDocument: { uri: this.uri(file) },
    });
  }

  async close(file: string): Promise<void> {
    this.#open.delete(file);
    const textDocument = { uri: this.uri(file) };
    await this.connection.sendNotification('textDocument/didClose', { textDocument });
  }

  document(file: string): TextDocument {
    const document = this.#open.get(file);
    if (document === undefined) throw new Error(`${file} is not open`);
    return document;
  }

  /** A position in an open document: `|` in the part. */
  at(file: string, part: string) {
    const document = this.document(file);
    const text = document.getText();
    const at = text.indexOf(part.replace('|', ''));
    if (at < 0) throw new Error(`${file} has no ${part}`);
    const position = document.positionAt(at + part.indexOf('|'));
    return { textDocument: { uri: this.uri(file) }, position };
  }

  ask<T>(method: string, params: object): Promise<T> {
    return this.connection.sendRequest(method, params);
  }

  command<T>(command: string, ...given: readonly unknown[]): Promise<T> {
    return this.ask('workspace/executeCommand', { command, arguments: given });
  }

  actions(file: string, part: string): Promise<readonly Action[]> {
    const { textDocument, position } = this.at(file, part);
    const range = { start: position, end: position };
    return this.ask('textDocument/codeAction', {
      textDocument,
      range,
      context: { diagnostics: [] },
    });
  }

  async run(action: Action | undefined): Promise<unknown> {
    if (action === undefined) throw new Error('there is no such action');
    return this.command(action.command.command, ...action.command.arguments);
  }

  /** The diagnostics of a file once some hold. */
  async diagnostics(
    file: string,
    holds: (all: readonly Diagnostic[]) => boolean,
  ): Promise<readonly Diagnostic[]> {
    for (const limit = Date.now() + 60_000; ;) {
      const found = this.#published.get(this.uri(file))?.diagnostics;
      if (found !== undefined && holds(found)) return found;
      if (Date.now() > limit) throw new Error(`never: ${JSON.stringify(found)}`);
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(wake, 1_000);
        this.#waiting.add(wake);
      });
    }
  }

  /** The text of a file after an edit of the workspace. */
  edited(file: string, edit: WorkspaceEdit): string {
    const uri = this.uri(file);
    const own =
      edit.changes?.[uri] ??
      edit.documentChanges?.flatMap((one) =>
        'edits' in one && one.textDocument.uri === uri ? (one.edits as never[]) : [],
      ) ??
      [];
    const text =
      this.#open.get(file)?.getText() ??
      (this.#project.has(file) ? readFileSync(this.#project.path(file), 'utf8') : '');
    return TextDocument.applyEdits(TextDocument.create(uri, 'x', 1, text), own);
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.killed) return;
    const ended = new Promise((resolve) => this.child.once('exit', resolve));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    await ended;
    this.connection.dispose();
  }
}

export interface Action {
  readonly title: string;
  readonly disabled?: { readonly reason: string };
  readonly command: { readonly command: string; readonly arguments: readonly unknown[] };
}

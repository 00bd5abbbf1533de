import type {
  ReferenceParams,
  ServerCapabilities,
  TextDocumentPositionParams,
} from 'vscode-languageserver/node';
import type { KeysOfText } from '../code/index.js';
import {
  catalogHints,
  codeHints,
  completion,
  definition,
  hover,
  references,
  renamingAt,
  signature,
  symbolsOf,
} from './answers.js';
import { actionsAt } from './actions.js';
import { ChangeError, rename } from './changes.js';
import { COMMANDS, Commands } from './commands.js';
import type { EditorHost } from './project.js';
import {
  CodeActionKind,
  createConnection,
  ErrorCodes,
  ResponseError,
  TextDocument,
  TextDocuments,
  TextDocumentSyncKind,
} from './protocol.js';
import { Workspace } from './workspace.js';
import type { Opened, Subject } from './workspace.js';

const CAPABILITIES: ServerCapabilities = {
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
    codeActionKinds: [
      CodeActionKind.QuickFix,
      CodeActionKind.RefactorExtract,
      CodeActionKind.Source,
    ],
  },
  executeCommandProvider: { commands: Object.values(COMMANDS) },
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
};

/** Serves one editor on stdio until it ends. Resolves with the exit code. */
export function serveEditor(host: EditorHost): Promise<number> {
  const connection = createConnection(process.stdin, process.stdout);
  const workspace = new Workspace(connection, host);
  const commands = new Commands(workspace);

  let isTakingDisabled = false;
  connection.onInitialize((params) => {
    workspace.initialize(params);
    isTakingDisabled = params.capabilities.textDocument?.codeAction?.disabledSupport === true;
    const serverInfo = { name: 'locale-sync', version: host.version };
    return { serverInfo, capabilities: CAPABILITIES };
  });
  connection.onInitialized(() => void workspace.initialized());
  connection.onDidChangeConfiguration(({ settings }) => workspace.configure(settings));
  connection.onDidChangeWatchedFiles(({ changes }) => {
    for (const { uri } of changes) workspace.changed(uri);
  });

  const documents = new TextDocuments(TextDocument);
  documents.onDidOpen(({ document }) => workspace.opened(document));
  documents.onDidChangeContent(({ document }) => {
    if (workspace.texts.set(document) !== undefined)
      workspace.changed(document.uri, { isTyped: true });
  });
  documents.onDidSave(({ document }) => workspace.saved(document));
  documents.onDidClose(({ document }) => workspace.closed(document));
  documents.listen(connection);

  /** Answers for a position, or for a document; null if it belongs to no project. */
  const at =
    <P extends TextDocumentPositionParams, T>(answer: (subject: Subject, params: P) => T) =>
    async (params: P): Promise<T | null> => {
      const subject = await workspace.subject(params);
      return subject === undefined ? null : answer(subject, params);
    };
  const within =
    <P extends Pick<TextDocumentPositionParams, 'textDocument'>, T>(
      answer: (open: Opened, params: P) => Promise<T> | T,
    ) =>
    async (params: P): Promise<T | null> => {
      const open = await workspace.open(params.textDocument.uri);
      return open === undefined ? null : answer(open, params);
    };
  connection.onHover(at(hover));
  connection.onDefinition(at(definition));
  connection.onReferences(
    at((subject, { context }: ReferenceParams) => references(subject, context.includeDeclaration)),
  );
  connection.onPrepareRename(
    at((subject) => {
      const renaming = renamingAt(subject);
      return renaming && { range: renaming.range, placeholder: renaming.written };
    }),
  );
  const inCode = <T>(answer: (open: Opened, offset: number, keys: KeysOfText) => Promise<T> | T) =>
    within(async (open, { position }: TextDocumentPositionParams) => {
      const keys = await workspace.keysIn(open);
      return keys ? answer(open, open.document.offsetAt(position), keys) : null;
    });
  connection.onCompletion(inCode(completion));
  connection.onSignatureHelp(inCode(signature));
  connection.onDocumentSymbol(within((open) => symbolsOf(open)));
  connection.languages.inlayHint.on(
    within(async (open, { range }) => {
      const { locale, hints } = workspace.settings;
      if (hints === false) return null;
      const keys = await workspace.keysIn(open);
      return keys ? codeHints(open, keys, { range, locale }) : catalogHints(open, range);
    }),
  );
  connection.onCodeAction(async ({ textDocument, range }) => {
    const subject = await workspace.subject({ textDocument, position: range.start });
    const actions = subject === undefined ? [] : await actionsAt(subject, range);
    return actions.filter(({ disabled }) => isTakingDisabled || disabled === undefined);
  });

  /** Errors that people can do something about are said in the editor. */
  const answering = async <T>(work: () => Promise<T>): Promise<T> => {
    workspace.requireInitialized();
    try {
      return await work();
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      const [project] = workspace.projects;
      throw new ResponseError(ErrorCodes.InvalidRequest, project?.explain(error) ?? String(error));
    }
  };
  connection.onRenameRequest((params) =>
    answering(async () => {
      const subject = await workspace.subject(params, { isNow: true });
      const renaming = subject && renamingAt(subject);
      if (subject === undefined || !renaming)
        throw new ChangeError('There is no key here that can be renamed.');
      const edit = await rename(subject, renaming, params.newName);
      const places = renaming.served.flatMap((one) => subject.known.keys?.assembling(one) ?? []);
      const [first, ...more] = new Set(places);
      if (first === undefined) return edit;
      const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
      const what = `${first}${others} may put this key together, and would keep its old name.`;
      const [yes, no] = [{ title: 'Rename' }, { title: 'Cancel' }];
      const answer = await connection.window.showWarningMessage(`${what} Rename it?`, yes, no);
      if (answer?.title !== yes.title) throw new ChangeError(`${what} Nothing was renamed.`);
      return edit;
    }),
  );
  connection.onExecuteCommand(({ command, arguments: given = [] }) =>
    answering(() => commands.run(command, given)),
  );

  let isShutDown = false;
  connection.onShutdown(async () => {
    isShutDown = true;
    await Promise.all(workspace.projects.map((one) => one.close()));
  });
  return new Promise((resolve) => {
    connection.onExit(() => {
      const code = isShutDown ? 0 : 1;
      host.exitWith(code);
      resolve(code);
    });
    connection.listen();
  });
}

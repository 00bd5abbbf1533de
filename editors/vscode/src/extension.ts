import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { commands, env, StatusBarAlignment, Uri, window, workspace } from 'vscode';
import type { ExtensionContext, StatusBarItem } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';

const OPEN = ['missing', 'stale', 'invalid', 'review'] as const;

/** What the server says after each reading: how many texts of a config's folder are open. */
type Status = Readonly<Record<'root', string> & Record<(typeof OPEN)[number], number>>;

let running: Running | undefined;

/** VS Code calls it only in folders that are trusted: it runs code of the project. */
export async function activate({ subscriptions }: ExtensionContext): Promise<void> {
  const onCommand = (name: string, run: () => Promise<unknown>): void => {
    const say = (error: unknown): void =>
      void window.showErrorMessage(error instanceof Error ? error.message : String(error));
    subscriptions.push(commands.registerCommand(`localeSync.${name}`, () => run().catch(say)));
  };
  onCommand('translateMissing', async () => {
    const root = await running?.chooseRoot();
    return root && running?.ask('translateMissing', root);
  });
  onCommand('translateFile', async () => {
    const { document } = window.activeTextEditor ?? {};
    return document && running?.ask('translateFile', document.uri.toString());
  });
  onCommand('review', async () => {
    const root = await running?.chooseRoot();
    const url = root && (await running?.ask('review', root));
    if (typeof url !== 'string') return;
    const shown = await env.asExternalUri(Uri.parse(url));
    const all = await commands.getCommands();
    if (all.includes('simpleBrowser.show'))
      await commands.executeCommand('simpleBrowser.show', shown.toString(true));
    else await env.openExternal(shown);
  });
  const restart = async (): Promise<void> => {
    await running?.stop();
    running = await start();
  };
  onCommand('restart', restart);
  subscriptions.push(
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('locale-sync.path')) void restart();
      else if (change.affectsConfiguration('locale-sync')) void running?.configure();
    }),
  );
  await restart();
}

export async function deactivate(): Promise<void> {
  await running?.stop();
  running = undefined;
}

/** Starts the project's copy; undefined if there is none. */
async function start(): Promise<Running | undefined> {
  const script = ownCopy();
  if (script === undefined) {
    const message =
      'This project has a config of locale-sync, but the package is not installed: npm install --save-dev locale-sync';
    void window.showWarningMessage(message);
    return undefined;
  }
  const client = new LanguageClient(
    'locale-sync',
    // The editor's own Node: nothing has to be found on the path.
    { module: script, args: ['editor'] },
    {
      documentSelector: [{ scheme: 'file' }],
      initializationOptions: { ...settings(), trusted: workspace.isTrusted },
    },
  );
  const one = new Running(client);
  await client.start();
  return one;
}

function settings(): object {
  const all = workspace.getConfiguration('locale-sync');
  return { locale: all.get<string>('locale', ''), hints: all.get<boolean>('hints', true) };
}

/** The script of the setting, or of the first folder that has the package. */
function ownCopy(): string | undefined {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const set = workspace.getConfiguration('locale-sync').get<string>('path', '');
  if (set !== '') return isAbsolute(set) ? set : resolve(folders[0] ?? '', set);
  for (const folder of folders) {
    try {
      const manifest = createRequire(join(folder, 'x.js')).resolve('locale-sync/package.json');
      const script = join(manifest, '../dist/cli.cjs');
      if (existsSync(script)) return script;
    } catch {
      // This folder does not have it.
    }
  }
  return undefined;
}

/** A server, and in the status bar what waits in its projects. */
class Running {
  readonly #client: LanguageClient;
  readonly #item: StatusBarItem = window.createStatusBarItem(StatusBarAlignment.Left);
  readonly #statuses = new Map<string, Status>();

  constructor(client: LanguageClient) {
    this.#client = client;
    this.#item.name = 'locale-sync';
    this.#item.command = 'localeSync.review';
    client.onNotification('locale-sync/status', (status: Status) => {
      this.#statuses.set(status.root, status);
      this.#show();
    });
  }

  #show(): void {
    const all = [...this.#statuses.values()];
    const counts = OPEN.map((name) => all.reduce((sum, one) => sum + one[name], 0));
    const sum = counts.reduce((before, one) => before + one, 0);
    const said = OPEN.map((name, at) => `${counts[at]} ${name}`).join(', ');
    this.#item.text = sum === 0 ? '$(globe) translated' : `$(globe) ${sum} open`;
    this.#item.tooltip = `locale-sync: ${said}. Click to open the review page.`;
    this.#item.show();
  }

  /** The folder of the only config, or of the one that a person picks. */
  async chooseRoot(): Promise<string | undefined> {
    const roots = [...this.#statuses.keys()];
    return roots.length > 1 ? window.showQuickPick(roots) : roots[0];
  }

  ask(command: string, argument: string): Promise<unknown> {
    const params = { command: `locale-sync.${command}`, arguments: [argument] };
    return this.#client.sendRequest('workspace/executeCommand', params);
  }

  configure(): Promise<void> {
    return this.#client.sendNotification('workspace/didChangeConfiguration', {
      settings: { 'locale-sync': settings() },
    });
  }

  async stop(): Promise<void> {
    this.#item.dispose();
    await this.#client.dispose();
  }
}

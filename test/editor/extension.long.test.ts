import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * What the client of the protocol needs of VS Code to start, which cannot be installed here: every
 * event can be listened to, everything else does nothing. Commands and the status bar are recorded.
 */
const VSCODE = `
const { pathToFileURL, fileURLToPath } = require('node:url');
const disposable = { dispose() {} };
const quiet = (own) => new Proxy(own, {
  get: (all, name) => name in all ? all[name] : /^on[A-Z]/.test(String(name)) ? () => disposable : () => new Proxy(disposable, { get: (one, key) => one[key] ?? (() => disposable) }),
});
class Uri {
  constructor(text) { this.text = text; this.scheme = text.split(':')[0]; }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(pathToFileURL(path).href); }
  get fsPath() { return fileURLToPath(this.text); }
  toString() { return this.text; }
}
class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => disposable };
  cancel() {}
  dispose() {}
}
class EventEmitter {
  event = () => disposable;
  fire() {}
  dispose() {}
}
const done = { shown: [], commands: new Map(), item: { show() {}, dispose() {} } };
const uri = Uri.file(process.cwd());
const vscode = {
  done, Uri, EventEmitter, CancellationTokenSource, version: '1.101.0',
  env: quiet({ appName: 'test', language: 'en', asExternalUri: async (one) => one }),
  workspace: quiet({
    isTrusted: true, textDocuments: [], notebookDocuments: [],
    workspaceFolders: [{ uri, name: 'project', index: 0 }],
    getConfiguration: () => ({ get: (_, usual) => usual }),
  }),
  window: quiet({
    tabGroups: quiet({ all: [] }), visibleTextEditors: [],
    createStatusBarItem: () => done.item,
    showErrorMessage: async (text) => void done.shown.push(text),
    showWarningMessage: async (text) => void done.shown.push(text),
    createOutputChannel: () => quiet({ append() {}, appendLine() {} }),
  }),
  commands: quiet({
    registerCommand(name, run) {
      if (done.commands.has(name)) throw new Error('the command exists: ' + name);
      done.commands.set(name, run);
      return disposable;
    },
    getCommands: async () => ['simpleBrowser.show'],
    executeCommand: async (...given) => void done.shown.push(given),
  }),
  languages: quiet({ createDiagnosticCollection: () => quiet({}), match: () => 10 }),
  CodeActionKind: new Proxy({}, { get: () => ({ append: () => undefined }) }),
};
module.exports = new Proxy(vscode, {
  get: (all, name) => (all[name] ??= class { static [Symbol.toPrimitive]() { return String(name); } }),
});
`;

const HOST = `
const { done } = require('vscode');
const extension = require('./extension.js');
(async () => {
  await extension.activate({ subscriptions: [] });
  while (!done.item.text) await new Promise((resolve) => setTimeout(resolve, 50));
  await done.commands.get('localeSync.review')();
  const [, url] = done.shown[0] ?? [];
  const { status, headers } = await fetch(url);
  await extension.deactivate();
  const { text, tooltip } = done.item;
  console.log(JSON.stringify({ text, tooltip, status, policy: headers.get('content-security-policy'), commands: [...done.commands.keys()] }));
})().catch((error) => { console.error(error, done.shown); process.exit(1); });
`;

test("VS Code's extension starts the project's own copy, says what waits, and shows the review page", async ({
  onTestFinished,
}) => {
  const project = new Project(
    {
      'service.config.yaml':
        'version: 1\nsource: en\ntargets: [de]\ncatalogs: [{ files: "{locale}.json" }]\n',
      'en.json': '{ "a": "Pay" }',
      'node_modules/vscode/index.js': VSCODE,
      'host.js': HOST,
    },
    'extension',
    onTestFinished,
  );
  symlinkSync(ROOT, project.path('node_modules/locale-sync'));
  await build({
    entryPoints: [resolve(ROOT, 'editors/vscode/src/extension.ts')],
    outfile: project.path('extension.js'),
    bundle: true,
    platform: 'node',
    external: ['vscode'],
  });
  const said = await new Promise<string>((done) => {
    const child = execFile(
      process.execPath,
      ['host.js'],
      { cwd: project.root },
      (_, stdout, stderr) => done(stdout || stderr),
    );
    onTestFinished(() => void child.kill());
  });
  const { commands, policy, ...rest } = JSON.parse(said) as {
    readonly commands: readonly string[];
    readonly policy: string;
  };
  expect(rest).toEqual({
    text: '$(globe) 1 open',
    tooltip: 'locale-sync: 1 missing, 0 stale, 0 invalid, 0 review. Click to open the review page.',
    status: 200,
  });
  expect(policy).toMatch(/frame-ancestors 'self' vscode-webview: vscode-file:$/);
  const manifest = readFileSync(resolve(ROOT, 'editors/vscode/package.json'), 'utf8');
  const { contributes } = JSON.parse(manifest) as {
    readonly contributes: { readonly commands: readonly { readonly command: string }[] };
  };
  for (const { command } of contributes.commands) expect(commands).toContain(command);
});

import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import type { InlayHint } from 'vscode-languageserver-protocol/node';
import { CLI, Project } from '../support/project.js';
import { Client } from './support.js';

const DOCS = readFileSync(resolve(import.meta.dirname, '../../docs/editor.md'), 'utf8');

/** The blocks of code of a language, as people copy them. */
function blocksOf(language: string): readonly string[] {
  const found = DOCS.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'));
  return [...found].map(([, text = '']) => text);
}

const [, major = '0', minor = '0'] =
  /^NVIM v(\d+)\.(\d+)/.exec(spawnSync('nvim', ['--version'], { encoding: 'utf8' }).stdout) ?? [];
const version = Number(major) * 100 + Number(minor);

const FILES = {
  'service.config.yaml': `version: 1
source: en
targets: [de]
catalogs: [{ files: 'locales/{locale}.json' }]
extract: { code: ['src/*.js'], catalog: locales/en.json }
`,
  'package.json': '{ "dependencies": { "i18next": "*" } }',
  'locales/en.json': '{\n  "title": "Your cart",\n  "pay": "Pay {{amount}} now"\n}\n',
  'locales/de.json': '{\n  "title": "Ihr Warenkorb",\n  "pay": "Jetzt {{amount}} zahlen"\n}\n',
  'src/cart.js': `import { t } from 'i18next';
t('title');
t('pay');
t('fresh', 'Fresh');
`,
};

/** What a person does, step by step; each waits until it is seen. */
const STEPS = `
local done = {}
local function finish()
  vim.fn.writefile({ vim.fn.json_encode(done) }, 'done.json')
  vim.cmd('qa!')
end
local function messages()
  return vim.tbl_map(function(one) return one.code or one.message end, vim.diagnostic.get(0))
end
local function wait(what, holds)
  if vim.wait(120000, holds, 50) then return end
  done.failed = what
  done.messages = messages()
  finish()
end
vim.ui.select = function(items, _, choose)
  for at, item in ipairs(items) do
    local action = item.action or item[2]
    if action.title:find('^Create') then return choose(item, at) end
  end
end
vim.cmd('edit src/cart.js')
wait('diagnostics', function() return #vim.diagnostic.get(0) > 1 end)
done.diagnostics = messages()
vim.api.nvim_win_set_cursor(0, { 2, 4 })
local params = vim.lsp.util.make_position_params(0, 'utf-16')
for _, answer in pairs(vim.lsp.buf_request_sync(0, 'textDocument/hover', params, 60000)) do
  done.hover = answer.result.contents.value
end
vim.lsp.buf.rename('heading')
wait('rename', function() return vim.api.nvim_buf_get_lines(0, 1, 2, true)[1]:find('heading') end)
vim.cmd('silent wall')
vim.api.nvim_win_set_cursor(0, { 4, 4 })
vim.lsp.buf.code_action()
wait('action', function()
  return table.concat(vim.fn.getbufline('locales/en.json', 1, '$'), ' '):find('Fresh')
end)
vim.cmd('silent wall')
wait('the action is seen', function() return #vim.diagnostic.get(0) == 1 end)
-- Another program changes a file; Neovim says nothing of it before something is saved.
local text = table.concat(vim.fn.readfile('locales/en.json'), '\\n')
vim.fn.writefile(vim.split(text:gsub('{{amount}} ', ''), '\\n'), 'locales/en.json')
vim.cmd('silent bdelete! locales/en.json')
vim.cmd('silent write')
wait('a change elsewhere', function() return #vim.diagnostic.get(0) == 0 end)
finish()
`;

test.runIf(version > 0)('Neovim works with the lines of the docs', async ({ onTestFinished }) => {
  const project = new Project(FILES, 'neovim', onTestFinished);
  mkdirSync(project.path('node_modules/.bin'), { recursive: true });
  symlinkSync(CLI, project.path('node_modules/.bin/locale-sync'));
  const [recent = '', older = ''] = blocksOf('lua');
  project.write('init.lua', version >= 11 ? recent : older);
  project.write('steps.lua', STEPS);
  const home = project.path('home');
  await new Promise((done) => {
    const args = ['--headless', '-n', '-u', 'init.lua', '-c', 'luafile steps.lua'];
    const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home };
    const child = execFile('nvim', args, { cwd: project.root, env }, done);
    onTestFinished(() => void child.kill('SIGKILL'));
  });
  expect(project.json('done.json')).toEqual({
    diagnostics: ['missing-value', 'missing-key'],
    hover: expect.stringMatching(/Your cart[^]*Ihr Warenkorb/) as string,
  });
  expect(project.read('src/cart.js')).toContain("t('heading')");
  expect(project.read('locales/de.json')).toContain('"heading": "Ihr Warenkorb"');
  expect(project.read('locales/en.json')).toContain('"fresh": "Fresh"');
});

test("Helix's lines start a server with their settings, as Helix reads them", async ({
  onTestFinished,
}) => {
  const [text = ''] = blocksOf('toml');
  const lines = parse(text) as unknown as {
    readonly 'language-server': Readonly<
      Record<string, { readonly command: string; readonly args: string[]; readonly config: object }>
    >;
    readonly language: readonly { readonly 'language-servers': readonly string[] }[];
  };
  for (const one of lines.language) expect(one['language-servers']).toContain('locale-sync');
  const { command = '', args = [], config } = lines['language-server']['locale-sync'] ?? {};
  const project = new Project(FILES, 'helix', onTestFinished);
  mkdirSync(project.path('node_modules/.bin'), { recursive: true });
  symlinkSync(CLI, project.path('node_modules/.bin/locale-sync'));
  // Helix sends `config` as initializationOptions.
  const client = await Client.start(project, onTestFinished, {
    ...{ command: [command, ...args], options: config ?? {}, watches: false },
  });
  await client.open('src/cart.js');
  await client.diagnostics('src/cart.js', (all) => all.length > 1);
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const textDocument = { uri: client.uri('src/cart.js') };
  const hints = await client.ask<InlayHint[]>('textDocument/inlayHint', { textDocument, range });
  expect(hints.map(({ label }) => label)).toContain('Ihr Warenkorb');
});

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const ROOT = resolve(import.meta.dirname, '../..');

const APP = `import { onStatus, status } from 'virtual:locale-sync/status';
import { onUpdate } from 'virtual:locale-sync/live';

export const missing: number | undefined = status.locales['de']?.missing;
export const stop: () => void = onStatus(({ problems }) => {
  for (const { severity } of problems) if (severity === 'error') stop();
});
onUpdate(({ locale, messages, isPublic }) => [locale.length, messages, isPublic]);
// Were these of any type, nothing would be wrong with them.
const words: string[] = [];
words.push(status.ok);
words.push(status.locales);
onStatus(({ problems }) => words.push(problems));
onUpdate((update) => words.push(update));
`;

test('an app that names locale-sync/virtual in its tsconfig has the types of both modules', () => {
  const project = new Project({ 'app.ts': APP });
  expect(found(project, ['app.ts'])).toEqual([
    expect.stringMatching(/^Argument of type 'boolean'/),
    expect.stringMatching(/^Argument of type '.*LocaleCounts>/),
    expect.stringMatching(/^Argument of type 'readonly Problem\[\]'/),
    expect.stringMatching(/^Argument of type 'LoadedUpdate</),
  ]);
});

test('with the file of `locale-sync types`, live texts have its keys', async () => {
  const project = new Project({
    'service.config.json':
      '{"version":1,"source":"en","targets":["de"],"catalogs":[{"files":"{locale}.json"}]}',
    'en.json': '{ "title": "Title", "cart": { "total": "{n} items" } }',
    'app.ts': `import { onUpdate } from 'virtual:locale-sync/live';
onUpdate(({ messages }) => [messages.title.length, messages.cart.total.length]);
onUpdate(({ messages }) => messages.cart.nope);
`,
  });
  await project.run(['types', '--out', 'locale-sync.d.ts']);
  expect(found(project, ['app.ts', 'locale-sync.d.ts'])).toEqual([
    expect.stringMatching(/^Property 'nope' does not exist/),
  ]);
});

test('every option is documented, and every documented one is there', () => {
  const read = (file: string): string => readFileSync(resolve(ROOT, file), 'utf8');
  const names = (text: string, name: RegExp): string[] =>
    [...text.matchAll(name)].map(([, found = '']) => found).sort();
  const [options = ''] = read('plugins/core/options.ts').split('export interface Settings');
  const [, section = ''] = read('docs/plugins.md').split('\n## Options\n');
  const [table = ''] = section.split('\n## ');
  expect(names(table, /^\| `(\w+)`/gm)).toEqual(names(options, /readonly (\w+)\?:/g));
});

/** What is wrong in the first file, in an app that names `locale-sync/virtual`. */
function found(project: Project, files: readonly string[]): readonly string[] {
  mkdirSync(project.path('node_modules'));
  symlinkSync(ROOT, project.path('node_modules/locale-sync'), 'dir');
  const paths = files.map((file) => project.path(file));
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts'],
    // As in a tsconfig.json of the app, which is where packages are looked for from.
    configFilePath: project.path('tsconfig.json'),
    types: ['locale-sync/virtual'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    // Declarations that a quick build leaves out are taken from where they are made of.
    rootDirs: [resolve(ROOT, 'dist/types'), resolve(ROOT, 'plugins')],
  };
  const program = ts.createProgram(paths, options, host(options));
  expect(messages(program.getOptionsDiagnostics())).toEqual([]);
  return messages(program.getSemanticDiagnostics(program.getSourceFile(paths[0] ?? '')));
}

/** What has no part in these types is not read: it would take most of the time. */
function host(options: ts.CompilerOptions): ts.CompilerHost {
  const files = ts.createCompilerHost(options);
  const part = /\/(?:plugins|dist\/types|src\/model|src\/index\.(?:d\.)?ts|src\/extract)\b/;
  return {
    ...files,
    getSourceFile: (file, ...more) =>
      file.startsWith(ROOT) && !file.includes('/node_modules/typescript/') && !part.test(file)
        ? ts.createSourceFile(file, 'export {};', ts.ScriptTarget.ES2023)
        : files.getSourceFile(file, ...more),
  };
}

function messages(diagnostics: readonly ts.Diagnostic[]): readonly string[] {
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const CONFIG = {
  version: 1,
  source: 'en',
  targets: ['de'],
  catalogs: [
    { files: 'po/{locale}.po' },
    { source: 'res/values/strings.xml', target: 'res/values-{locale}/strings.xml' },
    { files: 'php/{locale}.php' },
    { files: 'yaml/{locale}.yml' },
    { files: 'lua/{locale}.lua', format: 'lua' },
    { files: '{locale}.lproj/a.strings' },
  ],
};
const po = (text: string): string =>
  `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n#, c-format\nmsgid "Hi %s"\nmsgstr "${text}"\n`;
const xml = (text: string): string =>
  `<?xml version="1.0"?>\n<resources>\n<string name="a">${text}</string>\n</resources>\n`;
const FILES = {
  'po/en.po': po(''),
  'po/de.po': po('Hallo %d'),
  'res/values/strings.xml': xml('Hi'),
  'res/values-de/strings.xml': xml('%s and %s'),
  'php/en.php': "<?php\nreturn [\n  'a' => 'Hi',\n];\n",
  'php/de.php': "<?php\nreturn [\n  'a' => 'Hallo'\n  'b' => 'x',\n];\n",
  'yaml/en.yml': 'en:\n  a: Hi\n',
  'yaml/de.yml': 'de:\n  a: "Hallo\n',
  'lua/en.lua': 'return {\n  a = "Hi",\n}\n',
  'lua/de.lua': 'return {\n  a = "Hallo",\n}}\n',
  'en.lproj/a.strings': '"a" = "Hi";\n',
  'de.lproj/a.strings': '"a" = "Hallo";\n"b" = "x"\n"c" = "y";\n',
};
const SAID: readonly (readonly [tool: string, packages: string, said: string])[] = [
  ['msgfmt', 'gettext', 'po/de.po:6 Hi %s'],
  ['aapt2', 'aapt', 'res/values-de/strings.xml:3 a'],
  ['php', 'php-cli', 'php/de.php:4'],
  ['ruby', 'ruby', 'yaml/de.yml:2'],
  ['luac', 'lua5.4', 'lua/de.lua:3'],
  ['plparse', 'gnustep-base-runtime', 'de.lproj/a.strings:3'],
];

function isInstalled(command: string): boolean {
  try {
    execFileSync('which', [command], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}

test('compilers say what is wrong at the lines of units, and the project its own words', async () => {
  const project = new Project({
    ...FILES,
    'service.config.json': JSON.stringify(CONFIG),
    'package.json': JSON.stringify({
      scripts: { 'check:i18n': 'echo "de: 3 keys are unused"; exit 1' },
    }),
  });
  project.env = { SERVICE_URL: 'embedded', LC_ALL: 'C' };
  const plain = await project.report(['check']);
  expect(plain.problems.filter(({ code }) => code === 'tool')).toEqual([]);
  const { problems, ok, error } = await project.report(['check', '--tools']);
  expect(ok, JSON.stringify(error)).toBe(false);
  expect(error?.code).toBe('invalid-file');
  const found = problems.filter(({ code }) => code === 'tool');
  const lines = found.map(({ file, line, key }) =>
    [`${file}:${line}`, key].filter(Boolean).join(' '),
  );
  for (const [tool, packages, said] of SAID)
    if (isInstalled(tool)) expect(lines, tool).toContainEqual(said);
    else console.log(`${tool} is not installed (${packages}): check --tools is tested without it.`);
  expect(found.find(({ file }) => file === 'package.json')?.message).toContain('3 keys are unused');
});

const ts = (text: string): string =>
  `<!DOCTYPE TS><TS version="2.1"><context><name>A</name>\n<message><source>Hi</source><translation>${text}</translation></message></context></TS>\n`;

/** Where only lrelease is installed, which says what it says in public logs. */
function qtProject(script: string): Project {
  const catalogs = [{ files: 'a b/{locale}.ts', format: 'qt' }, { files: 'po/{locale}.po' }];
  const project = new Project({
    'a b/en.ts': ts('Hi'),
    'a b/de.ts': ts('Hallo'),
    'po/en.po': po(''),
    'po/de.po': po('Hallo %s'),
    'package.json': JSON.stringify({
      scripts: { 'check:l10n': 'locale-sync check --tools', 'i18n:check': 'exit 1' },
    }),
    'service.config.json': JSON.stringify({ ...CONFIG, catalogs }),
    'bin/lrelease': `#!/bin/sh\n${script}\n`,
  });
  chmodSync(project.path('bin/lrelease'), 0o755);
  project.env = { SERVICE_URL: 'embedded', PATH: project.path('bin') };
  return project;
}

test.each([
  [
    'words before the place',
    'echo "lrelease error: Unexpected tag <translatio> at $1:2:20" >&2; exit 1',
    { severity: 'error', line: 2, column: 20, message: 'lrelease: Unexpected tag <translatio>' },
  ],
  [
    'words around the place',
    `echo "lrelease error: Parse error at $1:2:48: Expected ';', but got '<'." >&2; exit 1`,
    { line: 2, column: 48, message: "lrelease: Parse error: Expected ';', but got '<'." },
  ],
  [
    'another mistake',
    'echo "lrelease error: no file" >&2; exit 1',
    { severity: 'error', message: 'lrelease: lrelease error: no file' },
  ],
  [
    'an end by a signal',
    'kill -9 $$',
    { severity: 'warning', message: 'lrelease did not run to its end.' },
  ],
])('of lrelease: %s; what is missing, or not run, is a warning', async (_, script, said) => {
  const { problems } = await qtProject(script).report(['check', '--tools', '--no-code-config']);
  const tools = problems.filter(({ code }) => code === 'tool');
  expect(tools.filter(({ file }) => file === 'a b/de.ts')).toMatchObject([said]);
  expect(tools.filter(({ file }) => file?.endsWith('.ts') !== true)).toEqual(
    [
      { message: 'msgfmt is not installed, so it did not read 2 files.' },
      {
        message: 'The project\'s own check "i18n:check" is not run because of --no-code-config.',
        file: 'package.json',
      },
    ].map((one) => ({ code: 'tool', severity: 'warning', ...one })),
  );
});

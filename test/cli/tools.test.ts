import { execFileSync } from 'node:child_process';
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

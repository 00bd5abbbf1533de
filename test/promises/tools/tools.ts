import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { readStrings } from '../../formats/strings/read.js';

/** A program that reads a format, of another make than ours. */
export interface Tool {
  readonly name: string;
  /** Any of these says that it is installed. Empty: it comes with the development dependencies. */
  readonly files: readonly string[];
  /** Debian's packages that have it. */
  readonly packages: string;
  /**
   * The texts that the program sees in the target, in any order; undefined where it says only
   * whether it takes the file. Throws where it does not.
   */
  readonly texts: (target: Target) => readonly string[] | undefined;
}

export interface Target {
  readonly path: string;
  readonly locale: string;
  /** Path of the source; the same where a file holds all locales. */
  readonly source: string;
}

/** Whether the tool is on this machine. */
export function isInstalled({ files }: Tool): boolean {
  return files.length === 0 || files.some((file) => existsSync(file));
}

/** What a command prints. It fails where the command fails. */
function run(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Every string below a value. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

const jsonOf = (text: string): readonly string[] => stringsIn(JSON.parse(text));

/** Debian's Python: another one on the path has not its modules. */
const PYTHON = '/usr/bin/python3';
const python =
  (what: string) =>
  ({ path, locale }: Target): readonly string[] =>
    jsonOf(run(PYTHON, join(import.meta.dirname, 'read.py'), what, path, locale));

/** A reader of Python's standard library. */
function standard(name: string, what: string): Tool {
  return { name, files: [PYTHON], packages: 'python3', texts: python(what) };
}

/** A reader of translate-toolkit. */
function toolkit(name: string, what: string): Tool {
  const files = ['/usr/lib/python3/dist-packages/translate/storage/resx.py'];
  return { name, files, packages: 'translate-toolkit', texts: python(what) };
}

const SYMFONY = '/usr/share/php/Symfony/Component/Translation/autoload.php';
const LOADED = `require '${SYMFONY}';
$loader = new Symfony\\Component\\Translation\\Loader\\XliffFileLoader();
echo json_encode($loader->load($argv[1], $argv[2])->all('messages'));`;

export const pythonJson = standard("Python's json", 'json');
export const pythonArb = standard("Python's json", 'arb');
export const pythonCsv = standard("Python's csv", 'csv');
export const pythonXcstrings = standard("Python's json", 'xcstrings');
export const tomllib = standard("Python's tomllib", 'toml');
const LUA = `
local function show(value)
  if type(value) == 'table' then for _, inner in pairs(value) do show(inner) end
  else io.write((value:gsub('.', function(c) return string.format('%02x', c:byte()) end)), '\\n') end
end
show(dofile(arg[1]))`;

export const lua: Tool = {
  name: 'lua',
  files: ['/usr/bin/lua5.4'],
  packages: 'lua5.4',
  texts: ({ path }) => {
    const script = join(dirname(path), 'show.lua');
    writeFileSync(script, LUA);
    const lines = run('/usr/bin/lua5.4', script, path).split('\n').filter(Boolean);
    return lines.map((hex) => Buffer.from(hex, 'hex').toString());
  },
};

export const configparser = standard("Python's configparser", 'ini');
export const etree = standard("Python's ElementTree", 'ttml');
export const etreeStrings = standard("Python's ElementTree", 'strings');
export const plistlib = standard("Python's plistlib", 'plist');
export const toolkitProperties = toolkit("translate-toolkit's properties", 'properties');
export const toolkitResx = toolkit("translate-toolkit's resx", 'resx');

export const ruby: Tool = {
  name: "Ruby's Psych",
  files: ['/usr/bin/ruby'],
  packages: 'ruby',
  texts: ({ path }) =>
    jsonOf(
      run('ruby', '-rjson', '-ryaml', '-e', 'puts JSON.generate(YAML.load_file(ARGV[0]))', path),
    ),
};

export const php: Tool = {
  name: 'PHP',
  files: ['/usr/bin/php'],
  packages: 'php-cli',
  texts: ({ path }) => {
    run('php', '-l', path);
    return jsonOf(run('php', '-r', 'echo json_encode(require $argv[1]);', '--', path));
  },
};

/** What a program sees of `define`. */
export const phpConstants: Tool = {
  ...php,
  texts: ({ path }) => {
    const script = 'require $argv[1]; echo json_encode(get_defined_constants(true)["user"]);';
    return jsonOf(run('php', '-r', script, '--', path));
  },
};

/** A store takes a file as it is. */
export const cat: Tool = {
  name: 'cat',
  files: [],
  packages: 'coreutils',
  texts: ({ path }) => [run('cat', path).trim()],
};

/** As Joomla reads its files. */
export const phpIni: Tool = {
  ...php,
  name: "PHP's parse_ini_file",
  texts: ({ path }) =>
    jsonOf(run('php', '-r', 'echo json_encode(parse_ini_file($argv[1]));', '--', path)),
};

export const symfony: Tool = {
  name: "Symfony's Translation",
  files: [SYMFONY],
  packages: 'php-cli, php-xml, php-symfony-translation, php-symfony-config',
  texts: ({ path, locale }) => jsonOf(run('php', '-r', LOADED, '--', path, locale)),
};

export const xmllint: Tool = {
  name: 'xmllint',
  files: ['/usr/bin/xmllint'],
  packages: 'libxml2-utils',
  texts: ({ path }) => {
    run('xmllint', '--noout', path);
    return undefined;
  },
};

/** Both files in one table of resources: a text without a default would be dropped. */
export const aapt2: Tool = {
  name: 'aapt2',
  files: ['/usr/bin/aapt2'],
  packages: 'aapt',
  texts: ({ path, source, locale }) => {
    const out = dirname(dirname(dirname(path)));
    for (const file of [source, path]) run('aapt2', 'compile', '-o', out, file);
    const table = (file: string): string =>
      join(out, `${file.split('/').slice(-2).join('_').replace('.xml', '.arsc')}.flat`);
    const [manifest, apk] = [join(out, 'AndroidManifest.xml'), join(out, 'out.apk')];
    run('aapt2', 'link', '--manifest', manifest, '-o', apk, table(source), table(path));
    const parts = run('aapt2', 'dump', 'resources', apk).split(/\n {6}(?=\()|\n {4}(?=resource)/);
    return parts
      .filter((part) => part.startsWith(`(${locale})`))
      .flatMap((part) => Array.from(part.matchAll(/"([^"]*)"/g), ([, text = '']) => text));
  },
};

/** The compiled file's texts: what a program sees at run time. */
export const lrelease: Tool = {
  name: "Qt's lrelease",
  files: ['/usr/lib/qt6/bin/lrelease', '/usr/lib/qt5/bin/lrelease'],
  packages: 'qt6-l10n-tools, or qttools5-dev-tools',
  texts: ({ path }) => {
    const folder = lrelease.files.map((file) => dirname(file)).find((one) => existsSync(one)) ?? '';
    run(join(folder, 'lrelease'), '-silent', path, '-qm', `${path}.qm`);
    const compiled = run(join(folder, 'lconvert'), `${path}.qm`, '-of', 'po');
    return Array.from(compiled.matchAll(/^msgstr(?:\[\d\])? ((?:".*"\n)+)/gm))
      .map(([, quoted = '']) => quoted.replace(/"\n"?/g, '').slice(1))
      .filter((text) => text !== '' && !text.startsWith('MIME-Version'))
      .map((text) => text.replace(/\\(["\\])/g, '$1'));
  },
};

export const msgfmt: Tool = {
  name: 'msgfmt',
  files: ['/usr/bin/msgfmt'],
  packages: 'gettext',
  texts: ({ path }) => {
    run('msgfmt', '--check', '--check-accelerators', '-o', `${path}.mo`, path);
    const compiled = run('msgunfmt', '--no-wrap', `${path}.mo`);
    return Array.from(compiled.matchAll(/^msgstr(?:\[\d\])? "(.+)"$/gm), ([, text = '']) => text);
  },
};

export const plmerge: Tool = {
  name: "GNUstep's plmerge",
  files: ['/usr/bin/plmerge'],
  packages: 'gnustep-base-runtime',
  texts: ({ path }) => {
    run('plmerge', `${path}.plist`, path);
    return [...readStrings(run('cat', `${path}.plist`)).values()];
  },
};

/** To the binary form and back by Python. */
export const plistutil: Tool = {
  name: 'plistutil',
  files: ['/usr/bin/plistutil'],
  packages: 'libplist-utils',
  texts: (target) => {
    const path = `${target.path}.bin`;
    run('plistutil', '-i', target.path, '-o', path);
    return plistlib.texts({ ...target, path });
  },
};

export const ffmpeg: Tool = {
  name: 'ffmpeg',
  files: ['/usr/bin/ffmpeg'],
  packages: 'ffmpeg',
  texts: ({ path }) => {
    const said = run('ffmpeg', '-v', 'error', '-xerror', '-i', path, '-f', 'webvtt', '-');
    const [, ...cues] = said.trimEnd().split('\n\n');
    return cues.map((cue) => cue.slice(cue.indexOf('\n') + 1).replaceAll('\n', ' '));
  },
};

/** It skips lines with a bracket first, as those of the pseudo texts. */
export const ffmpegSbv: Tool = {
  ...ffmpeg,
  texts: (target) => {
    const path = `${target.path}.sbv`;
    writeFileSync(path, readFileSync(target.path, 'utf8').replace(/^\[/gm, '+['));
    return ffmpeg.texts({ ...target, path })?.map((text) => text.replace('+[', '['));
  },
};

/** The HTML that GitHub makes of both: the same but for the texts. */
export const cmark: Tool = {
  name: 'cmark-gfm',
  files: ['/usr/bin/cmark-gfm'],
  packages: 'cmark-gfm',
  texts: ({ path, source }) => {
    const [theirs, ours] = [source, path].map((file) => run('cmark-gfm', '-e', 'table', file));
    const tags = (html = ''): string => html.replace(/>[^<]+</g, '><');
    if (tags(theirs) !== tags(ours)) throw new Error(`other elements:\n${ours}`);
    return undefined;
  },
};

const binaryOf = (name: string, file: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file);

export const json5: Tool = {
  name: "json5's own command",
  files: [],
  packages: 'npm: json5',
  texts: ({ path }) => jsonOf(run(process.execPath, binaryOf('json5', 'lib/cli.js'), path)),
};

/** Node itself imports the module. */
export const node: Tool = {
  name: 'Node',
  files: [],
  packages: 'nodejs',
  texts: ({ path }) => {
    const script =
      'import(process.argv[1]).then(({ default: all }) => console.log(JSON.stringify(all)))';
    return jsonOf(run(process.execPath, '--input-type=module', '--eval', script, path));
  },
};

/** What Firefox and others run: it leaves out what it cannot read. */
export const fluent: Tool = {
  name: '@fluent/bundle',
  files: [],
  packages: 'npm: @fluent/bundle',
  texts: ({ path }) => {
    const bundle = new FluentBundle('de', { useIsolating: false });
    const { body } = new FluentResource(run('cat', path));
    const patterns = body.flatMap(({ value, attributes }) => [value, ...Object.values(attributes)]);
    return patterns.flatMap((pattern) =>
      pattern === null ? [] : [bundle.formatPattern(pattern, { name: '{ $name }' })],
    );
  },
};

/** Needs a JDK, which is heavy: installed by `.ci/nightly` alone. */
export const java: Tool = {
  name: 'java.util.Properties',
  files: ['/usr/bin/javac'],
  packages: 'default-jdk-headless',
  texts: ({ path }) =>
    run('java', join(import.meta.dirname, 'ReadProperties.java'), path)
      .split('\0')
      .slice(0, -1),
};

/** Needs Mono, which is heavy: installed by `.ci/nightly` alone. */
export const resgen: Tool = {
  name: "Mono's resgen",
  files: ['/usr/bin/resgen'],
  packages: 'mono-devel',
  texts: ({ path }) => {
    run('resgen', path, `${path}.txt`);
    return run('cat', `${path}.txt`)
      .split('\n')
      .filter((line) => /^[^#].*=/.test(line))
      .map((line) => line.slice(line.indexOf('=') + 1));
  },
};

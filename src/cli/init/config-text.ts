import { accessSync, constants, existsSync, lstatSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRegularText } from '../../disk/index.js';
import { aboutOf } from '../../formats/index.js';
import { jsonText, oneLine } from '../../model/index.js';
import { realTarget, requireWritable, WriteError } from '../../state/index.js';
import { LINE_SETS, STATE_FOLDER } from '../../lock/index.js';
import { plural } from '../print.js';
import type { Choice, ChosenCatalog } from './choose-catalogs.js';
import type { FoundCatalog } from './layout.js';
import { usualIdentity } from './locale-names.js';
import type { Languages } from './locale-names.js';
import { InitError } from './options.js';
import { sourceFiles } from './source-locale.js';

/** Name of the config file that is written. */
export const CONFIG = 'service.config.yaml';

/**
 * Text of `service.config.yaml` with comments. `url` undefined: the environment gives the address.
 * `parserConfig`: the config of i18next-parser that `extract` uses.
 */
export function configText(
  choice: Choice,
  {
    url,
    parserConfig,
  }: { readonly url: string | undefined; readonly parserConfig?: string | undefined },
): string {
  const { source, targets, ofLibraries, languages, fallbacks, catalogs, open, unknown } = choice;
  return `# yaml-language-server: $schema=./node_modules/locale-sync/schema/service.config.schema.json
# Config of locale-sync. All keys: node_modules/locale-sync/service.config.example.yaml.

version: 1

service:
  # Base URL of the translation service; \`embedded\` starts the local service inside the run,
  # which needs no account. The environment variable SERVICE_URL overrides it.
  ${url === undefined ? '# url: https://api.example.com' : `url: ${scalar(url)}`}
  # The key is read from this environment variable and is never stored in a file.
  key: \${SERVICE_AUTH_KEY}

# Locales, spelled as in file names.
source: ${scalar(source)}
targets: ${list(targets)}
${ofLibraries.length === 0 ? '' : comment('', `Only texts copied from libraries have these too: ${ofLibraries.join(', ')}`)}${languagesText(languages)}${unknownText(unknown)}${fallbacksText(fallbacks)}
catalogs:
${[...catalogs.map((catalog) => catalogText(catalog, choice)), ...open.map((catalog) => openText(catalog, choice))].join('\n')}
${extractText(parserConfig)}# Translation options: model, formality, context, glossary, style, memory, instructions.
# translate:
#   formality: prefer_more
#   context: A sentence about your product.

# Maximum number of characters that one run may send.
# limits:
#   characters: 200000
`;
}

function extractText(parserConfig: string | undefined): string {
  if (parserConfig === undefined) return '';
  return `# Keys in code, for \`locale-sync extract\`. What is not set here comes from ${parserConfig}:
# code, catalog, functions, components, separators, namespace.
extract: {}

`;
}

function languagesText(languages: Languages): string {
  const codes = Object.entries(languages);
  if (codes.length === 0) return '';
  const pairs = codes.map(([locale, code]) => `${scalar(locale)}: ${scalar(code)}`);
  return `# Language codes of the service.\nlanguages: { ${pairs.join(', ')} }\n`;
}

function fallbacksText(fallbacks: Choice['fallbacks']): string {
  const pairs = Object.entries(fallbacks);
  if (pairs.length === 0) return '';
  const entries = pairs.map(([locale, base]) => `${scalar(locale)}: ${scalar(base)}`);
  return `# Targets whose files only contain what differs: missing texts are not translated.\nfallbacks: { ${entries.join(', ')} }\n`;
}

/** A comment to complete, for locales that the service may have under another code. */
function unknownText(unknown: readonly string[]): string {
  if (unknown.length === 0) return '';
  const codes = unknown.map((locale) => `${scalar(locale)}: CODE`).join(', ');
  return `# Not supported by the service under these names: ${oneLine(unknown.join(', '), Infinity)}. Map them to its codes:
# languages: { ${codes} }
`;
}

function catalogText(catalog: ChosenCatalog, { source, targets }: Choice): string {
  const { found, why } = catalog;
  const names = (catalog.targets ?? targets).map(usualIdentity);
  const others = targets.filter((target) => !names.includes(usualIdentity(target)));
  const isPlain = catalog.targets === undefined && Object.keys(found?.locales ?? {}).length !== 1;
  const comments = [
    ...(found === undefined ? [] : [describe(found, source)]),
    ...declaredText(found, [source, ...(catalog.targets ?? targets)]),
    ...(isPlain || why === undefined ? [] : [`Targets: ${why}.`]),
    ...(others.length === 0 ? [] : [`Other targets of the project: ${others.join(', ')}`]),
  ];
  return `${comments.map((line) => comment('  ', line)).join('')}  - ${entriesOf(catalog).join('\n    ')}\n`;
}

/** Where the catalog's locales come from, if the project declares the chosen ones. */
function declaredText(found: FoundCatalog | undefined, chosen: readonly string[]): string[] {
  const { source: stated, locales: by } = found?.declared ?? {};
  const names = chosen.map(usualIdentity);
  const all = Object.keys(found?.locales ?? {})
    .filter(Boolean)
    .map(usualIdentity);
  const source = stated && usualIdentity(stated.locale) === names[0] ? stated.by : undefined;
  const locales = all.every((locale) => names.includes(locale)) ? by : undefined;
  if (source === undefined && locales === undefined) return [];
  if (source === locales) return [`Source and targets as ${locales} says`];
  return [
    ...(source === undefined ? [] : [`Source as ${source} says`]),
    ...(locales === undefined ? [] : [`Targets as ${locales} says`]),
  ];
}

/** A catalog to complete, as a comment. */
function openText(catalog: ChosenCatalog, { source, targets, ofLibraries }: Choice): string {
  const { found, why = '' } = catalog;
  const what = found === undefined ? '' : `${describe(found, source)}. `;
  const entries = entriesOf({ ...catalog, targets: [...targets, ...ofLibraries] });
  return `${comment('  ', `${what}Not translated: ${why}. Choose its targets to add it:`)}  # - ${entries.join('\n  #   ')}\n`;
}

function comment(indent: string, text: string): string {
  return `${indent}# ${oneLine(text, Infinity)}\n`;
}

function entriesOf(catalog: ChosenCatalog): string[] {
  const { files, source, target, exclude, messages, targets, locales } = catalog;
  return [
    ...pair('files', files),
    ...pair('source', source),
    ...pair('target', target),
    ...(exclude === undefined ? [] : [`exclude: ${list(exclude)}`]),
    ...(targets === undefined ? [] : [`targets: ${list(targets)}`]),
    ...(locales === undefined ? [] : [`locales: ${group(locales)}`]),
    ...pair('format', formatText(catalog)),
    ...pair('messages', messages),
  ];
}

/** The format, if the ending of the files is usually that of another one. */
function formatText({ found, files = '', source = files }: ChosenCatalog): string | undefined {
  const { otherExtensions = [] } = aboutOf(found?.format) ?? {};
  return otherExtensions.some((ending) => source.endsWith(ending)) ? found?.format : undefined;
}

function list(items: readonly string[]): string {
  return `[${items.map(scalar).join(', ')}]`;
}

function group(entries: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(entries).map(([key, value]) => `${scalar(key)}: ${scalar(value)}`);
  return `{ ${pairs.join(', ')} }`;
}

function pair(key: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${key}: ${scalar(value)}`];
}

/** `i18next: 12 files, 300 strings in en` */
export function describe(found: FoundCatalog, source: string): string {
  const { files, strings } = sourceFiles(found, source) ?? { files: 0, strings: 0 };
  return `${found.kind}: ${plural(files, 'file')}, ${plural(strings, 'string')} in ${source}`;
}

/** A YAML scalar, quoted if any version of YAML could read it as something else. */
function scalar(text: string): string {
  const plain = /^[A-Za-z_](?:[\w@./+*{}-]*[\w@./+*}-])?$|^https?:\/\/[\w.:/-]*[\w/]$/;
  const word = /^(y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
  return plain.test(text) && !word.test(text) ? text : jsonText(text);
}

const IGNORED = ['', '/', '**/'].flatMap((start) => [
  `${start}${STATE_FOLDER}`,
  `${start}${STATE_FOLDER}/`,
]);

interface Write {
  readonly name: string;
  /** Path to write to, with links resolved. */
  readonly target: string;
  readonly text: string;
}

/**
 * Writes the config and git's settings. Returns the names of changed files. All are checked before
 * the first is written: a config alone would block the next `init`.
 * @throws InitError 'not-written'
 */
export function writeFiles(
  root: string,
  config: string,
  attributes: readonly string[] = [],
): readonly string[] {
  return writeAll(root, [
    planWrite(root, CONFIG, () => config),
    planWrite(root, '.gitattributes', withAttributes([...UNION, ...attributes])),
    planWrite(root, '.gitignore', (text) => withLine(text, `${STATE_FOLDER}/`, IGNORED)),
  ]);
}

/** Adds lines to `.gitattributes`. Returns its name if they were missing. @throws InitError */
export function writeAttributes(root: string, attributes: readonly string[]): readonly string[] {
  return writeAll(root, [planWrite(root, '.gitattributes', withAttributes(attributes))]);
}

function writeAll(root: string, planned: readonly (Write | undefined)[]): readonly string[] {
  const writes = planned.filter((write) => write !== undefined);
  for (const { name, target, text } of writes) {
    explained(root, name, () => writeFileSync(target, text));
  }
  return writes.map(({ name }) => name);
}

const UNION = LINE_SETS.map((name) => `${name} merge=union`);

/** Adds the lines that are missing; undefined if none is. */
function withAttributes(lines: readonly string[]): (text: string) => string | undefined {
  return (text) => {
    const changed = lines.reduce((now, line) => withLine(now, line) ?? now, text);
    return changed === text ? undefined : changed;
  };
}

/** Undefined if the file needs no change. Follows no link that leads out of the root. */
function planWrite(
  root: string,
  name: string,
  change: (text: string) => string | undefined,
): Write | undefined {
  const path = join(root, name);
  return explained(root, name, () => {
    if (
      lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
      !existsSync(path)
    ) {
      throw new Error('it is a broken symbolic link');
    }
    const target = realTarget(name, root);
    const before = statSync(target, { throwIfNoEntry: false });
    if (before?.isFile() === false) throw new Error('it is not a regular file');
    const text = change(existsSync(target) ? readRegularText(target) : '');
    if (text === undefined) return undefined;
    requireWritable(name, target, before);
    if (before === undefined) accessSync(dirname(target), constants.W_OK | constants.X_OK);
    return { name, target, text };
  });
}

function explained<T>(root: string, name: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    const hint =
      cause instanceof WriteError && cause.code === 'outside-root'
        ? 'Nothing was written. Remove the link, or replace it with a file.'
        : `Make ${join(root, name)} writable for this user, or choose another folder with --cwd.`;
    throw new InitError('not-written', messageOf(name, cause), { hint, cause });
  }
}

function messageOf(name: string, cause: unknown): string {
  // Its message is complete.
  if (cause instanceof WriteError) return cause.message;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `${name === CONFIG ? 'the config' : name} cannot be written: ${reason}`;
}

/**
 * The text of a file such as `.gitignore` with one more line, in the file's newline style;
 * undefined if the line, or one of `equals`, is already there.
 */
function withLine(text: string, line: string, equals: readonly string[] = []): string | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((one) => one.trim().replaceAll(/\s+/g, ' '));
  if ([line, ...equals].some((one) => lines.includes(one))) return undefined;
  const newline = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const separator = text === '' || text.endsWith('\n') ? '' : newline;
  return `${text}${separator}${line}${newline}`;
}

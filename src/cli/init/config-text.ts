import { jsonText } from '../../sinks/json.js';
import { oneLine } from '../../sinks/terminal.js';
import { plural } from '../plural.js';
import type { Choice, ChosenCatalog } from './choose-catalogs.js';
import { sourceFiles } from './layout.js';
import type { FoundCatalog } from './layout.js';
import { identity } from './locale-names.js';
import type { Languages } from './locale-names.js';

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
  const names = (catalog.targets ?? targets).map(identity);
  const others = targets.filter((target) => !names.includes(identity(target)));
  const isPlain = catalog.targets === undefined && Object.keys(found?.locales ?? {}).length !== 1;
  const comments = [
    ...(found === undefined ? [] : [describe(found, source)]),
    ...(isPlain || why === undefined ? [] : [`Targets: ${why}.`]),
    ...(others.length === 0 ? [] : [`Other targets of the project: ${others.join(', ')}`]),
  ];
  return `${comments.map((line) => comment('  ', line)).join('')}  - ${entriesOf(catalog).join('\n    ')}\n`;
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
    ...pair('messages', messages),
  ];
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
export function scalar(text: string): string {
  const plain = /^[A-Za-z_](?:[\w@./+*{}-]*[\w@./+*}-])?$|^https?:\/\/[\w.:/-]*[\w/]$/;
  const word = /^(y|n|yes|no|on|off|true|false|null|nan|inf)$/i;
  return plain.test(text) && !word.test(text) ? text : jsonText(text);
}

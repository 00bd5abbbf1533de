import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { createMatcher, localePathsOf, pairPatterns } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularText } from '../../disk/index.js';
import { defined, formatKey, oneLine } from '../../model/index.js';
import type { Problem, Document } from '../../model/index.js';
import { isImplicit, PASSED_OVER } from './foreign.js';
import { INSTALL_PARSER, PARSER } from './lexers.js';
import { keySign } from './separators.js';
import type { KeySeparators } from './separators.js';
import type {
  BlockedKey,
  CatalogChange,
  CodeFile,
  CodeKey,
  Conflict,
  DefaultText,
  KeyChange,
  KeyPattern,
} from './types.js';
import { fits } from './wanted.js';

/** Keys that cannot be added or shown, and texts that are not those of code. */
export function problemsOf(
  changes: readonly (KeyChange & Pick<CatalogChange, 'file'>)[],
): readonly Problem[] {
  return [
    ...changes.flatMap((one) => one.blocked.map((key) => blockedProblem(one.file, key))),
    ...changes.flatMap((one) => [
      ...one.groups.map((key) => groupProblem(one.file, key)),
      ...one.conflicts.map(conflictProblem),
      ...one.differing.map((text) => differingProblem(one.file, text)),
    ]),
  ];
}

function blockedProblem(catalog: string, { key, text, file, line }: BlockedKey): Problem {
  const [wanted, above] = [formatKey(key), formatKey(text)];
  return {
    code: 'key-below-text',
    severity: 'warning',
    file,
    ...defined({ line }),
    message: `"${wanted}" was not added to ${catalog}: "${above}" is a text there, so it cannot be a group. Rename one of them.`,
  };
}

function groupProblem(catalog: string, { key, file, line }: BlockedKey): Problem {
  return {
    code: 'key-is-group',
    severity: 'warning',
    file,
    ...defined({ line }),
    message: `"${formatKey(key)}" is a group in ${catalog}, so nothing is shown for it. Name one of its keys.`,
  };
}

const shown = (text: string): string => oneLine(text, 60);

export const placeOf = ({ file, line }: CodeKey): string =>
  line === undefined ? file : `${file}:${line}`;

function conflictProblem({ name, text, at, other, otherAt }: Conflict): Problem {
  return {
    code: 'default-texts-conflict',
    severity: 'warning',
    file: otherAt.file,
    ...defined({ line: otherAt.line }),
    message: `"${name}" has another default text here, "${shown(other)}", than in ${placeOf(at)}, "${shown(text)}". Only one of them can stand in the catalog.`,
  };
}

function differingProblem(catalog: string, { name, text, at, other }: DefaultText): Problem {
  return {
    code: 'default-text-differs',
    severity: 'warning',
    file: at.file,
    ...defined({ line: at.line }),
    message: `"${name}" has the default text "${shown(text)}" here, but ${catalog} has "${shown(other)}".`,
  };
}

export function noCode(): Problem {
  const message =
    'No file matches "extract.code", so the keys in use are unknown, and none was removed. Change its patterns.';
  return { code: 'no-code', severity: 'warning', message };
}

export function noParser(
  files: readonly CodeFile[],
  { refuseCode }: Pick<ResolvedConfig, 'refuseCode'>,
): readonly Problem[] {
  const [first, ...more] = files.filter((one) => one.unread === true);
  if (first === undefined) return [];
  const count = more.length === 1 ? '1 more file' : `${more.length} more files`;
  const others = more.length === 0 ? '' : `, and of ${count},`;
  const why =
    refuseCode === undefined ? 'is not installed' : `is code of the project, not run ${refuseCode}`;
  const next = refuseCode === undefined ? ` ${INSTALL_PARSER}` : '';
  const message = `The keys of this file${others} are read by the package ${PARSER}, which ${why}: none was added, and no key whose text occurs there counts as unused.${next}`;
  return [{ code: 'no-parser', severity: 'warning', file: first.file, message }];
}

export function compiledKeys(): Problem {
  const message =
    'The code uses macros of Lingui or compiled-i18n, which generate keys from the texts in the code. Only these tools know the keys, so none is added for them, and no key counts as unused. Use them to update the catalogs: "lingui extract --clean".';
  return { code: 'compiled-keys', severity: 'warning', message };
}

export function outsideProblem(link: string): Problem {
  return {
    code: 'code-outside',
    severity: 'warning',
    file: link,
    message: `This link leads outside the project. The code behind it is not read, so no key counts as unused. Move the config to a folder that contains both, or exclude the link: add "!${link}" and "!${link}/**" to "extract.code".`,
  };
}

interface Catalog {
  readonly file: string;
  readonly namespace: string | undefined;
  readonly heads: readonly string[];
  readonly document: Document;
  readonly before: Uint8Array | undefined;
}

/** If so many keys of a language are asked for and most are in no catalog, it has other catalogs. */
const ENOUGH = 10;
/** The share of keys with blanks in catalogs whose keys are texts. */
const TEXTS = 0.1;
/** Values that a build adds to Android's resources, and accessors that Dart code adds itself. */
const ADDING = ['**/*.{gradle,kts}', '**/*.dart'];

/**
 * Problems for keys that code in other languages needs and no catalog has. A key that another file
 * of the project, a framework or a package may hold is left out.
 */
export async function missingProblems(
  config: ResolvedConfig,
  keys: readonly CodeKey[],
  {
    catalogs,
    separators,
    code,
  }: {
    readonly catalogs: readonly Catalog[];
    readonly separators: KeySeparators;
    /** Files of code. */
    readonly code: ReadonlySet<string>;
  },
): Promise<readonly Problem[]> {
  const needed = keys.filter((one) => one.needed !== undefined);
  if (needed.length === 0) return [];
  const names = namesOf(catalogs, keySign(separators.key));
  const all = [...names];
  const hasTexts = all.filter((name) => /\s/.test(name)).length >= all.length * TEXTS;
  const isThere = ({ needed: parts = [] }: CodeKey): boolean => {
    const own: KeyPattern = { parts: parts.map(plain) };
    return parts.length === 1 ? names.has(own.parts[0] ?? '') : all.some((name) => fits(own, name));
  };
  const lacking = new Map<string, CodeKey>();
  const unchecked: Problem[] = [];
  for (const ending of new Set(needed.map(({ file }) => posix.extname(file)))) {
    const own = needed.filter(({ file }) => posix.extname(file) === ending);
    const found = [...new Map(own.map((one) => [plain(one.key), one])).values()];
    const missing = found.filter((one) => !isThere(one));
    if (found.length > ENOUGH && missing.length * 2 > found.length) {
      unchecked.push(uncheckedProblem(ending, missing, found.length));
      continue;
    }
    for (const one of missing) lacking.set(plain(one.key), lacking.get(plain(one.key)) ?? one);
  }
  const gems = gemsOf(config.root);
  const candidates = [...lacking.values()].filter(({ key, file }) => {
    const isText = /\s/.test(key);
    const [group = '', ...rest] = key.split(keySign(separators.key));
    const isOfGem = /\.(?:rb|erb|haml|slim)$/.test(file) && gems.has(group);
    const isOfFile = /\.php$/.test(file) && rest.length === 0 && catalogs.some(isPhp);
    return (
      !isImplicit(file, key) &&
      !isOfGem &&
      !isOfFile &&
      !key.includes('::') &&
      (hasTexts || !isText)
    );
  });
  if (candidates.length === 0) return unchecked;
  const found = await textsOfOthers(config, catalogs);
  const others = found.filter(
    ([file]) => !code.has(file) || /\.(?:xml|dart|gradle|kts)$/.test(file),
  );
  // Entries that are not translated are no units.
  const own = catalogs
    .filter(({ file }) => !/\.pot?$/.test(file))
    .map(({ before }) => Buffer.from(before ?? []).toString('utf8'));
  const reported = candidates
    .filter(({ key }) => !own.some((text) => text.includes(`"${key}"`)) && !isHeld(key, others))
    .map(({ key, file, line }): Problem => {
      const message = `"${key}" is in no source catalog, and is not added for code in this language.`;
      return { code: 'key-missing', severity: 'warning', key, file, ...defined({ line }), message };
    });
  return [...unchecked, ...reported];
}

/** @param ending of the files: `.rb` @param count of all their keys */
function uncheckedProblem(ending: string, missing: readonly CodeKey[], count: number): Problem {
  const { key = '', file = '', line } = missing[0] ?? {};
  const message = `${missing.length} of ${count} keys in ${ending} files, such as "${key}", are in no source catalog. This code probably has other catalogs, so none of its keys is reported as missing. Name only code of these catalogs in "extract.code", or add the other catalogs to "catalogs".`;
  return { code: 'keys-unchecked', severity: 'warning', file, ...defined({ line }), message };
}

/** Texts of templates are compared without their line breaks and doubled percent signs. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('%%', '%').trim();
}

/** Keys and groups, with and without what stands for their catalog. */
function namesOf(catalogs: readonly Catalog[], sign: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { document, namespace, heads } of catalogs) {
    const before = new Set([
      '',
      ...[namespace, ...heads].map((one) => (one ? `${one}${sign}` : '')),
    ]);
    for (const { key } of document.units) {
      for (const [at] of key.entries()) {
        const name = plain(key.slice(0, at + 1).join(sign));
        for (const head of before) names.add(`${head}${name}`);
      }
    }
  }
  return names;
}

function isPhp({ file }: Catalog): boolean {
  return file.endsWith('.php');
}

/** Names of gems, which have texts of their own below their names. */
function gemsOf(root: string): ReadonlySet<string> {
  const lock = join(root, 'Gemfile.lock');
  const text = existsSync(lock) ? readRegularText(lock) : '';
  return new Set(
    [...text.matchAll(/^ {4}([\w-]+) \(/gm)].map(([, name = '']) => name.replaceAll('-', '_')),
  );
}

/** Files of the catalogs' formats that are neither these catalogs nor translations. */
async function textsOfOthers(
  config: ResolvedConfig,
  catalogs: readonly Catalog[],
): Promise<readonly (readonly [file: string, text: string])[]> {
  const { root, source } = config;
  const { default: glob } = await import('fast-glob');
  const endings = new Set(catalogs.map(({ file }) => `**/*${posix.extname(file)}`));
  const opened = new Set(catalogs.map(({ file }) => file));
  const matchers = config.catalogs.flatMap((catalog) =>
    pairPatterns(catalog.source, catalog.target, catalog.format).map((pair) => {
      const names = new Set(localePathsOf(catalog, pair.target).spellings(source));
      const matches = createMatcher(pair.target, 'any');
      return (file: string): boolean => {
        const locale = matches(file)?.locale;
        return locale !== undefined && !names.has(locale);
      };
    }),
  );
  const files = await glob([...endings, ...ADDING], {
    cwd: root,
    ignore: [PASSED_OVER],
    suppressErrors: true,
  });
  return files
    .filter((file) => !opened.has(file) && !matchers.some((isTranslation) => isTranslation(file)))
    .map((file) => [file, readRegularText(join(root, file))] as const);
}

/** Whether another file may hold a key: XML and Dart say what they hold. */
function isHeld(key: string, others: readonly (readonly [string, string])[]): boolean {
  const name = /\s/.test(key)
    ? key
    : (/[\p{L}\p{N}_-]+(?=[^\p{L}\p{N}_-]*$)/u.exec(key)?.[0] ?? key);
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const [word, entry, getter] = [
    new RegExp(`(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])`, 'u'),
    new RegExp(`\\bname="${escaped}"`),
    new RegExp(`\\bget\\s+${escaped}\\b|\\b${escaped}\\s*\\([^()]*\\)\\s*(?:=>|\\{)`),
  ];
  return others.some(([file, text]) => {
    const kind = posix.extname(file);
    return (kind === '.xml' ? entry : kind === '.dart' ? getter : word).test(text);
  });
}

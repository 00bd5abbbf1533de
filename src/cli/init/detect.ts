import { codecFor } from '../../formats/index.js';
import type { FormatName } from '../../model/index.js';
import { groupCandidates } from './candidates.js';
import type { Candidate, Group } from './candidates.js';
import { readLocaleFile } from './count.js';
import type { ReadFile } from './count.js';
import { escapePattern } from './layout.js';
import type { Detection, Found, FoundLocale } from './layout.js';
import { mergeShapes } from './merge.js';
import { possibleSource } from './possible.js';
import { kindOf, readTraits } from './project-kind.js';
import type { ProjectTraits } from './project-kind.js';
import { shapeGroup, widenShape } from './shape.js';
import type { Shaped } from './shape.js';
import { guessSource } from './source-locale.js';
import { walkLocaleFiles } from './walk.js';

/** Folders in which one locale alone is enough to be believed. */
const HINTS =
  /(^|\/)(_?locales?|i18n|l10n|langs?|languages?|translations?|messages|intl|nls)(\/|$)/i;

/** Folders of tests and samples, looked at only if there is nothing else. */
const ASIDE =
  /(^|\/)(tests?|__tests__|specs?|e2e|fixtures|__fixtures__|testdata|examples?|demos?)\//i;

/** Finds the locale files of a repository (absolute root). Reads files, follows no links, writes nothing. */
export function detectLayout(root: string): Detection {
  const { files, cut } = walkLocaleFiles(root);
  const main = files.filter((path) => !ASIDE.test(path));
  const inside = detectAmong(root, main, files);
  const detection = inside.found.length > 0 ? inside : detectAnywhere(root, files);
  if (!cut) return detection;
  const note = 'The repository is very large; what lies deep inside was not looked at.';
  return { ...detection, notes: [...detection.notes, note] };
}

function detectAnywhere(root: string, files: readonly string[]): Detection {
  const detection = detectAmong(root, files, files);
  if (detection.found.length > 0) return detection;
  const possible = possibleSource(root, files);
  return possible === undefined ? detection : { ...detection, possible };
}

function detectAmong(root: string, paths: readonly string[], files: readonly string[]): Detection {
  const all = new Set(paths);
  const traits = readTraits(root);
  const notes: string[] = [];
  const broken: string[] = [];
  const shape = (group: Group): Shaped => shapeGroup(group, all);
  const believed = groupCandidates(paths, (group) => isBelievable(shape(group))).map(shape);
  const shapes = mergeShapes(
    believed.map((one) => widenShape(one, files)),
    files,
  );
  const read = (path: string, locale: string): ReadFile => {
    const file = readLocaleFile(root, path, locale);
    if (!file.ok) {
      broken.push(path);
      notes.push(`${file.message} (not counted)`);
    }
    return file;
  };
  const found = [
    ...shapes.map((shape) => describeShape(shape, read, traits)),
    ...loneSources(paths, believed).map((path) => describeLone(path, read)),
  ];
  const useful = found.filter(({ locales }) =>
    Object.values(locales).some(({ strings }) => strings > 0),
  );
  const total = (one: Found) =>
    Object.values(one.locales).reduce((sum, { strings }) => sum + strings, 0);
  return { found: useful.sort((a, b) => total(b) - total(a)), notes, broken };
}

/** Two locales are no accident; one is believed where locale files usually are, or beside its source. */
function isBelievable({ group, bare }: Shaped): boolean {
  const { candidates, locales } = group;
  const [first] = candidates;
  const hasCommon = [...locales].some((locale) => /^[a-z]{2}(?![a-z])/i.test(locale));
  if (first === undefined || !hasCommon) return false;
  const isFolder = first.rest.startsWith('{locale}/');
  const hinted = candidates.every(({ path }) => HINTS.test(folderOf(path)));
  if (locales.size >= 2) return hinted || !isFolder || locales.has('en');
  if (hinted) return true;
  return !isFolder && (first.path.endsWith('.srt') || (bare !== undefined && isXliff(first.path)));
}

/** With its slash; '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function isXliff(path: string): boolean {
  return codecFor(path)?.name === 'xliff';
}

function describeShape(
  { files, group, bare }: Shaped,
  read: (path: string, locale: string) => ReadFile,
  traits: ProjectTraits,
): Found {
  const counted = countByLocale(group.candidates, read);
  const bareFiles = (bare?.paths ?? []).map((path) => read(path, ''));
  const hasSource = guessSource(counted, []).startsWith('en');
  const format = formatOf(group.candidates[0]?.path ?? '');
  const common = { format, ...kindOf(format, files, traits) };
  if (bare === undefined || (hasSource && format !== 'xliff')) {
    return { ...common, files, locales: counted, sourceLocale: guessSource(counted, []) };
  }
  const language = bareFiles.find((file) => file.ok && file.sourceLanguage !== undefined);
  const stated = language?.ok === true ? language.sourceLanguage : undefined;
  return {
    ...common,
    source: bare.source,
    target: files,
    locales: { ...counted, '': sum(bareFiles) },
    sourceLocale: stated ?? 'en',
  };
}

/** Angular before the first translation: `src/locale/messages.xlf` and nothing beside it. */
function loneSources(paths: readonly string[], shapes: readonly Shaped[]): string[] {
  const grouped = new Set(
    shapes.flatMap(({ group: { candidates } }) => candidates.map(({ folder }) => folder)),
  );
  return paths.filter((path) => {
    const folder = folderOf(path);
    const isLone = !grouped.has(folder.slice(0, -1));
    return /(^|\/)messages\.xlf$/.test(path) && HINTS.test(folder) && isLone;
  });
}

function describeLone(path: string, read: (path: string, locale: string) => ReadFile): Found {
  const file = read(path, '');
  return {
    kind: 'Angular',
    format: 'xliff',
    source: escapePattern(path),
    target: escapePattern(path).replace(/\.xlf$/, '.{locale}.xlf'),
    locales: { '': sum([file]) },
    sourceLocale: (file.ok ? file.sourceLanguage : undefined) ?? 'en',
  };
}

function countByLocale(
  candidates: readonly Candidate[],
  read: (path: string, locale: string) => ReadFile,
): Record<string, FoundLocale> {
  return Object.fromEntries(
    [...group(candidates)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([locale, own]) => [locale, sum(own.map(({ path }) => read(path, locale)))]),
  );
}

function group(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const byLocale = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const own = byLocale.get(candidate.locale) ?? [];
    byLocale.set(candidate.locale, own);
    own.push(candidate);
  }
  return byLocale;
}

function sum(files: readonly ReadFile[]): FoundLocale {
  const strings = files.reduce((total, file) => total + (file.ok ? file.strings : 0), 0);
  return { files: files.length, strings };
}

/** Only files of known formats are walked through. */
function formatOf(path: string): FormatName {
  return codecFor(path)?.name ?? 'json';
}

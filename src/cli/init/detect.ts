import { codecFor } from '../../formats/index.js';
import { believedShapes } from './believed-shapes.js';
import { countByLocale, readLocaleFile, sum } from './count.js';
import type { ReadFile } from './count.js';
import { HINTS } from './evidence.js';
import { escapePattern } from './layout.js';
import type { Detection, Found } from './layout.js';
import { mergeShapes } from './merge.js';
import { possibleSource } from './possible.js';
import { kindOfFile, readTraits } from './project-kind.js';
import type { TraitsOf } from './project-kind.js';
import { splitShape, widenShape } from './shape.js';
import type { Shaped } from './shape.js';
import { guessSource } from './source-locale.js';
import { walkLocaleFiles } from './walk.js';

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
  const traitsOf = readTraits(root);
  const notes: string[] = [];
  const broken: string[] = [];
  const believed = believedShapes(paths);
  const claimed = believed.flatMap(({ group }) => group.candidates.map(({ path }) => path));
  const shapes = mergeShapes(
    believed.flatMap((one) => splitShape(one, claimed)).map((one) => widenShape(one, files)),
    { files, kindOf: (shape) => kindOfFile(pathOf(shape), traitsOf).kind },
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
    ...shapes.map((shape) => describeShape(shape, read, traitsOf)),
    ...loneSources(paths, { shapes, traitsOf }).map((path) => describeLone(path, read)),
  ];
  const useful = found.filter(({ locales }) =>
    Object.values(locales).some(({ strings }) => strings > 0),
  );
  const total = (one: Found) =>
    Object.values(one.locales).reduce((sum, { strings }) => sum + strings, 0);
  return { found: useful.sort((a, b) => total(b) - total(a)), notes, broken };
}

/** With its slash; '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function pathOf({ group }: Shaped): string {
  return group.candidates[0]?.path ?? '';
}

function describeShape(
  shape: Shaped,
  read: (path: string, locale: string) => ReadFile,
  traitsOf: TraitsOf,
): Found {
  const { files, group, bare } = shape;
  const counted = countByLocale(group.candidates, read);
  const bareFiles = (bare?.paths ?? []).map((path) => read(path, ''));
  const hasSource = guessSource(counted, []).startsWith('en');
  const common = kindOfFile(pathOf(shape), traitsOf);
  const isBilingual = codecFor(pathOf(shape))?.capabilities.bilingual === true;
  if (bare === undefined || (hasSource && !isBilingual)) {
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

/** Angular before the first translation: `messages.xlf` and nothing beside it. */
function loneSources(
  paths: readonly string[],
  { shapes, traitsOf }: { readonly shapes: readonly Shaped[]; readonly traitsOf: TraitsOf },
): string[] {
  const used = new Set(
    shapes.flatMap(({ group, bare }) => [
      ...group.candidates.map(({ path }) => path),
      ...(bare?.paths ?? []),
    ]),
  );
  return paths.filter((path) => {
    if (!/(^|\/)messages\.xlf$/.test(path) || used.has(path)) return false;
    // Where `ng extract-i18n` puts it by itself is no folder for locales.
    return HINTS.test(folderOf(path)) || traitsOf(path).some(({ has }) => has('angular.json'));
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

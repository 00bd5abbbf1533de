import type { ResolvedCatalog, ResolvedConfig } from '../../src/config/resolved.js';
import { compare } from '../../src/engine/compare/index.js';
import type { FileComparison, LocaleComparison } from '../../src/engine/units/row.js';
import { OptionsTable } from '../../src/engine/units/options.js';
import type { OrphanFile, FilePair, TargetFile } from '../../src/engine/load/index.js';
import { formatKey } from '../../src/model/index.js';
import type {
  Document,
  MessageSyntax,
  RuleLevels,
  TranslateOptions,
} from '../../src/model/index.js';
import { contentHash } from '../../src/lock/index.js';
import type { ParsedLock } from '../../src/lock/index.js';
import { catalogOf, documentOf, pairOf } from '../load/support.js';
import { lockOf } from './lock-rows.js';
import type { LockRow, LockWords } from './lock-rows.js';

/** The text of a file, or a value to write as JSON (which YAML also reads). */
export type Content = string | object;

export interface FileInput {
  /** Undefined: the source was deleted, and its targets remain. */
  readonly source?: Content | undefined;
  /** Target of `de`; undefined: the file does not exist yet. */
  readonly target?: Content | undefined;
  /** Targets of further locales. */
  readonly targets?: Readonly<Record<string, Content>>;
}

export interface ComparisonInput extends FileInput {
  /** Files besides `app`, which consists of `source` and `target`. */
  readonly files?: Readonly<Record<string, FileInput>>;
  readonly format?: 'json' | 'yaml' | 'xlf' | 'srt';
  readonly lock?: readonly LockRow[];
  /** Default: true. */
  readonly lockIsKnown?: boolean;
  /** Default: true. */
  readonly isWhole?: boolean;
  readonly exclude?: readonly string[];
  readonly empty?: ResolvedCatalog['empty'];
  readonly reuseExcluded?: readonly string[];
  readonly fallbacks?: Readonly<Record<string, string>>;
  readonly messages?: MessageSyntax;
  readonly rules?: Partial<RuleLevels>;
  readonly translate?: TranslateOptions;
  /** What names of glossaries and other resources resolve to. */
  readonly names?: string;
  readonly root?: string;
}

/** All results of an input. */
export interface Comparison {
  readonly config: ResolvedConfig;
  readonly pairs: readonly FilePair[];
  readonly lock: ParsedLock;
  readonly locales: readonly LocaleComparison[];
  readonly words: LockWords;
}

const RULES: RuleLevels = {
  placeholders: 'error',
  markup: 'error',
  'icu-syntax': 'error',
  readable: 'error',
  'plural-categories': 'error',
  'surrounding-space': 'warn',
  untranslated: 'off',
  'max-length': 'error',
  'forbidden-characters': 'error',
  inconsistent: 'off',
  opposites: 'off',
  'sentence-end': 'warn',
  'line-breaks': 'warn',
  'length-ratio': 'warn',
  repetition: 'warn',
  terms: 'warn',
};

function configOf(input: ComparisonInput, catalog: ResolvedCatalog): ResolvedConfig {
  const root = input.root ?? '/project';
  return {
    root,
    file: `${root}/locale-sync.config.yaml`,
    service: {
      url: 'http://localhost:1',
      key: undefined,
      keyVariable: 'SERVICE_AUTH_KEY',
      scheme: 'Bearer',
    },
    source: 'en',
    screens: `${root}/.locale-sync/screens`,
    locks: 'one',
    targets: catalog.targets,
    languages: {},
    fallbacks: input.fallbacks ?? {},
    catalogs: [catalog],
    limits: { characters: undefined, concurrency: 1 },
    rules: { ...RULES, ...input.rules },
    custom: undefined,
    extract: undefined,
  };
}

/** The files of an input by name, `app` first. */
function filesOf(input: ComparisonInput): readonly (readonly [string, FileInput])[] {
  const { source, target, targets, files = {} } = input;
  const own =
    source === undefined && target === undefined ? {} : { app: { source, target, targets } };
  return Object.entries({ ...own, ...files }) as readonly (readonly [string, FileInput])[];
}

function targetsOf({
  target,
  targets = {},
}: FileInput): Readonly<Record<string, Content | undefined>> {
  return { de: target, ...targets };
}

function textOf(content: Content): string {
  return typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
}

/**
 * Compares texts through the codecs, as a run does: sources are `en/NAME.json`, targets
 * `de/NAME.json`. The lock contains `lock` and is known to be up to date.
 */
export async function compareTexts(input: ComparisonInput): Promise<Comparison> {
  const { format = 'json', translate = {}, names, lockIsKnown = true, isWhole = true } = input;
  const files = filesOf(input);
  const targets = [...new Set(files.flatMap(([, file]) => Object.keys(targetsOf(file))))];
  const catalog = catalogOf(`{locale}/*.${format}`, {
    targets,
    messages: input.messages ?? (format === 'json' || format === 'yaml' ? 'icu' : 'plain'),
    excludedKeys: input.exclude ?? [],
    empty: input.empty ?? 'auto',
    reuseExcluded: input.reuseExcluded ?? [],
    translate: Object.fromEntries(targets.map((locale) => [locale, translate])),
  });
  const config = configOf(input, catalog);
  const resolved = (): string | undefined => names;
  const options = new OptionsTable(config, resolved);
  const words = {
    pathOf: (name: string) => `en/${name}.${format}`,
    machine: (locale: string) => options.of(catalog, locale, undefined).origin,
  };
  const lock = lockOf(input.lock ?? [], words);
  const pairs = files.flatMap(([name, file]) => pairFrom(words.pathOf(name), file, catalog));
  const orphans = files.flatMap(([name, file]) => orphansFrom(words.pathOf(name), file));
  const locales = await compare({ config, pairs, orphans, lock, lockIsKnown, isWhole }, resolved);
  return { config, pairs, lock, locales, words };
}

function pairFrom(path: string, file: FileInput, catalog: ResolvedCatalog): readonly FilePair[] {
  if (file.source === undefined) return [];
  const pair = pairOf(path, textOf(file.source), { catalog });
  const targets = Object.entries(targetsOf(file)).map(([locale, content]): TargetFile => {
    const own = inLocale(path, locale);
    if (content === undefined) return { path: own, locale, hash: 'absent', document: undefined };
    const text = textOf(content);
    const document = parseTarget(own, text, { locale, source: pair.source.document });
    return { path: own, locale, hash: contentHash(text), document };
  });
  return [{ ...pair, targets }];
}

function parseTarget(
  path: string,
  text: string,
  options: { readonly locale: string; readonly source?: Document },
): Document {
  return documentOf(path, text, { role: 'target', ...options });
}

function orphansFrom(source: string, file: FileInput): readonly OrphanFile[] {
  if (file.source !== undefined) return [];
  return Object.entries(targetsOf(file)).flatMap(([locale, content]) => {
    if (content === undefined) return [];
    const path = inLocale(source, locale);
    const { units } = parseTarget(path, textOf(content), { locale });
    return [{ path, source, locale, units }];
  });
}

function inLocale(path: string, locale: string): string {
  return path.replace(/^en\//, `${locale}/`);
}

/** One target file, by default the first. */
export function fileOf({ locales }: Comparison, path?: string): FileComparison {
  const files = locales.flatMap((locale) => locale.files);
  const file = path === undefined ? files[0] : files.find(({ target }) => target.path === path);
  if (file === undefined) throw new Error(`no target file ${path ?? ''}`);
  return file;
}

/** Statuses by key. */
export function statusesOf({ rows }: FileComparison): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rows.map(({ source, state }) => [formatKey(source.expected.key), state.status]),
  );
}

/**
 * The text at each key once texts are in their places, before anything is translated. `?`: in
 * review · `–`: no text belongs there.
 */
export function settledTexts({ rows }: FileComparison): Readonly<Record<string, string>> {
  return Object.fromEntries(
    rows.map(({ source, state, current }) => {
      const { arrival, status, place } = state;
      const key = formatKey(source.expected.key);
      if (arrival !== undefined) {
        return [key, `${arrival.unit.text}${arrival.origin === '??' ? '?' : ''}`];
      }
      if (status === 'missing' || status === 'stale' || place === 'leaving') return [key, '–'];
      return [key, `${current?.text ?? ''}${status === 'review' ? '?' : ''}`];
    }),
  );
}

/** XLIFF 2 with units of these texts: only the source, or source and target. */
export function xliff(units: Readonly<Record<string, string | readonly [string, string]>>): string {
  const body = Object.entries(units).map(([id, texts]) => {
    const [source, target] = typeof texts === 'string' ? [texts, undefined] : texts;
    const own = target === undefined ? '' : `<target>${target}</target>`;
    return `    <unit id="${id}"><segment><source>${source}</source>${own}</segment></unit>\n`;
  });
  const head =
    'version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" trgLang="de"';
  return `<xliff ${head}>\n  <file id="f">\n${body.join('')}  </file>\n</xliff>\n`;
}

/** Cues of one second each, by their start in seconds. */
export function srt(cues: Readonly<Record<number, string>>): string {
  return Object.entries(cues)
    .map(([second, text], i) => `${i + 1}\n${timeOf(second)} --> ${timeOf(second, 900)}\n${text}\n`)
    .join('\n');
}

/** Key of the unit that starts with a cue. */
export function timeOf(second: string | number, milliseconds = 0): string {
  return `00:00:${String(second).padStart(2, '0')},${String(milliseconds).padStart(3, '0')}`;
}

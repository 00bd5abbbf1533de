import { nameInFiles } from '../config/index.js';
import { loadCodec } from '../formats/index.js';
import { keyId } from '../model/index.js';
import { COPIED, isForReview, isHuman, targetHash, targetIn } from '../lock/index.js';
import type { TargetFact } from '../lock/index.js';
import type { Compared } from './compared.js';
import { parseVersion, recallFrom } from './load/index.js';
import type { RunContext } from './session/index.js';
import type { Row, FileComparison, LocaleComparison } from './units/row.js';
import { git, idsOf, linesOf } from './git.js';
import type { Revision } from './review/index.js';

/** A text that the lock has for a unit's source, and the file has not. */
interface LostText {
  readonly unit: Row;
  readonly fact: TargetFact;
}

type Found = Map<Row, { readonly text: string; readonly origin: string }>;

/**
 * Looks up texts in git that the lock has for today's source but the target file lacks: one side of
 * a conflict was taken there, while the lock has the lines of both. Machine text may be in any of
 * the last versions of the file. A person may have removed human text on purpose, so only what a
 * merge lost returns. Git is asked only if such a text is missing.
 */
export async function withTextsOfGit(compared: Compared, run: RunContext): Promise<Compared> {
  const { root } = run.config;
  const wanted = new Map<FileComparison, readonly LostText[]>();
  for (const { locale, files } of compared.locales) {
    for (const file of files) {
      const lost = file.rows.flatMap((row) => lostText(row, locale) ?? []);
      if (lost.length > 0) wanted.set(file, lost);
    }
  }
  if (wanted.size === 0) return compared;
  const paths = new Set([...wanted.keys()].map(({ target }) => target.path));
  const histories = await historiesOf(root, [...paths]);
  const found: Found = new Map();
  for (const [file, lost] of wanted) {
    const history = histories.get(file.target.path);
    if (history !== undefined) await findTexts(file, lost, { compared, root, history, found });
  }
  if (found.size === 0) return compared;
  const locales = compared.locales.map((one): LocaleComparison => ({ ...one, inGit: found }));
  return { ...compared, locales };
}

/** Undefined if nothing is lost. */
function lostText(row: Row, locale: string): LostText | undefined {
  const { source, state } = row;
  const { status, place, arrival } = state;
  if (status !== 'missing' && status !== 'stale' && status !== 'review') return undefined;
  if (place !== 'own' || arrival !== undefined || source.copied) return undefined;
  const own = source.facts.find((fact) => fact.source === source.sourceHash);
  const fact = own && targetIn(own, locale);
  const isThere = fact?.hash === targetHash(row.current?.text ?? '');
  return fact === undefined || isThere || fact.origin === COPIED ? undefined : { unit: row, fact };
}

interface Search {
  readonly compared: Compared;
  readonly root: string;
  readonly history: FileHistory;
  readonly found: Found;
}

async function findTexts(
  { pair, target }: FileComparison,
  lost: readonly LostText[],
  { compared, root, history, found }: Search,
): Promise<void> {
  const { catalog, source } = pair;
  const codec = await loadCodec(source.path, catalog);
  if (codec === undefined) return;
  const options = {
    role: 'target',
    file: target.path,
    locale: nameInFiles(catalog, target.locale),
    encoding: catalog.encoding,
    source: source.document,
    recall: codec.capabilities.sourceDecides
      ? recallFrom(compared.loaded.lock)(source.path, target.locale)
      : undefined,
  } as const;
  /** Versions that have each text. */
  const holders = new Map(lost.map((one) => [one, new Set<string>()]));
  const isDone = ([one, versions]: readonly [LostText, ReadonlySet<string>]): boolean =>
    versions.size > 0 && !isOfPerson(one);
  for await (const [version, content] of contentsOf(root, history.versions)) {
    const document = parseVersion(content, codec, options);
    const texts = new Map(document?.units.map((unit) => [keyId(unit.key), unit.text]));
    for (const [one, versions] of holders) {
      const text = texts.get(one.unit.source.keyId);
      if (text === undefined || targetHash(text) !== one.fact.hash) continue;
      versions.add(version);
      if (!found.has(one.unit)) found.set(one.unit, { text, origin: one.fact.origin });
    }
    if ([...holders].every(isDone)) return;
  }
  for (const [one, versions] of holders) {
    const isRemoved = history.changes.some(
      ([before, after]) => versions.has(before) && (after === undefined || !versions.has(after)),
    );
    if (isRemoved && isOfPerson(one)) found.delete(one.unit);
  }
}

/** Whether it is human text, or a person has to look at it. */
function isOfPerson({ fact: { origin } }: LostText): boolean {
  return isHuman(origin) || isForReview(origin);
}

/** The most revisions of a file that are examined. */
const MOST = 40;
/** The most commits in which versions of files are looked up. */
const COMMITS = 200;

/**
 * Older revisions of a file in git, newest first; none without git or a repository.
 * @param path relative to the root, with `/`
 */
export async function revisionsOf(root: string, path: string): Promise<readonly Revision[]> {
  const format = '--format=%H %ct';
  const log = await git(root, ['log', `-n${MOST}`, format, '--no-show-signature', '--', path]);
  return linesOf(log).flatMap((line): Revision[] => {
    const [, commit, seconds] = /^([\da-f]{40,64}) (\d+)$/.exec(line) ?? [];
    if (commit === undefined || seconds === undefined) return [];
    const read = async (): Promise<Buffer | undefined> => {
      const args = ['show', '--no-textconv', '--no-ext-diff', `${commit}:./${path}`];
      const shown = await git(root, args);
      return shown.length === 0 ? undefined : shown;
    };
    return [{ time: Number(seconds) * 1000, read }];
  });
}

/** Versions of a file in git. */
interface FileHistory {
  /** Each distinct version, newest first; those of a merge in progress before all others. */
  readonly versions: readonly string[];
  /**
   * What ordinary commits changed, and what is not committed unless a merge is in progress: the
   * version before, and after; undefined: the file was not there, or is as it is in the folder.
   */
  readonly changes: readonly (readonly [before: string, after: string | undefined])[];
}

/** The other side of a merge, a rebase or the like in progress. */
const OTHER_SIDE = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REBASE_HEAD'];

/**
 * The versions of files in the last commits of all branches that lead to today, by path. Files
 * that git does not know there are left out.
 * @param paths relative to the root, with `/`
 */
async function historiesOf(
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileHistory>> {
  const heads = ['HEAD', ...OTHER_SIDE, 'ORIG_HEAD', '--'];
  const list = ['rev-list', '--parents', `-n${COMMITS}`, '--ignore-missing', ...heads];
  const commits = linesOf(await git(root, list)).map((line) => line.split(' '));
  const found = new Map<string, FileHistory>();
  if (commits.length === 0) return found;
  const names = [':2', ':3', 'HEAD', ...commits.map(([commit]) => commit)];
  // A line is a name.
  const asked = paths.filter((path) => !path.includes('\n'));
  const wanted = asked.flatMap((path) => names.map((name) => `${name}:./${path}`));
  const ids = [...(await idsOf(root, [...OTHER_SIDE, ...wanted]))];
  const isMerging = ids.splice(0, OTHER_SIDE.length).some((id) => id !== undefined);
  for (const [at, path] of asked.entries()) {
    const own = ids.slice(at * names.length, (at + 1) * names.length);
    const versionOf = new Map(names.map((name, i) => [name, own[i]]));
    const versions = new Set(own.filter((id) => id !== undefined));
    if (versions.size === 0) continue;
    const changes: [string, string | undefined][] = [];
    const head = versionOf.get('HEAD');
    if (head !== undefined && !isMerging) changes.push([head, undefined]);
    for (const [commit, parent, ...others] of commits) {
      const before = parent === undefined ? undefined : versionOf.get(parent);
      const after = versionOf.get(commit);
      if (others.length === 0 && before !== undefined && before !== after) {
        changes.push([before, after]);
      }
    }
    found.set(path, { versions: [...versions].slice(0, MOST), changes });
  }
  return found;
}

/** The content of versions of files, in order. Ends early where git lacks one. */
export async function* contentsOf(
  root: string,
  versions: readonly string[],
): AsyncGenerator<readonly [version: string, content: Buffer]> {
  const together = 8;
  for (let from = 0; from < versions.length; from += together) {
    const some = versions.slice(from, from + together);
    const output = await git(root, ['cat-file', '--batch'], some.join('\n'));
    let at = 0;
    for (const version of some) {
      const end = output.indexOf('\n', at);
      const [, , size] = output.toString('latin1', at, end).split(' ');
      if (end < 0 || size === undefined) return;
      const start = end + 1;
      at = start + Number(size) + 1;
      yield [version, output.subarray(start, at - 1)];
    }
  }
}

import { nameInFiles } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { git, linesOf, scan } from '../../engine/index.js';
import {
  isHuman,
  LOCK_FILE,
  lockPathOf,
  parseLock,
  targetHash,
  targetIn,
  unitHash,
} from '../../lock/index.js';
import type { Unit } from '../../model/index.js';
import type { Settle, Versions } from './merge-units.js';

/** What the lock of a version knows about its text of a unit. */
interface Authorship {
  readonly isHuman: boolean;
  /** Hash of the source text that it translates. */
  readonly source: string;
}

/** Whether a file is a target, and of what. */
interface Place {
  readonly source: string;
  /** The locale of the texts that a file calls so, or that the whole file is of. */
  readonly localeOf: (name: string | undefined) => string | undefined;
}

/**
 * Settles what the locks of both sides answer: a machine text gives way to a text of a newer source,
 * and to human text of the same source. Everything else is a question for a person.
 * @param path of the file, relative to the root, with `/`
 * @param files absolute paths of the three versions
 */
export async function settleByLocks(
  config: ResolvedConfig,
  path: string,
  files: Versions<string>,
): Promise<Settle> {
  const place = await placeOf(config, path);
  if (place === undefined) return () => undefined;
  const context = { root: config.root, path, place };
  const [base, ours, theirs] = await Promise.all(
    [files.base, files.ours, files.theirs].map((one) => readLocks(context, one)),
  );
  return (conflict, name) => {
    const locale = place.localeOf(name);
    if (locale === undefined) return undefined;
    const unit = { source: place.source, locale, root: name ?? locale };
    const own = authorship(ours, conflict.ours, unit);
    const other = authorship(theirs, conflict.theirs, unit);
    if (own === undefined || other === undefined) return undefined;
    const former = authorship(base, conflict.base, unit)?.source;
    const givesWay = (one: Authorship, to: Authorship): boolean =>
      !one.isHuman && (one.source === to.source ? to.isHuman : one.source === former);
    if (givesWay(own, other)) return 'theirs';
    return givesWay(other, own) ? 'ours' : undefined;
  };
}

async function placeOf(config: ResolvedConfig, path: string): Promise<Place | undefined> {
  const { pairs } = await scan(config);
  for (const { catalog, source, targets } of pairs) {
    const own = targets.filter((target) => target.path === path);
    const [first] = own;
    if (first === undefined) continue;
    const named = (name: string | undefined): string | undefined =>
      own.find(({ locale }) => nameInFiles(catalog, locale) === name)?.locale;
    return { source, localeOf: (name) => (own.length > 1 ? named(name) : first.locale) };
  }
  return undefined;
}

type Locks = readonly ReturnType<typeof parseLock>[];

/** The lock beside a version of a file, in the last commit that has this version. */
async function readLocks(
  { root, path, place }: { readonly root: string; readonly path: string; readonly place: Place },
  file: string | undefined,
): Promise<Locks> {
  if (file === undefined) return [];
  const [id = ''] = linesOf(await git(root, ['hash-object', '--no-filters', file]));
  const log = ['log', '--all', 'HEAD', '-n3', '--format=%H %P', `--find-object=${id}`, '--', path];
  const commits = linesOf(await git(root, log)).flatMap((line) => line.split(' '));
  for (const commit of ['HEAD', ...commits]) {
    const [has] = linesOf(await git(root, ['rev-parse', '--verify', '-q', `${commit}:./${path}`]));
    if (has !== id) continue;
    const names = [...new Set([LOCK_FILE, lockPathOf(place.source)])];
    const texts = await Promise.all(
      names.map((name) => git(root, ['show', `${commit}:./${name}`])),
    );
    return texts.filter(({ length }) => length > 0).map((text) => parseLock(text.toString()));
  }
  return [];
}

interface UnitPlace {
  readonly source: string;
  readonly locale: string;
  /** A key may start with it (Rails). */
  readonly root: string;
}

/** Undefined: the lock knows nothing of the unit. Another text than it knows is a person's. */
function authorship(
  locks: Locks | undefined,
  unit: Unit | undefined,
  { source: file, locale, root }: UnitPlace,
): Authorship | undefined {
  if (unit === undefined) return undefined;
  const { key, text } = unit;
  const id = unitHash(file, key.length > 1 && key[0] === root ? key.slice(1) : key);
  const known = (locks ?? []).flatMap((lock) =>
    lock.factsOf(id).flatMap((fact) => {
      const target = targetIn(fact, locale);
      return target === undefined ? [] : [{ source: fact.source, target }];
    }),
  );
  const hash = targetHash(text);
  const own = known.find(({ target }) => target.hash === hash);
  if (own !== undefined) return { isHuman: isHuman(own.target.origin), source: own.source };
  const [last] = known;
  return last && { isHuman: true, source: last.source };
}

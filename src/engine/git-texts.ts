import { nameInFiles } from '../config/index.js';
import { loadCodec } from '../formats/index.js';
import { keyId } from '../model/index.js';
import { COPIED, isForReview, isHuman, targetHash, targetIn } from '../lock/index.js';
import type { TargetFact } from '../lock/index.js';
import type { Compared } from './compared.js';
import { contentsOf, historiesOf } from './git-history.js';
import type { FileHistory } from './git-history.js';
import { parseVersion, recallFrom } from './load/index.js';
import type { RunContext } from './session/index.js';
import type { Row, FileComparison, LocaleComparison } from './units/row.js';

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
  const codec = await loadCodec(source.path, catalog.format);
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

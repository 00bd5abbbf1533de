import { findingHash, formatSettled, parseSettled } from '../lock/index.js';
import type { Fact, SettledFinding } from '../lock/index.js';
import type { Compared } from './compared.js';
import { loadAndCompare } from './load-and-compare.js';
import type { RunContext } from './session/index.js';
import { writeLock } from './write/index.js';

/** Source texts of units by `unitHash`. */
export type SourceTexts = ReadonlyMap<string, SourceText>;

interface SourceText {
  /** `SourceUnit.lockText`. */
  readonly text: string;
  readonly hash: string;
}

/** The project's current source texts, including those of plural forms that only targets have. */
export async function sourceTexts(run: RunContext): Promise<SourceTexts> {
  return textsIn(await looked(run));
}

function looked(run: RunContext): Promise<Compared> {
  // Compares every unit, even if an earlier run remembers its file.
  const selection = { settled: true } as const;
  return loadAndCompare(selection, run, { isForSending: false, onCompared: () => undefined });
}

function textsIn({ locales }: Compared): SourceTexts {
  const texts = new Map<string, SourceText>();
  for (const { files } of locales) {
    for (const { expected } of files) {
      for (const source of expected) {
        if (texts.has(source.id)) continue;
        texts.set(source.id, { text: source.lockText, hash: source.sourceHash });
      }
    }
  }
  return texts;
}

/**
 * Records in the lock that translations of changed source texts belong to the new texts, so that
 * they become neither stale nor `review`.
 * @param keeps whether translations of the first text are valid for the second
 * @returns the number of units that keep their translations
 */
export async function keepTargets(
  before: SourceTexts,
  keeps: (before: string, after: string) => boolean,
  run: RunContext,
): Promise<number> {
  const compared = await looked(run);
  const { loaded } = compared;
  if (!loaded.lock.writable) return 0;
  const changed = new Map<string, { readonly was: SourceText; readonly is: SourceText }>();
  for (const [id, is] of textsIn(compared)) {
    const was = before.get(id);
    if (was !== undefined && was.hash !== is.hash && keeps(was.text, is.text)) {
      changed.set(id, { was, is });
    }
  }
  const facts = new Map<string, readonly Fact[]>();
  for (const [id, { was, is }] of changed) {
    const known = loaded.lock.facts.get(id) ?? [];
    if (!known.some(({ source }) => source === was.hash)) continue;
    facts.set(
      id,
      known.map(({ source, targets }) => ({
        source: source === was.hash ? is.hash : source,
        targets,
      })),
    );
  }
  const settled = settledAgain(compared, changed);
  if (facts.size === 0 && settled === loaded.lock.settled) return 0;
  const { root } = run.config;
  writeLock(facts, () => [], { ...loaded, settled, root, state: run.state, isComplete: false });
  return facts.size;
}

/** Findings settled for the old source text are settled for the new one. */
function settledAgain(
  { loaded, locales }: Compared,
  changed: ReadonlyMap<string, { readonly was: SourceText; readonly is: SourceText }>,
): string {
  const { settled } = loaded.lock;
  if (settled === '') return settled;
  const all = parseSettled(settled).filter(({ unit }) => changed.has(unit));
  if (all.length === 0) return settled;
  const targets = new Map<string, string>();
  for (const { locale, files } of locales) {
    for (const { source, current } of files.flatMap(({ rows }) => rows)) {
      if (changed.has(source.id)) targets.set(`${source.id} ${locale}`, current?.text ?? '');
    }
  }
  const renewed = all.flatMap((one): SettledFinding[] => {
    const pair = changed.get(one.unit);
    const target = targets.get(`${one.unit} ${one.locale}`);
    if (pair === undefined || target === undefined) return [];
    if (findingHash(one.rule, pair.was.text, target) !== one.hash) return [];
    return [{ ...one, hash: findingHash(one.rule, pair.is.text, target) }];
  });
  return formatSettled([...parseSettled(settled), ...renewed]);
}

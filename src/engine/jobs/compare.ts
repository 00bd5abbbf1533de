import { EMBEDDED, realService } from '../../facts/index.js';
import { endingOf } from '../../config/index.js';
import type { Problem } from '../../model/index.js';
import { memoryKey, originOf, isHuman, ADOPTED, EDITED, isForReview } from '../../lock/index.js';
import type { Loaded } from '../load/index.js';
import { FileFacts, unitOf } from './facts.js';
import type { FileHashes } from './hashes.js';
import type { JobJournal } from './journal.js';
import { requestOf } from './requests.js';
import type { ComparedOutput, OutputStatus } from './types.js';

/** The state of every output, from the bytes of source and target, the lock, and kept results. */
export function compareOutputs(
  { scan, lock, config, resources }: Loaded,
  hashes: FileHashes,
  journal: JobJournal,
): { readonly outputs: readonly ComparedOutput[]; readonly problems: readonly Problem[] } {
  const facts = new FileFacts(lock.applied);
  // For a real service, the config of its rehearsals, unless their engine was a translator.
  const { service } = config;
  const isPseudo = ['auto', 'pseudo'].includes(service.backend?.engine ?? 'auto');
  const isReal = realService(service.url) !== undefined && isPseudo;
  const rehearsal = isReal ? { ...config, service: { ...service, url: EMBEDDED } } : undefined;
  const problems: Problem[] = [];
  const outputs = scan.outputs.flatMap((output): ComparedOutput[] => {
    const { source, locale } = output;
    const sourceHash = hashes.of(source);
    // It has been deleted meanwhile.
    if (sourceHash === undefined) return [];
    const request = requestOf(output, config, resources.glossaries);
    const key = memoryKey([sourceHash, endingOf(source), request.fingerprint]);
    const unit = unitOf(source, output.kind);
    const targetHash = hashes.of(output.path);
    const today = { source: sourceHash.slice(0, 8), target: targetHash?.slice(0, 6) };
    const origin = originOf(request.fingerprint);
    // If a run was killed between writing a target and the lock, its kept result identifies the
    // target.
    const isOurs =
      today.target !== undefined &&
      journal.resultOf(key) === 'result' &&
      journal.hashOf(key)?.slice(0, 6) === today.target;
    const ours = isOurs ? [{ source: today.source, hash: today.target ?? '', origin }] : [];
    const state = stateOf(today, [...facts.of(unit, locale), ...ours]);
    const { origin: made = origin } = state;
    const isMadeOtherwise = state.status === 'current' && made !== origin && !isHuman(made);
    const rehearsed = rehearsal && requestOf(output, rehearsal, resources.glossaries);
    const isRehearsed =
      isMadeOtherwise && rehearsed !== undefined && made === originOf(rehearsed.fingerprint);
    const status = isRehearsed ? 'stale' : state.status;
    const isDrifted = isMadeOtherwise && !isRehearsed;
    const found = { output, unit, sourceHash, targetHash, request, key };
    return [{ ...found, status, origin: state.origin, isDrifted, isRehearsed }];
  });
  // Output files without a source that were created or seen here before. Files unknown to the lock
  // need no source.
  for (const { source, kind, locale, path: file } of scan.orphanOutputs) {
    if (facts.of(unitOf(source, kind), locale).length === 0) continue;
    const message = `Its source ${source} does not exist. If the source was renamed, rename this file to match; otherwise delete it.`;
    problems.push({ code: 'orphan-file', severity: 'warning', file, locale, message });
  }
  return { outputs, problems };
}

/**
 * The state of a target, from the lock's facts and the kept results for its unit and locale.
 * Branches may have recorded different facts; all of them count.
 * @param today hash prefixes of a source and its target; undefined: there is no target
 */
export function stateOf(
  { source, target }: { readonly source: string; readonly target: string | undefined },
  facts: readonly { readonly source: string; readonly hash: string; readonly origin: string }[],
): { readonly status: OutputStatus; readonly origin: string | undefined } {
  if (target === undefined) return { status: 'missing', origin: undefined };
  const ofTarget = facts.filter(({ hash }) => hash === target);
  const own = ofTarget.filter((fact) => fact.source === source).map(({ origin }) => origin);
  const made = own.find((origin) => !isHuman(origin));
  if (made !== undefined) return { status: 'current', origin: made };
  const settled = own.find((origin) => !isForReview(origin));
  if (settled !== undefined) {
    return { status: settled === EDITED ? 'edited' : 'current', origin: settled };
  }
  const [waiting] = own;
  if (waiting !== undefined) return { status: 'review', origin: waiting };
  const earlier = ofTarget.map(({ origin }) => origin);
  const person = earlier.find(isHuman);
  if (person !== undefined) return { status: 'review', origin: person };
  const [machine] = earlier;
  if (machine !== undefined) return { status: 'stale', origin: machine };
  // Only a person can have written these bytes.
  if (facts.some((fact) => fact.source === source)) return { status: 'edited', origin: EDITED };
  if (facts.length > 0) return { status: 'review', origin: EDITED };
  return { status: 'current', origin: ADOPTED };
}

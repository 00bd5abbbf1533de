import { join } from 'node:path';
import { documentTypes, limits, EMBEDDED, realService } from '../../facts/index.js';
import { openRegularFile } from '../../disk/index.js';
import { closeSync, fstatSync, readSync } from 'node:fs';
import { endingOf } from '../../config/index.js';
import type { Problem } from '../../model/index.js';
import { memoryKey, originOf, isHuman, ADOPTED, EDITED, isForReview } from '../../lock/index.js';
import type { Loaded, ScanOutput } from '../load/index.js';
import { CUT, isDocumentType } from './cost.js';
import { FileFacts, unitOf } from './facts.js';
import type { FileHashes } from './hashes.js';
import type { JobJournal } from './journal.js';
import { recordingType, requestOf } from './requests.js';
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
  /** By source, whether it can be sent. */
  const areSound = new Map<string, boolean>();
  const outputs = scan.outputs.flatMap((output): ComparedOutput[] => {
    const { source, locale } = output;
    const sourceHash = hashes.of(source);
    // It has been deleted meanwhile.
    if (sourceHash === undefined) return [];
    if (!areSound.has(source)) {
      const flaw =
        refusalOf(output, hashes.sizeOf(source)) ??
        refusedContent(source, endsOf(join(config.root, source)));
      areSound.set(source, flaw === undefined);
      if (flaw !== undefined) problems.push(refusedFile(source, flaw));
    }
    if (areSound.get(source) !== true) return [];

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

/** The finding of a file that is not sent. @param flaw end of a sentence */
export function refusedFile(file: string, flaw: string): Problem {
  const message = `The file ${flaw}. It was skipped.`;
  return { code: 'invalid-file', severity: 'error', file, message };
}

const POINTER = 'is a Git LFS pointer, not the file itself: run `git lfs pull`';

/** Why the service would refuse a source, by its name and size in bytes; undefined: it would not. */
function refusalOf({ source, kind }: ScanOutput, size: number): string | undefined {
  const ending = endingOf(source);
  const isDocument = kind === 'document';
  if (isDocument && !isDocumentType(ending)) {
    return `is not a type of document that the service accepts (${Object.keys(documentTypes).join(', ')})`;
  }
  if (!isDocument && recordingType(source) === undefined) {
    return 'is not a type of recording that the service accepts';
  }
  if (size === 0) return 'is empty';
  const isKnown = isDocument && isDocumentType(ending);
  const most = isKnown ? documentTypes[ending].bytes : limits.voice.sourceBytes;
  if (size <= most) return undefined;
  return `is ${size} bytes long, but the service accepts at most ${most} for ${isDocument ? ending : 'recordings'}`;
}

/** The only XLIFF version that the service accepts. */
const XLIFF = '2.1';

interface Ends {
  /** The first and the last kilobytes, a letter a byte. */
  readonly start: string;
  readonly end: string;
}

/** How a file of a type begins, and what is near its end; UTF-16 is not looked into. */
const SIGNS: Readonly<Record<string, { readonly start?: RegExp; readonly end?: RegExp }>> = {
  ...signs('docx pptx xlsx', { start: /^PK\x03\x04/, end: /PK\x05\x06/ }),
  // Also what Word opens under this name: RTF, web pages.
  ...signs('doc', { start: /^(?:\xd0\xcf\x11\xe0|\{\\rtf|\s*<|MIME-)/ }),
  ...signs('pdf', { start: /%PDF-/, end: /startxref|%%EOF/ }),
  ...signs('png', { start: /^\x89PNG/, end: /IEND/ }),
  ...signs('jpg jpeg', { start: /^\xff\xd8/, end: /\xff\xd9/ }),
  ...signs('xlf xliff', { end: /<\/(?:[\w-]+:)?xliff\s*>|\0/ }),
  ...signs('wav', { start: /^(?:RIFF|RF64)/ }),
  ...signs('ogg', { start: /^OggS/ }),
  ...signs('flac', { start: /^(?:fLaC|ID3)/ }),
  ...signs('webm', { start: /^\x1aE\xdf\xa3/ }),
  ...signs('mp4 m4a', { start: /^[^]{4}(?:ftyp|moov|mdat|free|skip|wide|pnot)/ }),
  // It may begin with anything, but not as another kind.
  ...signs('mp3', { start: /^(?!RIFF|OggS|fLaC|\x1aE\xdf\xa3|[^]{4}ftyp)/ }),
};

function signs<Sign>(endings: string, sign: Sign): Record<string, Sign> {
  return Object.fromEntries(endings.split(' ').map((ending) => [ending, sign]));
}

/**
 * Why the service would refuse a document, by its first and last kilobytes; undefined: it would
 * not. A password makes an Office document another kind of file. Pure.
 */
export function refusedContent(path: string, { start, end }: Ends): string | undefined {
  if (start.startsWith('version https://git-lfs')) return POINTER;
  const ending = endingOf(path);
  const sign = Object.hasOwn(SIGNS, ending) ? SIGNS[ending] : undefined;
  if (sign?.start?.test(start) === false) {
    return `is damaged, ${/^(?:docx|pptx|xlsx)$/.test(ending) ? 'protected by a password, ' : ''}or no ${ending} file`;
  }
  if (/^xli?f/.test(ending)) {
    const [, version = XLIFF] = /<xliff\b[^>]*?\sversion\s*=\s*["']([\d.]+)["']/.exec(start) ?? [];
    if (version !== XLIFF) {
      return `is XLIFF ${version}, but the service only accepts ${XLIFF}; list it under \`catalogs\` to translate it text by text`;
    }
  }
  return sign?.end?.test(end) === false ? CUT : undefined;
}

const START_BYTES = 4_096;
/** The directory of an archive may be followed by a comment of this length. */
const END_BYTES = 65_557;

function endsOf(path: string): Ends {
  const file = openRegularFile(path);
  try {
    const piece = (bytes: number, from: number): string => {
      const buffer = Buffer.alloc(bytes);
      return buffer.toString('latin1', 0, readSync(file, buffer, 0, bytes, from));
    };
    const start = piece(START_BYTES, 0);
    const { size } = fstatSync(file);
    return {
      start,
      end: size <= START_BYTES ? start : piece(END_BYTES, Math.max(0, size - END_BYTES)),
    };
  } finally {
    closeSync(file);
  }
}

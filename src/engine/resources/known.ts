import type { ResolvedConfig } from '../../config/index.js';
import { EMBEDDED } from '../../facts/index.js';
import type { FileNews, PartNews } from '../report/index.js';
import { changesSince, isNothing } from '../terms/index.js';
import type { AppliedTerms, DictionaryPlan, Terms } from '../terms/index.js';
import {
  contentHash,
  filesOf,
  FORGOTTEN,
  normalApplied,
  parseApplied,
  unitHash,
} from '../../lock/index.js';
import { readNotes, updateNotes } from '../../state/index.js';
import type { AppliedGlossary } from '../../lock/index.js';
import type { ResourceFiles } from '../load/index.js';

/** A glossary or style file. */
export interface ResourceFile {
  readonly kind: 'glossary' | 'style';
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Name on the service. */
  readonly name: string;
  /** Its content, by base language of the targets. */
  readonly parts: ReadonlyMap<string, Terms>;
}

/** A file and its facts in the lock. */
export interface Known {
  readonly file: ResourceFile;
  /** `unitHash` of its path. */
  readonly hash: string;
  readonly applied: AppliedGlossary;
  /** `hash` of the path under which the lock knows it, if the file was renamed since. */
  readonly was?: string;
}

/** A file's content for one language, and the part of it that was last applied. */
export interface Part {
  readonly language: string;
  readonly terms: Terms;
  readonly applied: AppliedTerms;
}

/** A part of a file, compared with the service's copy. */
export interface MetPart extends Part {
  /** Whether the service has it. */
  readonly isThere: boolean;
  readonly plan: DictionaryPlan;
}

const NOTHING: AppliedGlossary = { ids: [], terms: new Map() };
const NO_TERMS = new Map<string, never>();

/**
 * Whether the service is the embedded one, whose resources end with it: nothing is recorded of
 * them.
 */
export function isRehearsal({ service }: ResolvedConfig): boolean {
  return service.url === EMBEDDED;
}

// A push happens at the start of a run, and the lock is written at its end. If a run is killed in
// between, the lock lacks changes on the service; the ledger has them.

/** The lock's lines about glossaries and styles, plus what a killed run pushed. */
export function withPushed(state: string, lines: string): string {
  const { pushed } = readNotes(state);
  // With another lock, for example after a checkout, it does not apply.
  return pushed?.before === contentHash(lines) ? normalApplied(pushed.after) : lines;
}

/** Notes the lock's future lines as soon as they are true. */
export function notePushed(state: string, before: string, after: string): void {
  updateNotes(state, { pushed: { before: contentHash(before), after } });
}

/** @param lines the lock's lines about glossaries and styles */
export function knownFile(file: ResourceFile, lines: string): Known {
  const hash = unitHash(file.path, []);
  return { file, hash, applied: lines === '' ? NOTHING : parseApplied(lines, hash) };
}

/** The files of a config, with what was last applied. */
export function knownFiles(
  { glossaries, styles }: ResourceFiles,
  config: ResolvedConfig,
  lines: string,
): readonly Known[] {
  const own = isRehearsal(config) ? '' : lines;
  const files = [...glossaries.values(), ...styles.values()].map((file) => knownFile(file, own));
  const news = files.filter(({ applied }) => applied.ids.length + applied.terms.size === 0);
  if (news.length === 0) return files;
  const gone = filesOf(own).filter((hash) => files.every((file) => file.hash !== hash));
  // A new file that has what a file that is gone had is that file, renamed, if no other fits.
  const fits = news.flatMap((known) =>
    gone
      .map((was) => ({ ...known, was, applied: parseApplied(own, was) }))
      .filter((before) => {
        const [same, all] = sharedWith(before);
        return same > 0 && same * 2 >= all;
      }),
  );
  const only = fits.filter(({ hash, was }) =>
    fits.every((other) => (other.hash === hash) === (other.was === was)),
  );
  return files.map((file) => only.find(({ hash }) => hash === file.hash) ?? file);
}

/** The number of terms that are as they were applied, and of all, here or then. */
function sharedWith(known: Known): readonly [same: number, all: number] {
  let [same, all] = [0, 0];
  for (const { terms, applied } of partsOf(known)) {
    const { added, changed } = changesSince(terms, applied);
    same += terms.size - added.length - changed.length;
    all += added.length + applied.size;
  }
  return [same, all];
}

/** Parts that the file has, parts that it had when last applied, and `others`. */
export function partsOf({ file, applied }: Known, others: Iterable<string> = []): readonly Part[] {
  const languages = new Set([...file.parts.keys(), ...applied.terms.keys(), ...others]);
  return Array.from(languages, (language) => ({
    language,
    terms: file.parts.get(language) ?? NO_TERMS,
    applied: applied.terms.get(language) ?? NO_TERMS,
  }));
}

/** Local changes of a part, by the lock. */
export function plannedPart({ language, terms, applied }: Part): PartNews {
  return { language, ...changesSince(terms, applied), kept: [] };
}

/** Parts with changes. */
export function newsOf(file: ResourceFile, parts: readonly PartNews[]): FileNews {
  const some = parts.filter(
    (part) => !isNothing(part) || part.kept.length > 0 || (part.conflicts?.length ?? 0) > 0,
  );
  return { file, parts: some };
}

/** The lock's ids of a file's copies on a service. */
export function idsOn({ applied }: Known, service: string): Known['applied']['ids'] {
  return applied.ids.filter((one) => one.service === service && one.id !== FORGOTTEN);
}

/** Names that a copy may have: the file's, or the name it was imported from. */
export function namesOn({ file, applied }: Known, service: string): ReadonlySet<string> {
  const own = applied.ids.filter((one) => one.service === service);
  const names = own.map(({ name }) => (file.kind === 'style' ? splitName(name)[1] : name));
  return new Set([...names, file.name]);
}

/**
 * Whether a copy is named after the path that a file had before it was renamed, in the same folder.
 * One that was imported under another name keeps it.
 */
export function isNameOf({ file: { path }, was }: Known, name: string): boolean {
  const before = path.replace(/[^/]*(?=\.\w+$)/, () => name);
  return was === unitHash(before, []);
}

/** Splits a style list's entry in the lock. */
export function splitName(name: string): readonly [language: string, name: string] {
  const space = name.indexOf(' ');
  return space === -1 ? [name, ''] : [name.slice(0, space), name.slice(space + 1)];
}

export function isInStep(known: Known): boolean {
  return known.was === undefined && partsOf(known).every((part) => isNothing(plannedPart(part)));
}

export function shown(text: string): string {
  return JSON.stringify(text);
}

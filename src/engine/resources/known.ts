import type { ResolvedConfig } from '../../config/resolved.js';
import { EMBEDDED } from '../../config/service-settings.js';
import type { ResourceNews } from '../../model/index.js';
import { changesSince, isNothing } from '../../resources/index.js';
import type { AppliedTerms, DictionaryPlan, Terms } from '../../resources/index.js';
import { FORGOTTEN, parseApplied, unitHash } from '../../state/index.js';
import type { AppliedGlossary } from '../../state/index.js';
import type { ResourceFiles } from '../load/index.js';

/** A glossary or a style that is a file. */
export interface ResourceFile {
  readonly kind: 'glossary' | 'style';
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** On the service. */
  readonly name: string;
  /** What it says, by base language of the targets. */
  readonly parts: ReadonlyMap<string, Terms>;
}

/** A file, and what the lock says of it. */
export interface Known {
  readonly file: ResourceFile;
  /** `unitHash` of its path. */
  readonly hash: string;
  readonly applied: AppliedGlossary;
}

/** What a file says of one language, and what of it was last applied. */
export interface Part {
  readonly language: string;
  readonly terms: Terms;
  readonly applied: AppliedTerms;
}

/** A part of a file beside the service's. */
export interface MetPart extends Part {
  /** Whether the service has it. */
  readonly isThere: boolean;
  readonly plan: DictionaryPlan;
}

const NOTHING: AppliedGlossary = { ids: [], terms: new Map() };
const NO_TERMS = new Map<string, never>();

/** A rehearsal's resources go with its service: nothing is remembered of them. */
export function isRehearsal({ service }: Pick<ResolvedConfig, 'service'>): boolean {
  return service.url === EMBEDDED;
}

/** @param lines of the lock */
export function knownFile(file: ResourceFile, lines: string): Known {
  const hash = unitHash(file.path, []);
  return { file, hash, applied: lines === '' ? NOTHING : parseApplied(lines, hash) };
}

/** The files of a config, beside what was last applied. */
export function knownFiles(
  { glossaries, styles }: ResourceFiles,
  config: ResolvedConfig,
  lines: string,
): readonly Known[] {
  const own = isRehearsal(config) ? '' : lines;
  return [...glossaries.values(), ...styles.values()].map((file) => knownFile(file, own));
}

/** Parts that the file has, had when it was last applied, or that are named. */
export function partsOf(
  { file, applied }: Pick<Known, 'file' | 'applied'>,
  others: Iterable<string> = [],
): readonly Part[] {
  return [...new Set([...file.parts.keys(), ...applied.terms.keys(), ...others])].map((language) =>
    partOf({ file, applied }, language),
  );
}

function partOf({ file, applied }: Pick<Known, 'file' | 'applied'>, language: string): Part {
  const terms = file.parts.get(language) ?? NO_TERMS;
  return { language, terms, applied: applied.terms.get(language) ?? NO_TERMS };
}

/** What of a part changed here, as far as the lock tells. */
export function plannedPart({ language, terms, applied }: Part): PartNews {
  return { language, ...changesSince(terms, applied), kept: [] };
}

export interface PartNews extends ResourceNews {
  readonly language: string;
}

/** What changes in the service's copy of a file. */
export interface FileNews {
  readonly file: ResourceFile;
  readonly parts: readonly PartNews[];
}

/** Parts in which something changed. */
export function newsOf(file: ResourceFile, parts: readonly PartNews[]): FileNews {
  const some = parts.filter(
    (part) => !isNothing(part) || part.kept.length > 0 || (part.conflicts?.length ?? 0) > 0,
  );
  return { file, parts: some };
}

/** What the lock knows of a file's copies on a service. */
export function idsOn({ applied }: Known, service: string): Known['applied']['ids'] {
  return applied.ids.filter((one) => one.service === service && one.id !== FORGOTTEN);
}

/** Names that a copy may have: that of the file, or that of what it was imported from. */
export function namesOn({ file, applied }: Known, service: string): ReadonlySet<string> {
  const own = applied.ids.filter((one) => one.service === service);
  const names = own.map(({ name }) => (file.kind === 'style' ? splitName(name)[1] : name));
  return new Set([...names, file.name]);
}

/** Language and name of a style list in the lock. */
export function splitName(name: string): readonly [language: string, name: string] {
  const space = name.indexOf(' ');
  return space === -1 ? [name, ''] : [name.slice(0, space), name.slice(space + 1)];
}

export function isInStep(known: Known): boolean {
  return partsOf(known).every((part) => isNothing(plannedPart(part)));
}

export function shown(text: string): string {
  return JSON.stringify(text);
}

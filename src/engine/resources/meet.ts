import type { KeptTerm } from '../../model/index.js';
import { compareTerms, isNothing, shownSaying } from '../terms/index.js';
import type { Decide } from '../terms/index.js';
import { EngineError } from '../errors.js';
import { partsOf, plannedPart, shown } from './known.js';
import type { PartNews } from '../report/index.js';
import type { Known, MetPart, ResourceFile } from './known.js';
import type { Copy, Shelf } from './shelves.js';

/** A file compared with its copy. */
export interface Meeting {
  readonly known: Known;
  /** Undefined: it has to be created. */
  readonly copy: Copy | undefined;
  readonly parts: readonly MetPart[];
  /** Parts of a copy that somebody else created and whose content differs. */
  readonly foreign: readonly MetPart[];
}

export interface MeetOptions {
  /** Reads the whole copy. Default: only parts changed here, if the copy is known. */
  readonly all?: true;
  /** Decides conflicts. */
  readonly decide?: Decide | undefined;
}

const NO_TERMS = new Map<string, never>();

/**
 * Three-way comparison of the file, the service's copy and what was last applied. Parts not changed
 * here are not read.
 * @throws EngineError, TranslatorError
 */
export async function meet(
  known: Known,
  shelf: Shelf,
  { all, decide }: MeetOptions = {},
): Promise<Meeting> {
  const copy = await shelf.find(known);
  const others = all === true && copy !== undefined ? copy.languages : [];
  const open = partsOf(known, others).filter((part) => {
    if (all === true || copy === undefined) return true;
    const { language } = part;
    const isKnown = copy.isNamed(language) && copy.languages.has(language);
    return !isKnown || !isNothing(plannedPart(part));
  });
  const parts = await Promise.all(
    open.map(async (part): Promise<MetPart> => {
      const isThere = copy?.languages.has(part.language) === true;
      const there = isThere ? await copy.read(part) : NO_TERMS;
      // If the service has no copy, everything is created.
      const applied = isThere ? part.applied : NO_TERMS;
      return { ...part, isThere, plan: compareTerms(part.terms, there, { applied, decide }) };
    }),
  );
  return { known, copy, parts, foreign: foreignParts(known, copy, parts) };
}

function foreignParts(
  { file, applied }: Known,
  copy: Copy | undefined,
  parts: readonly MetPart[],
): readonly MetPart[] {
  if (copy === undefined) return [];
  const there = parts.filter(({ isThere }) => isThere);
  const isSame = ({ plan }: MetPart): boolean =>
    isNothing(plan) && plan.kept.length + plan.conflicts.length === 0;
  if (file.kind === 'style') {
    return there.filter((part) => {
      const { language } = part;
      const isOurs = part.applied.size > 0 && copy.rivals(language).length === 0;
      return !isOurs && !copy.isNamed(language) && !isSame(part);
    });
  }
  const isOurs = applied.terms.size > 0 && copy.rivals('').length === 0;
  if (isOurs || copy.isNamed('')) return [];
  const languages = new Set(parts.map(({ language }) => language));
  return parts.every(isSame) && copy.holdsOnly(languages) ? [] : parts;
}

/** @throws EngineError 'glossary-foreign', 'style-foreign' */
export function refuseForeign(meetings: readonly Meeting[]): void {
  for (const { known, copy, foreign } of meetings) {
    const { kind, name, path } = known.file;
    if (foreign.length === 0) continue;
    const which =
      kind === 'style' ? ` for ${foreign.map(({ language }) => language).join(', ')}` : '';
    const rivals = [foreign[0]?.language ?? '', ''].flatMap((one) => copy?.rivals(one) ?? []);
    if (rivals.length > 0) {
      const several = `the service has more than one ${kind} named ${shown(name)}${which}, such as ${rivals[0] ?? ''}, and the lock does not say which one belongs to the file`;
      throw new EngineError(`${kind}-foreign`, several, SEVERAL);
    }
    const differs = kind === 'style' ? 'differs from' : 'has different terms than';
    const message = `the service has a ${kind} ${shown(name)}${which} that ${differs} ${path} and was not made from this file, so it was not changed`;
    throw new EngineError(`${kind}-foreign`, message, { code: 'import-resource', kind, name });
  }
}

const SEVERAL =
  'Rename the file (its base name is the name on the service), or rename or delete all but one on the service.';

/** The most conflicts shown in a message. */
const SHOWN_CONFLICTS = 20;

/** @throws EngineError 'glossary-conflict', 'style-conflict' */
export function refuseConflicts(meetings: readonly Meeting[]): void {
  const lines = meetings.flatMap(({ known, parts }) =>
    parts.flatMap(({ language, plan }) =>
      plan.conflicts.map(
        (term) =>
          `${known.file.path}: ${shownName(known.file, term.source)} (${language}) is ${side(term.here)} here and ${side(term.there)} on the service`,
      ),
    ),
  );
  const [first] = meetings.filter(({ parts }) =>
    parts.some(({ plan }) => plan.conflicts.length > 0),
  );
  if (first === undefined) return;
  const more = lines.length - SHOWN_CONFLICTS;
  const list = [...lines.slice(0, SHOWN_CONFLICTS), ...(more > 0 ? [`and ${more} more`] : [])];
  const { kind } = first.known.file;
  const what = kind === 'glossary' ? 'Terms were' : 'A style was';
  const message = `${what} changed both in the file and on the service:\n${list.join('\n')}`;
  const hint =
    'Make the file and the service say the same, or decide with `resources push --ours` or `resources pull --theirs`. Until then, nothing is sent.';
  throw new EngineError(`${kind}-conflict`, message, hint);
}

function shownName({ kind }: ResourceFile, name: string): string {
  return kind === 'glossary' ? shown(name) : name;
}

function side(text: string | undefined): string {
  return text === undefined ? 'deleted' : shown(shownSaying(text));
}

function forPeople({ source, here, there }: KeptTerm): KeptTerm {
  const said = (text: string | undefined): string | undefined =>
    text === undefined ? undefined : shownSaying(text);
  return { source, here: said(here), there: said(there) };
}

/** The differences of a part, as a push reports them. */
export function newsOfPart({ language, plan }: MetPart): PartNews {
  const { added, changed, removed, kept, conflicts } = plan;
  const both = conflicts.length === 0 ? {} : { conflicts: conflicts.map(forPeople) };
  return { language, added, changed, removed, kept: kept.map(forPeople), ...both };
}

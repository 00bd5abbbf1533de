import { join } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularFile } from '../../disk/index.js';
import { editGlossary, editStyle, styleOfTerms } from '../terms/index.js';
import type { FileDictionary, Terms } from '../terms/index.js';
import { contentHash, targetHash } from '../../lock/index.js';
import { writeFileAtomic } from '../../state/index.js';
import { EngineError } from '../errors.js';
import { languageOf, parseGlossary, parseStyle, StyleFile } from '../load/resource-files.js';
import { noted } from './apply.js';
import { newsOf } from './known.js';
import type { FileNews, Known, MetPart } from './known.js';
import { meet, newsOfPart, refuseConflicts, refuseForeign } from './meet.js';
import type { Meeting } from './meet.js';
import type { Acting, ResourceOutcome } from './acting.js';

/** Updates the files with changes made only on the service. @throws EngineError, TranslatorError */
export async function pull({ known, shelves, run, lines }: Acting): Promise<ResourceOutcome> {
  const meetings: Meeting[] = [];
  for (const one of known) {
    meetings.push(await meet(one, shelves[one.file.kind], { all: true }));
  }
  refuseForeign(meetings);
  refuseConflicts(meetings);
  const changes: FileNews[] = [];
  let [after, written] = [lines, 0];
  for (const { known: one, copy, parts } of meetings) {
    const taken = parts.filter(({ plan }) => plan.kept.length > 0);
    if (taken.length > 0) {
      writeFile(one, taken, run);
      written += 1;
    }
    const ids = copy === undefined ? [] : shelves[one.file.kind].idsOf(one, copy);
    const terms = new Map(parts.map((part) => [part.language, appliedAfter(part)]));
    if (copy !== undefined) after = noted(after, { known: one, ids, terms }, run);
    const news = taken.map((part) => ({
      ...newsOfPart(part),
      added: [],
      changed: [],
      removed: [],
    }));
    if (news.length > 0) changes.push(newsOf(one.file, news));
  }
  return { changes, lines: after, written };
}

/** What both sides now agree on; for terms changed only here, what was applied before. */
function appliedAfter({ terms, applied, plan }: MetPart): ReadonlyMap<string, ReadonlySet<string>> {
  const open = new Set([...plan.added, ...plan.changed, ...plan.removed]);
  const after = new Map<string, ReadonlySet<string>>();
  for (const [name, text] of pulledTerms({ terms, plan })) {
    if (!open.has(name)) after.set(name, new Set([targetHash(text)]));
  }
  for (const name of open) {
    const before = applied.get(name);
    if (before !== undefined) after.set(name, before);
  }
  return after;
}

/** The file's content afterwards. */
function pulledTerms({ terms, plan }: Pick<MetPart, 'terms' | 'plan'>): Terms {
  const after = new Map(terms);
  for (const { source, there } of plan.kept) {
    if (there === undefined) after.delete(source);
    else after.set(source, there);
  }
  return after;
}

interface Writing {
  readonly config: ResolvedConfig;
  readonly state: string;
}

function writeFile({ file }: Known, taken: readonly MetPart[], { config, state }: Writing): void {
  const { path } = file;
  const wanted = new Map<string, Terms>(file.parts);
  for (const part of taken) wanted.set(part.language, pulledTerms(part));
  const absolute = join(config.root, path);
  const bytes = readRegularFile(absolute);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const edited =
    file instanceof StyleFile
      ? editedStyle(file, taken, text)
      : editedGlossary(path, { text, taken, config });
  requireSame({ file, wanted, edited, config });
  writeFileAtomic(absolute, edited, { root: config.root, state, expect: contentHash(bytes) });
}

function editedStyle(file: StyleFile, taken: readonly MetPart[], text: string): string {
  const styles = taken.map((part) => {
    const own = file.styles.find(({ language }) => language === part.language);
    const locale = own?.locale ?? part.language;
    return { ...styleOfTerms(pulledTerms(part), part.language), locale };
  });
  return editStyle(text, file.styles, styles);
}

interface GlossaryWriting {
  readonly text: string;
  readonly taken: readonly MetPart[];
  readonly config: ResolvedConfig;
}

function editedGlossary(path: string, { text, taken, config }: GlossaryWriting): string {
  const edits = new Map(
    taken.map(({ language, plan }) => [
      language,
      new Map(plan.kept.map(({ source, there }) => [source, there])),
    ]),
  );
  return editGlossary(text, edits, {
    file: path,
    source: config.source,
    languageOf: languageOf(config),
    nameOf: (language) => localeOf(language, config),
  });
}

/**
 * The spelling of a language in the config's targets, or the language itself if no target has it.
 */
export function localeOf(language: string, config: ResolvedConfig): string {
  const targets = config.catalogs.flatMap((catalog) => catalog.targets);
  const languageIn = languageOf(config);
  const own = targets.filter((target) => languageIn(target) === language);
  return own.includes(language) ? language : (own[0] ?? language);
}

interface Edited {
  readonly file: Known['file'];
  readonly wanted: ReadonlyMap<string, Terms>;
  readonly edited: string;
  readonly config: ResolvedConfig;
}

/**
 * Ensures that the edited file has the intended content before it is written. @throws EngineError
 */
function requireSame({ file, wanted, edited, config }: Edited): void {
  const { kind, path } = file;
  const parts =
    kind === 'glossary'
      ? termsByTarget(parseGlossary(path, edited, config).dictionaries)
      : new StyleFile({ path, text: edited, styles: parseStyle(path, edited, config) }).parts;
  const languages = new Set([...wanted.keys(), ...parts.keys()]);
  const isSame = [...languages].every((language) =>
    isAlike(wanted.get(language), parts.get(language)),
  );
  if (isSame) return;
  const message = `${path}: the changes on the service cannot be written into the file without changing other parts of it`;
  const hint = 'Edit the file by hand; `resources` shows what changed.';
  throw new EngineError(`${kind}-invalid`, message, hint);
}

function termsByTarget(dictionaries: readonly FileDictionary[]): ReadonlyMap<string, Terms> {
  return new Map(dictionaries.map(({ target, terms }) => [target, terms]));
}

function isAlike(one: Terms = new Map(), other: Terms = new Map()): boolean {
  return one.size === other.size && [...one].every(([name, text]) => other.get(name) === text);
}

import {
  canonicalCode,
  baseLanguage,
  documentFormalityTargets,
  voiceLanguages,
  documentTypes,
  voiceAudioExtensions,
  voiceSourceExtensions,
  serviceLanguage,
  serviceSourceLanguage,
} from '../facts/index.js';
import { isGlossaryFile, quoted, defined } from '../model/index.js';
import { checkTargets, checkLocaleNames } from './check-locales.js';
import type { LocaleContext } from './check-locales.js';
import { catalogPatterns, checkedPatterns, checkGlobs, patternIssue } from './check-patterns.js';
import type { CatalogPatterns } from './check-patterns.js';
import { endingsOf } from './pattern-pair.js';
import type { ConfigPath, PathIssue } from './errors.js';
import { belowRoot, isOutside } from './options.js';
import type {
  DocumentOptions,
  RecordingKind,
  ResolvedDocuments,
  ResolvedRecordings,
} from './resolved.js';
import type { ConfigInput, DocumentsInput, RecordingsInput, TranslateInput } from './schema.js';

// Entries of `documents:` and `recordings:`: files that the service translates as a whole.

/** What entries of `catalogs:`, `documents:` and `recordings:` are resolved with. */
export interface EntryContext {
  /** The whole config. */
  readonly input: ConfigInput;
  readonly context: LocaleContext;
  readonly report: (issue: PathIssue) => void;
  /** Line of a value in the config file. */
  readonly lineOf: (path: ConfigPath) => number | undefined;
}

/**
 * The common settings of all entries: targets, exclusions, spelling of locales.
 * @param missing what is said of `targets` if there are none
 */
export function placeOf(
  entry: Pick<DocumentsInput, 'targets' | 'exclude' | 'locales'>,
  path: ConfigPath,
  { context, report, input, lineOf }: EntryContext,
  missing = 'is missing',
) {
  checkGlobs(entry.exclude ?? [], [...path, 'exclude'], report);
  const targets = entry.targets ?? input.targets ?? [];
  if (targets.length === 0) {
    const message = `"targets" ${missing}: the locales to translate into, such as [de, fr]`;
    report({ code: 'missing-key', path: ['targets'], part: 'key', message });
  }
  if (entry.targets !== undefined) {
    checkTargets(targets, [...path, 'targets'], context).forEach(report);
  }
  const known = [context.source, ...targets];
  checkLocaleNames(entry.locales, [...path, 'locales'], known).forEach(report);
  return {
    exclude: entry.exclude ?? [],
    targets,
    ...(entry.locales && { locales: nullPrototype(entry.locales) }),
    ...defined({ line: lineOf(path) }),
  };
}

/** A record without inherited properties: a locale such as `constructor` must not find any. */
export function nullPrototype<T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null) as Record<string, T>, record);
}

/** @returns undefined if its patterns cannot be used, which is reported */
export function resolveDocuments(
  entry: DocumentsInput,
  path: ConfigPath,
  job: EntryContext,
): ResolvedDocuments | undefined {
  const place = placeOf(entry, path, job);
  const patterns = catalogPatterns(entry, path, job.report);
  if (patterns === undefined) return undefined;
  checkDocumentEndings(entry, patterns, { path, report: job.report });
  const options = place.targets.map((target) => {
    const own = documentOptions(entry, job.input.translate, target);
    checkOptions(own, { target, path, entry }, job);
    return [target, own] as const;
  });
  return {
    ...patterns,
    ...place,
    options: Object.fromEntries(options),
    ...defined({ outputFormat: entry.output_format }),
    beside: entry.beside === true,
  };
}

/** Document options of a target: the entry's, then the general ones that apply to documents. */
function documentOptions(
  { formality, glossary }: DocumentsInput,
  general: TranslateInput | undefined,
  target: string,
): DocumentOptions {
  const ofTarget = general?.targets;
  const own = ofTarget && Object.hasOwn(ofTarget, target) ? ofTarget[target] : undefined;
  const merged = {
    formality: formality ?? own?.formality ?? general?.formality,
    glossary: glossary ?? own?.glossary ?? general?.glossary,
  };
  return defined({
    formality: merged.formality === 'default' ? undefined : merged.formality,
    glossary: isGlossaryFile(merged.glossary) ? belowRoot(merged.glossary) : merged.glossary,
  });
}

/** Reports options that the service would refuse for this target (docs/interface.md 4.2). */
function checkOptions(
  { formality, glossary }: DocumentOptions,
  {
    target,
    path,
    entry,
  }: { readonly target: string; readonly path: ConfigPath; readonly entry: DocumentsInput },
  { context, report }: EntryContext,
): void {
  const code = serviceLanguage(target, context.languages);
  const place = (option: 'formality' | 'glossary'): ConfigPath =>
    entry[option] === undefined ? path : [...path, option];
  const known = documentFormalityTargets;
  if ((formality === 'more' || formality === 'less') && !known.has(canonicalCode(code))) {
    const list = [...known].join(', ').toUpperCase();
    const message = `the service rejects formality "${formality}" for documents of this language; use "prefer_${formality}", or one of ${list} (target ${quoted(target)}, ${code})`;
    report({ code: 'service-rule', path: place('formality'), part: 'value', message });
  }
  if (isGlossaryFile(glossary) && entry.glossary !== undefined && isOutside(glossary)) {
    const message = 'a glossary file must be given as a path below the config\'s folder, with "/"';
    report({ code: 'invalid-value', path: place('glossary'), part: 'value', message });
  }
  const source = serviceSourceLanguage(context.source, context.languages);
  if (canonicalCode(source) !== canonicalCode(code)) return;
  const message = `the service rejects documents with the same source and target language (target ${quoted(target)}, ${code}); set "targets" of this entry without it`;
  report({ code: 'service-rule', path, part: 'value', message });
}

interface Reporting {
  readonly path: ConfigPath;
  readonly report: (issue: PathIssue) => void;
}

/**
 * Checks that the service accepts the extensions, and that the target has the extension of the
 * result.
 */
function checkDocumentEndings(
  { output_format: format, files }: DocumentsInput,
  { source, target }: CatalogPatterns,
  { path, report }: Reporting,
): void {
  const at = [...path, files === undefined ? 'source' : 'files'];
  const endings = endingsOf(source).filter((ending) => ending !== '');
  const unknown = endings.find((ending) => !Object.hasOwn(documentTypes, ending));
  if (unknown !== undefined) {
    const message = `the service does not accept ${quoted(`.${unknown}`)} documents, only ${Object.keys(documentTypes).join(', ')}`;
    report({ code: 'service-rule', path: at, part: 'value', message });
    return;
  }
  const other = endings.find((ending) => ending !== 'pdf');
  if (format !== undefined && other !== undefined) {
    const message = `the service can only convert pdf to docx, not ${other}; leave "output_format" out, or use a separate entry for pdf files`;
    report({ code: 'service-rule', path: [...path, 'output_format'], part: 'value', message });
    return;
  }
  if (files !== undefined) return;
  const results: readonly string[] = endings.map(
    (one) => format ?? documentTypes[one as keyof typeof documentTypes].result,
  );
  const wrong = endingsOf(target).find((ending) => ending !== '' && !results.includes(ending));
  if (wrong === undefined || results.length === 0) return;
  const message = `the service returns ${[...new Set(results)].join(', ')} for these documents, so the target cannot end with ${quoted(`.${wrong}`)}`;
  report({ code: 'service-rule', path: [...path, 'target'], part: 'value', message });
}

const KINDS = ['subtitles', 'text', 'audio'] as const satisfies readonly RecordingKind[];

/** @returns undefined if its patterns cannot be used, which is reported */
export function resolveRecordings(
  entry: RecordingsInput,
  path: ConfigPath,
  job: EntryContext,
): ResolvedRecordings | undefined {
  const place = placeOf(entry, path, job);
  const { report, context } = job;
  for (const target of place.targets) {
    const code = serviceLanguage(target, context.languages);
    if (voiceLanguages.has(baseLanguage(code))) continue;
    const message = `the service does not support voice jobs for this language; set "targets" of this entry without it (target ${quoted(target)}, ${code})`;
    report({ code: 'service-rule', path, part: 'value', message });
  }
  const { source } = entry;
  if (!isUsable(source, [...path, 'source'], report)) return undefined;
  checkEndings(source, voiceSourceExtensions, { path: [...path, 'source'], report });
  const outputs = KINDS.flatMap((kind) => {
    const target = entry[kind];
    if (target === undefined) return [];
    const at = [...path, kind];
    if (checkedPatterns({ source, target }, at, report) === undefined) return [];
    if (kind === 'subtitles') checkEndings(target, { srt: '' }, { path: at, report });
    if (kind === 'audio') checkEndings(target, voiceAudioExtensions, { path: at, report });
    return [{ kind, target }];
  });
  if (KINDS.every((kind) => entry[kind] === undefined)) {
    const message =
      'an entry of recordings needs "subtitles", "text" or "audio", which say what to create';
    report({ code: 'missing-key', path, part: 'value', message });
  }
  const known = voiceLanguages.has(
    baseLanguage(serviceLanguage(context.source, context.languages)),
  );
  if (!known) {
    const message = `the service does not support speech in ${quoted(context.source)}`;
    report({ code: 'service-rule', path, part: 'value', message });
  }
  return outputs.length === 0
    ? undefined
    : { ...place, source, outputs, beside: entry.beside === true };
}

function isUsable(pattern: string, path: ConfigPath, report: (issue: PathIssue) => void): boolean {
  try {
    endingsOf(pattern);
    return true;
  } catch (error) {
    report(patternIssue(error, pattern, path));
    return false;
  }
}

function checkEndings(
  pattern: string,
  known: Readonly<Record<string, string>>,
  { path, report }: Reporting,
): void {
  const unknown = endingsOf(pattern).find((one) => one !== '' && !Object.hasOwn(known, one));
  if (unknown === undefined) return;
  const message = `the service does not support ${quoted(`.${unknown}`)} here, only ${Object.keys(known).join(', ')}`;
  report({ code: 'service-rule', path, part: 'value', message });
}

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { baseLanguage } from '../../api/facts/language-codes.js';
import { parseLocale, serviceLanguage, serviceSourceLanguage } from '../../config/languages.js';
import type { ResolvedConfig } from '../../config/resolved.js';
import { readRegularFile } from '../../disk/regular-file.js';
import { FormatError, isGlossaryFile } from '../../model/index.js';
import { HeldTerms, readGlossary } from '../../resources/index.js';
import type { FileDictionary } from '../../resources/index.js';
import { contentHash, isInside } from '../../state/index.js';
import { EngineError } from '../errors.js';

type GlossaryContent = Pick<GlossaryFile, 'path' | 'source' | 'dictionaries' | 'version'>;

/** A glossary that is a file of the repository. */
export class GlossaryFile {
  /** Relative to the root, as in the config. */
  readonly path: string;
  /** Language of the source phrases. */
  readonly source: string;
  readonly dictionaries: readonly FileDictionary[];
  /** Differs with every change of the file. */
  readonly version: string;
  readonly #held = new Map<FileDictionary, HeldTerms>();

  constructor({ path, source, dictionaries, version }: GlossaryContent) {
    this.path = path;
    this.source = source;
    this.dictionaries = dictionaries;
    this.version = version;
  }

  /** Its name on the service: that of the file, without folder and ending. */
  get name(): string {
    return this.path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
  }

  /** @param target service language; undefined: the file has no term for it */
  dictionaryOf(target: string): FileDictionary | undefined {
    const language = baseLanguage(target);
    return this.dictionaries.find((one) => one.target === language);
  }

  /** The terms for a target, to be found in source texts. */
  heldIn(dictionary: FileDictionary): HeldTerms {
    let held = this.#held.get(dictionary);
    if (held === undefined) {
      held = new HeldTerms(dictionary.terms, dictionary.source);
      this.#held.set(dictionary, held);
    }
    return held;
  }
}

/** The glossary files of a config, by their paths. */
export type GlossaryFiles = ReadonlyMap<string, GlossaryFile>;

/** @throws EngineError 'glossary-invalid' */
export function readGlossaries(config: ResolvedConfig): GlossaryFiles {
  const paths = new Set<string>();
  for (const { translate } of config.catalogs) {
    for (const { glossary } of Object.values(translate)) {
      if (isGlossaryFile(glossary)) paths.add(glossary);
    }
  }
  return new Map([...paths].map((path) => [path, readGlossaryFile(path, config)]));
}

/** @throws EngineError 'glossary-invalid' */
export function readGlossaryFile(path: string, config: ResolvedConfig): GlossaryFile {
  const bytes = bytesOf(path, config.root);
  const text = decode(path, bytes);
  const { dictionaries, problems } = parse(path, text, config);
  const [first] = problems;
  if (first === undefined) {
    const source = baseLanguage(serviceSourceLanguage(config.source, config.languages));
    return new GlossaryFile({ path, source, dictionaries, version: contentHash(bytes) });
  }
  const lines = problems.map(
    ({ line, column, message }) => `${path}:${line}:${column}: ${message}`,
  );
  throw new EngineError('glossary-invalid', lines.join('\n'), FIX);
}

const FIX = 'Correct the glossary file. Nothing was sent.';

function parse(path: string, text: string, { source, languages }: ResolvedConfig) {
  const languageOf = (locale: string): string | undefined =>
    parseLocale(locale) === undefined && !Object.hasOwn(languages, locale)
      ? undefined
      : baseLanguage(serviceLanguage(locale, languages));
  try {
    return readGlossary(text, { file: path, source, languageOf });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new EngineError('glossary-invalid', error.message, FIX, error);
  }
}

function bytesOf(path: string, root: string): Buffer {
  const file = join(root, path);
  try {
    if (isInside(realpathSync(root), realpathSync(file))) return readRegularFile(file);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const reason = 'code' in error && error.code === 'ENOENT' ? 'is not there' : error.message;
    const hint = 'Write the file, or give the id or name of a glossary of the service.';
    throw new EngineError('glossary-invalid', `${path}: the glossary ${reason}`, hint, error);
  }
  throw new EngineError('glossary-invalid', `${path}: the glossary is outside of the root`, FIX);
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new EngineError('glossary-invalid', `${path}: the glossary is not UTF-8`, FIX, error);
  }
}

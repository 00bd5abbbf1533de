import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { baseLanguage, parseLocale, serviceLanguage } from '../../facts/index.js';
import { didYouMean, suggestion } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularFile } from '../../disk/index.js';
import { decodeUtf8, failAtBadByte } from '../../formats/index.js';
import { FormatError } from '../../model/index.js';
import { readGlossary, readStyle, stemOf } from '../terms/index.js';
import type { FileProblem } from '../terms/index.js';
import { contentHash } from '../../lock/index.js';
import { isInside } from '../../state/index.js';
import { EngineError } from '../errors.js';
import { GlossaryFile } from './glossary-file.js';
import { sourceLanguageOf } from './source-language.js';
import { StyleFile } from './style-file.js';

export { StyleFile };

/** @throws EngineError 'glossary-invalid' */
export async function readGlossaryFile(
  path: string,
  config: ResolvedConfig,
): Promise<GlossaryFile> {
  const bytes = bytesOf({ path, kind: 'glossary' }, config.root);
  const parsed = parseGlossary(path, decode({ path, kind: 'glossary' }, bytes), config);
  const source = sourceLanguageOf(config);
  return new GlossaryFile({
    path,
    source,
    ...parsed,
    version: contentHash(bytes),
    stem: await stemOf(source),
  });
}

/** Parses the dictionaries and languages of a glossary. @throws EngineError 'glossary-invalid' */
export function parseGlossary(path: string, text: string, config: ResolvedConfig) {
  const at: Resource = { path, kind: 'glossary' };
  const { source, targets } = config;
  const columns = {
    file: path,
    source,
    languageOf: languageOf(config),
    didYouMean: (name: string) =>
      didYouMean(
        name,
        [...targets, 'note'].filter((one) => one !== name),
      ),
  };
  const { dictionaries, languages, problems } = reading(at, () => readGlossary(text, columns));
  refuse(at, problems);
  return { dictionaries, languages };
}

/** @throws EngineError 'style-invalid' */
export function readStyleFile(path: string, config: ResolvedConfig): StyleFile {
  const at: Resource = { path, kind: 'style' };
  const text = decode(at, bytesOf(at, config.root));
  return new StyleFile({ path, text, styles: parseStyle(path, text, config) });
}

/** Parses the styles of a file. @throws EngineError 'style-invalid' */
export function parseStyle(path: string, text: string, config: ResolvedConfig) {
  const at: Resource = { path, kind: 'style' };
  const input = { file: path, languageOf: languageOf(config), didYouMean, suggestion };
  const { styles, problems } = reading(at, () => readStyle(text, input));
  refuse(at, problems);
  return styles;
}

/** Base language of a locale; undefined if it is not a locale. */
export function languageOf({ languages }: ResolvedConfig) {
  return (locale: string): string | undefined =>
    parseLocale(locale) === undefined && !Object.hasOwn(languages, locale)
      ? undefined
      : baseLanguage(serviceLanguage(locale, languages));
}

interface Resource {
  readonly path: string;
  readonly kind: 'glossary' | 'style';
}

function fix({ kind }: Resource): string {
  return `Fix the ${kind} file. Nothing was sent.`;
}

function refuse(at: Resource, problems: readonly FileProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(
    ({ line, column, message }) => `${at.path}:${line}:${column}: ${message}`,
  );
  throw new EngineError(`${at.kind}-invalid`, lines.join('\n'), fix(at));
}

function reading<T>(at: Resource, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new EngineError(`${at.kind}-invalid`, error.message, fix(at), error);
  }
}

function bytesOf(at: Resource, root: string): Buffer {
  const { path, kind } = at;
  const file = join(root, path);
  try {
    if (isInside(realpathSync(root), realpathSync(file))) return readRegularFile(file);
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    const reason = 'code' in error && error.code === 'ENOENT' ? 'does not exist' : error.message;
    const hint = `Create the file, or use the id or name of a ${kind} on the service.`;
    throw new EngineError(`${kind}-invalid`, `${path}: the ${kind} ${reason}`, hint, error);
  }
  throw new EngineError(`${kind}-invalid`, `${path}: the ${kind} is outside the root`, fix(at));
}

function decode(at: Resource, bytes: Buffer): string {
  return reading(
    at,
    () => decodeUtf8(bytes) ?? failAtBadByte(bytes, at.path, 'save the file as UTF-8.'),
  );
}

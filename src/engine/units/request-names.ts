import { defined, isGlossaryFile, isStyleFile } from '../../model/index.js';
import type { RequestOptions, TranslateOptions } from '../../model/index.js';

/** Fingerprint of a request's resolved names (ids, versions); undefined if unknown. */
export type ResolvedNames = (key: string) => string | undefined;

/** Whether the options contain a name whose version only the service knows. */
export function hasNames({ glossary, style, memory }: TranslateOptions): boolean {
  return isName(glossary, isGlossaryFile) || isName(style, isStyleFile) || memory !== undefined;
}

function isName(value: string | undefined, isFile: (value: string) => boolean): boolean {
  return value !== undefined && !isFile(value);
}

/** Options without glossary and style files: these are read from the repository. */
export function withoutFiles<T extends TranslateOptions>(options: T): T {
  const { glossary, style } = options;
  if (!isGlossaryFile(glossary) && !isStyleFile(style)) return options;
  return defined({
    ...options,
    glossary: isGlossaryFile(glossary) ? undefined : glossary,
    style: isStyleFile(style) ? undefined : style,
  }) as T;
}

/** Identity of the part of a request whose names the service resolves. */
export function namesKey({ source, target, glossary, style, memory }: RequestOptions): string {
  return JSON.stringify([source, target, glossary, style, memory]);
}

import { defined } from '../../config/defined.js';
import { isGlossaryFile, isStyleFile } from '../../model/index.js';
import type { RequestOptions, TranslateOptions } from '../../model/index.js';

/** Fingerprint of what a request's names stand for (ids, versions); undefined when not known. */
export type ResolvedNames = (key: string) => string | undefined;

/** True when something in the options has a version that only the service knows. */
export function hasNames({ glossary, style, memory }: TranslateOptions): boolean {
  return isName(glossary, isGlossaryFile) || isName(style, isStyleFile) || memory !== undefined;
}

function isName(value: string | undefined, isFile: (value: string) => boolean): boolean {
  return value !== undefined && !isFile(value);
}

/** Without what is a file: the repository has what it stands for. */
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

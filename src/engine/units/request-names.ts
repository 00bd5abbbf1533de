import { defined } from '../../config/defined.js';
import { isGlossaryFile } from '../../model/index.js';
import type { RequestOptions, TranslateOptions } from '../../model/index.js';

/** Fingerprint of what a request's names stand for (ids, versions); undefined when not known. */
export type ResolvedNames = (key: string) => string | undefined;

/** True when something in the options has a version that only the service knows. */
export function hasNames({ glossary, style, memory }: TranslateOptions): boolean {
  const isNamed = glossary !== undefined && !isGlossaryFile(glossary);
  return isNamed || style !== undefined || memory !== undefined;
}

/** Without a glossary that is a file: the repository has what it stands for. */
export function withoutFile<T extends TranslateOptions>(options: T): T {
  if (!isGlossaryFile(options.glossary)) return options;
  return defined({ ...options, glossary: undefined }) as T;
}

/** Identity of the part of a request whose names the service resolves. */
export function namesKey({ source, target, glossary, style, memory }: RequestOptions): string {
  return JSON.stringify([source, target, glossary, style, memory]);
}

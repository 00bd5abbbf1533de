import type { RequestOptions, TranslateOptions } from '../../model/index.js';

/** Fingerprint of what a request's names stand for (ids, versions); undefined when not known. */
export type ResolvedNames = (key: string) => string | undefined;

/** True when something in the options has a version that only the service knows. */
export function hasNames({ glossary, style, memory }: TranslateOptions): boolean {
  return glossary !== undefined || style !== undefined || memory !== undefined;
}

/** Identity of the part of a request whose names the service resolves. */
export function namesKey({ source, target, glossary, style, memory }: RequestOptions): string {
  return JSON.stringify([source, target, glossary, style, memory]);
}

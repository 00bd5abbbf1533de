import type { Steps } from '../../model/index.js';
import type { FoundLocale } from './layout.js';

/** A locale file, as far as it can be read. */
export type ReadFile =
  | {
      readonly ok: true;
      readonly strings: number;
      readonly sourceLanguage: string | undefined;
      /** Whether most keys look like texts. Default: no. */
      readonly hasTextKeys?: boolean;
    }
  | { readonly ok: false; readonly message: string };

interface LocaleFile {
  readonly path: string;
  readonly locale: string;
}

/** Numbers of files and texts by locale, sorted. Yields after each file. */
export function* countByLocale(
  files: readonly LocaleFile[],
  read: (path: string, locale: string) => ReadFile,
): Steps<Record<string, FoundLocale>> {
  const byLocale = new Map<string, ReadFile[]>();
  for (const { path, locale } of files) {
    const own = byLocale.get(locale) ?? [];
    byLocale.set(locale, own);
    own.push(read(path, locale));
    yield;
  }
  const sorted = [...byLocale].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([locale, own]) => [locale, sum(own)]));
}

export function sum(files: readonly ReadFile[]): FoundLocale {
  const strings = files.reduce((total, file) => total + (file.ok ? file.strings : 0), 0);
  const broken = files.some(({ ok }) => !ok) && ({ broken: true } as const);
  const hasTextKeys =
    files.some((file) => file.ok && file.hasTextKeys === true) && ({ hasTextKeys: true } as const);
  return { files: files.length, strings, ...broken, ...hasTextKeys };
}

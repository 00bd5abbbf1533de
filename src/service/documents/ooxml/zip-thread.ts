import type { Unzipped, Zippable, unzipSync, zipSync } from 'fflate';
import { serveThread } from '../../tools/serve-thread.js';

export type ZipQuestion =
  { readonly file: Uint8Array; readonly names: ReadonlySet<string> } | { readonly parts: Zippable };

/** Parts of the archive, or the archive of the parts; null if it is damaged. */
export type ZipAnswer = Unzipped | Uint8Array | null;

interface Fflate {
  readonly unzipSync: typeof unzipSync;
  readonly zipSync: typeof zipSync;
}

serveThread({
  open: ({ fflate }: { readonly fflate: string }) => import(fflate) as Promise<Fflate>,
  answer: (fflate, question: ZipQuestion): ZipAnswer => {
    if ('parts' in question) return fflate.zipSync(question.parts);
    const { file, names } = question;
    try {
      return fflate.unzipSync(file, { filter: ({ name }) => names.has(name) });
    } catch {
      return null;
    }
  },
});

import { unzipSync, zipSync } from 'fflate';
import type { Unzipped, Zippable } from 'fflate';
import { serveThread } from '../../tools/serve-thread.js';

export type ZipQuestion =
  { readonly file: Uint8Array; readonly names: ReadonlySet<string> } | { readonly parts: Zippable };

/** Parts of the archive, or the archive of the parts; null if it is damaged. */
export type ZipAnswer = Unzipped | Uint8Array | null;

serveThread({
  open: () => Promise.resolve(),
  answer: (_opened, question: ZipQuestion): ZipAnswer => {
    if ('parts' in question) return zipSync(question.parts);
    const { file, names } = question;
    try {
      return unzipSync(file, { filter: ({ name }) => names.has(name) });
    } catch {
      return null;
    }
  },
});

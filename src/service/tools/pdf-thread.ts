import type * as Pdfjs from 'pdfjs-dist';
import { serveThread } from './thread.js';

// A PDF may be hostile, for example kilobytes that unpack to gigabytes: it is read in a thread that
// can be terminated.

export interface PdfQuestion {
  readonly data: Uint8Array;
  readonly mostPages: number;
}

export interface TextItem {
  readonly str?: string | undefined;
  /** The last two values are x and y from the lower left, in points. */
  readonly transform?: readonly number[] | undefined;
  readonly height?: number | undefined;
}

export interface PdfPage {
  readonly view: readonly number[];
  readonly items: readonly TextItem[];
}

/** `problem` continues "The ". */
export type PdfAnswer = { readonly pages: readonly PdfPage[] } | { readonly problem: string };

serveThread({
  open: ({ pdfjs }: { readonly pdfjs: string }) => import(pdfjs) as Promise<typeof Pdfjs>,
  answer: async (pdfjs, { data, mostPages }: PdfQuestion): Promise<PdfAnswer> => {
    const quiet = { isEvalSupported: false, disableFontFace: true, useSystemFonts: false };
    const verbosity = pdfjs.VerbosityLevel.ERRORS;
    const loading = pdfjs.getDocument({ data, verbosity, ...quiet });
    try {
      const file = await loading.promise;
      if (file.numPages > mostPages) return { problem: 'pdf has too many pages' };
      const pages: PdfPage[] = [];
      for (let number = 1; number <= file.numPages; number += 1) {
        const page = await file.getPage(number);
        const { items } = await page.getTextContent();
        // Only the required properties, because they are copied to the main thread.
        const texts = (items as readonly TextItem[]).map(({ str, transform, height }) => ({
          str,
          transform,
          height,
        }));
        pages.push({ view: page.view, items: texts });
      }
      return { pages };
    } catch (error) {
      const isLocked = error instanceof Error && error.name === 'PasswordException';
      return {
        problem: isLocked ? 'pdf is protected by a password' : 'file is not a pdf, or is damaged',
      };
    } finally {
      await loading.destroy();
    }
  },
});

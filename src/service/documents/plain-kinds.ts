import type { PlainKind } from './kind.js';
import { srt, xliff } from './localization-files.js';
import { docx, pptx, xlsx } from './ooxml/office.js';
import { html, txt } from './text-files.js';

/** Kinds of documents that may have a great many texts, or a very long one. */
export const plainKinds = { docx, pptx, xlsx, srt, xliff, txt, html } satisfies Record<
  string,
  PlainKind
>;

export type PlainKindName = keyof typeof plainKinds;

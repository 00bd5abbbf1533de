import type { PlainKind } from './kind.js';
import { srt, xliff } from './localization-files.js';
import { docx, pptx, xlsx } from './ooxml/office.js';
import { txt } from './text-files.js';

/** Documents that may hold very many texts. */
export const plainKinds = { docx, pptx, xlsx, srt, xliff, txt } satisfies Record<string, PlainKind>;

export type PlainKindName = keyof typeof plainKinds;

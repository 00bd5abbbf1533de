import type { Document, ParseOptions } from '../../model/index.js';
import { detectNewline, hasBom } from '../shared/layout.js';
import { formatError, rejectUnusable } from '../shared/unusable.js';
import { compose, type Composed } from './compose.js';
import { remember, type Outline } from './outline.js';
import { referencesOf } from './references.js';
import { sameLocale } from './root.js';
import { walkDocuments } from './walk.js';

/** Characters that no YAML reader accepts in a file, escaped or not. */

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** @throws FormatError */
export function parseYaml(text: string, options: ParseOptions = {}): Document {
  const { file, locale } = options;
  rejectUnusable(text, file);
  rejectControls(text, file);
  // The parser knows no line ends but \n and \r\n; offsets stay as they are.
  const source = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
  const composed = compose(source, file);
  const documents = composed.filter(({ contents }) => hasContent(contents));
  if (documents.length > 1) rejectSeveralRoots(text, documents, options);
  const walked = walkDocuments({ text, source, documents, file, locale });
  const { units, problems, root, step } = walked;
  const { leaves, aliases, anchors, documents: tops } = walked;
  const emptyAt = contentOffset(source, composed);
  const outline: Outline = {
    ...{ source, documents: tops, root, locale, emptyAt, leaves, aliases, anchors },
  };
  const references = referencesOf(outline);
  const document: Document = {
    ...{ format: 'yaml', text, units, problems },
    ...{ newline: detectNewline(text), indent: ' '.repeat(step), bom: hasBom(text) },
    ...(root !== undefined && { targetLanguage: root.name }),
    ...(references !== undefined && { references }),
  };
  remember(document, outline);
  return document;
}

function rejectControls(text: string, file: string | undefined): void {
  const offset = text.search(CONTROL);
  if (offset === -1) return;
  const code = text.charCodeAt(offset).toString(16).padStart(4, '0').toUpperCase();
  throw formatError(
    'syntax',
    `the control character U+${code} may not stand in YAML; escape it in double quotes.`,
    {
      ...{ text, offset, file },
    },
  );
}

function hasContent(contents: Composed['contents']): boolean {
  if (contents === null) return false;
  return contents.range[0] < contents.range[1];
}

/** Readers of Rails catalogs take the first document and drop the others without a word. */
function rejectSeveralRoots(
  text: string,
  documents: readonly Composed[],
  { locale, file }: ParseOptions,
): void {
  if (locale === undefined) return;
  for (const { contents } of documents.slice(1)) {
    if (contents === null || !('items' in contents)) continue;
    const [first] = contents.items;
    const key = first !== undefined && 'key' in first ? first.key : null;
    if (key === null || !('value' in key) || !sameLocale(String(key.value), locale)) continue;
    throw formatError(
      'several-documents',
      `one document is expected, but "${locale}" starts a second one here; its texts would not be read.`,
      {
        ...{ text, offset: contents.range[0], file },
      },
    );
  }
}

/** Where the first content goes: before a document end marker, else at the end of the file. */
function contentOffset(source: string, composed: readonly Composed[]): number {
  if (composed.length === 0) return source.length;
  const marker = /^\.\.\.(?=\s|$)/m.exec(source);
  return marker?.index ?? source.length;
}

import { EditError, isSameKey } from '../../model/index.js';
import type { Codec, Document, Edit, ParseOptions, Range, Unit } from '../../model/index.js';
import { fileFacts } from '../kit/documents.js';
import { sortEdits } from '../kit/edits.js';
import { detectNewline, hasBom } from '../kit/layout.js';
import { applySplices } from '../kit/splices.js';
import { rejectUnusable } from '../kit/unusable.js';
import { about } from './about.js';

/** The most characters of a text, by the path of its file: App Store's, then Google Play's. */
const LIMITS: readonly (readonly [path: RegExp, most: number])[] = [
  [/(?:^|\/)(?:name|subtitle|title)\.txt$/, 30],
  [/(?:^|\/)keywords\.txt$/, 100],
  [/(?:^|\/)promotional_text\.txt$/, 170],
  [/(?:^|\/)short[_-]description\.txt$/, 80],
  [/(?:^|\/)(?:changelogs|release-notes\/[^/]+)\/[^/]+\.txt$/, 500],
  [/(?:^|\/)(?:(?:full[_-])?description|release_notes)\.txt$/, 4000],
];
/** What is no text for people. */
const NO_TEXT =
  /(?:_url|(?:^|\/)(?:video|copyright|\w+_category\w*|contact-\w+|default-language))\.txt$/;
const KEY = ['text'];

/** Texts of the stores for apps: a file is one text. White space around it is none of it. */
function parse(text: string, options: ParseOptions = {}): Document {
  rejectUnusable(text, options.file);
  const { file = '' } = options;
  const range = rangeOf(text);
  const most = LIMITS.find(([path]) => path.test(file))?.[1];
  const unit: Unit = {
    ...{ key: KEY, kind: 'text', range },
    text: text.slice(range.start, range.end).replace(/\r\n?/g, '\n'),
    ...(NO_TEXT.test(file) && { translate: false }),
    ...(most !== undefined && { maxLength: most }),
  };
  const units = range.start === range.end ? [] : [unit];
  return { ...fileFacts(about.name, text, options), units, problems: [], indent: '' };
}

function rangeOf(text: string): Range {
  const start = text.search(/[^\s\ufeff]/);
  if (start !== -1) return { start, end: text.trimEnd().length };
  const empty = hasBom(text) ? 1 : 0;
  return { start: empty, end: empty };
}

function edit({ text, units }: Document, edits: readonly Edit[]): string {
  const { sets, inserts } = sortEdits(edits, (key) => units.length > 0 && isSameKey(key, KEY));
  const [one] = [...sets, ...inserts.map((insert) => insert.edit)];
  const odd = edits.find(({ key }) => !isSameKey(key, KEY));
  if (odd !== undefined)
    throw new EditError('unknown-key', odd.key, 'The whole file is the text "text".');
  if (edits.length === 0) return text;
  const range = rangeOf(text);
  const other = one?.from?.document.text ?? '';
  // A file that was empty ends like its source.
  const end = range.end === text.length ? (/\s+$/.exec(other)?.[0] ?? '') : '';
  const words = (one?.text ?? '')
    .trim()
    .replaceAll('\n', detectNewline(/[\n\r]/.test(text) ? text : other));
  return applySplices(text, [{ ...range, text: words + (units.length === 0 ? end : '') }]);
}

export const fastlane: Codec = { ...about, parse, edit, derive: edit };

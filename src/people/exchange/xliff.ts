import type { Codec } from '../../model/index.js';
import { decodeEntities, escapeXml } from '../../text/index.js';
import { ID } from './texts.js';
import type { ExchangeFile, ExchangeText, ReturnedText } from './texts.js';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Characters that no XML can have. */
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;

/** Whether a text can be in an XML file at all. */
export function fitsXml({ source, target }: ExchangeText): boolean {
  return !NOT_XML.test(source + target);
}

/** The texts as XLIFF 1.2, a `<file>` for each target file. */
export function xliff12Text({ source, locale, texts }: ExchangeFile): string {
  const files = byFile(texts).map(([file, own]) => {
    const units = own.map(
      (text) => `      <trans-unit id="${text.id}"${maxWidth(text)} xml:space="preserve">
        <source>${escapeXml(text.source)}</source>${
          text.target === ''
            ? ''
            : `\n        <target state="${isDone(text) ? 'translated' : 'needs-review-translation'}">${escapeXml(text.target)}</target>`
        }
${notesOf(text)
  .map((note) => `        <note>${escapeXml(note)}</note>\n`)
  .join('')}      </trans-unit>\n`,
    );
    return `  <file original="${attribute(file)}" source-language="${tag(source)}" target-language="${tag(locale)}" datatype="plaintext">
    <body>\n${units.join('')}    </body>\n  </file>\n`;
  });
  return `${HEAD}<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">\n${files.join('')}</xliff>\n`;
}

/** The texts as XLIFF 2.1. */
export function xliff21Text({ source, locale, texts }: ExchangeFile): string {
  const files = byFile(texts).map(([file, own], at) => {
    const units = own.map((text) => {
      const notes = notesOf(text).map((note) => `<note>${escapeXml(note)}</note>`);
      const state = text.target === '' ? 'initial' : 'translated';
      const target =
        text.target === '' ? '' : `\n          <target>${escapeXml(text.target)}</target>`;
      return `      <unit id="${text.id}" xml:space="preserve">
        <notes>${notes.join('')}</notes>
        <segment state="${state}">
          <source>${escapeXml(text.source)}</source>${target}
        </segment>
      </unit>\n`;
    });
    return `  <file id="f${at + 1}" original="${attribute(file)}">\n${units.join('')}  </file>\n`;
  });
  return `${HEAD}<xliff version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="${tag(source)}" trgLang="${tag(locale)}">\n${files.join('')}</xliff>\n`;
}

function byFile(texts: readonly ExchangeText[]): readonly (readonly [string, ExchangeText[]])[] {
  const files = new Map<string, ExchangeText[]>();
  for (const text of texts) files.set(text.file, [...(files.get(text.file) ?? []), text]);
  return [...files];
}

function notesOf({ key, notes, limit, status }: ExchangeText): readonly string[] {
  return [
    ...[`Key: ${key}`, `State: ${status}`, ...notes],
    ...(limit === undefined ? [] : [`At most ${limit} characters.`]),
  ].map((note) => note.replaceAll(new RegExp(NOT_XML.source, 'g'), ' '));
}

export function isDone({ status }: ExchangeText): boolean {
  return status === 'current' || status === 'edited';
}

function maxWidth({ limit }: ExchangeText): string {
  return limit === undefined ? '' : ` maxwidth="${limit}" size-unit="char"`;
}

function attribute(text: string): string {
  return escapeXml(text.replaceAll(new RegExp(`[\\s]|${NOT_XML.source}`, 'g'), ' ')).replaceAll(
    '"',
    '&quot;',
  );
}

/** A language tag of BCP 47. */
function tag(locale: string): string {
  return locale.replaceAll('_', '-').replace(/@.*/, '');
}

/** The texts of an XLIFF file, of either version. @throws FormatError */
export function textsOfXliff(text: string, file: string, codec: Codec): readonly ReturnedText[] {
  const { units } = codec.parse(text, { role: 'target', file });
  const found = new Map<
    string,
    { sources: string[]; texts: string[]; approved: boolean; line: number }
  >();
  for (const unit of units) {
    // Tools that cut a text at its sentences make segments of it.
    const id = unit.key.find((part) => ID.test(part)) ?? unit.key.join('/');
    const line = text.slice(0, unit.range.start).split('\n').length;
    const known = found.get(id) ?? { sources: [], texts: [], approved: true, line };
    const plain = (content: string): string =>
      unit.inline === undefined ? content : decodeEntities(content.replaceAll(/<[^>]*>/g, ''));
    known.sources.push(plain(unit.source ?? ''));
    known.texts.push(plain(unit.text));
    known.approved &&= unit.state === 'reviewed' || unit.state === 'final';
    found.set(id, known);
  }
  return [...found].map(([id, { sources, texts, approved, line }]) => ({
    id,
    source: sources.join(''),
    text: texts.includes('') ? '' : texts.join(''),
    approved,
    place: `${file}, line ${line}`,
  }));
}

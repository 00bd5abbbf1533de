import type { Codec } from '../../model/index.js';
import { decodeEntities, escapeXml } from '../../text/index.js';
import { positions } from '../../formats/index.js';
import { groupBy } from '../report/amounts.js';
import { ID, isDone, notesOf } from './texts.js';
import type { ExchangeFile, ExchangeText, ReturnedText } from './texts.js';

/** Characters that no XML can have. */
const NOT_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const ALL_NOT_XML = new RegExp(NOT_XML, 'g');

/** Whether a text can be in an XML file at all. */
export function fitsXml({ source, target }: ExchangeText): boolean {
  return !NOT_XML.test(source + target);
}

/** The texts as XLIFF, a `<file>` for each target file. */
export function xliffText({ source, locale, texts }: ExchangeFile, version: XliffVersion): string {
  const { body, head } = VERSIONS[version](tag(source), tag(locale));
  const files = [...groupBy(texts, ({ file }) => file)].map(([file, own], at) =>
    body(attribute(file), own, at + 1),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<xliff ${head}>\n${files.join('')}</xliff>\n`;
}

export type XliffVersion = '1.2' | '2.1';

interface Version {
  /** The attributes of the root. */
  readonly head: string;
  readonly body: (file: string, texts: readonly ExchangeText[], at: number) => string;
}

const VERSIONS: Readonly<Record<XliffVersion, (source: string, target: string) => Version>> = {
  '1.2': (source, target) => ({
    head: 'version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"',
    body: (
      file,
      texts,
    ) => `  <file original="${file}" source-language="${source}" target-language="${target}" datatype="plaintext">
    <body>\n${texts
      .map(
        (text) => `      <trans-unit id="${text.id}"${maxWidth(text)} xml:space="preserve">
        <source>${escapeXml(text.source)}</source>${targetOf(text, `\n        <target state="${isDone(text) ? 'translated' : 'needs-review-translation'}"`)}
${notes(text)
  .map((note) => `        ${note}\n`)
  .join('')}      </trans-unit>\n`,
      )
      .join('')}    </body>\n  </file>\n`,
  }),
  '2.1': (source, target) => ({
    head: `version="2.1" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="${source}" trgLang="${target}"`,
    body: (file, texts, at) =>
      `  <file id="f${at}" original="${file}">\n${texts
        .map(
          (text) => `      <unit id="${text.id}" xml:space="preserve">
        <notes>${notes(text).join('')}</notes>
        <segment state="${text.target === '' ? 'initial' : 'translated'}">
          <source>${escapeXml(text.source)}</source>${targetOf(text, '\n          <target')}
        </segment>
      </unit>\n`,
        )
        .join('')}  </file>\n`,
  }),
};

function targetOf({ target }: ExchangeText, start: string): string {
  return target === '' ? '' : `${start}>${escapeXml(target)}</target>`;
}

function notes(text: ExchangeText): readonly string[] {
  return [`Key: ${text.key}`, ...notesOf(text)].map(
    (note) => `<note>${escapeXml(note.replaceAll(ALL_NOT_XML, ' '))}</note>`,
  );
}

function maxWidth({ limit }: ExchangeText): string {
  return limit === undefined ? '' : ` maxwidth="${limit}" size-unit="char"`;
}

function attribute(text: string): string {
  const shown = text.replaceAll(/\s/g, ' ').replaceAll(ALL_NOT_XML, ' ');
  return escapeXml(shown).replaceAll('"', '&quot;');
}

/** A language tag of BCP 47. */
function tag(locale: string): string {
  return locale.replaceAll('_', '-').replace(/@.*/, '');
}

/** The texts of an XLIFF file, of either version. @throws FormatError */
export function textsOfXliff(text: string, file: string, codec: Codec): readonly ReturnedText[] {
  const { units } = codec.parse(text, { role: 'target', file });
  const at = positions(text);
  const found = new Map<
    string,
    { sources: string[]; texts: string[]; approved: boolean; line: number }
  >();
  for (const unit of units) {
    // Tools that cut a text at its sentences make segments of it.
    const id = unit.key.find((part) => ID.test(part)) ?? unit.key.join('/');
    const { line } = at(unit.range.start);
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

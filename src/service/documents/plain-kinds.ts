import { decodeAs, decodeText, srt as srtCodec, xliff as xliffCodec } from '../../formats/index.js';
import type { Codec, Unit } from '../../model/index.js';
import { DocumentError, type PlainKind } from './kind.js';
import { docx, pptx, xlsx } from './ooxml/office.js';

const encoder = new TextEncoder();

/** Decodes a file as UTF-8, as UTF-16, or else as windows-1252, like browsers. */
const decode = (file: Uint8Array) =>
  decodeAs(file, { capabilities: { fallbackEncoding: 'windows-1252' } });

/** Plain text: every line is a text; blank lines and line endings stay. The result is UTF-8. */
const txt: PlainKind = {
  open: (file) => {
    const parts = decode(file).text.split(/(\ufeff|\r\n|[\n\r\f\u2028\u2029])/);
    const isText = (part: string, index: number) => index % 2 === 0 && part.trim() !== '';
    return {
      texts: parts.filter(isText).map((text) => ({ text })),
      write: (translations) => {
        let next = 0;
        const written = parts.map((part, index) =>
          isText(part, index) ? (translations[next++] ?? part) : part,
        );
        return encoder.encode(written.join(''));
      },
    };
  },
};

/** HTML: the text between tags, by block; scripts, styles and `translate="no"` are kept. */
const html: PlainKind = {
  open: (file) => {
    const { text, encoding } = decode(file);
    return {
      texts: [{ text, format: 'html' }],
      write: ([translation = '']) => {
        if (encoding === 'utf-8') return encoder.encode(translation);
        // In ASCII, a page that is not UTF-8 stays what it says it is.
        const plain = translation.replace(/^\ufeff/, '');
        return encoder.encode(
          plain.replace(/[^\x00-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`),
        );
      },
    };
  },
};

const isTranslated = ({ kind, text, translate }: Unit): boolean =>
  kind === 'text' && translate !== false && text.trim() !== '';

interface Shape {
  readonly codec: Codec;
  readonly markup?: 'xml';
  /** Checks the text before it is parsed. */
  readonly check?: (text: string) => void;
}

/** A document in one of this project's formats: only the translated values change. */
function localized({ codec, markup, check }: Shape): PlainKind {
  return {
    open: (file, { target }) => {
      const text = decodeText(file);
      check?.(text);
      const document = codec.parse(text);
      const units = document.units.filter(isTranslated);
      return {
        texts: units.map(({ text }) => ({ text, format: markup })),
        language: document.sourceLanguage,
        write: (translations) => {
          const edits = units.map((unit, index) => ({
            op: 'set' as const,
            key: unit.key,
            text: translations[index] ?? unit.text,
            from: { document, unit },
          }));
          const options = { locale: target, language: target };
          return encoder.encode(codec.derive(document, edits, options));
        },
      };
    },
  };
}

const version = /<(?:[\w.-]+:)?xliff\s[^<>]*?\bversion\s*=\s*["']([^"']*)["']/;

const srt = localized({ codec: srtCodec });

/** XLIFF 2.1 only (docs/interface.md 4.2). */
const xliff = localized({
  codec: xliffCodec,
  markup: 'xml',
  check: (text) => {
    const found = version.exec(text)?.[1];
    // Without a version it is not XLIFF, which the codec reports.
    if (found === undefined || found === '2.1') return;
    throw new DocumentError(`XLIFF version ${found} is not supported, only 2.1 is`);
  },
});

/** Kinds of documents that may have a great many texts, or a very long one. */
export const plainKinds = { docx, pptx, xlsx, srt, xliff, txt, html } satisfies Record<
  string,
  PlainKind
>;

export type PlainKindName = keyof typeof plainKinds;

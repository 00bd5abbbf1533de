import { decodeText } from '../../formats/kit/encoding.js';
import { srt as srtCodec } from '../../formats/srt/index.js';
import { xliff as xliffCodec } from '../../formats/xliff/index.js';
import type { Codec, Unit } from '../../model/index.js';
import { DocumentError, type PlainKind } from './kind.js';

const encoder = new TextEncoder();

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

export const srt = localized({ codec: srtCodec });

/** XLIFF 2.1 only (docs/interface.md 4.2). */
export const xliff = localized({
  codec: xliffCodec,
  markup: 'xml',
  check: (text) => {
    const found = version.exec(text)?.[1];
    // Without a version it is not XLIFF, which the codec reports.
    if (found === undefined || found === '2.1') return;
    throw new DocumentError(`XLIFF version ${found} is not supported, only 2.1 is`);
  },
});

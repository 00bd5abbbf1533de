import type { PlainKind } from './kind.js';

interface Decoded {
  readonly text: string;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
}

/**
 * Decodes a file as UTF-8, as UTF-16 with a byte order mark, or else as windows-1252, like
 * browsers.
 */
function decode(file: Uint8Array): Decoded {
  const mark = (file[0] ?? 0) * 256 + (file[1] ?? 0);
  const wide = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : undefined;
  if (wide !== undefined) return { text: new TextDecoder(wide).decode(file), encoding: wide };
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(file), encoding: 'utf-8' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(file), encoding: 'windows-1252' };
  }
}

const encoder = new TextEncoder();

/** Plain text: every line is a text; blank lines and line endings stay. The result is UTF-8. */
export const txt: PlainKind = {
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

/** Pages that were not UTF-8 keep their encoding: characters outside it become references. */
function encodeHtml(text: string, { encoding }: Decoded): Uint8Array {
  if (encoding === 'utf-8') return encoder.encode(text);
  const references = text.replace(
    /[^\x00-\x7f]/gu,
    (character) => `&#${character.codePointAt(0)};`,
  );
  return encoder.encode(references);
}

/** HTML: the text between tags, by block; scripts, styles and `translate="no"` are kept. */
export const html: PlainKind = {
  open: (file) => {
    const decoded = decode(file);
    return {
      texts: [{ text: decoded.text, format: 'html' }],
      write: ([translation = '']) => encodeHtml(translation, decoded),
    };
  },
};

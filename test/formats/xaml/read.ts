import { DOMParser } from '@xmldom/xmldom';
import type { Codec } from '../../../src/model/index.js';
import { describeLaws, hostileTexts } from '../support/laws.js';

/** Texts of elements `String` by key as xmldom reads them; white space as XAML has it. */
export function readKeyed(text: string): ReadonlyMap<string, string> {
  const onError = (level: string, message: string): void => {
    if (level !== 'warning') throw new Error(message);
  };
  const document = new DOMParser({ onError }).parseFromString(
    text.replace(/^\ufeff/, ''),
    'text/xml',
  );
  const found = Array.from(document.getElementsByTagName('*')).filter(({ tagName }) =>
    /^(?:\w+:)?String$/.test(tagName),
  );
  return new Map(
    found.map((one) => {
      const words = one.getAttribute('Value') ?? one.textContent ?? '';
      const isFolded = one.tagName.includes(':') && one.getAttribute('xml:space') !== 'preserve';
      const key = one.getAttribute('x:Key') ?? one.getAttribute('Id') ?? '';
      return [key, isFolded ? words.replace(/[ \t\r\n]+/g, ' ').trim() : words];
    }),
  );
}

/** The laws of texts by key whose white space may be one blank. */
export function describeKeyedLaws(codec: Codec, seeds: readonly string[]): void {
  const all = seeds.flatMap((text) => [text, `\ufeff${text.replaceAll('\n', '\r\n')}`]);
  describeLaws({
    codec,
    files: all.map((text, at) => ({ name: String(at), text })),
    read: readKeyed,
    texts: hostileTexts.filter((text) => !/[\n\r\t\u2028]/.test(text)),
    runs: 0,
    derive: false,
  });
}

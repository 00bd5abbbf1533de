import { DOMParser } from '@xmldom/xmldom';

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

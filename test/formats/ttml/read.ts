import { DOMParser } from '@xmldom/xmldom';
import { collect, timeOf } from '../sbv/read.js';

/** Paragraphs as xmldom reads them. */
export function readTtml(text: string): Map<string, string> {
  const onError = (level: string, message: string): void => {
    if (level !== 'warning') throw new Error(message);
  };
  const document = new DOMParser({ onError }).parseFromString(
    text.replace(/^\ufeff/, ''),
    'text/xml',
  );
  const all = Array.from(document.getElementsByTagName('p'));
  return collect(
    all.map((p) => {
      const begin = p.getAttribute('begin') ?? '';
      const time = /^\d+s$/.test(begin) ? `0:0:${begin.slice(0, -1)}` : begin;
      return [timeOf(time), p.textContent ?? ''] as const;
    }),
  );
}

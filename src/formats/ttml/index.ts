import { characterReference } from '../kit/character-escapes.js';
import { subtitleCodec } from '../kit/subtitles/codec.js';
import { type FormCue, millisecondsOf } from '../kit/subtitles/other-forms.js';
import { formatTime } from '../kit/subtitles/cues.js';
import { attributeOf, elementsIn, quotedRange, readXml } from '../kit/xml/elements.js';
import type { XmlElement } from '../kit/xml/elements.js';
import { decodeText, notInXml } from '../kit/xml/escape.js';
import { localName } from '../kit/xml/scope.js';
import { about } from './about.js';

const TAG = /<(\/?)((?:[\w.-]+:)?span)\b[^<>]*?(\/?)>/g;
const BREAK = /\s*<(?:[\w.-]+:)?br\b[^<>]*>(?:<\/(?:[\w.-]+:)?br>)?\s*/g;

function rootOf(text: string, file: string | undefined): XmlElement {
  return readXml(text, { root: 'tt', what: 'a TTML file', hasEntities: false, file }).root;
}

/** Paragraphs with times, at any depth. */
function read(text: string, file: string | undefined): FormCue[] {
  const root = rootOf(text, file);
  const rate = Number(attributeOf(root, 'ttp:frameRate') ?? 30);
  const ticks = Number(attributeOf(root, 'ttp:tickRate') ?? 1);
  const cues: FormCue[] = [];
  const visit = (element: XmlElement): void => {
    if (localName(element.name) !== 'p') {
      elementsIn(element).forEach(visit);
      return;
    }
    const [begin, until, lasts] = ['begin', 'end', 'dur'].map((name) =>
      millisecondsOf(attributeOf(element, name) ?? '', { rate, ticks }),
    );
    const beginAt = quotedRange(text, element, 'begin');
    if (begin === undefined || beginAt === undefined || Number.isNaN(begin)) return;
    const { start, open, close, end } = element;
    if (open === end || !isPlain(element)) return;
    const untilAt = quotedRange(text, element, 'end');
    const inside = (at: { start: number; end: number }) => ({
      start: at.start + 1,
      end: at.end - 1,
    });
    cues.push({
      ...{ start, end, begin, until: until || begin + (lasts || 0) || begin },
      ...{ beginAt: inside(beginAt), untilAt: untilAt && inside(untilAt) },
      wordsAt: { start: open, end: close },
      words: wordsIn(text.slice(open, close)),
    });
  };
  visit(root);
  return cues;
}

/** Whether no element would be lost in a text: animations and metadata would. */
function isPlain(element: XmlElement): boolean {
  return elementsIn(element).every(
    (one) => /^(?:span|br)$/.test(localName(one.name)) && isPlain(one),
  );
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function wordsIn(raw: string): string {
  const plain = raw
    .replace(/<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>/g, (_, data: string = '') => escaped(data))
    .replace(/[ \t\r\n]+/g, ' ')
    .trim();
  return plain
    .replace(BREAK, '\n')
    .split(/(<[^<>]*>)/)
    .map((part, i) => (i % 2 === 1 ? part : decodeText(part)))
    .join('');
}

/** Line breaks are elements; tags that are not closed in the order of their start are left out. */
function spell(words: string): string {
  const open: string[] = [];
  const isWhole = [...words.matchAll(TAG)].every(([, end, name = '', empty]) => {
    if (empty === '/') return true;
    if (end === '/') return open.pop() === name;
    return open.push(name) > 0;
  });
  const bare = isWhole && open.length === 0 ? words : words.replace(TAG, '');
  return bare
    .split(/(<\/?(?:[\w.-]+:)?span\b[^<>]*>)/)
    .map((part, i) => (i % 2 === 1 ? part : escaped(part)))
    .join('')
    .replaceAll('\n', '<br/>');
}

/** Timed Text Markup Language, and DFXP. Styles, regions and metadata stay. */
export const ttml = subtitleCodec({
  ...about,
  form: {
    ...{ read, spell, gap: 1, refuse: notInXml },
    time: (time) => formatTime(time, '.'),
    inside: (text) => Math.max(text.lastIndexOf('</div>'), text.lastIndexOf('</tt:div>')),
  },
  escape: characterReference,
  derived: (text, locale) => {
    const root = rootOf(text, undefined);
    const own = attributeOf(root, 'xml:lang');
    const named = (element: XmlElement): XmlElement[] => [
      element,
      ...elementsIn(element).flatMap(named),
    ];
    return named(root).flatMap((element) => {
      const at =
        attributeOf(element, 'xml:lang') === own
          ? quotedRange(text, element, 'xml:lang')
          : undefined;
      return at && own ? [{ start: at.start + 1, end: at.end - 1, text: locale }] : [];
    });
  },
});

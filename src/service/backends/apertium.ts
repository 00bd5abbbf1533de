import { execFile } from 'node:child_process';
import { ApertiumLane, textsPerProcess } from './apertium-lane.js';
import { baseOf, type Backend, type Segment } from './backend.js';
import { readable } from './entities.js';
import { markCodes, restoreCodes, type Marks } from './text-engine.js';

/** Service languages by the language names in the engine's pairs. */
const languages: Readonly<Record<string, string>> = {
  afr: 'af', ara: 'ar', arg: 'an', bel: 'be', bre: 'br', bul: 'bg', cat: 'ca', ces: 'cs', cym: 'cy',
  dan: 'da', deu: 'de', eng: 'en', epo: 'eo', eus: 'eu', fra: 'fr', gle: 'ga', glg: 'gl', hin: 'hi',
  hrv: 'hr', ind: 'id', isl: 'is', ita: 'it', kaz: 'kk', mkd: 'mk', mlt: 'mt', msa: 'ms', nld: 'nl',
  nob: 'nb', nor: 'nb', oci: 'oc', pol: 'pl', por: 'pt', ron: 'ro', rus: 'ru', slv: 'sl', spa: 'es',
  sqi: 'sq', swe: 'sv', tat: 'tt', tur: 'tr', ukr: 'uk', urd: 'ur',
}; // prettier-ignore

/**
 * The engine's stream format: `[…]` contains what is not text, including white space other than
 * single spaces.
 */
const marks: Marks = {
  mark: (index) => `[:${index}:]`,
  pattern: /\[:(\d+):\]/g,
  escape,
};

function escape(text: string): string {
  return text.replace(/\0/g, '').replace(/[[\]{}^$/\\@<>]/g, '\\$&');
}

/** Documents run at low priority, so that requests come first. */
const documentNiceness = 10;

/** The most pieces of text and code per text; longer texts are translated in portions. */
const mostPieces = 400;
/** About a paragraph, so that other texts never wait longer than that. */
const piecesPerPortion = 32;

function listDirections(): Promise<readonly string[]> {
  return new Promise((resolve) => {
    execFile('apertium', ['-l'], { timeout: 10_000 }, (error, stdout) =>
      resolve(error === null ? stdout.split('\n').map((line) => line.trim()) : []),
    );
  });
}

function languageOf(name: string): string {
  const [base = '', region] = name.split('_', 2);
  const language = languages[base] ?? base;
  return region === undefined ? language : `${language}-${region}`;
}

/** `en>es` → `eng-spa` for every installed pair. */
async function readPairs(): Promise<ReadonlyMap<string, string>> {
  const pairs = new Map<string, string>();
  for (const direction of await listDirections()) {
    const [source, target, ...rest] = direction.split('-');
    if (source === undefined || target === undefined || rest.length > 0) continue;
    pairs.set(`${languageOf(source)}>${languageOf(target)}`, direction);
  }
  return pairs;
}

function trimmed(segment: Segment): { start: string; middle: Segment; end: string } {
  const middle = [...segment];
  let start = '';
  let end = '';
  while (middle[0]?.kind === 'text') {
    const { value } = middle[0];
    const text = value.trimStart();
    start += value.slice(0, value.length - text.length);
    if (text !== '') {
      middle[0] = { kind: 'text', value: text };
      break;
    }
    middle.shift();
  }
  for (let last = middle.at(-1); last?.kind === 'text'; last = middle.at(-1)) {
    const text = last.value.trimEnd();
    end = last.value.slice(text.length) + end;
    middle.pop();
    if (text !== '') {
      middle.push({ kind: 'text', value: text });
      break;
    }
  }
  return { start, middle, end };
}

/** Turns lines, tabs and multiple spaces into codes, so that they are restored exactly. */
function withBlanks(segment: Segment): Segment {
  return segment.flatMap((piece) =>
    piece.kind === 'code'
      ? [piece]
      : piece.value
          .split(/((?:(?! )\s|\s(?=\s)|(?<=\s)\s)+)/)
          .filter((part) => part !== '')
          .map((value) => ({
            kind: value.trim() === '' && value !== ' ' ? 'code' : 'text',
            value,
          })),
  );
}

/** Text for one call of the engine. */
interface Portion {
  readonly source: Segment;
  /** Index of its segment, and its index among that segment's portions. */
  readonly segment: number;
  readonly place: number;
  /** Whether the segment has several portions. */
  readonly isPart: boolean;
}

/**
 * Splits huge segments: no real sentence has hundreds of codes, and all other texts would wait for
 * it.
 */
function portionsOf(source: Segment, segment: number): readonly Portion[] {
  if (source.length <= mostPieces) return [{ source, segment, place: 0, isPart: false }];
  const count = Math.ceil(source.length / piecesPerPortion);
  return Array.from({ length: count }, (_, place) => {
    const from = place * piecesPerPortion;
    return { source: source.slice(from, from + piecesPerPortion), segment, place, isPart: true };
  });
}

/**
 * Whether the codes are in order: tags in other portions may belong to them, so they must not move.
 */
function isInOrder(answer: string): boolean {
  const found = [...answer.matchAll(marks.pattern)].map(([, index]) => Number(index));
  return found.every((index, place) => index === place);
}

const leadingMarks = /^(?:\[:\d+:\]\s*)+/;

/**
 * The engine treats the text after a code as the start of a sentence. If the source has a
 * lower-case letter there, the answer gets one too.
 */
function keepSmallLetter(source: string, answer: string): string {
  const start = leadingMarks.exec(source)?.[0].length ?? 0;
  const at = leadingMarks.exec(answer)?.[0].length ?? 0;
  if (start === 0 || at === 0 || !/^\p{Ll}/u.test(source.slice(start))) return answer;
  // An abbreviation stays as it is.
  if (!/^\p{Lu}(?!\p{Lu})/u.test(answer.slice(at))) return answer;
  return answer.slice(0, at) + answer.charAt(at).toLowerCase() + answer.slice(at + 1);
}

/**
 * Debian's rule-based machine translation: real translations without a network, for installed
 * pairs.
 */
export function createApertium(): Backend {
  const lanes = new Map<string, ApertiumLane>();
  let pairs: Promise<ReadonlyMap<string, string>> | undefined;

  async function directionOf(source: string, target: string): Promise<string | undefined> {
    pairs ??= readPairs();
    const known = await pairs;
    return known.get(`${source}>${target}`) ?? known.get(`${source}>${baseOf(target)}`);
  }

  function laneFor(direction: string, isDocument: boolean): ApertiumLane {
    const name = `${direction} ${isDocument ? 'documents' : 'requests'}`;
    const lane = lanes.get(name) ?? new ApertiumLane(direction, isDocument ? documentNiceness : 0);
    lanes.set(name, lane);
    return lane;
  }

  async function translatePortion(
    lane: ApertiumLane,
    { source, isPart }: Portion,
    markup: boolean,
  ): Promise<string> {
    const { segment, write } = readable(source, markup);
    const unescaped = (text: string): string => write(text.replace(/\\(.)/gs, '$1'));
    const { start, middle, end } = trimmed(segment);
    const blanked = withBlanks(middle);
    if (!blanked.some(({ kind, value }) => kind === 'text' && value.trim() !== '')) {
      return source.map(({ value }) => value).join('');
    }
    const { text, codes } = markCodes(blanked, marks);
    const answer = keepSmallLetter(text, await lane.translate(text));
    const restored =
      isPart && !isInOrder(answer)
        ? undefined
        : restoreCodes(answer, codes, { marks, write: unescaped });
    if (restored !== undefined) return start + restored + end;
    // Words have moved across codes; translated without their neighbours, they cannot.
    const translatePiece = async (piece: Segment[number]): Promise<string> => {
      if (piece.kind === 'code' || piece.value.trim() === '') return piece.value;
      const alone = trimmed([piece]);
      const answer = await lane.translate(escape(piece.value.trim()));
      return alone.start + unescaped(answer) + alone.end;
    };
    const parts: string[] = [];
    // A few at a time: other texts wait for whatever a process has been given.
    for (let at = 0; at < blanked.length; at += textsPerProcess) {
      const few = blanked.slice(at, at + textsPerProcess);
      parts.push(...(await Promise.all(few.map(translatePiece))));
    }
    return start + parts.join('') + end;
  }

  return {
    name: 'apertium',
    supports: async (source, target) => (await directionOf(source, target)) !== undefined,
    translate: async (segments, { source, target, caller, markup = false, isDocument = false }) => {
      const direction = await directionOf(source, target);
      if (direction === undefined) return segments.map((s) => s.map(({ value }) => value).join(''));
      const answers = segments.map((): string[] => []);
      const portions = segments.flatMap((segment, index) => portionsOf(segment, index));
      const lane = laneFor(direction, isDocument);
      const translateOne = async (at: number) => {
        const portion = portions[at];
        if (portion === undefined) return;
        const answer = await translatePortion(lane, portion, markup);
        (answers[portion.segment] ??= [])[portion.place] = answer;
      };
      await lane.queue.run(portions.length, translateOne, caller?.signal);
      return answers.map((parts) => parts.join(''));
    },
    close: () => {
      for (const lane of lanes.values()) lane.close();
      lanes.clear();
      return Promise.resolve();
    },
  };
}

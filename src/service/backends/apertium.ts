import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { baseLanguage } from '../../facts/index.js';
import { type Backend, type Segment, BackendError } from './backend.js';
import { FairQueue } from './fair-queue.js';
import { throughTexts, type Marks } from './text-engine.js';
import { killGroup } from '../tools/tool.js';

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
  escape: (text) => text.replace(/\0/g, '').replace(/[[\]{}^$/\\@<>]/g, '\\$&'),
  unescape: (text) => text.replace(/\\(.)/gs, '$1'),
};

/** Documents run at low priority, so that requests come first. */
const documentNiceness = 10;

/** The most pieces of text and code per text; longer texts are translated in portions. */
const mostPieces = 400;
/** About a paragraph, so that other texts never wait longer than that. */
const piecesPerPortion = 32;

function languageOf(name: string): string {
  const [base = '', region] = name.split('_', 2);
  const language = languages[base] ?? base;
  return region === undefined ? language : `${language}-${region}`;
}

/** `en>es` → `eng-spa` for every installed pair; none without the command. */
async function readPairs(): Promise<ReadonlyMap<string, string>> {
  const pairs = new Map<string, string>();
  const listed = await promisify(execFile)('apertium', ['-l'], { timeout: 10_000 }).catch(
    () => undefined,
  );
  for (const line of listed?.stdout.split('\n') ?? []) {
    const direction = line.trim();
    const [source, target, ...rest] = direction.split('-');
    if (source === undefined || target === undefined || rest.length > 0) continue;
    pairs.set(`${languageOf(source)}>${languageOf(target)}`, direction);
  }
  return pairs;
}

/**
 * Turns lines, tabs and multiple spaces into codes, so that they are restored exactly. Those around
 * the segment never reach the engine.
 */
function withBlanks(segment: Segment): Segment {
  return segment.flatMap((piece, at) => {
    if (piece.kind === 'code') return [piece];
    const parts = piece.value
      .split(/((?:(?! )\s|\s(?=\s)|(?<=\s)\s)+)/)
      .filter((part) => part !== '');
    return parts.map((value, index) => {
      const isFirst = at === 0 && index === 0;
      const isLast = at === segment.length - 1 && index === parts.length - 1;
      const isBlank = value.trim() === '' && value !== ' ' && !isFirst && !isLast;
      return { kind: isBlank ? ('code' as const) : ('text' as const), value };
    });
  });
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

// The full stop, which is removed from the answer, ends the sentence for the tagger.
const sentenceEnd = '.[]';
const mostProcesses = 2;
/** Few, so that nobody waits long; enough to keep all stages of a process busy. */
const textsPerProcess = 16;

/** The processes of one direction, shared by all documents or by all requests. */
interface Lane {
  readonly queue: FairQueue;
  processes: readonly ApertiumProcess[];
}

/**
 * Debian's rule-based machine translation: real translations without a network, for installed
 * pairs.
 */
export function createApertium(): Backend {
  const lanes = new Map<string, Lane>();
  let pairs: Promise<ReadonlyMap<string, string>> | undefined;

  async function directionOf(source: string, target: string): Promise<string | undefined> {
    pairs ??= readPairs();
    const known = await pairs;
    return known.get(`${source}>${target}`) ?? known.get(`${source}>${baseLanguage(target)}`);
  }

  const engine = throughTexts({
    name: 'apertium',
    title: 'Apertium',
    marks,
    prepare: withBlanks,
    supports: async (source, target) => (await directionOf(source, target)) !== undefined,
    ask: async (texts, { source, target, caller, isDocument = false }) => {
      const direction = await directionOf(source, target);
      if (direction === undefined) return texts;
      const name = `${direction} ${isDocument ? 'documents' : 'requests'}`;
      const lane: Lane = lanes.get(name) ?? {
        queue: new FairQueue(mostProcesses * textsPerProcess),
        processes: [],
      };
      lanes.set(name, lane);

      /** The least busy process, or a new one if all are busy. */
      const freeProcess = (): ApertiumProcess => {
        const processes = lane.processes.filter(({ alive }) => alive);
        const free = processes.toSorted((a, b) => a.load - b.load)[0];
        const isEnough = free?.load === 0 || processes.length >= mostProcesses;
        if (free !== undefined && isEnough) return free;
        const started = new ApertiumProcess(direction, isDocument ? documentNiceness : 0);
        lane.processes = [...processes, started];
        return started;
      };

      const answers: string[] = [];
      const translateOne = async (at: number) => {
        const text = texts[at] ?? '';
        const answer = await freeProcess().translate(text + sentenceEnd);
        const whole = answer.endsWith(sentenceEnd) ? answer.slice(0, -sentenceEnd.length) : answer;
        // Words that the target drops leave their spaces behind; the source's multiple spaces are
        // codes.
        answers[at] = keepSmallLetter(text, whole.replace(/ {2,}/g, ' ').trim());
      };
      await lane.queue.run(texts.length, translateOne, caller?.signal);
      return answers;
    },
    close: () => {
      for (const one of [...lanes.values()].flatMap(({ processes }) => processes)) one.close();
      lanes.clear();
    },
  });

  return {
    ...engine,
    translate: async (segments, request) => {
      // No real sentence has hundreds of codes, and all other texts would wait for it.
      const portions = segments.map((segment) => {
        if (segment.length <= mostPieces) return [segment];
        const count = Math.ceil(segment.length / piecesPerPortion);
        return Array.from({ length: count }, (_, place) =>
          segment.slice(place * piecesPerPortion, (place + 1) * piecesPerPortion),
        );
      });
      const answers = await engine.translate(portions.flat(), request);
      let next = 0;
      return portions.map(({ length }) => answers.slice(next, (next += length)).join(''));
    },
  };
}

/** A text sent to a process. */
interface Sent {
  /** Precedes the text and its answer, so that answers cannot be mixed up. */
  readonly tag: string;
  /** Undefined for the empty texts that only flush answers: nobody waits for theirs. */
  readonly asker?: {
    readonly resolve: (answer: string) => void;
    readonly reject: (error: Error) => void;
  };
}

const idleMilliseconds = 60_000;
const answerMilliseconds = 60_000;
const pumpMilliseconds = 2;
const slowestPump = 50;

/**
 * One running pipeline of a direction, in null-flush mode: texts and answers end with NUL. Texts
 * are answered in order, so many can be in progress.
 */
class ApertiumProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: Sent[] = [];
  #chunks: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pump: NodeJS.Timeout | undefined;
  #count = 0;
  #failed: BackendError | undefined;

  /**
   * @param direction as listed by `apertium -l`, such as `eng-spa`
   * @param niceness scheduling priority of the process, from 0 (normal) to 19 (lowest)
   */
  constructor(direction: string, niceness: number) {
    // The command reopens its standard input by path, which needs a pipe; Node gives child
    // processes sockets.
    const command = 'cat | exec nice -n "$1" apertium -u -z -f none "$0"';
    this.#child = spawn('sh', ['-c', command, direction, String(niceness)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    this.#child.stdout.setEncoding('utf8');
    this.#child.stdout.on('data', (chunk: string) => this.#receive(chunk));
    this.#child.stdin.on('error', (error) => this.#fail('stopped reading', error));
    this.#child.on('error', (error) => this.#fail('could not be started', error));
    this.#child.on('exit', () => this.#fail('ended'));
    this.#child.unref();
    this.#rest();
  }

  get load(): number {
    return this.#waiting.filter(({ asker }) => asker !== undefined).length;
  }

  get alive(): boolean {
    return this.#failed === undefined;
  }

  /** @param text in the engine's stream format, without NUL */
  translate(text: string): Promise<string> {
    if (this.#failed !== undefined) return Promise.reject(this.#failed);
    return new Promise((resolve, reject) => {
      this.#send(text, { resolve, reject });
      this.#watch();
      if (this.#pump === undefined) this.#keepMoving(pumpMilliseconds);
    });
  }

  close(): void {
    this.#fail('was closed');
  }

  #send(text: string, asker?: Sent['asker']): void {
    this.#count += 1;
    const tag = `[=${this.#count}=]`;
    this.#waiting.push(asker === undefined ? { tag } : { tag, asker });
    this.#child.stdin.write(`${tag}${text}\0`);
  }

  /**
   * Some stages pass on an answer only when more input arrives, so empty texts are sent until all
   * answers have arrived.
   */
  #keepMoving(delay: number): void {
    this.#pump = setTimeout(() => {
      this.#pump = undefined;
      if (this.#failed !== undefined || this.load === 0) return;
      this.#send('');
      this.#keepMoving(Math.min(slowestPump, delay * 1.2));
    }, delay);
  }

  #receive(chunk: string): void {
    const parts = chunk.split('\0');
    for (const [index, part] of parts.entries()) {
      this.#chunks.push(part);
      if (index === parts.length - 1) break;
      this.#settle(this.#chunks.join(''));
      this.#chunks = [];
    }
    if (this.load === 0) this.#rest();
    else this.#watch();
  }

  #settle(answer: string): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    if (answer.startsWith(next.tag)) {
      next.asker?.resolve(answer.slice(next.tag.length));
    } else {
      this.#waiting.unshift(next);
      this.#fail('answered out of order');
    }
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail('did not answer in time'), answerMilliseconds);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(), idleMilliseconds).unref();
  }

  #fail(how: string, cause?: Error): void {
    if (this.#failed !== undefined) return;
    clearTimeout(this.#timer);
    clearTimeout(this.#pump);
    this.#failed = new BackendError(`apertium ${how}`, { cause });
    for (const { asker } of this.#waiting.splice(0)) asker?.reject(this.#failed);
    killGroup(this.#child);
  }
}

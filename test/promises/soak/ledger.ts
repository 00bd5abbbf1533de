import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../lives/random.js';

/** What a machine answers: told from what people write, and from what it answered it with. */
export function machineText(language: string, text: string): string {
  return `[${language}] ${text}`;
}

/** One text that some runner asked for. */
export interface Entry {
  /** Text, languages and options. */
  readonly asked: string;
  readonly characters: number;
  state: 'open' | 'answered' | 'failed';
  /** When the answer had left (performance.now()). */
  at: number;
}

export type Weather = 'fine' | 'stormy';

const STORMS = [
  'busy',
  'down',
  'reset',
  'cut',
  'html',
  'few',
  'none',
  'broken',
  'slow',
  'mangled',
] as const;

/**
 * A translation service of few lines that shares no code with the tool. It writes down who asked
 * for what, and whether the answer went out whole; every runner has a key of its own.
 */
export class Ledger {
  weather: Weather = 'fine';
  requests = 0;
  readonly #random: Random;
  readonly #entries = new Map<string, Entry[]>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });

  constructor(random: Random) {
    this.#random = random;
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** What a runner asked for since it last forgot. */
  of(key: string): readonly Entry[] {
    return this.#entries.get(key) ?? [];
  }

  forget(key: string): void {
    this.#entries.delete(key);
  }

  /** Answers that left at or after an instant may not have been read by a runner killed then. */
  doubt(key: string, since: number): void {
    for (const entry of this.of(key)) if (entry.at >= since) entry.state = 'failed';
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.requests += 1;
    const { text, ...options } = JSON.parse(Buffer.concat(chunks).toString()) as {
      readonly text: readonly string[];
      readonly target_lang: string;
    };
    if (text.length > 50) throw new Error('too many texts');
    const key = request.headers.authorization?.split(' ').at(-1) ?? '';
    const entries = text.map((one): Entry => {
      const asked = JSON.stringify([one, options]);
      return { asked, characters: Array.from(one).length, state: 'open', at: Infinity };
    });
    this.#entries.set(key, [...this.of(key), ...entries]);
    const settle = (state: Entry['state']): void => {
      for (const entry of entries) {
        entry.state = state;
        entry.at = performance.now();
      }
    };
    const translations = text.map((one) => ({
      detected_source_language: 'EN',
      text: machineText(options.target_lang.toLowerCase(), one),
    }));
    const billed = entries.reduce((sum, { characters }) => sum + characters, 0);
    const body = JSON.stringify({ translations, billed_characters: billed });
    const storm =
      this.weather === 'stormy' && this.#random.chance(0.5) ? this.#random.of(STORMS) : undefined;
    if (storm === undefined || storm === 'slow') {
      if (storm === 'slow') await sleep(150);
      response.on('finish', () => settle('answered'));
      response.on('close', () => {
        if (!response.writableFinished) settle('failed');
      });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      return;
    }
    settle('failed');
    rage(storm, { response, body, translations });
  }
}

interface Answer {
  readonly response: ServerResponse;
  readonly body: string;
  readonly translations: readonly { readonly text: string }[];
}

/** Everything that services and what is before them have been seen to answer. */
function rage(storm: (typeof STORMS)[number], { response, body, translations }: Answer): void {
  const json = (value: unknown): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };
  switch (storm) {
    case 'busy':
      response.writeHead(429, { 'retry-after': '0' }).end('{"message":"Too many requests"}');
      return;
    case 'down':
      response.writeHead(503).end();
      return;
    case 'reset':
      response.destroy();
      return;
    case 'cut':
      response.writeHead(200, { 'content-length': body.length + 100 });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
      return;
    case 'few':
      json({ translations: translations.slice(1) });
      return;
    case 'none':
      json({ translations: translations.map(() => ({ text: '' })) });
      return;
    case 'broken':
      response.writeHead(200).end(body.slice(0, body.length / 2));
      return;
    default:
      json({
        translations: translations.map(({ text }) => ({ text: text.replace(/<[^>]*>|[{}]/g, '') })),
      });
  }
}

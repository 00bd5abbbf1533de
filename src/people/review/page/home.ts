import { rowAt } from '../../../model/index.js';
import type {
  ReviewCheck,
  ReviewEdit,
  ReviewOutcome,
  ReviewScreen,
  ReviewRow,
} from '../../../model/index.js';
import { checkOffline, refusalOfText } from '../../../engine/review/check.js';
import type { LiveEvent, Shown, Start } from '../delta.js';
import { rowFinder } from './row.js';

/** A picture of the app with the address of its image. */
export interface Picture extends ReviewScreen {
  readonly image: string;
}

export interface Applied {
  readonly outcomes: readonly ReviewOutcome[];
  /** By edit: the `targetHash` of its text. Absent if nobody else can change it. */
  readonly hashes?: readonly string[];
  /** The name of the step, for `undo`; absent if all edits were refused. */
  readonly step?: string;
}

/** Where the page runs: on a server that writes files, or as a separate file. */
export interface Home {
  readonly kind: 'server' | 'file';
  shown(): Promise<Shown>;
  /** Pictures of the app that show texts. A file has none. */
  screens?(): Promise<readonly Picture[]>;
  /** Findings for a text that is being typed; undefined: its unit is gone. */
  check(edit: ReviewEdit): Promise<ReviewCheck | undefined>;
  /** @throws Error that says what to do next */
  apply(edits: readonly ReviewEdit[]): Promise<Applied>;
  /**
   * Undoes one step of this page, never of another. Returns why it could not, if so.
   * @param step the name returned by `apply`
   */
  undo(step: string): Promise<string | undefined>;
  listen(listener: (event: LiveEvent) => void): void;
}

export function openHome(start: Start): Home {
  return start.home === 'server' ? new ServerHome(start) : new FileHome(start);
}

class ServerHome implements Home {
  readonly kind = 'server';
  readonly #base: string;
  readonly #token: string;

  constructor({ base = '', token = '' }: Start) {
    this.#base = base;
    this.#token = token;
  }

  async shown(): Promise<Shown> {
    return (await this.#ask('/data.json')) as Shown;
  }

  async screens(): Promise<readonly Picture[]> {
    const found = (await this.#ask('/screens.json')) as readonly ReviewScreen[];
    const image = `${this.#base}/screen.png?token=${this.#token}&name=`;
    return found.map((one) => ({ ...one, image: image + one.name }));
  }

  async check(edit: ReviewEdit): Promise<ReviewCheck> {
    return (await this.#ask('/check', edit)) as ReviewCheck;
  }

  async apply(edits: readonly ReviewEdit[]): Promise<Applied> {
    return (await this.#ask('/apply', edits)) as Applied;
  }

  async undo(step: string): Promise<string | undefined> {
    const { message } = (await this.#ask('/undo', { step })) as { readonly message?: string };
    return message;
  }

  listen(listener: (event: LiveEvent) => void): void {
    // Browsers cannot add headers to this request.
    const source = new EventSource(`${this.#base}/events?token=${this.#token}`);
    source.addEventListener('message', ({ data }: MessageEvent<string>) => {
      listener(JSON.parse(data) as LiveEvent);
    });
    source.addEventListener('error', () => {
      listener({
        type: 'error',
        message: 'The server has stopped. Run `locale-sync review` again.',
      });
    });
  }

  async #ask(path: string, body?: unknown): Promise<unknown> {
    const headers = { 'x-locale-sync-token': this.#token };
    const request =
      body === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          };
    const answer = await fetch(`${this.#base}${path}`, request);
    if (answer.ok) return answer.json();
    throw new Error(messageIn(await answer.text()));
  }
}

function messageIn(text: string): string {
  try {
    const { message } = JSON.parse(text) as { readonly message?: string };
    return message ?? text;
  } catch {
    return text.trim();
  }
}

/** Collects edits until they are saved as a patch. The rules judge them here. */
class FileHome implements Home {
  readonly kind = 'file';
  readonly #start: Start;
  readonly #rowOf: (edit: ReviewEdit) => ReviewRow | undefined;

  constructor(start: Start) {
    this.#start = start;
    const { data } = start.shown;
    const find = rowFinder(data);
    this.#rowOf = (edit) => rowAt(data, find(edit, -1) ?? -1);
  }

  shown(): Promise<Shown> {
    return Promise.resolve(this.#start.shown);
  }

  check(edit: ReviewEdit): Promise<ReviewCheck | undefined> {
    return Promise.resolve(this.#check(this.#rowOf(edit), edit.text ?? ''));
  }

  #check(row: ReviewRow | undefined, text: string): ReviewCheck | undefined {
    const { rules, shown } = this.#start;
    if (row === undefined || rules === undefined) return undefined;
    return checkOffline(rules, shown.data, { row: row.row, text });
  }

  apply(edits: readonly ReviewEdit[]): Promise<Applied> {
    const outcomes = edits.map((edit) => {
      const { file, locale, key } = edit;
      const message = this.#refusalOf(edit);
      return { file, locale, key, done: message === undefined, ...(message && { message }) };
    });
    return Promise.resolve({ outcomes, step: '' });
  }

  #refusalOf({ text, force, ...edit }: ReviewEdit): string | undefined {
    const row = text === undefined ? undefined : this.#rowOf(edit);
    if (row === undefined || text === undefined) return undefined;
    const { target, more } = row;
    return refusalOfText(
      { text, target, fixed: more.fixed, force: force === true },
      () => this.#check(row, text)?.findings ?? [],
    );
  }

  undo(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  listen(): void {
    // A file never changes.
  }
}

import {
  closeSync,
  constants,
  lstatSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { openRegularFile, readRegularFile, requireRegularFile } from '../../disk/index.js';
import { version } from '../../engine/index.js';
import type { KnownPair } from '../../engine/index.js';
import { decodeText, readTmx, TMX_END, tmxStart, tmxUnit } from '../../formats/index.js';
import type { ExchangedText } from '../../model/index.js';
import { StoreError } from '../../store/index.js';

/** A file of texts of the memory or the store. */
export interface TextFile {
  readonly start: string;
  /** Undefined if the file cannot have this text. */
  readonly lineOf: (text: ExchangedText) => string | undefined;
  readonly end?: string;
}

const FORMAT = 'locale-sync store';
const FORMAT_VERSION = 1;
const LINES: TextFile = {
  start: JSON.stringify({ format: FORMAT, version: FORMAT_VERSION }),
  lineOf: (text) => JSON.stringify(text),
};

/** Types of the `prop` elements that make a unit of TMX an entry. */
const KEY = 'x-locale-sync-key';
const TRUST = 'x-locale-sync-trust';
const TMX: TextFile = {
  start: tmxStart(version),
  lineOf: ({ key, trust, target, text, sent }) => {
    if (sent === undefined) return undefined;
    const at = sent.indexOf('\n');
    const source = { language: sent.slice(0, at), text: sent.slice(at + 1) };
    const props = trust === undefined ? { [KEY]: key } : { [KEY]: key, [TRUST]: trust };
    return tmxUnit([source, { language: target, text }], props);
  },
  end: TMX_END,
};

/** The kind of a file, by its name. */
export function textFileOf(path: string): TextFile {
  return isTmx(path) ? TMX : LINES;
}

export function isTmx(path: string): boolean {
  return path.toLowerCase().endsWith('.tmx');
}

/** Texts of a file of lines. @throws StoreError 'store-file' */
export function* textsOfLines(path: string): Generator<ExchangedText> {
  let number = 0;
  for (const line of readLines(path)) {
    number += 1;
    if (number === 1) requireHeader(line, path);
    else if (line !== '') {
      const text = textOf(fieldsOf(line));
      if (text === undefined) {
        throw invalid(
          `${path}:${number}: this line is not a store entry with key, trust, target and text.`,
        );
      }
      yield text;
    }
  }
  if (number === 0) requireHeader('', path);
}

/**
 * Texts of a TMX file. Those that `export` wrote are entries; others are translations to match.
 * @throws StoreError 'store-file'
 */
export function textsOfTmx(path: string): {
  readonly texts: readonly ExchangedText[];
  readonly pairs: readonly KnownPair[];
  /** Units with inline elements that stand for nothing known. */
  readonly left: number;
} {
  const content = onFile('read', () => decodeText(readRegularFile(path)));
  const { units, left } = unitsOf(content, path);
  const texts: ExchangedText[] = [];
  const pairs: KnownPair[] = [];
  for (const { texts: all, props } of units) {
    const [source, ...targets] = all;
    const [target] = targets;
    if (source === undefined || target === undefined) continue;
    const entry = textOf({
      key: props.get(KEY),
      trust: props.get(TRUST),
      target: target.language,
      text: target.text,
      sent: `${source.language}\n${source.text}`,
    });
    if (entry !== undefined) texts.push(entry);
    else {
      for (const one of targets) pairs.push({ source, target: one, changed: one.changed });
    }
  }
  return { texts, pairs, left };
}

function unitsOf(content: string, path: string): ReturnType<typeof readTmx> {
  try {
    return readTmx(content);
  } catch (error) {
    if (error instanceof TypeError) throw invalid(`${path}:${error.message.replace(/\.$/, '')}.`);
    throw error;
  }
}

function textOf({ key, trust, target, text, sent }: Readonly<Record<string, unknown>>) {
  const isSound =
    typeof key === 'string' &&
    /^[\w-]{22}$/.test(key) &&
    (trust === undefined || trust === 'main' || trust === 'branch') &&
    typeof target === 'string' &&
    typeof text === 'string' &&
    (sent === undefined || typeof sent === 'string');
  return isSound ? ({ key, trust, target, text, sent } as const) : undefined;
}

function requireHeader(line: string, path: string): void {
  const { format, version: stated } = fieldsOf(line);
  if (format !== FORMAT)
    throw invalid(
      `${path} is not a file that \`store export\` wrote, and its name does not end in .tmx.`,
    );
  if (stated !== FORMAT_VERSION) {
    throw invalid(`${path} was exported by another version of locale-sync.`);
  }
}

function fieldsOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function invalid(message: string): StoreError {
  return new StoreError(message, { code: 'store-file' });
}

/** Characters or bytes per write or read. */
const PIECE = 1 << 16;

/**
 * Writes an export to a temporary file and renames it when it is complete: a truncated export would
 * look like one with fewer texts.
 * @param work gets a function that writes a line
 * @throws StoreError 'store-file', or errors of `work`
 */
export async function writeWhole(
  path: string,
  work: (write: (line: string) => void) => Promise<void>,
): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  const file = onFile('written', () => {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there !== undefined) requireRegularFile(path, there);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
    return openRegularFile(part, { flags, links: 'refuse' });
  });
  let piece = '';
  const flush = (): void => {
    onFile('written', () => writeFileSync(file, piece));
    piece = '';
  };
  try {
    await work((line) => {
      piece += `${line}\n`;
      if (piece.length > PIECE) flush();
    })
      .finally(flush)
      .finally(() => closeSync(file));
    onFile('written', () => renameSync(part, path));
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Lines of a file that may be too large for one string. @throws StoreError 'store-file' */
export function* readLines(path: string): Generator<string> {
  const file = onFile('read', () => openRegularFile(path));
  try {
    const decoder = new StringDecoder();
    const bytes = Buffer.alloc(PIECE);
    let rest = '';
    for (;;) {
      const length = onFile('read', () => readSync(file, bytes));
      rest += length === 0 ? decoder.end() : decoder.write(bytes.subarray(0, length));
      const lines = rest.split('\n');
      rest = length === 0 ? '' : (lines.pop() ?? '');
      for (const line of lines) yield line.replace(/^\uFEFF/, '').replace(/\r$/, '');
      if (length === 0) return;
    }
  } finally {
    closeSync(file);
  }
}

/** @throws StoreError 'store-file' */
export function onFile<T>(how: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError(`The file cannot be ${how}: ${reason}`, { code: 'store-file', cause });
  }
}

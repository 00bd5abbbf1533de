import type { LimitNotice, RequestLog } from '../service/index.js';
import { oneLine } from '../sinks/terminal.js';
import { plural } from './plural.js';

function statusOf({ status }: RequestLog): string {
  return status === 0 ? '---' : String(status);
}

/** `12:34:56 POST /v2/translate 200 3.1 ms · 50 texts, 1200 characters · pseudo · CI · 5f0c…` */
export function requestLine(entry: RequestLog): string {
  const { time, method, path, milliseconds, texts, characters } = entry;
  const amounts = [
    ...(texts === undefined ? [] : [plural(texts, 'text')]),
    ...(characters === undefined ? [] : [plural(characters, 'character')]),
  ];
  const parts = [
    `${time.slice(11, 19)} ${method} ${path} ${statusOf(entry)} ${milliseconds} ms`,
    amounts.join(', '),
    entry.backend,
    entry.note,
    entry.keyLabel,
    entry.error,
    entry.traceId,
  ];
  return oneLine(parts.filter((part) => part !== undefined && part !== '').join(' · '), Infinity);
}

export function noticeLine({ time, keyLabel, percent, used, limit }: LimitNotice): string {
  return oneLine(
    `${time.slice(11, 19)} key '${keyLabel}' reached ${percent} % of its limit: ${used} of ${limit} characters`,
    Infinity,
  );
}

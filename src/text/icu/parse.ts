import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

export type IcuElement = MessageFormatElement;

export type IcuResult =
  | { readonly ok: true; readonly elements: readonly IcuElement[] }
  | { readonly ok: false; readonly reason: string; readonly offset: number };

/** The deepest message. The parser and the functions on its tree are recursive. */
const MAX_DEPTH = 50;
const MAX_LENGTH = 200_000;

/** Parses an ICU message with locations. Tags are treated as text. Never throws. */
export function parseIcu(text: string): IcuResult {
  if (text.length > MAX_LENGTH) return { ok: false, reason: 'the message is too long', offset: 0 };
  const deep = tooDeepAt(text);
  if (deep >= 0) return { ok: false, reason: 'arguments are nested too deeply', offset: deep };
  try {
    const elements = parse(text, {
      captureLocation: true,
      ignoreTag: true,
      requiresOtherClause: false,
      shouldParseSkeletons: false,
    });
    return { ok: true, elements };
  } catch (error) {
    const reason = error instanceof Error ? error.message.toLowerCase().replaceAll('_', ' ') : '';
    return { ok: false, reason, offset: errorOffset(error) };
  }
}

function tooDeepAt(text: string): number {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 123) {
      depth += 1;
      if (depth > MAX_DEPTH) return i;
    } else if (code === 125 && depth > 0) depth -= 1;
  }
  return -1;
}

function errorOffset(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('location' in error)) return 0;
  const { location } = error as { location?: { start?: { offset?: number } } };
  return location?.start?.offset ?? 0;
}

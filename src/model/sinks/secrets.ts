/** Replaces a secret. */
const MASK = '[redacted]';

/** Fewer characters are no secret, and masking them would make texts unreadable. */
const SHORTEST = 6;

/**
 * The secrets of this process. The command line is built as two files that load each other, and both
 * hold a copy of this module, so the registry is not a variable of it.
 */
const shared = globalThis as { localeSyncSecrets?: Set<string> };
const held = (shared.localeSyncSecrets ??= new Set());
let mask: { readonly of: number; readonly apply: (text: string) => string } | undefined;

/**
 * Registers secrets of this process, such as keys and tokens. From then on, no text that goes through
 * `oneLine` or `terminalText` shows them, wherever it came from: services, hosts, proxies and git
 * quote what they were sent. Of a URL, the password in it is the secret.
 */
export function keepSecrets(values: readonly (string | undefined)[]): void {
  for (const value of values) held.add(secretIn(value?.trim() ?? ''));
}

/** A text without the registered secrets. */
export function withoutSecrets(text: string): string {
  if (mask?.of !== held.size) mask = { of: held.size, apply: maskOf([...held]) };
  return mask.apply(text);
}

/**
 * Masks secrets in any spelling in which a message may quote them: as they are, percent-encoded,
 * escaped as in JSON or HTML, and in Base64, alone or behind a user name. A secret of letters alone,
 * which may be a common word, is masked as a whole word only.
 */
export function maskOf(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)].filter(({ length }) => length >= SHORTEST);
  if (known.length === 0) return (text) => text;
  // A secret may be part of another.
  known.sort((a, b) => b.length - a.length);
  const patterns = [...known.map(wordPattern), ...known.flatMap(inBase64).map(patternOf)];
  const pattern = new RegExp(patterns.join('|'), 'gu');
  return (text) => text.replace(pattern, MASK);
}

/**
 * The secret in a value: of a URL its password, or with http the user name if there is no other, which
 * is how hosts take a token.
 */
function secretIn(value: string): string {
  const [, scheme, user = '', password = ''] =
    /^([a-z][\w+.-]*):\/\/(?:([^/?#@:]*)(?::([^/?#@]*))?@)?/i.exec(value) ?? [];
  if (scheme === undefined) return value;
  const isToken = /^https?$/i.test(scheme) && /^(?:x-oauth-basic)?$/.test(password);
  const named = /[?&]password=([^&#]*)/.exec(value)?.[1] ?? '';
  const secret = isToken ? user : password || named;
  try {
    return decodeURIComponent(secret);
  } catch {
    return secret;
  }
}

function wordPattern(secret: string): string {
  const pattern = patternOf(secret);
  return /^\p{L}+$/u.test(secret)
    ? String.raw`(?<![\p{L}\p{N}_-])${pattern}(?![\p{L}\p{N}_-])`
    : pattern;
}

function patternOf(text: string): string {
  return Array.from(text, characterPattern).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** One character in every spelling. Nothing encodes letters and digits of ASCII. */
function characterPattern(character: string): string {
  if (/\w/.test(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  const bytes = [...new TextEncoder().encode(character)];
  const hex = code.toString(16);
  const entity = ENTITIES[character];
  const spellings = [
    bytes.map((byte) => `%${digits(byte.toString(16).padStart(2, '0'))}`).join(''),
    ...(hex.length > 4 ? [] : [String.raw`\\+u${digits(hex.padStart(4, '0'))}`]),
    `&#(?:0*${code}|[xX]0*${digits(hex)});`,
    ...(entity === undefined ? [] : [`&${entity};`]),
    ...(character === ' ' ? [String.raw`\+`] : []),
    // JSON escapes these; a text that holds JSON escapes the escape, too.
    `${/["\\/]/.test(character) ? String.raw`\\*` : ''}\\u{${hex}}`,
  ];
  return `(?:${spellings.join('|')})`;
}

/** Hexadecimal digits in either case. */
function digits(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * The parts of a Base64 text that a secret alone decides: three, because what is in front of it, such
 * as `user:`, shifts its bytes.
 */
function inBase64(secret: string): readonly string[] {
  const bytes = [...new TextEncoder().encode(secret)];
  return [0, 1, 2].flatMap((shift) => {
    const shifted = [...Array<number>(shift).fill(0), ...bytes];
    const whole = btoa(String.fromCharCode(...shifted));
    const own = whole.slice(Math.ceil((shift * 4) / 3), Math.floor((shifted.length * 4) / 3));
    const forUrls = own.replaceAll('+', '-').replaceAll('/', '_');
    return forUrls === own ? [own] : [own, forUrls];
  });
}

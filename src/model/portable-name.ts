import { pushTo } from './defined.js';

/** Device names of Windows, which cannot be file names there, whatever the extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³]) *(?:\.|$)/i;

/** Characters that Windows forbids in names. */
const FORBIDDEN = /[<>:"|?*\\]/;

/**
 * Control characters, bidi marks and zero-width characters, without the joiners, which names in
 * Persian and emoji need.
 */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u;

/** All invisible characters. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A problem that a path has on other systems. */
export interface NameFlaw {
  /** The path up to and including the problematic name. */
  readonly path: string;
  /** Continues a sentence that starts with the path: `is the name of a device on Windows`. */
  readonly reason: string;
  /** Whether Windows cannot create the file at all. */
  readonly isRefused: boolean;
}

/**
 * The first name of a path (with `/`) that Windows cannot create, or that looks like something
 * else. Undefined if every system can have the path. The rules are the same on all systems.
 */
export function nameFlaw(path: string): NameFlaw | undefined {
  let end = 0;
  for (const name of path.split('/')) {
    end += name.length;
    const flaw = flawOf(name);
    if (flaw !== undefined) return { path: path.slice(0, end), ...flaw };
    end += 1;
  }
  return undefined;
}

function flawOf(name: string): Omit<NameFlaw, 'path'> | undefined {
  const device = DEVICE.test(name);
  if (device) return { reason: 'is a device name on Windows', isRefused: true };
  const forbidden = FORBIDDEN.exec(name)?.[0];
  if (forbidden !== undefined) {
    return {
      reason: `contains ${forbidden} in its name, which Windows does not allow`,
      isRefused: true,
    };
  }
  if (/[. ]$/.test(name)) {
    const last = name.endsWith('.') ? 'dot' : 'space';
    return { reason: `ends with a ${last}, which Windows strips`, isRefused: true };
  }
  const unseen = UNSEEN.exec(name)?.[0];
  if (unseen === undefined) return undefined;
  const reason = `contains an invisible character, ${codePoint(unseen)}, in its name`;
  return { reason, isRefused: unseen < ' ' };
}

function codePoint(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, '0')}`;
}

/**
 * Equal for names that are the same on a file system that ignores letter case and Unicode normal
 * forms.
 */
export function foldName(name: string): string {
  return name.normalize('NFD').toLowerCase().normalize('NFC');
}

/** Equal for names that look alike: ignores normal forms and invisible characters. */
export function foldLook(name: string): string {
  return name.replace(IGNORABLE, '').normalize('NFC');
}

/** Items that have the same name after folding but are spelled differently, in order. */
export function twins<T>(
  items: readonly T[],
  fold: (item: T) => string,
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) pushTo(groups, fold(item), item);
  return [...groups.values()].filter((group) => group.length > 1);
}

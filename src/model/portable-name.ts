/** Devices of Windows: no file there may be called so, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³]) *(?:\.|$)/i;

/** What Windows forbids in names. */
const FORBIDDEN = /[<>:"|?*\\]/;

/**
 * Controls, marks of the text direction, and what has no width. The joiners are not among them:
 * names in Persian and emoji need them.
 */
const UNSEEN =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/u;

/** Every character that may be there without being seen. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

/** What is wrong with a path elsewhere. */
export interface NameFlaw {
  /** The path as far as the name that is wrong. */
  readonly path: string;
  /** Goes on after the path: `is the name of a device on Windows`. */
  readonly reason: string;
  /** Windows cannot have a file of this name at all. */
  readonly isRefused: boolean;
}

/**
 * The first name of a path (with `/`) that Windows cannot have, or that does not look like what it
 * is; undefined where every system can have the path. The rules are the same on every system.
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
  if (device) return { reason: 'is the name of a device on Windows', isRefused: true };
  const forbidden = FORBIDDEN.exec(name)?.[0];
  if (forbidden !== undefined) {
    return { reason: `has a ${forbidden} in its name, which Windows forbids`, isRefused: true };
  }
  if (/[. ]$/.test(name)) {
    const last = name.endsWith('.') ? 'dot' : 'space';
    return { reason: `ends with a ${last}, which Windows takes away`, isRefused: true };
  }
  const unseen = UNSEEN.exec(name)?.[0];
  if (unseen === undefined) return undefined;
  const reason = `has a character in its name that cannot be seen, ${codePoint(unseen)}`;
  return { reason, isRefused: unseen < ' ' };
}

function codePoint(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, '0')}`;
}

/** Equal for names that a file system without letter case and normal forms takes for one. */
export function foldName(name: string): string {
  return name.normalize('NFD').toLowerCase().normalize('NFC');
}

/** Equal for names that look alike: normal forms and what cannot be seen make no difference. */
export function foldLook(name: string): string {
  return name.replace(IGNORABLE, '').normalize('NFC');
}

/** Items that have the same name after folding but are spelled differently, in order. */
export function twins<T>(
  items: readonly T[],
  fold: (item: T) => string,
): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const folded = fold(item);
    const group = groups.get(folded);
    if (group === undefined) groups.set(folded, [item]);
    else group.push(item);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

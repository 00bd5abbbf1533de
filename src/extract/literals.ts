/** Code that writes no key has longer texts; they are not kept. */
const LONGEST = 300;
/** What is before a value in a text: `memo.` of `` `memo.${x}` ``. */
const OPEN = '\u0001';

const START = 0x811c9dc5;

function step(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

function hashOf(text: string, from = 0, to = text.length): number {
  let hash = START;
  for (let at = from; at < to; at += 1) hash = step(hash, text.charCodeAt(at));
  return hash | 0;
}

/**
 * Hashes of every text that is quoted in code, and of what texts with values begin with. Where
 * quotes are misread, as an apostrophe in a text of JSX, what is between two of them counts as well:
 * rather too much is found than too little. Pure, and linear.
 */
export function literalsIn(code: string): Int32Array {
  const found = new Set<number>();
  const last = new Map<string, number>();
  let isComment = startsComment(code, 0);
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at] ?? '';
    if (sign === '\n') {
      last.clear();
      isComment = startsComment(code, at + 1);
    } else if (isComment) continue;
    else if (sign === "'" || sign === '"' || sign === '`') {
      const before = last.get(sign) ?? at;
      if (at - before > 1 && at - before < LONGEST) found.add(hashOf(code, before + 1, at));
      last.set(sign, at);
    } else if (sign === '$' && code[at + 1] === '{') {
      const before = last.get('`') ?? at;
      const head = code.slice(before + 1, at);
      if (head.length > 2 && head.length < LONGEST && /\.|[_:/-]$/.test(head)) {
        found.add(hashOf(`${head}${OPEN}`));
      }
    }
  }
  return Int32Array.from(found);
}

function startsComment(code: string, at: number): boolean {
  let from = at;
  while (code[from] === ' ' || code[from] === '\t') from += 1;
  return code[from] === '/' && code[from + 1] === '/';
}

/** Whether a text is quoted in code. */
export function hasLiteral(literals: ReadonlySet<number>, text: string): boolean {
  return literals.has(hashOf(text));
}

/** Whether code writes the beginning of a key, for something to be put behind it. */
export function hasBeginning(literals: ReadonlySet<number>, key: string): boolean {
  let hash = START;
  for (let at = 0; at < key.length; at += 1) {
    hash = step(hash, key.charCodeAt(at));
    if (literals.has(step(hash, OPEN.charCodeAt(0)) | 0)) return true;
    // `'memo.' + x`
    if (key[at] === '.' && at < key.length - 1 && literals.has(hash | 0)) return true;
  }
  return false;
}

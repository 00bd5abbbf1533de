/**
 * Starts of words with opposite meanings: `lock` and `unlock`, `enable` and `disable`, `einblenden`
 * and `ausblenden`. Both words go on alike, for at least so many letters.
 */
const STARTS: readonly (readonly [one: string, other: string, rest: number])[] = (
  [
    [2, '-un en-dis en-de in-de in-ex im-ex ac-de a-de over-under un-sub'],
    [4, '-dis -non -des -dés -ent ein-aus an-ab'],
    [5, '-de -in -im -il -ir'],
    [0, 'min-max in-out up-down on-off'],
  ] as const
).flatMap(([rest, pairs]) =>
  pairs.split(' ').map((pair) => {
    const [one = '', other = ''] = pair.split('-');
    return [one, other, rest] as const;
  }),
);

/** Stems of English words with opposite meanings. */
const STEMS: readonly (readonly [one: string, other: string])[] = (
  'accept-declin accept-reject add-delet add-remov after-befor allow-block allow-den allow-forbid ' +
  'always-nev approv-reject begin-end bottom-top clos-open collaps-expand creat-delet end-start ' +
  'enter-exit false-true fail-pass fail-succe fail-success finish-start first-last from-to grant-revok ' +
  'hid-show high-low join-leav left-right less-more new-old next-previous no-yes ' +
  'privat-public receiv-send start-stop with-without'
)
  .split(' ')
  .map((pair) => {
    const [one = '', other = ''] = pair.split('-');
    return [one, other] as const;
  });

const ENDING = /^(?:e|s|es|e?d|t|n|den|er|est|ly|y|ies|ied|ing|[np]ing|ion|ure|s?ful)?$/;
const NEGATIONS = new Set(['not', 'no', 'non', 'never', 'nicht', 'nie', 'pas', 'не']);
const NEGATED = /^(?:n?['’]t|not)$/;

/**
 * Whether texts of the source say opposite things: they differ in one word, which has the opposite
 * meaning or says no. Only the pairs of `STEMS` are English.
 */
export function areOpposite(a: string, b: string): boolean {
  const [short = [], long = []] = [wordsOf(a), wordsOf(b)].sort((x, y) => x.length - y.length);
  const at = short.findIndex((word, i) => word !== long[i]);
  const first = at === -1 ? short.length : at;
  const [was = '', is = ''] = [short[first], long[first]];
  const isSame = (from: number): boolean =>
    short.slice(from).join(' ') === long.slice(first + 1).join(' ');
  if (short.length === long.length)
    return isSame(first + 1) && (areOppositeWords(was, is) || areOppositeWords(is, was));
  return short.length > 0 && NEGATIONS.has(is) && isSame(first);
}

function areOppositeWords(one: string, other: string): boolean {
  if (one.length > 1 && other.startsWith(one) && NEGATED.test(other.slice(one.length))) return true;
  const isStart = STARTS.some(([a, b, least]) => {
    const rest = one.slice(a.length);
    return one.startsWith(a) && rest.length >= least && other === b + rest;
  });
  if (isStart) return true;
  const has = (word: string, stem: string): boolean =>
    word.startsWith(stem) && ENDING.test(word.slice(stem.length));
  return STEMS.some(([a, b]) => has(one, a) && has(other, b));
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
}

/** A text with reference links: `[words][label]`, or `[label]` alone. */
export interface Referring {
  readonly text: string;
  /** Labels of links whose text is their label. */
  readonly labels: readonly string[];
}

const FULL = /(?<=\])\[([^[\]\n]{1,200})\]/g;
const ALONE = /(?<![\\\]])\[([^[\]\n]{1,200})\](?![[(:])/g;

/**
 * Restores labels of links, which translations must not change. If a translation has as many links
 * as its source, and an unknown label, its links get the labels of the source.
 */
export function withLabels(text: string, source: Referring): string {
  return labelled(restored(text, source.text), source);
}

function restored(text: string, source: string): string {
  const labels = labelsIn(source, FULL);
  const own = labelsIn(text, FULL);
  if (labels.length !== own.length || own.every((label) => labels.includes(label))) return text;
  let at = 0;
  return text.replace(FULL, () => `[${labels[at++] ?? ''}]`);
}

/** Adds the label to links whose text was their label. */
function labelled(text: string, { text: source, labels }: Referring): string {
  if (labels.length === 0) return text;
  const names = labelsIn(source, ALONE);
  if (labelsIn(text, ALONE).length !== names.length) return text;
  let at = 0;
  return text.replace(ALONE, (link, words: string) => {
    const label = names[at++] ?? words;
    const isSame = label.toLowerCase() === words.toLowerCase();
    return isSame || !labels.includes(label) ? link : `${link}[${label}]`;
  });
}

function labelsIn(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, label = '']) => label);
}

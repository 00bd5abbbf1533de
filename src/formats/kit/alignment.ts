/** A key with the text between it and its value. */
export interface Named {
  readonly name: string;
  /** The separator with the white space around it. */
  readonly between: string;
  /** Its value is a text, not a container. */
  readonly isText: boolean;
}

/**
 * The text between a new key and its value: like the neighbours', aligned with their separators if
 * those are aligned.
 */
export function separatorLike(name: string, near: readonly Named[], sign: string): string {
  const model = near.find(({ isText }) => isText) ?? near[0];
  if (model === undefined) return ` ${sign} `;
  const { between } = model;
  const lead = leadOf(between);
  const rest = between.slice(lead.length).replace(/^[^\s]*/, '');
  const tail = /[\n\r]/.test(rest) ? ' ' : rest;
  if (/[\n\r]/.test(lead)) return ` ${sign}${tail}`;
  if (/[^ ]/.test(lead)) return lead + sign + tail;
  const [first, second] = near.map((one) => one.name.length + leadOf(one.between).length);
  const isAligned = lead.length > 1 || (near.length > 1 && first === second);
  const width = model.name.length + lead.length - name.length;
  return (isAligned ? ' '.repeat(Math.max(1, width)) : lead) + sign + tail;
}

function leadOf(between: string): string {
  return /^\s*/.exec(between)?.[0] ?? '';
}

export interface QuoteOptions {
  /** What follows the text in the message. */
  readonly next: string;
  /** The source writes every apostrophe twice. */
  readonly doubled: boolean;
  /** `#` stands for the count here. */
  readonly pound: boolean;
}

/** Writes literal text as ICU: what would be read as syntax is put in apostrophes. */
export function quoteText(text: string, { next, doubled, pound }: QuoteOptions): string {
  const special = pound ? /'|[{}#]+|<(?=[A-Za-z/])/g : /'|[{}]+|<(?=[A-Za-z/])/g;
  return text.replace(special, (run, offset: number) => {
    if (run !== "'") return `'${run}'`;
    const before = text.charAt(offset - 1);
    const after = text.charAt(offset + 1) || next.charAt(0);
    const risky =
      (pound && (after === '#' || before === '#')) || /['{}<>]/.test(after) || /['{}]/.test(before);
    return doubled || risky ? "''" : "'";
  });
}

export interface QuoteOptions {
  /** What follows the text in the message. */
  readonly next: string;
  /** The source doubles all apostrophes. */
  readonly doubled: boolean;
  /** Whether `#` is the count here. */
  readonly pound: boolean;
}

/** Escapes literal text for ICU: special characters are quoted with apostrophes. */
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

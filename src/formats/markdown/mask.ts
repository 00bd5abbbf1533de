import type { Range } from '../../model/index.js';

/** A line that Markdown does not know and other tools read as a directive: `:::tip Title`. */
export interface Mark {
  /** The words in it that readers see. Absent if there are none. */
  readonly title?: Range;
}

export interface Masked {
  /** Has the same length as the text, character by character. */
  readonly text: string;
  /** By the offset of the heading that replaces it. */
  readonly marks: ReadonlyMap<number, Mark>;
}

const LINE = /[^\r\n]+/g;
const PREFIX = /^(?:[ \t]*>)*[ \t]*/;
const DIRECTIVE = /^:{3,}[ \t]*([\w-]*)/;
const MKDOCS = /^(?:(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?: [\w-]+)*|===[!+]?)(?=[ \t]*$|[ \t]+")/;
const ALERT = /^\[![\w-]+\][+-]?/;
const SHORTCODES = /^(?:(?:\{\{[^{}]*\}\}|\{%[^{}]*%\})[ \t]*)+$/;
const OTHER = /^(?:\{:.*\}|<<<[ \t].*|\[\[?toc\]?\]|@\[.*)$/i;
const HEADING_ID = /^(#{1,6}[ \t].*?)(\{#[^{}]*\})[ \t]*$/;
/** A definition of the term above it: `: A citrus fruit.` */
const DEFINITION = /^( {0,3}):(?=[ \t]+\S)/;
const NO_TERM = /^[ \t]*(?:[#>|`~:]|[-*+][ \t]|\d{1,9}[.)][ \t])/;
const RISKY = /:::|!!!|\?\?\?|===|\[!|\{\{|\{%|\{:|<<<|toc\]|@\[|\{#|\$\$|<!--/i;

/**
 * Replaces each mark with a heading, so that a Markdown parser sees it as a separate block, and
 * hides from an MDX parser what is not MDX. In a code block, this only changes characters that
 * nobody reads.
 */
export function maskMarks(text: string, { isMdx }: { readonly isMdx: boolean }): Masked {
  const marks = new Map<number, Mark>();
  const listed = maskDefinitions(text);
  if (!RISKY.test(text)) return { text: listed, marks };
  const clean = maskMath(isMdx ? withoutComments(listed) : listed);
  const masked = clean.replace(LINE, (line, at: number) => {
    if (!RISKY.test(line)) return line;
    const indent = PREFIX.exec(line)?.[0] ?? '';
    const rest = line.slice(indent.length).trimEnd();
    const start = at + indent.length;
    const found = markOf(rest, { isQuoted: indent.includes('>'), isMdx });
    if (found === undefined) return isMdx ? withoutId(line) : line;
    const { lead, title } = found;
    const range = title && { start: start + title.start, end: start + title.end };
    marks.set(start + lead.length, range === undefined ? {} : { title: range });
    const fill = `${lead}# ${'x'.repeat(rest.length - lead.length - 2)}`;
    return indent + fill + line.slice(indent.length + rest.length);
  });
  return { text: masked, marks };
}

interface Found {
  /** The text before the heading, which keeps indented lines below it inside. */
  readonly lead: string;
  readonly title: Range | undefined;
}

function markOf(
  line: string,
  { isQuoted, isMdx }: { readonly isQuoted: boolean; readonly isMdx: boolean },
): Found | undefined {
  const directive = DIRECTIVE.exec(line);
  if (directive !== null) {
    // `:::tips` and `:::tip.x` are the names of other blocks.
    const hasName = (directive[1] ?? '') !== '' && /^[ \t[{]/.test(line.slice(directive[0].length));
    return { lead: '', title: hasName ? directiveTitle(line, directive[0].length) : undefined };
  }
  const mkdocs = MKDOCS.exec(line);
  if (mkdocs !== null && line.length >= 7) {
    const quoted = /"(.*)"$/.exec(line);
    const title = quoted?.[1] ? { start: quoted.index + 1, end: line.length - 1 } : undefined;
    return line.startsWith('===') && title === undefined ? undefined : { lead: '-   ', title };
  }
  const alert = isQuoted ? ALERT.exec(line) : null;
  if (alert !== null) return { lead: '', title: trimmed(line, alert[0].length, line.length) };
  if (OTHER.test(line)) return { lead: '', title: undefined };
  return !isMdx && SHORTCODES.test(line) ? { lead: '', title: undefined } : undefined;
}

/** `[Title]` or the rest of the line, without attributes in braces. */
function directiveTitle(line: string, from: number): Range | undefined {
  const label = /^[ \t]*\[(.*)\](?:[ \t]*\{[^{}]*\})?$/.exec(line.slice(from));
  if (label !== null) {
    const start = from + label[0].indexOf('[') + 1;
    return trimmed(line, start, start + (label[1] ?? '').length);
  }
  const attributes = /\{[^{}]*\}$/.exec(line.slice(from));
  return trimmed(line, from, attributes === null ? line.length : from + attributes.index);
}

function trimmed(line: string, from: number, to: number): Range | undefined {
  const inside = line.slice(from, to);
  const start = from + inside.length - inside.trimStart().length;
  const end = to - (inside.length - inside.trimEnd().length);
  return start < end ? { start, end } : undefined;
}

/** Masks `{#id}` after a heading, which MDX would read as an expression. */
function withoutId(line: string): string {
  return line.replace(
    HEADING_ID,
    (_, heading: string, id: string) => heading + 'x'.repeat(id.length),
  );
}

/** End of a heading's text, before an id set by the author. */
export function beforeId(heading: string): number {
  const id = /(?<![ \t])[ \t]*(?:\\?\{#[^{}]*\}|\{\/\*[ \t]*#[^{}]*\*\/\})[ \t]*$/.exec(heading);
  return id?.index ?? heading.length;
}

function withoutComments(text: string): string {
  return text.replace(/<!--([^]{0,10000}?)-->/g, (whole, inside: string) =>
    inside.includes('*/') ? whole : `{/* ${inside}*/}`,
  );
}

/**
 * Turns definitions into items of a list, which are blocks of their own in the same way. The term is
 * one line: a longer paragraph only has a colon where its line breaks.
 */
function maskDefinitions(text: string): string {
  if (!/^ {0,3}:[ \t]/m.test(text)) return text;
  // Lines since the last blank one, and whether the lines before that were a term or a definition.
  let [lines, isOpen] = [0, false];
  return text.replace(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g, (line) => {
    if (line.trim() === '') {
      isOpen = isOpen || lines === 1;
      lines = 0;
      return line;
    }
    if (DEFINITION.test(line) && (isOpen || lines === 1)) {
      [lines, isOpen] = [0, true];
      return line.replace(':', '-');
    }
    lines += NO_TERM.test(line) ? 2 : 1;
    isOpen = isOpen && /^[ \t]/.test(line);
    return line;
  });
}

/** Masks formulas between lines of `$$`. */
function maskMath(text: string): string {
  if (!text.includes('$$')) return text;
  return text.replace(
    /^([ \t]*\$\$[ \t]*(?:\r\n|\n|\r))((?:(?![ \t]*(?:\$\$|```|~~~)).*(?:\r\n|\n|\r))+?)(?=[ \t]*\$\$[ \t]*$)/gm,
    (_, open: string, inside: string) =>
      open + inside.replace(/[^ \t\r\n][^\r\n]*/g, (line) => formula(line)),
  );
}

function formula(line: string): string {
  return line.length < 3 ? '*'.repeat(line.length) : `# ${'1'.repeat(line.length - 2)}`;
}

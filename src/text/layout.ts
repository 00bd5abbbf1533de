import { OPTIONAL_END } from './scan/tags.js';

/** Texts that have nothing of what is changed below, as most have. */
const MAY_DIFFER = /^ | $|[\t\n\v\f\r<{]| {2}|\\[nrt]/;
const END_TAG = /<\/[a-z]/i;
const CHOICE = /\{[ \n]*([\w.-]{1,60})[ \n]*,[ \n]*(plural|selectordinal|select)[ \n]*,/y;
const TOKEN = /[{}<]|[ \n]+|[^{}< \n]+/y;
const TAG = /<\/?[A-Za-z][^<>]*>/y;

/** HTML elements around which white space is never shown, and their names in Angular's XLIFF. */
const BLOCKS = [
  ...OPTIONAL_END,
  ...['article', 'aside', 'blockquote', 'br', 'div', 'dl', 'figure', 'footer', 'form', 'header'],
  ...['h[1-6]', 'hr', 'main', 'nav', 'ol', 'section', 'table', 'ul'],
].join('|');
const ANGULAR =
  'LINE_BREAK|HORIZONTAL_RULE|(?:START|CLOSE)_(?:BLOCK|PARAGRAPH|HEADING|LIST_ITEM|TABLE|TAG_(?:ARTICLE|ASIDE|DIV|FOOTER|HEADER|MAIN|NAV|SECTION)|(?:UN)?ORDERED_LIST)';
const BLOCK = new RegExp(`^</?(?:${BLOCKS})[ />]|"(?:${ANGULAR})`, 'i');

/**
 * A text without the white space, or escapes for it, that only lays it out: runs of blanks, white
 * space at both ends, in tags, around blocks of HTML, and in the syntax of ICU choices. Two texts
 * that give the same are the same to a translator. A no-break space is seen, and so is a line
 * break, unless the format shows it as a blank or the text has HTML elements.
 * @param foldsLines `Capabilities.foldsLines` of the format
 */
export function withoutLayout(text: string, foldsLines: boolean): string {
  if (!MAY_DIFFER.test(text)) return text;
  const folds = foldsLines || END_TAG.test(text);
  const decoded = text.replace(/(?:\\r)?\\n|\\r/g, '\n').replace(/\\t/g, '\t');
  let seen = folds
    ? decoded.replace(/[ \t\n\v\f\r]+/g, ' ')
    : decoded
        .replace(/[ \t\v\f]+/g, ' ')
        .replace(/ ?(?:\r\n?|\n) ?/g, '\n')
        .replace(/\n{3,}/g, '\n\n');
  if (/[<{]/.test(seen)) seen = withUsualSpacing(seen);
  seen = seen.replace(/^[ \n]+|[ \n]+$/g, '');
  // A text that only separates others is nothing else.
  return seen === '' ? text : seen;
}

/** Tags, placeholders and ICU choices as people write them: `{n, plural, one {# file} other {}}`. */
function withUsualSpacing(text: string): string {
  const levels: ('argument' | 'choice' | 'arm')[] = [];
  let seen = '';
  let gap = '';
  // Whether white space is not shown here.
  let isStart = false;
  for (let at = 0; at < text.length;) {
    const level = levels.at(-1);
    const choice = level !== 'choice' && text[at] === '{' ? readAt(CHOICE, text, at) : null;
    const tag = text[at] === '<' ? readAt(TAG, text, at) : null;
    const read = choice?.[0] ?? tag?.[0] ?? readAt(TOKEN, text, at)?.[0] ?? '';
    at += read.length;
    if (/^[ \n]/.test(read)) {
      gap = read;
      continue;
    }
    const token =
      choice !== null ? `{${choice[1]}, ${choice[2]},` : tag !== null ? tidyTag(read) : read;
    const isBlock = tag !== null && BLOCK.test(token);
    if (level === 'choice') seen += token === '}' ? '' : ' ';
    else if (!isStart && !isBlock && (level === undefined || token !== '}')) seen += gap;
    seen += token;
    gap = '';
    isStart = isBlock || token === '{';
    if (choice !== null) levels.push('choice');
    else if (token === '{') levels.push(level === 'choice' ? 'arm' : 'argument');
    else if (token === '}') levels.pop();
  }
  return seen + gap;
}

function readAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function tidyTag(tag: string): string {
  return tag
    .replace(/[ \n]+/g, ' ')
    .replace(/ (?=\/?>$|\})/g, '')
    .replaceAll('{ ', '{');
}

import type { Use } from './use.js';

/** The line of an offset, 1-based. */
function lineAt(code: string, at: number): number {
  return code.slice(0, at).split('\n').length;
}

const TEXT = String.raw`'[^'\n]*'|"[^"\n]*"|\`[^\`\n$]*\``;
const KEY = String.raw`'[^'\n]+'|"[^"\n]+"|\`[^\`\n$]+\``;
const CALLS = String.raw`(?:(?:i18n(?:ext)?\.)?t\([ \t]*(?:${KEY})(?:${TEXT}|[^\n()'"\`])*\)[ \t]*[,;]?[ \t]*)+`;

/**
 * A comment that consists only of calls of `t` is a hint for keys that are built elsewhere. A line
 * within a longer comment is an example.
 */
const HINT = new RegExp(
  String.raw`^[ \t]*(?:\/\/|\/\*+|\{\/\*+)[ \t]*(${CALLS})(?:\*\/\}?)?[ \t]*$`,
  'gm',
);
const CALL = new RegExp(
  String.raw`\bt\([ \t]*(${KEY})(?:[ \t]*,[ \t]*(${TEXT}))?((?:${TEXT}|[^\n()'"\`])*)\)`,
  'g',
);

const BLOCK = /\/\*[^]*?\*\//g;
const ONLY_CALLS = new RegExp(`^${CALLS}$`);
/** Words that mark the lines below as examples. */
const EXAMPLE = /@\w|```|\bexamples?\b|\busage\b|\be\.g\./i;

/** Lines of code with their numbers. */
type Lines = readonly (readonly [text: string, line: number])[];

/** Lines of a comment that ends with a list of calls, one per line. */
function listedCalls(comment: string, first: number): Lines {
  if (EXAMPLE.test(comment)) return [];
  const lines = comment
    .slice(2, -2)
    .split('\n')
    .map((line, at) => [line.replace(/^[\s*]+/, '').trim(), first + at] as const)
    .filter(([text]) => text !== '');
  const list = lines.slice(lines.findLastIndex(([text]) => !ONLY_CALLS.test(text)) + 1);
  return list.length > 1 ? list : [];
}

/** `// t('key')`, and comments such as "Keys of the other package:" with a list of calls. */
export function readHints(code: string): readonly Use[] {
  if (!code.includes('t(')) return [];
  const hints = [...code.matchAll(HINT)].map(
    ({ 1: calls = '', index }) => [calls, lineAt(code, index)] as const,
  );
  const known = new Set(hints.map(([, line]) => line));
  const lists = [...code.matchAll(BLOCK)]
    .filter(([comment]) => comment.includes('t('))
    .flatMap(({ 0: comment, index }) => listedCalls(comment, lineAt(code, index)))
    .filter(([, line]) => !known.has(line));
  return [...hints, ...lists].flatMap(([calls, line]) => usesIn(calls, line));
}

function usesIn(calls: string, line: number): readonly Use[] {
  return [...calls.matchAll(CALL)].map(([, key = '', given, options = '']) => {
    const text = given?.slice(1, -1) ?? /defaultValue:\s*['"]([^'"]*)['"]/.exec(options)?.[1];
    const namespace = /\bns:\s*['"]([^'"]+)['"]/.exec(options)?.[1];
    return {
      key: [key.slice(1, -1)],
      library: 'any' as const,
      handed: true as const,
      line,
      ...(text === undefined ? {} : { text }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(/\bcount\b/.test(options) ? { count: true as const } : {}),
    };
  });
}

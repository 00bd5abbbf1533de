import type { Element } from './markup.js';
import type { Use } from './use.js';

/** The line of a place, 1-based. */
function lineAt(code: string, at: number): number {
  return code.slice(0, at).split('\n').length;
}

/** `data-i18n="title"`, `data-i18n="[alt]image.alt;title"` of jquery-i18next and the like. */
export function readAttributeKeys(elements: readonly Element[], code: string): readonly Use[] {
  return elements.flatMap(({ attributes }) =>
    attributes
      .filter(({ name }) => name === 'data-i18n')
      .flatMap(({ value, at }) =>
        value
          .split(';')
          .map((one) => one.replace(/^\s*\[[^\]]*\]/, '').trim())
          .filter((key) => key !== '')
          .map((key) => ({ key: [key], library: 'i18next' as const, line: lineAt(code, at) })),
      ),
  );
}

const HELPER =
  /\{\{\{?#?\s*(?:t|i18n)\s+(?:"([^"\n]+)"|'([^'\n]+)')([^}]*)\}\}|\((?:t|i18n)\s+(?:"([^"\n]+)"|'([^'\n]+)')([^)]*)\)/g;

/** `{{t "key" defaultValue="Text" count=n}}` */
export function readHandlebars(code: string): readonly Use[] {
  return [...code.matchAll(HELPER)].map((found) => {
    const key = found[1] ?? found[2] ?? found[4] ?? found[5] ?? '';
    const options = found[3] ?? found[6] ?? '';
    const text =
      /\b(?:defaultValue|default)=(?:"([^"]*)"|'([^']*)')|^\s+(?:"([^"]*)"|'([^']*)')/.exec(
        options,
      );
    const given = text?.[1] ?? text?.[2] ?? text?.[3] ?? text?.[4];
    const namespace = /\bns=["']([^"']+)["']/.exec(options)?.[1];
    return {
      key: [key],
      library: 'i18next',
      line: lineAt(code, found.index),
      ...(given === undefined ? {} : { text: given }),
      ...(namespace === undefined ? {} : { namespace }),
      ...(/\bcount=/.test(options) ? { count: true } : {}),
    };
  });
}

/**
 * A comment that is nothing but calls of `t`: a hint for keys that are put together elsewhere. A line
 * inside of a longer comment is an example.
 */
const HINT =
  /^[ \t]*(?:\/\/|\/\*+|\{\/\*+)[ \t]*((?:(?:i18n(?:ext)?\.)?t\([ \t]*(?:'[^'\n]+'|"[^"\n]+"|`[^`\n$]+`)[^\n()]*\)[ \t]*[,;]?[ \t]*)+)(?:\*\/\}?)?[ \t]*$/gm;
const CALL =
  /t\([ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)(?:[ \t]*,[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"))?([^\n()]*)\)/g;

/** `// t('key')` */
export function readHints(code: string): readonly Use[] {
  if (!code.includes('t(')) return [];
  return [...code.matchAll(HINT)].flatMap((comment) =>
    [...(comment[1] ?? '').matchAll(CALL)].map(([, a, b, c, d, e, options = '']) => {
      const text = d ?? e ?? /defaultValue:\s*['"]([^'"]*)['"]/.exec(options)?.[1];
      const namespace = /\bns:\s*['"]([^'"]+)['"]/.exec(options)?.[1];
      return {
        key: [a ?? b ?? c ?? ''],
        library: 'any' as const,
        handed: true as const,
        line: lineAt(code, comment.index),
        ...(text === undefined ? {} : { text }),
        ...(namespace === undefined ? {} : { namespace }),
        ...(/\bcount\b/.test(options) ? { count: true as const } : {}),
      };
    }),
  );
}

import { quoted } from '../model/index.js';
import { suggestion } from './nearest.js';
import type { PathIssue } from './path-issue.js';

type Fallbacks = Readonly<Record<string, string>>;

/** Issues of `fallbacks`: each key must be a target, each value another target or the source. */
export function checkFallbacks(
  fallbacks: Fallbacks | undefined,
  targets: readonly string[],
  source: string,
): readonly PathIssue[] {
  if (fallbacks === undefined) return [];
  const pairs = Object.entries(fallbacks);
  const unknown = pairs.flatMap(([locale, base]) =>
    unknownLocales([locale, base], targets, source),
  );
  return unknown.length > 0 ? unknown : cycles(new Map(pairs));
}

function unknownLocales(
  [locale, base]: readonly [string, string],
  targets: readonly string[],
  source: string,
): readonly PathIssue[] {
  const path = ['fallbacks', locale];
  const issues: PathIssue[] = [];
  if (locale === source) {
    const message = `${quoted(locale)} is the source, which cannot have a fallback`;
    issues.push({ code: 'invalid-locale', path, part: 'key', message });
  } else if (!targets.includes(locale)) {
    const message = `${quoted(locale)} is not one of the targets${suggestion(locale, targets)}`;
    issues.push({ code: 'unknown-key', path, part: 'key', message });
  }
  if (base !== source && !targets.includes(base)) {
    const near = suggestion(base, [source, ...targets]);
    const message = `${quoted(base)} is neither the source nor one of the targets${near}`;
    issues.push({ code: 'invalid-locale', path, part: 'value', message });
  }
  return issues;
}

/** One issue for each cycle, at its first locale. */
function cycles(fallbacks: ReadonlyMap<string, string>): readonly PathIssue[] {
  const known = new Set<string>();
  return [...fallbacks.keys()].flatMap((locale): readonly PathIssue[] => {
    const chain: string[] = [];
    let at: string | undefined = locale;
    while (at !== undefined && !known.has(at)) {
      known.add(at);
      chain.push(at);
      at = fallbacks.get(at);
    }
    if (at === undefined || !chain.includes(at)) return [];
    const circle = [...chain.slice(chain.indexOf(at)), at].map((one) => quoted(one)).join(' → ');
    const path = ['fallbacks', at];
    const message = `these fall back to each other: ${circle}`;
    return [{ code: 'invalid-locale', path, part: 'value', message }];
  });
}

import { createHash } from 'node:crypto';
import type { Annotation } from './annotations.js';

/**
 * Identities of findings that stay the same when lines move, so that services can tell new findings
 * from old ones: 40 hex digits each, in the order of the findings, all different.
 */
export function fingerprints(findings: readonly Annotation[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map(({ code, file = '', locale = '', key = '', message }) => {
    const facts = [code, file, locale, key, message].join('\0');
    const count = seen.get(facts) ?? 0;
    seen.set(facts, count + 1);
    return createHash('sha256').update(`${facts}\0${count}`).digest('hex').slice(0, 40);
  });
}

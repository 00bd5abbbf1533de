import { quoted } from '../model/index.js';
import type { LocaleContext } from './check-locales.js';
import type { PathIssue } from './path-issue.js';
import type { ImproveInput } from './schema.js';
import { writeLanguage } from './write-language.js';

/** Values of `improve:` that the service would refuse (docs/interface.md 4.6 and 7). */
export function checkImprove(
  improve: ImproveInput | undefined,
  { source, languages }: LocaleContext,
): readonly PathIssue[] {
  const { style, tone } = improve ?? {};
  const refuse = (name: 'style' | 'tone', message: string): readonly PathIssue[] => [
    { code: 'service-rule', path: ['improve', name], part: 'value', message },
  ];
  if (style !== undefined && tone !== undefined) {
    return refuse('tone', 'the service accepts "style" or "tone", not both');
  }
  const name = style === undefined ? 'tone' : 'style';
  const value = style ?? tone;
  const language = writeLanguage(source, languages);
  if (!needsSupport(value) || language?.hasStyles === true) return [];
  const message = `the service does not support ${name} for source ${quoted(source)}; use "prefer_${value}", which falls back to the default`;
  return refuse(name, message);
}

/** Whether a value needs a language that supports it. `prefer_` values fall back to the default. */
function needsSupport(value: string | undefined): value is string {
  return value !== undefined && value !== 'default' && !value.startsWith('prefer_');
}

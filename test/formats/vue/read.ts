import JSON5 from 'json5';
import { load } from 'js-yaml';
import { parse } from 'vue/compiler-sfc';
import { keyId } from '../../../src/model/index.js';

/** Every text of the blocks that Vue's compiler finds, by its locale and path. */
export function readVue(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const walk = (value: unknown, path: readonly string[]): void => {
    if (typeof value === 'string') values.set(keyId(path), value);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
  };
  const { customBlocks } = parse(text, { ignoreEmpty: false, sourceMap: false }).descriptor;
  for (const { type, content, attrs, src } of customBlocks) {
    if (type !== 'i18n' || src !== undefined || content.trim() === '') continue;
    const isYaml = /^ya?ml$/.test(String(attrs['lang'] ?? ''));
    const { locale } = attrs;
    const messages: unknown = isYaml ? load(content) : JSON5.parse(content);
    walk(messages, typeof locale === 'string' ? [locale] : []);
  }
  return values;
}

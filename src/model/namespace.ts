/**
 * The i18next namespace of a source file: its path after the locale's folder, or its name without
 * the locale. Undefined if the file is named after the locale alone.
 */
export function namespaceOf(path: string, locale: string): string | undefined {
  const segments = path.split('/');
  const file = (segments.pop() ?? '').replace(/\.[^.]+$/, '');
  const folder = segments.lastIndexOf(locale);
  const rest = withoutLocale(file, locale);
  if (folder === -1) return rest === '' ? undefined : rest;
  const inside = [...segments.slice(folder + 1), rest].filter((part) => part !== '');
  return inside.length === 0 ? undefined : inside.join('/');
}

/** `cart.en` and `en.cart` become `cart`; `en` becomes ''. */
function withoutLocale(file: string, locale: string): string {
  if (file === locale) return '';
  for (const sign of ['.', '_', '-']) {
    if (file.endsWith(sign + locale)) return file.slice(0, -(sign + locale).length);
    if (file.startsWith(locale + sign)) return file.slice((locale + sign).length);
  }
  return file;
}

import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import { detectSyntax, formsOf, prepare, validate } from '../../src/text/index.js';
import { readCorpus } from './corpus.js';

const files = readCorpus();

describe('every text of the real catalogs', () => {
  it('comes back as it was, and is found right beside itself', () => {
    const seen = new Set<string>();
    const failures: string[] = [];
    for (const { name, format, locale, units } of files) {
      const { syntax: usual, exceptions } = detectSyntax(units, formats[format].capabilities);
      for (const unit of units) {
        const { text } = unit;
        const syntax = exceptions.get(unit) ?? usual;
        const ctx = { syntax, source: locale, target: locale };
        const id = `${syntax}\u0000${text}`;
        // Texts of words alone take the same path; a few of them do.
        const words = !/[^\p{L}\p{N}\s.,'’!?-]/u.test(text) && seen.size % 50 !== 0;
        if (words || seen.has(id)) continue;
        seen.add(id);
        // A catalog may lack plural forms that its own language has; those are added.
        const ownForms = validate(text, text, ctx).every((one) => one.code === 'untranslated');
        for (const form of formsOf(text, ctx)) {
          const { texts, restore } = prepare(text, ctx, form);
          const result = restore(texts);
          // Between bars, too: as many as the library picks from in that language.
          const ofText = new Set(text.split('|'));
          const same =
            result.ok &&
            (result.text === text ||
              text.includes(', plural,') ||
              (text.includes('|') && result.text.split('|').every((one) => ofText.has(one))));
          if (!same) failures.push(`${name} (${syntax}, ${form}): ${JSON.stringify(text)}`);
        }
        if (!ownForms && !text.includes(', plural,'))
          failures.push(`${name}: ${JSON.stringify(text)}`);
      }
    }
    expect(failures).toEqual([]);
  });

  it.runIf(files.length > 0)('is read in the syntax of its project', () => {
    const syntaxOf = (part: string): string[] => {
      const found = files.filter((file) => file.name.includes(part));
      return found.map(
        (file) => detectSyntax(file.units, formats[file.format].capabilities).syntax,
      );
    };
    expect(syntaxOf('umami/public/intl/messages/en-US.json')).toEqual(['icu']);
    expect(syntaxOf('zulip-mobile/static/translations/messages_pl.json')).toEqual(['icu']);
    expect(syntaxOf('excalidraw/locales/en.json')).toEqual(['i18next']);
    expect(syntaxOf('uptime-kuma/src/lang/en.json')).toEqual(['vue']);
    expect(syntaxOf('thredded/config/locales/en.yml')).toEqual(['rails']);
    expect(syntaxOf('Laravel-Lang+lang/locales/tr/php.json')).toEqual(['laravel']);
    expect(syntaxOf('vscode-cmake-tools/package.nls.json')).toEqual(['plain']);
  });
});

import { withLocales } from '../../src/formats/kit/locales.js';
import { keyId } from '../../src/model/index.js';
import { describeLaws } from './support/laws.js';
import { LOCALE_FILES } from './support/locale-files.js';
import { ORACLES } from './support/oracles.js';

for (const { name, codec, text } of LOCALE_FILES) {
  const shared = withLocales(codec);
  const read = ORACLES[codec.name]!.read;
  for (const locale of ['en', 'de', 'fr']) {
    const source = shared.parse(text, { role: 'source', locale: 'en' });
    const options =
      locale === 'en'
        ? ({ role: 'source', locale } as const)
        : ({ role: 'target', locale, source } as const);
    const known = read(text, {});
    describeLaws({
      codec: shared,
      files: [{ name: `${name} in ${locale}`, text, options }],
      read: (one) => read(one, {}),
      // The locale is somewhere in the key.
      idsOf: ({ key }) => {
        const ids = [...key, ''].map((_, at) => keyId(key.toSpliced(at, 0, locale)));
        return ids
          .filter((id) => known.has(id))
          .slice(name.includes('last') ? -1 : 0)
          .slice(0, 1);
      },
      derive: false,
      runs: 60,
    });
  }
}

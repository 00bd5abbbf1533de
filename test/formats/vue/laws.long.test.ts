import { keyId } from '../../../src/model/index.js';
import type { Unit } from '../../../src/model/index.js';
import { vue } from '../../../src/formats/vue/index.js';
import { describeLaws } from '../support/laws.js';
import type { LawFile } from '../support/laws.js';
import { readVue } from './read.js';
import { seeds } from './seeds.js';

/** In a list, the keys of those behind would change. */
const movable = ({ key }: Unit): boolean => !key.includes('list');

for (const locale of ['en', 'de']) {
  const files = seeds.map((text, at): LawFile => {
    const source = vue.parse(text, { role: 'source', locale: 'en' });
    const options =
      locale === 'en'
        ? { locale, role: 'source' as const }
        : { locale, role: 'target' as const, source };
    return { name: `seed ${at} in ${locale}`, text, options };
  });
  describeLaws({
    codec: vue,
    files,
    read: readVue,
    idsOf: ({ key }) => [keyId([locale, ...key])],
    movable,
    derive: false,
  });
}

describeLaws({
  codec: vue,
  files: seeds.map((text, at) => ({ name: `seed ${at}, all locales`, text })),
  read: readVue,
  movable,
  derive: false,
});

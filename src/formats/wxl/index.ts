import type { Codec } from '../../model/index.js';
import { keyedCodec } from '../kit/xml/keyed.js';
import { about } from './about.js';

const codec = keyedCodec({
  ...about,
  ...{ root: 'WixLocalization', what: 'a .wxl file', keyed: 'Id', tag: 'String' },
  attribute: 'Value',
  isText: ({ name }) => name === 'String',
  // The number of the source's language is not the target's: WiX needs none.
  derived: (_, { attributes }, { locale }) =>
    attributes.flatMap(({ name, value, start, end }) => {
      if (name === 'Language') return [{ start: start - 1, end, text: '' }];
      const culture = value === value.toLowerCase() ? locale.toLowerCase() : locale;
      return name === 'Culture' ? [{ start, end, text: `Culture="${culture}"` }] : [];
    }),
});

/** Localization of WiX installers: texts are content until WiX 3, and attributes since WiX 4. */
export const wxl: Codec = {
  ...codec,
  parse: (text, options) => ({ ...codec.parse(text, options), syntax: 'wix' }),
};

import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';
import { KEYED_XML } from '../kit/xml/declaration.js';

export const about: FormatFacts = {
  name: 'wxl',
  extensions: ['.wxl'],
  projects: [{ kind: 'WiX' }],
  capabilities: { ...KEYED_XML, syntaxes: ['wix'], localeNames: AS_WRITTEN },
};

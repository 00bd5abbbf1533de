import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';
import { KEYED_XML } from '../kit/xml/declaration.js';

export const about: FormatFacts = {
  name: 'xaml',
  extensions: ['.xaml', '.axaml'],
  holdsCatalog: /<[\w.-]+:String\s[^>]*x:Key=/,
  capabilities: { ...KEYED_XML, signature: /<ResourceDictionary\b/, localeNames: AS_WRITTEN },
};

import type { FormatFacts } from '../../model/index.js';
import { SUBTITLES } from '../kit/subtitles/capabilities.js';
import { XML_DECLARATION } from '../kit/xml/declaration.js';

export const about: FormatFacts = {
  name: 'ttml',
  extensions: ['.ttml', '.dfxp'],
  projects: [{ kind: 'subtitles' }],
  capabilities: { ...SUBTITLES, declaredEncoding: XML_DECLARATION },
};

import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';
import { SUBTITLES } from '../kit/subtitles/capabilities.js';

export const about: FormatFacts = {
  name: 'vtt',
  extensions: ['.vtt'],
  capabilities: { ...SUBTITLES, encodings: 'utf-8', localeNames: AS_WRITTEN },
};

import type { FormatFacts } from '../../model/index.js';
import { SUBTITLES } from '../kit/subtitles/capabilities.js';

export const about: FormatFacts = {
  name: 'sbv',
  extensions: ['.sbv'],
  projects: [{ kind: 'subtitles' }],
  capabilities: SUBTITLES,
};

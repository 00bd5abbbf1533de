import type { FormatFacts } from '../../model/index.js';
import { SUBTITLES } from '../kit/subtitles/capabilities.js';

export const about: FormatFacts = {
  name: 'srt',
  extensions: ['.srt'],
  projects: [{ kind: 'subtitles' }],
  capabilities: SUBTITLES,
};

import type { FormatFacts } from '../../model/index.js';
import { SUBTITLES } from '../kit/subtitles/capabilities.js';

export const about: FormatFacts = {
  name: 'ass',
  extensions: ['.ass', '.ssa'],
  projects: [{ kind: 'subtitles' }],
  capabilities: SUBTITLES,
};

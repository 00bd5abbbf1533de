import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';
import { SYMFONY } from '../kit/projects.js';

export const about: FormatFacts = {
  name: 'yaml',
  extensions: ['.yaml', '.yml'],
  projects: [
    { kind: 'Rails', messages: 'rails', path: /(^|\/)(config|rails)\/locales\// },
    ...SYMFONY,
    { kind: 'YAML' },
  ],
  capabilities: {
    ...NESTED,
    nestsLocales: true,
    usualSyntax: 'rails',
    keyNotes: () => '#',
  },
};

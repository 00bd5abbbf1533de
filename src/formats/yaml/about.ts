import { MESSAGE_SYNTAXES } from '../../model/index.js';
import type { FormatFacts } from '../../model/index.js';
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
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: MESSAGE_SYNTAXES,
    usualSyntax: 'rails',
    onlyTexts: false,
    takesNewKeys: true,
    keyNotes: () => '#',
  },
};

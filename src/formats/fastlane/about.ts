import type { FormatFacts } from '../../model/index.js';
import { AS_WRITTEN } from '../kit/locale-names.js';

export const about: FormatFacts = {
  name: 'fastlane',
  extensions: ['.txt'],
  // Elsewhere, they are notes. Gradle's Play Publisher has the texts of a store in `listings` and `release-notes`.
  folders: /(?:^|\/)(?:fastlane\/metadata|metadata\/android|play\/(?:listings|release-notes))\//,
  version: /(?:^|\/)changelogs\/(\d+)\.txt$/,
  projects: [{ kind: 'a store listing' }],
  capabilities: {
    arrays: false,
    sourceDecides: false,
    bilingual: false,
    syntaxes: [],
    onlyTexts: false,
    takesNewKeys: false,
    localeNames: AS_WRITTEN,
    hasOwnRegion: true,
  },
};

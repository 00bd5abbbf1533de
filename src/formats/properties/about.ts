import type { FormatFacts } from '../../model/index.js';
import { NESTED } from '../kit/capabilities.js';

export const about: FormatFacts = {
  name: 'properties',
  extensions: ['.properties'],
  loneSources: [
    {
      path: /(^|\/)(?:[\w.-]*(?:messages?|bundle|strings|labels|texts?|i18n|l10n|locali[sz]ation)|lang(?:uages?)?|(?:i18n|l10n|locales?|lang|messages|bundles?|translations?)\/[^/]+)\.properties$/i,
      near: ['pom.xml', 'build.gradle', 'build.gradle.kts', 'build.xml', 'build.sbt'],
      target: [/(?=\.properties$)/, '_{locale}'],
    },
  ],
  capabilities: {
    ...NESTED,
    arrays: false,
    numberedSyntax: 'icu',
    keyNotes: () => '#',
    fallbackEncoding: 'iso-8859-1',
    localeNames: {
      style: 'underscore',
      sources: [[/_\{locale\}(?=\.properties$)/, '']],
      example: 'messages_pt_BR.properties; source messages.properties',
    },
  },
};

import type { FormatFacts } from '../../model/index.js';
import { XML_DECLARATION } from '../kit/xml/declaration.js';

export const about: FormatFacts = {
  name: 'android',
  extensions: ['.xml'],
  projects: [{ kind: 'Android' }],
  loneSources: [
    {
      // Not those of a flavour or of builds for developers, which only replace some of the app's.
      path: /^(?!.*\/src\/(?!main\/)\w+\/res\/)(?:.*\/)?values\/(?:[\w.-]*strings?[\w.-]*|arrays|plurals|quantities|texts?)\.xml$/,
      near: [
        'build.gradle',
        'build.gradle.kts',
        'AndroidManifest.xml',
        'src/main/AndroidManifest.xml',
        '*.csproj',
      ],
      target: [/(^|\/)values\//, '$1values-{locale}/'],
    },
    {
      path: /(?:^|\/)moko-resources\/base\/(?:strings|plurals)\.xml$/,
      near: [],
      target: [/\/base\//, '/{locale}/'],
    },
  ],
  capabilities: {
    arrays: true,
    sourceDecides: false,
    bilingual: false,
    syntaxes: ['printf', 'icu'],
    onlyTexts: false,
    takesNewKeys: true,
    signature: /<resources\b/,
    declaredEncoding: XML_DECLARATION,
    localeNames: {
      style: 'android',
      sources: [
        [/-\{locale\}(?=\/)/, ''],
        [/((?:^|\/)moko-resources\/)\{locale\}(?=\/)/, '$1base'],
      ],
      // `values-car` is for cars, not for the language Carib.
      folder: { before: 'values-', after: '', noLocales: ['car'], hasOthers: true },
      example: 'values-pt-rBR, values-b+sr+Latn; source values/, in moko-resources base/',
    },
  },
};

import type { LocaleNames } from '../../model/index.js';

/** Locales in paths as the config has them, and so in new files. */
export const AS_WRITTEN: LocaleNames = { style: 'written', example: 'as in targets' };

/** Folders of Apple's. */
export const LPROJ: LocaleNames = {
  style: 'bcp47',
  sources: [[/\{locale\}(?=\.lproj\/)/, 'Base']],
  folder: { before: '', after: '.lproj', sourceIsApart: true },
  // Xcode writes the texts of an interface or an intent into a .strings file for each other locale.
  otherSources: ['storyboard', 'xib', 'intentdefinition'].map((extension) => [
    /[^/]+\.lproj\/([^/]+)\.strings$/,
    `Base.lproj/$1.${extension}`,
  ]),
  example: 'pt-BR.lproj, zh-Hans.lproj; source en.lproj or Base.lproj',
};

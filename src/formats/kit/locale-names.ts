import type { LocaleNames } from '../../model/index.js';

/** Locales in paths as the config has them, and so in new files. */
export const AS_WRITTEN: LocaleNames = { style: 'written', example: 'as in targets' };

/** Folders of Apple's. */
export const LPROJ: LocaleNames = {
  style: 'bcp47',
  sources: [[/\{locale\}(?=\.lproj\/)/, 'Base']],
  folder: { before: '', after: '.lproj', sourceIsApart: true },
  example: 'pt-BR.lproj, zh-Hans.lproj; source en.lproj or Base.lproj',
};

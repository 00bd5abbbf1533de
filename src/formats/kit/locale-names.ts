import type { LocaleNames, LoneSource } from '../../model/index.js';

/** Paths, including new ones, spell locales as in the config. */
export const AS_WRITTEN: LocaleNames = { style: 'written', example: 'as in targets' };

/** Apple's localization folders. */
export const LPROJ: LocaleNames = {
  style: 'bcp47',
  sources: [[/\{locale\}(?=\.lproj\/)/, 'Base']],
  folder: { before: '', after: '.lproj', sourceIsApart: true },
  // For every other locale, Xcode writes the texts of an interface or intent to a .strings file.
  otherSources: ['storyboard', 'xib', 'intentdefinition'].map((extension) => [
    /[^/]+\.lproj\/([^/]+)\.strings$/,
    `Base.lproj/$1.${extension}`,
  ]),
  example: 'pt-BR.lproj, zh-Hans.lproj; source en.lproj or Base.lproj',
};

/** Texts of an Apple project that is not translated yet. */
export const LPROJ_SOURCES: readonly LoneSource[] = [
  {
    path: /(^|\/)(?:Base|en)\.lproj\/(?:Localizable|InfoPlist)\.strings(?:dict)?$/,
    near: ['*.xcodeproj', 'Package.swift', 'Podfile'],
    target: [/(^|\/)[^/]+\.lproj\//, '$1{locale}.lproj/'],
  },
];

/** A localization with one text. */
function text(value: string, state = 'translated'): object {
  return { stringUnit: { state, value } };
}

const catalog = {
  sourceLanguage: 'en',
  strings: {
    '': {},
    '%lld birds': {
      localizations: {
        en: {
          variations: { plural: { one: text('%lld bird'), other: text('%lld birds', 'new') } },
        },
        fr: { variations: { plural: { one: text('%lld oiseau'), other: text('%lld oiseaux') } } },
        ja: text('%lld 羽', 'needs_review'),
      },
    },
    Click: {
      comment: 'A button',
      localizations: {
        en: { variations: { device: { iphone: text('Tap'), other: text('Click') } } },
        fr: { variations: { device: { iphone: text('Touchez'), other: text('Cliquez') } } },
      },
    },
    Hello: {},
    Old: { extractionState: 'stale', localizations: { fr: text('Vieux') } },
    Shop: { localizations: { fr: text('Boutique') }, shouldTranslate: false },
    Varied: {
      localizations: {
        fr: { variations: { plural: { one: text('Varié'), other: text('Variés') } } },
      },
    },
    'in %@': {
      localizations: {
        en: {
          ...text('%#@dogs@ in %#@houses@'),
          substitutions: {
            dogs: {
              argNum: 1,
              formatSpecifier: 'lld',
              variations: { plural: { one: text('%arg dog'), other: text('%arg dogs') } },
            },
          },
        },
        fr: text('%1$lld chiens', 'new'),
      },
    },
  },
  version: '1.0',
};

/** A catalog as Xcode writes it. */
export const sample = JSON.stringify(catalog, undefined, 2)
  .replace(/": /g, '" : ')
  .replace(/^( *)(.*)\{\}/gm, '$1$2{\n\n$1}');

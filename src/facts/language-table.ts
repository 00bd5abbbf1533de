/**
 * Models of a language. both: `classic` and `next-gen` · next-gen: only `quality_optimized` or no
 * model type (docs/interface.md 9.5) · beta.
 */
export type LanguageKind = 'both' | 'next-gen' | 'beta';

export interface LanguageRow {
  /** In BCP 47 casing. */
  readonly lang: string;
  readonly name: string;
  readonly kind: LanguageKind;
  /** Default: both. Variants are targets only. */
  readonly use?: 'source' | 'target';
}

const both = 'both';
const target = 'target';

const classic: readonly LanguageRow[] = [
  { lang: 'ar', name: 'Arabic', kind: both },
  { lang: 'bg', name: 'Bulgarian', kind: both },
  { lang: 'cs', name: 'Czech', kind: both },
  { lang: 'da', name: 'Danish', kind: both },
  { lang: 'de', name: 'German', kind: both },
  { lang: 'el', name: 'Greek', kind: both },
  { lang: 'en', name: 'English', kind: both, use: 'source' },
  { lang: 'en-GB', name: 'English (British)', kind: both, use: target },
  { lang: 'en-US', name: 'English (American)', kind: both, use: target },
  { lang: 'es', name: 'Spanish', kind: both },
  { lang: 'es-419', name: 'Spanish (Latin American)', kind: both, use: target },
  { lang: 'et', name: 'Estonian', kind: both },
  { lang: 'fi', name: 'Finnish', kind: both },
  { lang: 'fr', name: 'French', kind: both },
  { lang: 'hu', name: 'Hungarian', kind: both },
  { lang: 'id', name: 'Indonesian', kind: both },
  { lang: 'it', name: 'Italian', kind: both },
  { lang: 'ja', name: 'Japanese', kind: both },
  { lang: 'ko', name: 'Korean', kind: both },
  { lang: 'lt', name: 'Lithuanian', kind: both },
  { lang: 'lv', name: 'Latvian', kind: both },
  { lang: 'nb', name: 'Norwegian (Bokmål)', kind: both },
  { lang: 'nl', name: 'Dutch', kind: both },
  { lang: 'pl', name: 'Polish', kind: both },
  { lang: 'pt', name: 'Portuguese', kind: both, use: 'source' },
  { lang: 'pt-BR', name: 'Portuguese (Brazilian)', kind: both, use: target },
  { lang: 'pt-PT', name: 'Portuguese (European)', kind: both, use: target },
  { lang: 'ro', name: 'Romanian', kind: both },
  { lang: 'ru', name: 'Russian', kind: both },
  { lang: 'sk', name: 'Slovak', kind: both },
  { lang: 'sl', name: 'Slovenian', kind: both },
  { lang: 'sv', name: 'Swedish', kind: both },
  { lang: 'tr', name: 'Turkish', kind: both },
  { lang: 'uk', name: 'Ukrainian', kind: both },
  { lang: 'zh', name: 'Chinese', kind: both },
  { lang: 'zh-Hans', name: 'Chinese (simplified)', kind: both, use: target },
  { lang: 'zh-Hant', name: 'Chinese (traditional)', kind: both, use: target },
];

const beta: readonly LanguageRow[] = [
  { lang: 'de-CH', name: 'German (Swiss)', kind: 'beta', use: target },
  { lang: 'fr-CA', name: 'French (Canadian)', kind: 'beta', use: target },
];

/** Stable, but without classic models; none of them is in the old v2 list. */
const nextGen = `
ace Acehnese|af Afrikaans|an Aragonese|as Assamese|ay Aymara|az Azerbaijani|ba Bashkir|be Belarusian|bho Bhojpuri
bn Bengali|br Breton|bs Bosnian|ca Catalan|ceb Cebuano|ckb Kurdish (Sorani)|cy Welsh|eo Esperanto|eu Basque
fa Persian|ga Irish|gl Galician|gn Guarani|gom Konkani|gu Gujarati|ha Hausa|he Hebrew|hi Hindi|hr Croatian
ht Haitian Creole|hy Armenian|ig Igbo|is Icelandic|jv Javanese|ka Georgian|kk Kazakh|kmr Kurdish (Kurmanji)|ky Kyrgyz
la Latin|lb Luxembourgish|lmo Lombard|ln Lingala|mai Maithili|mg Malagasy|mi Maori|mk Macedonian|ml Malayalam
mn Mongolian|mr Marathi|ms Malay|mt Maltese|my Burmese|ne Nepali|oc Occitan|om Oromo|pa Punjabi|pag Pangasinan
pam Kapampangan|prs Dari|ps Pashto|qu Quechua|sa Sanskrit|scn Sicilian|sq Albanian|sr Serbian|st Sesotho
su Sundanese|sw Swahili|ta Tamil|te Telugu|tg Tajik|th Thai|tk Turkmen|tl Tagalog|tn Tswana|ts Tsonga|tt Tatar
ur Urdu|uz Uzbek|vi Vietnamese|wo Wolof|xh Xhosa|yi Yiddish|yue Cantonese|zu Zulu`;

function parseNextGen(): readonly LanguageRow[] {
  return nextGen
    .trim()
    .split(/[|\n]/)
    .map((entry) => {
      const space = entry.indexOf(' ');
      return { lang: entry.slice(0, space), name: entry.slice(space + 1), kind: 'next-gen' };
    });
}

/** Every language of text translation, sorted by code. */
export const languageTable: readonly LanguageRow[] = [...classic, ...beta, ...parseNextGen()].sort(
  (a, b) => (a.lang < b.lang ? -1 : 1),
);

/** Targets with formality in text translation (docs/interface.md 4.1). */
export const formalityTargets: ReadonlySet<string> = new Set(
  'de,fr,it,es,es-419,nl,pl,pt-BR,pt-PT,ja,ru'.split(','),
);

/** The same for documents (docs/interface.md 4.2), without es-419. */
export const documentFormalityTargets: ReadonlySet<string> = new Set(
  'de,fr,it,es,nl,pl,pt-BR,pt-PT,ja,ru'.split(','),
);

/** Whether a language has glossaries: those of the classic models and a few added soon after. */
export function hasGlossary({ kind, lang }: LanguageRow): boolean {
  return kind === 'both' || ['he', 'th', 'vi'].includes(lang);
}

/** Base languages of dictionaries: any two of them form a pair. */
export const glossaryLanguages: ReadonlySet<string> = new Set(
  languageTable
    .filter((row) => hasGlossary(row) && !row.lang.includes('-'))
    .map(({ lang }) => lang),
);

/** Base languages with style rule lists and custom instructions (docs/interface.md 2.1, 4.1). */
export const styleLanguages: ReadonlySet<string> = new Set('de,en,es,fr,it,ja,ko,zh'.split(','));

/** Targets of Write (docs/interface.md 4.6); `zh` and `zh-Hans` are the same. */
export const writeTargets: ReadonlySet<string> = new Set(
  'de,en-GB,en-US,es,fr,it,ja,ko,pt-BR,pt-PT,zh,zh-Hans'.split(','),
);

/** Targets of Write with writing styles and tones. */
export const writeStyleTargets: ReadonlySet<string> = new Set(
  'de,en-GB,en-US,es,fr,it,pt-BR,pt-PT'.split(','),
);

/** Base languages of voice jobs. */
export const voiceLanguages: ReadonlySet<string> = new Set(
  'bg,cs,da,de,el,en,es,et,fi,fr,hu,id,it,ja,ko,lt,lv,nb,nl,pl,pt,ro,ru,sk,sl,sv,tr,uk,zh'.split(
    ',',
  ),
);

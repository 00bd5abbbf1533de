/**
 * Words and letters that are frequent in one of the languages with classic models and rare in the
 * others.
 */
const frequent: Readonly<Record<string, string>> = {
  bg: 'и на за да се от са със това като по',
  cs: 'a je se na že v s to jsem není jako pro být ale zrušit uložit smazat upravit nastavení přidat hledat další zpět zavřít otevřít nový nové jméno uživatel soubor zobrazit skrýt nápověda chyba ano děkuji heslo',
  da: 'og er det en af til på for med ikke som jeg annuller gem slet rediger indstillinger tilføj søg næste tilbage luk åbn ny nyt navn bruger fil filer vis skjul hjælp fejl ja hej tak adgangskode fra kan har blev',
  de: 'der die das und ist nicht ein eine einen einem einer kein keine mit für von zu zum zur den des auf aus bei nach ich wir sie sich ihr ihre ihnen es dem im am um wird werden wurde sind hat kann oder wenn wie nur noch alle über bitte guten abbrechen speichern löschen bearbeiten einstellungen hinzufügen entfernen suche suchen weiter zurück schließen öffnen neu benutzer datei dateien anzeigen auswählen hilfe fehler ja hallo danke passwort',
  en: 'the and is are was were will has have been can of to in on at by from for with or not no if when this that these which you your it its we my be do an all only more there please a i ok cancel password email home save delete edit settings add remove search next back close open new name user users file files show hide select copy help error loading yes sign log update view list hello share',
  es: 'el la los las lo de del al que y o en un una es son no por con sin para se su sus tu más está este esta como cuando todo todos desde sobre ha ser puede hola mundo cancelar guardar eliminar editar configuración añadir buscar siguiente volver cerrar abrir nuevo nueva nombre usuario archivo mostrar ocultar ayuda sí gracias buenos buenas días contraseña compartido',
  et: 'ja on ei see et ta kui oma mis ka',
  fi: 'ja on ei se että hän en olen mutta niin kuin tämä',
  fr: 'le la les l de des du d au aux et ou un une est sont que qui pour par dans en sur avec sans pas ne n plus ce cette il elle vous je nous votre vos son sa ses tous aucun être bonjour annuler enregistrer supprimer modifier paramètres ajouter rechercher suivant retour fermer ouvrir nouveau nouvelle nom utilisateur fichier afficher masquer aide erreur oui non merci salut partager mot',
  hu: 'a az és hogy nem egy van ez is meg de',
  id: 'dan yang di ini itu dengan untuk tidak dari adalah',
  it: 'il lo la gli i le l che chi di del della dei delle da dal al alla nel in e o è un una per non con senza si sono questo questa come più anche tutti ciao mondo annulla salva elimina modifica impostazioni aggiungi rimuovi cerca avanti indietro chiudi apri nuovo nuova nome utente mostra nascondi aiuto errore sì grazie buongiorno',
  lt: 'ir yra kad tai su kaip bet ne iš',
  lv: 'un ir ka tas ar par no kā bet',
  nb: 'og er det en av til på for med ikke som jeg avbryt lagre slett rediger innstillinger legg søk neste tilbake lukk åpne ny nytt navn bruker fil filer vis skjul hjelp feil ja hei takk passord fra kan har ble',
  nl: 'de het een en of is zijn van voor met op in aan bij naar door om te dat dit deze niet geen ik je u uw er als kan wordt worden alle meer annuleren opslaan verwijderen bewerken instellingen toevoegen zoeken volgende terug sluiten openen nieuw nieuwe naam gebruiker bestand bestanden tonen hulp fout ja hallo bedankt wachtwoord',
  pl: 'i lub w z na do od po za nie się są jest być że to ten ta jak jako o ale dla przez aby tylko anuluj zapisz usuń edytuj ustawienia dodaj szukaj dalej wstecz zamknij otwórz nowy nowa nazwa użytkownik plik pliki pokaż ukryj pomoc błąd tak dziękuję hasło',
  pt: 'o a os as de do da dos das no na em que e ou um uma é são foi não por com sem para ao se seu sua mais este esta como todos ser pode você olá cancelar salvar guardar excluir eliminar editar configurações adicionar remover buscar próximo voltar fechar abrir novo nova usuário utilizador arquivo ficheiro mostrar ajuda erro sim obrigado obrigada bom senha',
  ro: 'și de la în este nu un o cu care pentru că',
  ru: 'и в не на что я с он как это по но',
  sk: 'a je sa na že v s to som nie ako pre byť ale zrušiť uložiť odstrániť upraviť nastavenia pridať hľadať ďalší späť zavrieť otvoriť nový nové meno používateľ súbor zobraziť skryť pomoc chyba áno ďakujem heslo',
  sl: 'in je se na da v s to sem ni kot za pa prekliči shrani izbriši uredi nastavitve dodaj išči naprej nazaj zapri odpri nov novo ime uporabnik datoteka prikaži pomoč napaka hvala geslo ali ta lahko bo biti',
  sv: 'och är det en av till på för med inte som jag att avbryt spara radera redigera inställningar lägg sök nästa tillbaka stäng öppna ny nytt namn användare fil filer visa hjälp fel ja hej tack lösenord',
  tr: 've bir bu için ile değil çok ne de var',
  uk: 'і в не на що я з він як це та але',
};

const letters: Readonly<Record<string, RegExp>> = {
  cs: /[ěřů]/gu,
  da: /[øæå]/gu,
  de: /[äöüß]/gu,
  es: /ñ|ción|ciones/gu,
  et: /[õäöü]/gu,
  fi: /[äö]/gu,
  fr: /[éèàçœêù]/gu,
  hu: /[őű]/gu,
  it: /[èàùìò]/gu,
  lt: /[ėįųšž]/gu,
  lv: /[āēīūķļņ]/gu,
  pl: /[łąęśćżźń]/gu,
  pt: /[ãõç]/gu,
  ro: /[țșăâ]/gu,
  ru: /[ыэъё]/gu,
  sk: /[ľĺŕô]/gu,
  sv: /[äöå]/gu,
  tr: /[ğışç]/gu,
  uk: /[іїєґ]/gu,
};

const wordLists = Object.entries(frequent).map(
  ([language, words]) => [language, new Set(words.split(' '))] as const,
);

/**
 * Number of frequent words and letters of each language in a lower-case text, without languages
 * that have none.
 */
export function scoresByWords(sample: string): ReadonlyMap<string, number> {
  const words = sample.match(/\p{L}+/gu) ?? [];
  const cyrillic = /\p{Script=Cyrillic}/u.test(sample);
  const scores = new Map<string, number>();
  for (const [language, list] of wordLists) {
    if (cyrillic !== ['bg', 'ru', 'uk'].includes(language)) continue;
    const marks = words.join(' ').match(letters[language] ?? /$^/g)?.length ?? 0;
    const value = words.filter((word) => list.has(word)).length + marks * 0.5;
    if (value > 0) scores.set(language, value);
  }
  return scores;
}

/** For each known language, the number of its frequent words in a lower-case text. */
function frequentWords(words: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    wordLists.map(([language, list]) => [language, words.filter((word) => list.has(word)).length]),
  );
}

/** Scripts of languages that are not written in Latin letters. */
const SCRIPTS: readonly (readonly [languages: string, letters: RegExp])[] = [
  ['ru uk bg be sr mk kk ky mn tg', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ar fa ur ps ckb', /\p{Script=Arabic}/gu],
  ['he yi', /\p{Script=Hebrew}/gu],
  ['hi mr ne', /\p{Script=Devanagari}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu],
  ['ko', /[\p{Script=Hangul}\p{Script=Han}]/gu],
  ['zh yue', /\p{Script=Han}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['ka', /\p{Script=Georgian}/gu],
];
/** Languages that are written in more than one script. */
const SEVERAL: ReadonlySet<string> = new Set('sr kk uz az ks ku bs mn tg'.split(' '));

/** Parts of a text that are not words: placeholders, tags, addresses. */
const CODE = /<[^>]*>|\{[^{}]*\}|%[\w$.]*[a-zA-Z@]|:\w+|\$\w+|\S*[/@\\_]\S*|&\w+;/g;

/**
 * With this many frequent words of another language and none of its own, a text is in that
 * language.
 */
const TELLING = 3;
/** The same if at least half of all words are frequent ones. */
const TELLING_AMONG_FEW = 2;
/** Fewer letters of another script may be a name or a symbol. */
const FOREIGN_LETTERS = 4;

/** Service codes of a pair. */
interface Pair {
  readonly source: string;
  readonly target: string;
}

/**
 * Whether a text is certainly not in the target language: it is in another script, or has frequent
 * words of another language and none of its own. False if in doubt.
 */
export function isOtherLanguage(text: string, { source, target }: Pair): boolean {
  const sample = text.replace(CODE, ' ').toLowerCase();
  const stated = baseOf(target);
  if (SEVERAL.has(stated)) return false;
  const all = sample.match(/\p{L}/gu)?.length ?? 0;
  if (all < FOREIGN_LETTERS) return false;
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const own = lettersOf(sample, stated) ?? latin;
  const isLatin = lettersOf(sample, stated) === undefined;
  // Names stay in Latin letters in every language.
  const foreign = all - own - (isLatin ? 0 : latin);
  if (foreign >= FOREIGN_LETTERS && foreign * 2 > all) return true;
  if (!isLatin && own > 0) return false;
  return hasWordsOfAnother(sample, { stated, source: baseOf(source) });
}

function hasWordsOfAnother(
  sample: string,
  { stated, source }: { readonly stated: string; readonly source: string },
): boolean {
  const words = sample.match(/\p{L}+/gu) ?? [];
  // A repeated word counts once.
  const hits = frequentWords([...new Set(words)]);
  if (lettersOf('', stated) === undefined && hits.get(stated) !== 0) return false;
  let most = 0;
  let isSource = true;
  for (const [language, count] of hits) {
    if (count > most) {
      most = count;
      isSource = language === source;
    }
  }
  if (most >= TELLING) return true;
  // Texts full of names and terms of the source may be translations.
  return !isSource && most >= TELLING_AMONG_FEW && most * 2 >= words.length;
}

/** Number of letters in a language's own script; undefined for Latin. */
function lettersOf(sample: string, language: string): number | undefined {
  const script = SCRIPTS.find(([languages]) => languages.split(' ').includes(language));
  return script && (sample.match(script[1])?.length ?? 0);
}

function baseOf(tag: string): string {
  const base = tag.split(/[-_]/, 1)[0]?.toLowerCase() ?? '';
  return base === 'no' || base === 'nn' ? 'nb' : base;
}

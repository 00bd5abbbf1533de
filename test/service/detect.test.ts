import { describe, expect, it } from 'vitest';
import { certainlyOther, detectLanguage } from '../../src/service/translate/detect.js';

const short: Readonly<Record<string, readonly string[]>> = {
  en: [
    'Please sign in to continue',
    'Hello, world!',
    'OK',
    '',
    '12:30',
    'Save changes',
    'No items found.',
  ],
  de: ['Bitte melden Sie sich an', 'Änderungen speichern', 'Guten Tag, wie geht es Ihnen heute?'],
  fr: ['Veuillez vous connecter pour continuer', 'Mot de passe incorrect'],
  es: ['Inicie sesión para continuar', 'Hola, mundo'],
  nl: ['Meld u aan om door te gaan'],
  pl: ['Zaloguj się, aby kontynuować'],
  ru: ['Войдите, чтобы продолжить'],
  uk: ['Увійдіть, щоб продовжити'],
  ja: ['続けるにはログインしてください', '検索履歴', '読書進行状況', '総読書時間'],
  zh: ['请登录以继续', '结束时间', '總閱讀時間', '關於'],
  ko: ['계속하려면 로그인하세요'],
  el: ['Συνδεθείτε για να συνεχίσετε'],
};

/** Written down before they were tried. */
const plain: Readonly<Record<string, readonly string[]>> = {
  en: 'proton beam|Forgot password?|Save|kitchen sink|neutron star|Delete account?|steam engine|Sign up'.split(
    '|',
  ),
  de: 'Protonenstrahl|Passwort vergessen?|Neutronenstern|Dampfmaschine|Konto löschen?|Spülbecken'.split(
    '|',
  ),
  fr: 'faisceau de protons|Mot de passe oublié ?|étoile à neutrons|machine à vapeur|Supprimer le compte ?'.split(
    '|',
  ),
  es: 'haz de protones|¿Olvidó su contraseña?|estrella de neutrones|máquina de vapor|¿Eliminar la cuenta?'.split(
    '|',
  ),
  it: ['fascio di protoni', 'macchina a vapore'],
  pt: ['feixe de prótons'],
  nl: ['stoommachine'],
  pl: ['wiązka protonów', 'silnik parowy'],
  id: ['Simpan perubahan', 'Lupa kata sandi?'],
  ru: ['Настройки URL-адреса', 'IP адрес'],
  zh: ['GitHub 设置'],
};

const long: Readonly<Record<string, string>> = {
  tr: 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.',
  vi: 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hoá ban cho lý trí và lương tâm.',
  pt: 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.',
  sv: 'Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör handla gentemot varandra i en anda av broderskap.',
};

describe('language detection', () => {
  it.each(Object.entries(short))('knows short texts in %s', (language, texts) => {
    expect(texts.map((text) => detectLanguage(text))).toEqual(texts.map(() => language));
  });

  it('knows plain texts of one to three words, but for one of them', () => {
    const missed = Object.entries(plain).flatMap(([language, texts]) =>
      texts.filter((text) => detectLanguage(text) !== language),
    );
    expect(missed).toEqual(['stoommachine']);
  });

  it.each([
    ['fr', 'Musique hip-hop'],
    ['de', 'Smarte Filter'],
    ['de', 'Mein Dashboard'],
    ['nl', 'Nieuwe playlist'],
    ['it', 'Le mie app'],
    ['es', 'Proxy inverso'],
    ['en', 'Session timeout'],
  ])('knows a text in %s by its own words beside English ones: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each(Object.entries(long))('knows a sentence in %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each([
    ['en', '<b>Save changes</b>', 'de'],
    ['en', '<a href="/lesen">Read more</a>', 'de'],
    ['en', 'Cancel', 'es'],
    ['en', 'OK', 'pl'],
    ['en', '{{anzahl}} __VAR_0__ items', 'de'],
    ['en', 'Hello', 'de'],
    ['es', 'Buenos días', 'en'],
    ['es', '%1$s Compartido', 'en'],
    ['fr', 'Merci', 'en'],
    ['de', 'Abbrechen', 'en'],
    ['pl', 'Usuń', 'en'],
    ['sv', 'Spara ändringar', 'en'],
    ['fi', 'Tallenna muutokset', 'en'],
    ['hu', 'Módosítások mentése', 'en'],
    ['vi', 'Lưu thay đổi', 'en'],
    ['fa', 'ذخیره تغییرات', 'en'],
    ['uk', 'Зберегти зміни', 'en'],
    ['cs', 'Uložit změny', 'en'],
  ])('knows words of an interface: %s %j', (language, text, target) => {
    expect(detectLanguage(text, { target })).toBe(language);
  });

  it('does not read markup, placeholders and addresses', () => {
    const text = '<strong class="die-eine">{der_die_das}</strong> https://das.ist.de Sign in';
    expect(detectLanguage(text, { target: 'de' })).toBe('en');
  });

  it('looks at the beginning of a huge text only', () => {
    expect(detectLanguage('das ist der Anfang und '.repeat(200_000))).toBe('de');
  });
});

describe('a text that is said to be in a language', () => {
  it.each([
    ['en', 'Invalid card number'],
    ['en', 'Payment method declined'],
    ['en', 'Resistance: 47 Ω'],
    ['de', 'Guten Tag, wie geht es Ihnen heute?'],
    ['fr', 'Mot de passe incorrect'],
    ['ja', '設定保存'],
    ['ja', 'GitHub Actions'],
    ['zh', 'OK, 请登录'],
  ])('may be in it: %s, %j', (stated, text) => {
    expect(certainlyOther(text, stated)).toBeUndefined();
  });

  it.each([
    ['en', 'de', 'Das ist ein kurzer Satz.'],
    ['de', 'en', 'Please sign in to continue with this.'],
    ['en', 'ja', 'これは日本語の文章です。'],
    ['en', 'ru', 'Войдите, чтобы продолжить'],
    ['zh', 'ja', 'これは日本語の文章です。'],
    ['es', 'pt', long['pt'] ?? ''],
    ['fr', 'sv', long['sv'] ?? ''],
  ])('is not in it for certain: %s, %s', (stated, actual, text) => {
    expect(certainlyOther(text, stated)).toBe(actual);
  });
});

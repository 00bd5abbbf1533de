import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../../src/service/detect/detect.js';

const short: Readonly<Record<string, readonly string[]>> = {
  en: ['Please sign in to continue', 'Hello, world!', 'OK', '', '12:30', 'Save changes'],
  de: ['Bitte melden Sie sich an', 'Änderungen speichern'],
  fr: ['Veuillez vous connecter pour continuer'],
  es: ['Inicie sesión para continuar', 'Hola, mundo'],
  nl: ['Meld u aan om door te gaan'],
  pl: ['Zaloguj się, aby kontynuować'],
  ru: ['Войдите, чтобы продолжить'],
  uk: ['Увійдіть, щоб продовжити'],
  ja: ['続けるにはログインしてください'],
  zh: ['请登录以继续'],
  ko: ['계속하려면 로그인하세요'],
  el: ['Συνδεθείτε για να συνεχίσετε'],
};

const long: Readonly<Record<string, string>> = {
  tr: 'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.',
  vi: 'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền lợi. Mọi con người đều được tạo hoá ban cho lý trí và lương tâm.',
  pt: 'Todos os seres humanos nascem livres e iguais em dignidade e em direitos. Dotados de razão e de consciência, devem agir uns para com os outros em espírito de fraternidade.',
  sv: 'Alla människor är födda fria och lika i värde och rättigheter. De är utrustade med förnuft och samvete och bör handla gentemot varandra i en anda av broderskap.',
};

describe('language detection', () => {
  it.each(Object.entries(short))('knows short texts in %s', (language, texts) => {
    expect(texts.map(detectLanguage)).toEqual(texts.map(() => language));
  });

  it.each(Object.entries(long))('knows a sentence in %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it('looks at the beginning of a huge text only', () => {
    expect(detectLanguage('das ist der Anfang und '.repeat(200_000))).toBe('de');
  });
});

import { describe, expect, test } from 'vitest';
import { HeldTerms, stemOf } from '../../src/engine/terms/index.js';

async function holds(language: string, term: string, text: string): Promise<boolean> {
  return new HeldTerms(new Map([[term, 'x']]), await stemOf(language)).in(text).length > 0;
}

describe('a text holds a term', () => {
  test.each([
    ['en', 'cart', 'Your cart'],
    ['en', 'Cart', 'your CART.'],
    ['en', 'cart', 'Two carts'],
    ['en', 'cart', 'The cart’s price'],
    ['en', 'story', 'All stories'],
    ['en', 'save', 'Saved, saving'],
    ['en', 'save', 'Saving'],
    ['en', 'ship', 'It was shipped'],
    ['en', 'shopping cart', 'All shopping carts'],
    ['de', 'Wagen', 'des Wagens'],
    ['de', 'Rechnung', 'Alle Rechnungen'],
    ['de', 'Haus', 'Alle Häuser'],
    ['fr', 'panier', 'Vos paniers'],
    ['fr', 'commande', 'Toutes les commandes'],
    ['es', 'pedido', 'Tus pedidos'],
    ['es', 'imagen', 'Imágenes'],
    ['es', 'lápiz', 'Dos lápices'],
    ['pt', 'opção', 'Mais opções'],
    ['pt', 'imagem', 'Imagens'],
    ['pt', 'papel', 'Papéis'],
    ['hi', 'संदेश', 'संदेशों'],
    ['lv', 'fails', 'Failus'],
    ['et', 'fail', 'Failid'],
    ['it', 'ordine', 'Gli ordini'],
    ['pt', 'pedido', 'Seus pedidos'],
    ['nl', 'bestelling', 'Je bestellingen'],
    ['sv', 'order', 'Dina ordrar, ordern'],
    ['ru', 'корзина', 'В корзине'],
    ['pl', 'koszyk', 'Twojego koszyka, w koszyku'],
    ['cs', 'košík', 'v košíku'],
    ['tr', 'sepet', 'Sepetler'],
    ['tr', 'İptal', 'iptal et'],
    ['tr', 'ışık', 'IŞIK'],
    ['en', 'cafe\u0301', 'A caf\u00e9 nearby'],
    ['vi', 'giỏ hàng', 'Giỏ hàng của bạn'.normalize('NFD')],
    ['ja', 'テスト', 'ﾃｽﾄを実行'],
    ['ko', '주문', '주문을 취소'],
    ['fi', 'kori', 'Korit'],
    ['ja', '注文', 'ご注文の確認'],
    ['zh', '订单', '我的订单列表'],
    ['th', 'ตะกร้า', 'ดูตะกร้าของคุณ'],
  ])('%s: %s in %j', async (language, term, text) => {
    expect(await holds(language, term, text)).toBe(true);
  });

  test.each([
    ['en', 'cart', 'A cartoon'],
    ['en', 'cart', 'A carton'],
    ['en', 'car', 'A card'],
    ['en', 'cart', ''],
    ['en', 'shopping cart', 'A cart for shopping'],
    ['de', 'Wagen', 'Wagemut'],
    ['de', 'Rat', 'Ratten'],
    ['es', 'año', 'El ano'],
    ['pt', 'pai', 'Os pães'],
    ['pl', 'koszyk', 'kosz'],
    ['zh', '订单', '订一单'],
  ])('%s: not %s in %j', async (language, term, text) => {
    expect(await holds(language, term, text)).toBe(false);
  });
});

test('a text has another version where one of its terms changes', async () => {
  const stem = await stemOf('en');
  const before = new HeldTerms(
    new Map([
      ['cart', 'Wagen'],
      ['bag', 'Tüte'],
    ]),
    stem,
  );
  const after = new HeldTerms(
    new Map([
      ['cart', 'Korb'],
      ['bag', 'Tüte'],
    ]),
    stem,
  );
  expect(after.versionIn('A cart')).not.toBe(before.versionIn('A cart'));
  expect(after.versionIn('A bag')).toBe(before.versionIn('A bag'));
  expect(after.versionIn('A box')).toBe('');
});

test('many terms that begin alike cost no more than others', async () => {
  const terms = new Map(Array.from({ length: 100_000 }, (_, i) => [`term number ${i}`, 'x']));
  const held = new HeldTerms(terms, await stemOf('en'));
  const found = Array.from({ length: 5_000 }, (_, i) => held.in(`Of term number ${i}, many terms`));
  expect(found.every((one, i) => one.length === 1 && one[0]?.[0] === `term number ${i}`)).toBe(
    true,
  );
});

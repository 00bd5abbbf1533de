import { describe, expect, test } from 'vitest';
import { HeldTerms } from '../../src/resources/index.js';

function holds(language: string, term: string, text: string): boolean {
  return new HeldTerms(new Map([[term, 'x']]), language).in(text).length > 0;
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
    ['ja', '注文', 'ご注文の確認'],
  ])('%s: %s in %j', (language, term, text) => {
    expect(holds(language, term, text)).toBe(true);
  });

  test.each([
    ['en', 'cart', 'A cartoon'],
    ['en', 'cart', 'A carton'],
    ['en', 'car', 'A card'],
    ['en', 'cart', ''],
    ['en', 'shopping cart', 'A cart for shopping'],
    ['de', 'Wagen', 'Wagemut'],
    ['de', 'Rat', 'Rate mal'],
  ])('%s: not %s in %j', (language, term, text) => {
    expect(holds(language, term, text)).toBe(false);
  });
});

test('a text has another version where one of its terms changes', () => {
  const before = new HeldTerms(
    new Map([
      ['cart', 'Wagen'],
      ['bag', 'Tüte'],
    ]),
    'en',
  );
  const after = new HeldTerms(
    new Map([
      ['cart', 'Korb'],
      ['bag', 'Tüte'],
    ]),
    'en',
  );
  expect(after.versionIn('A cart')).not.toBe(before.versionIn('A cart'));
  expect(after.versionIn('A bag')).toBe(before.versionIn('A bag'));
  expect(after.versionIn('A box')).toBe('');
});

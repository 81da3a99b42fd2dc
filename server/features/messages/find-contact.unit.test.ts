import { afterEach, describe, expect, it } from 'vitest';
import { findCurrency } from '#contract/currencies.ts';
import { setShopCurrency, usDollar } from '#contract/shop-currency.ts';
import { findContact } from './find-contact.ts';

afterEach(() => setShopCurrency(usDollar));

describe('contact data in a text', () => {
  it.each([
    ['Call me: (212) 555-0134', ['phone']],
    ['+44 20 7946 0958 after six', ['phone']],
    ['My number is 212.664.7665', ['phone']],
    ['２１２-６６４-７６６５', ['phone']],
    ['212\u200b-664\u200b-7665', ['phone']],
    ['write to ada.fife@example.com', ['email']],
    ['ada (at) example (dot) com', ['email']],
    ['ada[at]example.com', ['email']],
    ['https://paypal.me/ada', ['payment-link']],
    ['Pay at www.PayPal.com/xyz and it is yours', ['payment-link']],
    ['buy.stripe.com/test_123', ['payment-link']],
    ['+49 89 636 48018 or ada@example.com, else paypal.me/ada', ['phone', 'email', 'payment-link']],
  ])('%s has %j', (text, kinds) => {
    expect(findContact(text)).toEqual(kinds);
  });

  it.each([
    'An ES-335 1968, all original',
    'It costs 1,200,000 and was made in 1968',
    'The serial number is 24681012',
    'Would you take 950? I can come on 2026-11-28 at 18:30.',
    'The mouthpiece is a Bach 7C, the case measures 62 x 28 x 19',
    'I paid with PayPal when I bought it',
    'See notpaypal.me and mypaypal.com.example',
    'He plays at the club @ midnight',
  ])('“%s” has none', (text) => {
    expect(findContact(text)).toEqual([]);
  });

  it('is also found as people of the shop’s currency write their numbers', () => {
    expect(findContact('Ruf an: 089 63648018')).toEqual([]);
    const euro = findCurrency('EUR');
    if (!euro) throw new Error('There is no euro');
    setShopCurrency(euro);
    expect(findContact('Ruf an: 089 63648018')).toEqual(['phone']);
    expect(findContact('Une ES-335 1968')).toEqual([]);
  });
});

import { afterEach, describe, expect, it } from 'vitest';
import { findCurrency } from '#contract/money/currencies.ts';
import { setShopCurrency, usDollar } from '#contract/money/shop-currency.ts';
import { findContact } from './find-contact.ts';
import { removePhoneNumbers } from './find-phone-number.ts';

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
    ['0044 20 7946 0958 after six', ['phone']],
    ['011 49 89 63648018', ['phone']],
    ['It is 44 20 7946 0958', ['phone']],
    ['Whatsapp 49 151 2345 6789', ['phone']],
    ['Phone no. 2126647665', ['phone']],
    ['My no. is on the card: 212 664 7665', ['phone']],
    ['Serial no. 24681012, call 212 664 7665', ['phone']],
    [`${'-'.repeat(70)}ada@example.com`, ['email']],
    ['ada@mail.example.co.uk', ['email']],
    ['https://wa.me/447911123456', ['messenger']],
    ['Find me at t.me/ada_fife', ['messenger']],
    ['adafife.t.me', ['messenger']],
    ['m.me/ada.fife', ['messenger']],
    ['https://signal.me/#eu/abc', ['messenger']],
    ['chat.whatsapp.com/AbCd', ['messenger']],
    ['Transfer it to DE89 3704 0044 0532 0130 00 please', ['bank-account']],
    ['GB82WEST12345698765432', ['bank-account']],
    ['fr14 2004 1010 0505 0001 3m02 606', ['bank-account']],
    ['DE89370400440532013000 or +49 89 636 48018', ['phone', 'bank-account']],
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
    'Meet you @ 18.30 at the club',
    'Two mouthpieces @ 45.50 each, or @ 5.30pm',
    'Serial no. 2126647665',
    'S/N 2126647665, S/N: 212-664-7665',
    'It is no. 2126647665 of the series',
    'Seriennummer: 2126647665',
    'Numéro de série : 2126647665',
    'シリアル番号は2126647665です',
    'DE89 3704 0044 0532 0130 01 has wrong check digits, S/N none',
    'It was let.me see, 1968 or 1970 or 1971',
    'The sizes are 62 28 19 44 55 12 and 1 200 000 1968',
    'EAN 4006381333931, made 12.05.1968 - 14.06.1970',
  ])('“%s” has none', (text) => {
    expect(findContact(text)).toEqual([]);
  });

  it('contact data is also found in the number format of the shop’s currency', () => {
    expect(findContact('Ruf an: 089 63648018')).toEqual([]);
    const euro = findCurrency('EUR');
    if (!euro) throw new Error('There is no euro');
    setShopCurrency(euro);
    expect(findContact('Ruf an: 089 63648018')).toEqual(['phone']);
    expect(findContact('Une ES-335 1968')).toEqual([]);
  });
});

describe('a text without telephone numbers', () => {
  it.each([
    ['Call +32 470 12 34 56, please.', 'Call …, please.'],
    ['Tel. (212) 664-7665 or 212-664-7665', 'Tel. … or …'],
    ['Serial number 123456789012, made in 1968.', 'Serial number 123456789012, made in 1968.'],
    ['Scale 25.5, 22 frets, 1,250 dollars', 'Scale 25.5, 22 frets, 1,250 dollars'],
  ])('the text %j becomes %j', (text, rest) => {
    expect(removePhoneNumbers(text)).toBe(rest);
  });

  it('a text of numbers alone takes little time', () => {
    const began = performance.now();
    for (const part of ['1234567890 a ', '1 2 3 4 5 6 7 8 9 0 z ', '1.', '(1', '0']) {
      removePhoneNumbers(part.repeat(5_000 / part.length));
    }
    expect(performance.now() - began).toBeLessThan(1_500);
  });
});

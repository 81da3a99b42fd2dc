import { expect, it } from 'vitest';
import { senderOf } from './create-mail-provider.ts';

it('the sender of mails has the name of the shop unless MAIL_FROM has one', () => {
  const address = 'shop@klang.example';
  expect(senderOf(address, 'Klang')).toEqual({ name: 'Klang', address });
  expect(senderOf(`<${address}>`, 'Klang')).toEqual({ name: 'Klang', address });
  expect(senderOf(`Klang & Söhne <${address}>`, 'Klang')).toEqual({
    name: 'Klang & Söhne',
    address,
  });
  expect(senderOf(`"Söhne, Klang" <${address}>`, 'Klang')).toEqual({
    name: 'Söhne, Klang',
    address,
  });
});

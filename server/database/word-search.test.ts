import { afterAll, expect, it } from 'vitest';
import { addBooking, addProduct } from '../testing/builders.ts';
import { createTestShop } from '../testing/test-shop.ts';

const shop = await createTestShop();
afterAll(() => shop.close());
const { database } = shop;
const admin = await shop.make.user({ role: 'admin' });

it.each(['NFC', 'NFD'] as const)(
  'every list with a search finds names in %s by their letters, whatever their accents and form, and by parts where no spaces are written',
  async (form) => {
    const seller = await shop.make.user({ role: 'seller', name: 'Jörg Müller'.normalize(form) });
    const buyer = await shop.make.user({ name: 'Σοφία Łukasz Ёлкина'.normalize(form) });
    const name = 'Köln Flügelhorn アコースティックギター'.normalize(form);
    const productId = await addProduct(database, { name, sellerId: seller.id });
    const bookingId = await addBooking(database, {
      productId,
      sellerId: seller.id,
      buyerId: buyer.id,
      buyerName: buyer.name,
      productName: name,
    });
    const ofSeller = ['muller', 'MÜLL', 'jorg Müller'];
    const ofBuyer = ['σοφια', 'ΣΟΦΊΑ', 'lukasz', 'ёлк', 'елкина'];
    const ofProduct = ['koln', 'Köln', 'flugel', 'ギター', 'koln ギター'];
    const searched: [path: string, id: string, texts: string[]][] = [
      ['/users?role=seller', seller.id, ofSeller],
      ['/users?role=buyer', buyer.id, ofBuyer],
      [`/products?email=${seller.email}`, productId, ofProduct],
      ['/products/all?', productId, [...ofProduct, ...ofSeller]],
      ['/bookings/all?', bookingId, [...ofProduct, ...ofSeller, ...ofBuyer]],
    ];
    const headers = await shop.as(admin);
    for (const [path, id, texts] of searched) {
      for (const text of texts.flatMap((one) => [one.normalize('NFC'), one.normalize('NFD')])) {
        const url = `/api${path}&search=${encodeURIComponent(text)}`;
        const found = (await shop.app.inject({ url, headers })).json<{ _id: string }[]>();
        expect(
          found.map(({ _id }) => _id),
          `${path} ${text}`,
        ).toContain(id);
      }
      const other = await shop.app.inject({ url: `/api${path}&search=olnk`, headers });
      expect(other.json()).toEqual([]);
    }
  },
);

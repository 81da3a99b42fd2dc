import { instruments, towns } from '../search/vocabulary.mjs';

/**
 * Who visits the shop, and how many of a hundred visits are theirs.
 * @typedef {'guest' | 'musician' | 'sale' | 'photo'} Visitor
 */
export const shares = /** @type {const} */ ({ guest: 58, musician: 30, sale: 10, photo: 2 });

/**
 * The visits of a shop on which everything goes on: guests look around, musicians search, instruments are listed, booked,
 * paid and handed over, and sellers send photos from phones. No two visits are quite the same.
 * @param {object} options
 * @param {import('./client.mjs').Send} options.send
 * @param {string[]} options.products
 * @param {string[]} options.sellers access tokens
 * @param {string[]} options.buyers access tokens
 * @param {string} options.image the address of a picture that the shop has
 * @param {Buffer} options.photo
 * @param {(sale: { bookingId: string, paymentId: string }) => void} options.onSale tells of a sale that was acknowledged whole
 */
export function visitsOf({ send, products, sellers, buyers, image, photo, onSale }) {
  const categories = [...new Set(instruments.map(({ category }) => category))];
  const words = instruments.flatMap(({ name, models }) => [name, ...Object.keys(models)]);
  /** @template T @param {readonly T[]} list @param {number} number @returns {T} */
  const nth = (list, number) => /** @type {T} */ (list[number % list.length]);

  /** By the number of the visit among those of its kind. @type {Record<Visitor, (turn: number) => Promise<void>>} */
  const visits = {
    async guest(turn) {
      const product = nth(products, turn * 7);
      await send({ kind: 'page', path: '/' });
      await send({ kind: 'list', path: '/api/products?status=advertise' });
      await send({ kind: 'page', path: `/products/${product}` });
      await send({ kind: 'list', path: `/api/products/${nth(products, turn * 11)}` });
    },
    async musician(turn) {
      const token = nth(buyers, turn * 3);
      const q = encodeURIComponent(nth(words, turn * 5));
      const place = encodeURIComponent(nth(towns, turn));
      const category = nth(categories, turn);
      const cursor = nth(products, turn * 13);
      await send({ kind: 'list', path: `/api/category/${category}?limit=24`, token });
      const further = `/api/category/${category}?limit=24&cursor=${cursor}`;
      await send({ kind: 'list', path: further, token });
      const typed = q.slice(0, 3).replace(/%.?$/, '');
      await send({ kind: 'search', path: `/api/search/suggestions?q=${typed}`, token });
      await send({ kind: 'search', path: `/api/search?q=${q}`, token });
      await send({ kind: 'search', path: `/api/search?q=${q}&place=${place}&sort=price`, token });
      const wished = { method: /** @type {const} */ ('PUT'), json: { wishlist: 'added' } };
      await send({
        kind: 'write',
        path: `/api/products/${nth(products, turn * 17)}`,
        token,
        ...wished,
      });
    },
    async sale(turn) {
      const [seller, buyer] = [nth(sellers, turn), nth(buyers, turn)];
      const price = 100 + (turn % 900);
      /** @param {string} path @param {string} token @param {object} json */
      const post = (path, token, json) =>
        send({ kind: 'write', path: `/api${path}`, method: 'POST', token, json });
      const listing = { name: `${nth(words, turn * 5)} no. ${turn}`, price, image, ...described };
      const { insertedId: productId } = await post('/products', seller, listing);
      const meeting = { phone: '555-0199', location: 'Under the clock' };
      const booking = await post('/bookings', buyer, { productId, price, ...meeting });
      const bookingId = booking.insertedId;
      const intent = await post('/create-payment-intent', buyer, { bookingId, price });
      const { clientSecret, transactionId } = intent;
      const confirmed = { clientSecret, card, billing };
      await post(`/sandbox-cards/intents/${transactionId}/confirm`, buyer, confirmed);
      const paid = await post('/payments', buyer, { bookingId, transactionId, price });
      const path = `/api/bookings/${bookingId}`;
      const { fulfilment } = await send({ kind: 'list', path, token: buyer });
      await post(`/bookings/${bookingId}/handover`, seller, { code: fulfilment.code });
      onSale({ bookingId, paymentId: paid.insertedId });
    },
    async photo() {
      const { success } = await send({
        kind: 'upload',
        path: '/api/images',
        method: 'POST',
        raw: asForm(photo),
      });
      if (!success) throw new Error('A photo was not taken');
    },
  };

  // The visitors come mixed evenly, and in the same order in each run.
  const order = /** @type {Visitor[]} */ (Object.keys(shares)).flatMap((visitor) =>
    Array.from({ length: shares[visitor] }, (_, at) => ({
      visitor,
      at: (at + 0.5) / shares[visitor],
    })),
  );
  order.sort((one, other) => one.at - other.at);
  let count = 0;
  const turns = { guest: 0, musician: 0, sale: 0, photo: 0 };
  return function visit() {
    const { visitor } = nth(order, count++);
    return visits[visitor](turns[visitor]++);
  };
}

const described = {
  category: 'String',
  condition: 'Good',
  number: '0300000000',
  location: 'Leipzig',
  description: 'Plays beautifully and has been looked after. Comes with its hard case.',
  year: 1998,
};
const card = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2040, cvc: '123' };
const billing = { name: 'Ada Fife', email: 'ada@example.org' };

/** @param {Buffer} photo */
function asForm(photo) {
  const boundary = 'a-photo-of-an-instrument';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="IMG_0001.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}

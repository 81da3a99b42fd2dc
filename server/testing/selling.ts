import type { InjectOptions } from 'fastify';
import type { SingleProduct } from '#contract/products.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { addImage } from './builders.ts';
import type { TestShop } from './test-shop.ts';

interface Answer {
  status: number;
  body: {
    insertedId: string;
    acknowledged: boolean;
    modifiedCount: number;
    deletedCount: number;
    detail: string;
    errors: { field: string; message: string }[];
  };
}

/** A listing as the form sends it, without its picture. */
export const listingForm = {
  ...{ name: 'Student trumpet', price: '120.50', originalPrice: 300, category: 'Brass' },
  ...{ condition: 'Good', number: '555-0101', location: 'Leith', year: '2015' },
  description: 'Plays well, two small dents in the bell.',
};

/** What sellers do in a shop, over HTTP as their pages do it. */
export function selling(shop: () => TestShop) {
  async function send(
    user: KnownUser,
    options: Omit<InjectOptions, 'url'> & { path: string },
  ): Promise<Answer> {
    const { path, ...rest } = options;
    const headers = { ...rest.headers, ...(await shop().as(user)) };
    const reply = await shop().app.inject({ ...rest, url: `/api${path}`, headers });
    return { status: reply.statusCode, body: reply.json() };
  }

  /** The address of a picture that was uploaded here. */
  const picture = async () => addressOf(await addImage(shop().database));

  async function list(
    user: KnownUser,
    given: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    return send(user, {
      ...{
        method: 'POST',
        path: '/products',
        headers,
        payload: { ...listingForm, image: given.image ?? (await picture()), ...given },
      },
    });
  }

  const change = (user: KnownUser, id: string, payload: object) =>
    send(user, { method: 'PATCH', path: `/products/${id}`, payload });
  const setStatus = (user: KnownUser, id: string, status: string) =>
    send(user, { method: 'PUT', path: `/products/${id}`, payload: { status } });
  const withdraw = (user: KnownUser, id: string) =>
    send(user, { method: 'DELETE', path: `/products/${id}` });

  /** The product as its page shows it to this user, or to a guest. */
  async function read(id: string, user?: KnownUser) {
    const headers = user ? await shop().as(user) : {};
    const reply = await shop().app.inject({ url: `/api/products/${id}`, headers });
    return reply.json<SingleProduct>();
  }

  return { send, picture, list, change, setStatus, withdraw, read };
}

/** As the disk host of a test shop gives it out. */
export function addressOf(imageId: string): string {
  return `https://shop.test/pictures/${imageId}/1600.webp`;
}

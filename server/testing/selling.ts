import type { InjectOptions } from 'fastify';
import type { SingleProduct } from '#contract/products/products.ts';
import type { KnownUser } from '../features/users/find-user.ts';
import { addImage } from './builders.ts';
import type { TestShop } from './test-shop.ts';

interface Reply {
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

/** The body that the listing form sends, without a picture. */
export const listingForm = {
  name: 'Student trumpet',
  price: '120.50',
  originalPrice: 300,
  category: 'Brass',
  condition: 'Good',
  number: '555-0101',
  location: 'Leith',
  year: '2015',
  description: 'Plays well, two small dents in the bell.',
};

/** What sellers do, over HTTP like their pages. */
export function selling(shop: () => TestShop) {
  async function send(
    user: KnownUser,
    options: Omit<InjectOptions, 'url'> & { path: string },
  ): Promise<Reply> {
    const { path, ...rest } = options;
    const headers = { ...rest.headers, ...(await shop().as(user)) };
    const reply = await shop().app.inject({ ...rest, url: `/api${path}`, headers });
    return { status: reply.statusCode, body: reply.json() };
  }

  /** The address of an uploaded picture. */
  const picture = async () => addressOf(await addImage(shop().database));

  async function list(
    user: KnownUser,
    given: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ) {
    const payload = { ...listingForm, image: given.image ?? (await picture()), ...given };
    return send(user, { method: 'POST', path: '/products', headers, payload });
  }

  const change = (user: KnownUser, id: string, payload: object) =>
    send(user, { method: 'PATCH', path: `/products/${id}`, payload });
  const setStatus = (user: KnownUser, id: string, status: string) =>
    send(user, { method: 'PUT', path: `/products/${id}`, payload: { status } });
  const withdraw = (user: KnownUser, id: string) =>
    send(user, { method: 'DELETE', path: `/products/${id}` });

  /** The product as this user or a guest reads it. */
  async function read(id: string, user?: KnownUser) {
    const headers = user ? await shop().as(user) : {};
    const reply = await shop().app.inject({ url: `/api/products/${id}`, headers });
    return reply.json<SingleProduct>();
  }

  return { send, picture, list, change, setStatus, withdraw, read };
}

/** The address that the disk host of a test shop issues for an image. */
export function addressOf(imageId: string): string {
  return `https://shop.test/pictures/${imageId}/1600.webp`;
}

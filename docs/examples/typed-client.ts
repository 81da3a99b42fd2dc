// Lists an instrument, asks for webhooks, and says that what was sold is on its way. The types are those of the shop:
//   npx -p typescript@5 -p openapi-typescript openapi-typescript https://shop.example/api/openapi.json -o openapi.d.ts
import createClient from 'openapi-fetch';
import type { operations, paths } from './openapi.js';

/** The body of a webhook, once its signature was checked (docs/webhooks.md). */
export type Paid = operations['sale.paid']['requestBody']['content']['application/json'];

export function createSeller(shop: string, apiKey: string) {
  const client = createClient<paths>({
    baseUrl: `${shop}/api`,
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return {
    async list(sku: string, picture: string): Promise<string> {
      const { data, error } = await client.PUT('/listings/{externalId}', {
        params: { path: { externalId: sku } },
        body: {
          name: 'Student violin',
          price: 120.5,
          category: 'String',
          condition: 'Good',
          number: '555-0101',
          location: 'Leith',
          year: 2015,
          description: 'Set up last month, with bow and case.',
          images: [picture],
          delivery: { pickup: true, shipping: { everywhere: 12.5 } },
        },
      });
      if (!data) throw new Error(error?.detail);
      return data._id;
    },

    async listen(url: string) {
      const { data, error } = await client.POST('/webhooks', {
        body: { url, events: ['sale.paid', 'sale.sent'] },
      });
      if (!data) throw new Error(error?.detail);
      return { id: data.insertedId, secret: data.secret };
    },

    /** Reads how things stand now, because webhooks arrive in any order. */
    async send({ data: { id } }: Paid, tracking: string): Promise<string> {
      const sale = await client.GET('/bookings/{id}', { params: { path: { id } } });
      if (!sale.data) throw new Error(sale.error?.detail);
      if (sale.data.fulfilment?.state !== 'awaiting') return 'sent before';
      const { error } = await client.POST('/bookings/{id}/sent', {
        params: { path: { id } },
        body: { carrier: 'Royal Mail', tracking },
      });
      return error ? error.detail : 'sent';
    },
  };
}

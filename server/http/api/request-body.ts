import type { Call, CallInput, CallName } from '#contract/calls.ts';
import { inputSchema, type Json } from './json-schema.ts';

/** What the calls at one method and path take, as OpenAPI describes it. */
export function requestBody(group: readonly Call[]): Json | undefined {
  const content = Object.assign({}, ...group.map(uploadContent), jsonContent(group));
  return Object.keys(content).length === 0 ? undefined : { required: true, content };
}

function jsonContent(group: readonly Call[]): Json {
  const schemas = group.flatMap(({ body }) => (body ? [inputSchema(body)] : []));
  if (schemas.length === 0) return {};
  const examples = group.flatMap(({ name }) => {
    const value = exampleBody(name);
    return value ? [[name, { value }]] : [];
  });
  return {
    'application/json': {
      schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
      ...(examples.length > 0 ? { examples: Object.fromEntries(examples) } : {}),
    },
  };
}

function uploadContent({ multipart, raw = [] }: Call): Json {
  if (multipart) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream' };
    const schema = { type: 'object', properties: { [multipart]: file }, required: [multipart] };
    return { 'multipart/form-data': { schema } };
  }
  return Object.fromEntries(raw.map((type) => [type, { schema: rawSchema(type) }]));
}

function rawSchema(type: string): Json {
  return type === 'application/json'
    ? { type: 'object' }
    : { type: 'string', contentMediaType: type };
}

/** A body that the call accepts, of the calls that keys for programs may make. */
export function exampleBody(name: CallName): object | undefined {
  const all: { [Name in CallName]?: object } = examples;
  return all[name];
}

type Body<Name extends CallName> = CallInput<Name> extends { body: infer Sent } ? Sent : never;

const picture = 'https://dealer.example/pictures/viola-17.jpg';

const listing = {
  name: 'Student viola',
  price: 310,
  category: 'String',
  condition: 'Good',
  number: '555-0101',
  location: 'Leith',
  year: 2018,
  description: 'Set up last month, with bow and case.',
} as const;

const examples = {
  listProduct: { ...listing, image: '/pictures/0198f3a2-5c1e-7a40-9d2b-3f6a1c0e5b77' },
  changeProduct: { price: 290, condition: 'Fair' },
  changeProductStatus: { status: 'advertise' },
  upsertListing: { ...listing, images: [picture] },
  upsertListings: {
    listings: [
      { ...listing, externalId: 'VIOLA-17', images: [picture] },
      { externalId: 'VIOLA-18', price: 300, ifVersion: 2 },
    ],
  },
  sellElsewhere: {},
  mapListingImport: { mapping: { name: { column: 'Title' }, price: { column: 'Price' } } },
  runListingImport: { step: 'check' },
  declineBooking: { reason: 'It was sold in the workshop this morning.' },
  handOver: { code: '123 456' },
  givePermit: { state: 'given', number: 'GB-2026-0815' },
  markSent: { carrier: 'Royal Mail', tracking: 'AB123456789GB' },
  cancelSale: { reason: 'The neck cracked while we packed it.' },
  answerCancellation: { state: 'accepted' },
  decideReturn: { state: 'accepted', place: '12 Bernard Street, Leith' },
  createWebhook: { url: 'https://dealer.example/in', events: ['listing.sold', 'sale.paid'] },
  changeWebhook: { events: ['listing.sold'] },
  replayWebhooks: { since: '2026-05-01T10:00:00Z' },
} satisfies { [Name in CallName]?: Body<Name> };

import fc from 'fast-check';
import { apiBase } from '#contract/constants.ts';
import { identityBase } from '#contract/identity/identity-paths.ts';
import { sandboxConfirmation } from '#contract/payments/sandbox-cards.ts';
import { sandboxCardsBase, sandboxCardsPaths } from '#contract/payments/test-cards.ts';
import { inputSchema, type Json } from '../../http/api/json-schema.ts';
import { requestBodies } from '../../providers/identity/embedded/request-bodies.ts';
import { fittingValue, hostileBody, hostileValue } from './values.ts';

export type FieldPlace = 'path' | 'query' | 'body';

interface Field {
  name: string;
  place: FieldPlace;
  isRequired: boolean;
  schema: Json;
}

/** A method and path with its fields. Bodies of different shapes at one path are different operations. */
export interface Operation {
  /** The names of the calls, or the method and path of others. */
  name: string;
  method: string;
  path: string;
  fields: readonly Field[];
}

/** One request as it was drawn; `world.ts` fills in what exists when it is sent. */
export interface Draft {
  operation: Operation;
  /** How many of the fields are as they should be: all, all but one, or some. */
  mode: 'fitting' | 'one wrong' | 'wild';
  /** Numbers by which people, products and bookings are chosen. */
  actor: number;
  subject: number;
  wrongField: number;
  values: Readonly<Record<string, { fitting: unknown; hostile: unknown; roll: number }>>;
  hostileBody: string | Buffer;
  hostileHeader: unknown;
  /** 0 to 99. */
  roll: number;
}

interface OpenApi {
  paths: Record<string, Record<string, OpenApiOperation>>;
}
interface OpenApiOperation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
}

/** The operations of the OpenAPI document, of the embedded identity provider and of the sandbox, and pages and files. */
export function operationsOf(document: OpenApi): Operation[] {
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      documentedOperations(method.toUpperCase(), apiBase + path, operation),
    ),
  );
  return [...documented, ...identityOperations(), confirmation, ...otherAddresses];
}

/** Draws one request. Listing, booking and paying are drawn more often than the rest, and accounts less: hashing is slow. */
export function drafts(operations: readonly Operation[]): fc.Arbitrary<Draft> {
  const weighted = operations.map((operation) => ({
    weight: weightOf(operation),
    arbitrary: draftOf(operation),
  }));
  return fc.oneof(...weighted);
}

const weights: Record<string, number> = {
  listProduct: 120,
  bookItem: 110,
  makeOffer: 30,
  answerOffer: 40,
  releaseBooking: 60,
  createPaymentIntent: 50,
  confirmCard: 40,
  recordPayment: 40,
  handOver: 20,
  markSent: 30,
  confirmReceipt: 20,
  requestReturn: 30,
  decideReturn: 30,
  openDispute: 20,
  decideDispute: 30,
  'POST /api/auth/sign-up/email': 1,
  'POST /api/auth/change-password': 1,
  'POST /api/auth/sign-in/email': 4,
  'POST /api/auth/sign-out': 2,
  'POST /api/auth/revoke-sessions': 2,
  'POST /api/auth/request-password-reset': 1,
  'POST /api/auth/send-verification-email': 1,
};
const weightOf = ({ name }: Operation) => weights[name] ?? 12;

function draftOf(operation: Operation): fc.Arbitrary<Draft> {
  const values = operation.fields.map(({ name, place, schema }) => [
    `${place} ${name}`,
    fc.record({
      fitting: fittingValue(schema),
      hostile: hostileValue,
      roll: fc.nat({ max: 99 }),
    }),
  ]);
  return fc.record({
    operation: fc.constant(operation),
    mode: fc.oneof(
      { weight: 6, arbitrary: fc.constant('fitting' as const) },
      { weight: 3, arbitrary: fc.constant('one wrong' as const) },
      { weight: 2, arbitrary: fc.constant('wild' as const) },
    ),
    actor: fc.nat(),
    subject: fc.nat(),
    wrongField: fc.nat(),
    values: fc.record(Object.fromEntries(values)),
    hostileBody,
    hostileHeader: hostileValue,
    roll: fc.nat({ max: 99 }),
  });
}

function documentedOperations(method: string, path: string, described: OpenApiOperation) {
  const parameters = described.parameters
    .filter(({ in: place }) => place !== 'header')
    .map(({ name, in: place, required, schema }) => ({
      name,
      place: place as FieldPlace,
      isRequired: required,
      schema,
    }));
  const schema = described.requestBody?.content['application/json']?.schema;
  const bodies = (schema?.oneOf as Json[] | undefined) ?? [schema];
  const names = described.operationId.split('_or_');
  return bodies.map((body, index) => ({
    name: bodies.length > 1 ? (names[index] ?? described.operationId) : described.operationId,
    method,
    path,
    fields: [...parameters, ...bodyFields(body)],
  }));
}

function bodyFields(schema: Json | undefined): Field[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Partial<
    ReturnType<typeof inputSchema>
  >;
  return Object.entries(properties).map(([name, property]) => ({
    name,
    place: 'body',
    isRequired: required.includes(name),
    schema: property,
  }));
}

const plain: Json = { type: 'string' };

function identityOperations(): Operation[] {
  const posts = Object.entries(requestBodies).map(([path, schema]) => ({
    name: `POST ${identityBase}${path}`,
    method: 'POST',
    path: identityBase + path,
    fields: bodyFields(inputSchema(schema)),
  }));
  const paths = ['/get-session', '/token', '/jwks', '/ways', '/list-sessions', '/verify-email'];
  const factorPaths = ['/second-factor', '/second-step', '/passkey/generate-authenticate-options'];
  const gets = [...paths, ...factorPaths, '/callback/google'].map((path) => ({
    name: `GET ${identityBase}${path}`,
    method: 'GET',
    path: identityBase + path,
    fields: ['token', 'state', 'code', 'callbackURL'].map(
      (name): Field => ({ name, place: 'query', isRequired: false, schema: plain }),
    ),
  }));
  return [...posts, ...gets];
}

const confirmation: Operation = {
  name: 'confirmCard',
  method: 'POST',
  path: sandboxCardsBase + sandboxCardsPaths.confirm,
  fields: [
    { name: 'id', place: 'path', isRequired: true, schema: plain },
    ...bodyFields(inputSchema(sandboxConfirmation)),
  ],
};

const otherAddresses: readonly Operation[] = [
  '/{anything}',
  '/products/{id}',
  '/category/{name}',
  '/pictures/{anything}/480.webp',
  '/sitemap-{anything}.xml',
  '/api/{anything}/{id}',
  '/readyz',
].flatMap((path) =>
  ['GET', 'POST'].map((method) => ({
    name: `${method} ${path}`,
    method,
    path,
    fields: [...path.matchAll(/\{(\w+)\}/g)]
      .map(([, name = '']): Field => ({ name, place: 'path', isRequired: true, schema: plain }))
      .concat({ name: 'from', place: 'query', isRequired: false, schema: plain }),
  })),
);

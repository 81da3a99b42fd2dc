import { z } from 'zod';
import type { ShopAnalytics } from './analytics.ts';

/** On one's own computer it may be `http://localhost`, to try it out. */
const address = z
  .string('must be an address that begins with https://')
  .max(300, 'may have at most 300 characters')
  .refine(isSecure, 'must be an address that begins with https://');

const text = (message: string, shape: RegExp) => z.string(message).regex(shape, message);

const cloudOfUmami = 'https://cloud.umami.is';

const plausible = z.strictObject({
  kind: z.literal('plausible'),
  domain: text(
    'must be the domain as Plausible has it, such as nordklang.example',
    /^[\w.-]{1,253}$/,
  ),
  script: address.default('https://plausible.io/js/script.manual.js'),
});

const umami = z
  .strictObject({
    kind: z.literal('umami'),
    website: text('must be the id of the website at Umami', /^[0-9a-f-]{36}$/i),
    script: address.default(`${cloudOfUmami}/script.js`),
    host: address.optional(),
  })
  .transform(({ host, ...rest }) => {
    const origin = new URL(rest.script).origin;
    // The cloud takes visits at another host than that of its script.
    const receiver = origin === cloudOfUmami ? 'https://api-gateway.umami.dev' : origin;
    return { ...rest, host: host ?? receiver };
  });

const matomo = z.strictObject({
  kind: z.literal('matomo'),
  address: address.transform((url) => (url.endsWith('/') ? url : `${url}/`)),
  site: z.int('must be the number of the website in Matomo').min(1),
  cookies: z.boolean('must be true or false').default(true),
});

const ga4 = z.strictObject({
  kind: z.literal('ga4'),
  id: text('must be a measurement id such as G-ABC123DEF4', /^G-[A-Z0-9]{4,20}$/),
});

/** `analytics` of `shop.json`. */
export const shopAnalytics = z.discriminatedUnion(
  'kind',
  [plausible, umami, matomo, ga4],
  'must have the kind plausible, matomo, umami or ga4',
) satisfies z.ZodType<ShopAnalytics>;

function isSecure(given: string): boolean {
  // The last three have a meaning in the header of the Content-Security-Policy.
  if (!URL.canParse(given) || /[\s;,']/.test(given)) return false;
  const { protocol, hostname } = new URL(given);
  return protocol === 'https:' || ['localhost', '127.0.0.1'].includes(hostname);
}

import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';

/** Types of settings. Each message follows the name of the setting in the error. */

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine(
      (value) => value >= min && value <= max,
      `must be a whole number from ${min} to ${max}`,
    );

/** How many processes to start; `auto` for one per core that this process may use. */
export const processCount = z
  .string()
  .regex(/^(auto|[1-9]|[1-5]\d|6[0-4])$/, 'must be auto or a whole number from 1 to 64')
  .transform((value) => (value === 'auto' ? Math.min(64, availableParallelism()) : Number(value)));

/** A percentage with at most two decimals, as hundredths of a percent. */
export const percentage = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a percentage from 0 to 100, such as 7.5')
  .transform((value) => Math.round(Number(value) * 100))
  .refine((value) => value <= 10_000, 'must be a percentage from 0 to 100, such as 7.5');

export const yesOrNo = z
  .enum(['1', '0', 'true', 'false'], 'must be 1 or 0')
  .transform((value) => value === '1' || value === 'true');

export const address = (...schemes: string[]) =>
  z.string().refine(
    (value) => {
      return URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1));
    },
    `must be an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  );

/** An address for people to write to. No line break gets into the file that shows it. */
export const contactAddress = z
  .string()
  .regex(
    /^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/,
    'must be an address that begins with mailto: or https://',
  );

/** An address of PostgreSQL, which may name several hosts; `openDatabase` reads the rest of it. */
export const databaseAddress = z
  .string()
  .regex(
    /^postgres(?:ql)?:\/\//,
    'must be an address that begins with postgres:// or postgresql://',
  );

/** An origin: routes are at the root, so a URL with a path would not work. */
export const rootAddress = address('http', 'https').refine(
  (value) => !URL.canParse(value) || new URL(value).href === `${new URL(value).origin}/`,
  'must be an address without a path, such as https://shop.example',
);

/** IP addresses, networks such as 10.0.0.0/8, and the names that Fastify knows. */
export const proxyList = z
  .string()
  .transform((value) => value.split(',').map((entry) => entry.trim()))
  .refine(
    (entries) => entries.every(isProxy),
    'must be IP addresses or networks (10.0.0.0/8) with commas between them',
  );

export const networkList = z
  .string()
  .transform((value) => value.split(',').map((entry) => entry.trim()))
  .refine(
    (entries) => entries.every(isNetwork),
    'must be IP addresses or networks (10.0.0.0/8) with commas between them',
  );

function isProxy(entry: string): boolean {
  return ['loopback', 'linklocal', 'uniquelocal'].includes(entry) || isNetwork(entry);
}

function isNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

export const emailList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(z.array(z.email('must be email addresses with commas between them')));

/** Origins such as https://pictures.example, normalised as browsers send them. */
export const originList = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .pipe(z.array(rootAddress.transform((value) => new URL(value).origin)));

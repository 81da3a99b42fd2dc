import { z } from 'zod';
import { ownedLine } from './shop-lines.ts';

const isOwnPath = (to: string) => /^\/(?![/\\])[^\s\\]*$/.test(to);
const isSecure = (to: string) => URL.canParse(to) && new URL(to).protocol === 'https:';

const target = z
  .string('must be a path such as /terms, or an address that begins with https://')
  .max(300, 'may have at most 300 characters')
  .refine(
    (to) => isOwnPath(to) || isSecure(to),
    'must be a path such as /terms, or an address that begins with https://',
  );

const entry = z.strictObject({ title: ownedLine(40), to: target });
/** An entry of the owner in the menu or the footer. */
export type ShopEntry = z.output<typeof entry>;

const entries = (maxCount: number) =>
  z.array(entry, 'must be a list').max(maxCount, `may have at most ${maxCount} entries`);

/** The menu is one row on wide screens. */
export const menuEntries = entries(4);
export const footerEntries = entries(12);

const day = z.iso.date('must be a day such as 2027-03-31');

export const shopBanner = z
  .strictObject({
    text: ownedLine(200),
    to: target.optional(),
    /** The first and the last day, in the time zone of the shop. */
    from: day.optional(),
    until: day.optional(),
  })
  .refine(({ from, until }) => !from || !until || from <= until, {
    path: ['until'],
    message: 'must not be before from',
  });

export const firstYear = z
  .int('must be a year such as 2027')
  .min(1900, 'must be a year such as 2027')
  .max(2099, 'must be a year such as 2027');

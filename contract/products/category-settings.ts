import { z } from 'zod';
import { type Category, limits, specifiedCategories } from '#contract/constants.ts';
import { ownedLine } from '#contract/shop/shop-lines.ts';

const idMessage =
  'must be an id such as dj-and-studio: letters, digits and hyphens, at most 40 of them';
const id = z
  .string(idMessage)
  .max(limits.categoryIdLength, idMessage)
  .regex(/^[A-Za-z][A-Za-z0-9]*(-[A-Za-z0-9]+)*$/, idMessage)
  // The form stores no category under this value.
  .refine((given) => given.toLowerCase() !== 'none', 'must not be none');

const isSpecified = (given: Category) => specifiedCategories.some((one) => one === given);

/** Its id alone, for one of the specification that stays as it is, or what is different. */
const category = <Picture extends z.ZodType<string>>(picture: Picture) =>
  z.preprocess(
    (given) => (typeof given === 'string' ? { id: given } : given),
    z
      .strictObject({
        id,
        name: ownedLine(60).optional(),
        text: ownedLine(160).optional(),
        picture: picture.optional(),
        was: z
          .array(id, 'must be a list of ids')
          .max(limits.categoriesPerShop, `may have at most ${limits.categoriesPerShop} entries`)
          .optional(),
      })
      .refine((given) => given.name !== undefined || isSpecified(given.id), {
        path: ['name'],
        error: 'is missing',
      }),
  );

/** The categories as the owner writes them into `shop.json` (`ShopCategory`). */
export const categorySettings = <Picture extends z.ZodType<string>>(picture: Picture) =>
  z
    .array(category(picture), 'must be a list')
    .min(1, 'must have at least one category')
    .max(limits.categoriesPerShop, `may have at most ${limits.categoriesPerShop} entries`)
    .superRefine((all, { addIssue }) => {
      const taken = new Set<string>();
      for (const [at, one] of all.entries()) {
        if (taken.has(one.id.toLowerCase())) {
          addIssue({ code: 'custom', path: [at, 'id'], message: `is ${one.id} a second time` });
        }
        taken.add(one.id.toLowerCase());
      }
      for (const [at, one] of all.entries()) {
        for (const [index, former] of (one.was ?? []).entries()) {
          if (taken.has(former.toLowerCase())) {
            const message = `is ${former}, which is a category of the shop, or of another one's was`;
            addIssue({ code: 'custom', path: [at, 'was', index], message });
          }
          taken.add(former.toLowerCase());
        }
      }
    });

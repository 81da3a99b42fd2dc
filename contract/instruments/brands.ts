import { z } from 'zod';
import data from './brands.json' with { type: 'json' };

const brand = z.strictObject({
  name: z.string().min(1),
  aliases: z.array(z.string().min(1)).min(1).optional(),
  /** The groups of makers that the kinds name. */
  groups: z.array(z.string()).min(1),
  country: z.string().regex(/^[A-Z]{2}$/),
});
export type Brand = z.infer<typeof brand>;

export const brandsFile = z.strictObject({
  version: z.literal(1),
  about: z.string(),
  brands: z.array(brand),
});

/** The makers that come with the shop; `shopBrands` has those of its owner as well. A test parses the file by the schema, so it is not parsed here. */
export const builtInBrands: readonly Brand[] = data.brands;

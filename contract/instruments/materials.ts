import { z } from 'zod';
import { limits } from '#contract/constants.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

/** Answers that stand alone: it has no material at risk, and the seller does not know. */
export const aloneAnswers = ['none', 'unknown'] as const;

const fault = sayLater(msg`Give the ids of materials, or none or unknown alone`);
const answer = z.string(fault).max(limits.kindLength, fault);

/**
 * The materials at risk that an instrument has, by their ids: what a seller is asked of kinds that may have one. As a list, or
 * in one text with commas, as in a file. What the kind is asked, the server says.
 */
export const materialsField = z
  .union(
    [z.string(fault).max(limits.kindLength * limits.materials, fault), z.array(answer, fault)],
    fault,
  )
  .transform((given) => {
    const ids = (typeof given === 'string' ? given.split(/[,;]/) : given).map((id) => id.trim());
    return [...new Set(ids.filter((id) => id !== ''))].sort();
  })
  .refine((ids) => ids.length > 0 && ids.length <= limits.materials, fault)
  .refine((ids) => ids.length === 1 || !aloneAnswers.some((alone) => ids.includes(alone)), fault)
  .describe(
    'The ids of the protected materials that it has, see GET /kinds/{id}; `none` or `unknown` stand alone',
  );

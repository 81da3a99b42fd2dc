import { z } from 'zod';

/** What a call that changes one object answers, with the flag of a refusal. */
export const modification = {
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
} as const;

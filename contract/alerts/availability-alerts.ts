import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { id } from '#contract/fields.ts';

const reply = z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() });

export const requestAvailabilityAlert = defineCall({
  method: 'PUT',
  path: '/products/{id}/alert',
  who: 'user',
  refusedTo: 'suspended',
  changesCatalogue: false,
  rule: 'for themselves; not its seller and not its holder',
  summary: 'Ask for one mail when a product that is on hold is free again',
  params: z.strictObject({ id }),
  status: 200,
  reply,
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

export const cancelAvailabilityAlert = defineCall({
  method: 'DELETE',
  path: '/products/{id}/alert',
  who: 'user',
  refusedTo: 'nobody',
  changesCatalogue: false,
  rule: 'their own',
  summary: 'Take back the wish for that mail',
  params: z.strictObject({ id }),
  status: 200,
  reply,
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in'],
});

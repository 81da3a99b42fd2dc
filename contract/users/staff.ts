import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { id, page } from '#contract/fields.ts';
import { sayLater } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { adminAreas } from './admin-areas.ts';
import { user } from './users.ts';

export const listStaff = defineCall({
  method: 'GET',
  path: '/staff',
  who: 'admin',
  area: 'shop',
  summary: 'List the admins, newest first; one without `areas` has all',
  query: z.strictObject({ ...page }),
  paged: true,
  status: 200,
  reply: z.array(user),
  problems: ['bad-input', 'not-signed-in', 'not-allowed'],
});

export const changeAreas = defineCall({
  method: 'PUT',
  path: '/staff/{id}/areas',
  who: 'admin',
  area: 'shop',
  changesCatalogue: false,
  rule: 'an admin with all areas, within ten minutes of proving who they are; not their own',
  summary: 'Set what an admin may do; all areas make an owner, none takes every right of an admin',
  params: z.strictObject({ id }),
  body: z.strictObject({
    areas: z
      .array(z.enum(adminAreas, sayLater(msg`Choose areas of the list`)))
      .max(adminAreas.length, sayLater(msg`Choose areas of the list`)),
  }),
  status: 200,
  reply: z.object({ acknowledged: z.literal(true), modifiedCount: z.number().int() }),
  refusal: { modifiedCount: 0 },
  problems: ['bad-input', 'not-signed-in', 'not-allowed', 'not-found', 'conflict'],
});

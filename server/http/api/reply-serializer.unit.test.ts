import { expect, it } from 'vitest';
import { z } from 'zod';
import { type Call, calls } from '#contract/calls.ts';
import { replySerializer } from './bound-calls.ts';

it.each([
  {
    text: null,
    moment: null,
    part: null,
    choice: null,
    number: null,
    list: [null, 'a “b” \n'],
    parts: [null, { count: 2 }],
  },
  {
    text: 'a "b" \\ 🎺',
    moment: '2026-11-22T16:00:00.000Z',
    part: { count: 1.5, note: null },
    choice: 'x',
    number: 0,
    list: [],
    parts: [],
  },
])('values that may be null are written as JSON has them: %j', (reply) => {
  const part = z.object({ count: z.number(), note: z.string().nullable().optional() }).nullable();
  const call: Call = {
    ...calls.readProduct,
    reply: z.object({
      text: z.string().nullable(),
      moment: z.iso.datetime().nullable(),
      part,
      choice: z.enum(['x', 'y']).nullable(),
      number: z.number().nullable(),
      missing: z.string().nullable().optional(),
      list: z.array(z.string().nullable()),
      parts: z.array(part),
    }),
  };
  expect(JSON.parse(replySerializer(call)(reply))).toEqual(reply);
});

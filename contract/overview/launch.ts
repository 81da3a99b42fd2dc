import { z } from 'zod';
import { defineCall } from '#contract/call.ts';
import { launchStepIds } from './launch-steps.ts';

const launchStep = z.object({
  id: z.enum(launchStepIds),
  isDone: z.boolean(),
});
export type LaunchStep = z.infer<typeof launchStep>;

export const readLaunch = defineCall({
  method: 'GET',
  path: '/launch',
  who: 'admin',
  area: 'shop',
  summary:
    'Read what is done and what is missing between a clone and the first sale, as `npm run launch` prints it; a demo has no steps',
  status: 200,
  reply: z.array(launchStep),
  problems: ['not-signed-in', 'not-allowed'],
});

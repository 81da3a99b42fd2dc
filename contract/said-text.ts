import { z } from 'zod';

/** A sentence of a reply in English, and by its id, by which pages say it in their language. */
export const saidText = z.object({
  message: z.string(),
  messageId: z.string().optional().describe('Which text of the shop the message is'),
  messageValues: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type SaidText = z.infer<typeof saidText>;

/** A text for an admin about a failure. */
export const failure = {
  error: z.string().optional().describe('What went wrong the last time, in words'),
  errorTexts: z.array(saidText).optional().describe('The same, sentence by sentence'),
};

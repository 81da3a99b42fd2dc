import { expect, it } from 'vitest';
import { messages } from '#contract/messages.ts';
import { msg } from '#contract/text.ts';
import { badInput, Problem } from './problem.ts';

it('a problem names its text and the values of its placeholders, with times in ISO 8601', () => {
  const time = new Date('2026-05-03T10:00:00Z');
  const text = msg`You can book it again from ${time}.`;
  const problem = new Problem('conflict', text);
  expect(problem.message).toBe('You can book it again from 3 May 2026 at 10:00 UTC.');
  expect(problem).toMatchObject({
    detailId: text.id,
    detailValues: { time: '2026-05-03T10:00:00.000Z' },
  });
});

it('a problem names a text of the tables by its words', () => {
  const problem = new Problem('conflict', messages.toast.alreadyBooked);
  expect(problem.detailId).toBe('toast.alreadyBooked');
  expect(problem.detailValues).toBeUndefined();
});

it('a problem with words for programs names no text', () => {
  expect(new Problem('bad-input', 'This is not base64url').detailId).toBeUndefined();
});

it('each field of bad input names its text', () => {
  const count = 3;
  const message = msg`Use at most ${count} pictures`;
  const { errors, detailId } = badInput([{ field: 'images', message }]);
  expect(errors).toEqual([
    {
      field: 'images',
      message: 'Use at most 3 pictures',
      messageId: message.id,
      messageValues: { count: 3 },
    },
  ]);
  expect(detailId).toBe(message.id);
});

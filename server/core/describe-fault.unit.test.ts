import { expect, test } from 'vitest';
import { msg } from '#contract/text.ts';
import { readFault, storedFault } from './describe-fault.ts';
import { Problem } from './problem.ts';

const stored = (error: unknown) => readFault(storedFault(error));
const withCode = (code: string) => Object.assign(new Error('of Ada, ada@example.org'), { code });

test.each([
  [withCode('ENOSPC'), 'The disk is full'],
  [withCode('ECONNREFUSED'), 'The database, or another server, cannot be reached (ECONNREFUSED)'],
  [withCode('23505'), 'The database refused a statement (23505)'],
  [withCode('E_ODD'), 'Unexpected: Error (E_ODD)'],
  [new TypeError('of Ada'), 'Unexpected: TypeError'],
  [new Error('of Ada', { cause: new RangeError('of Ada') }), 'Unexpected: RangeError'],
  [Object.assign(new Error(), { responseCode: 550 }), 'The mail server refused it (550)'],
  [Object.assign(new Error(), { name: 'MailUnavailable' }), 'The mail server accepts no mails'],
  ['of Ada', 'The reason is unknown'],
])('a fault is stored without the words of its error: %s', (error, words) => {
  expect(stored(error).error).toBe(words);
});

test('a stored fault or problem is shown in the language of the page', () => {
  const amount = 3;
  const texts = stored(new Problem('unavailable', msg`${amount} of them`)).errorTexts;
  expect(texts).toEqual([
    { message: '3 of them', messageId: expect.any(String), messageValues: { amount: 3 } },
  ]);
});

test('a fault of several names at most three kinds, each once', () => {
  const errors = [withCode('23505'), withCode('23505'), new TypeError(), new RangeError()];
  const three =
    '; The database refused a statement (23505); Unexpected: TypeError; Unexpected: RangeError';
  expect(stored(new AggregateError(errors)).error).toBe(`4 items failed${three}`);
  expect(stored(new AggregateError([...errors, new SyntaxError()])).error).toBe(
    `5 items failed${three}; There were other reasons too`,
  );
});

test('a fault that an earlier version stored in words is read in them', () => {
  expect(readFault('Unexpected: TypeError')).toEqual({ error: 'Unexpected: TypeError' });
  expect(readFault(null)).toEqual({});
});

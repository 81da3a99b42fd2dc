import { expect, test } from 'vitest';
import type { Role } from '#contract/constants.ts';
import type { Tasks } from '#contract/overview/tasks.ts';
import { CallFailure } from '../../api/failures.ts';
import { pageMarkup, textOf } from '../products/page-samples.tsx';
import { cacheAt } from '../users/user-samples.ts';
import { tasksQuery } from './queries.ts';
import { TaskList } from './TaskList.tsx';

const place = { pattern: '/', address: '/' };
const booking = {
  bookingId: '01900000-0000-7000-8000-00000000000b',
  name: 'Alto saxophone',
  image: '/pictures/1/1200.webp',
  person: 'Bea Reed',
} as const;

function markupOf(role: Role, tasks: Partial<Tasks>): string {
  const { cache } = cacheAt({});
  cache.setQueryData(tasksQuery().queryKey, { bookings: [], others: [], more: 0, ...tasks });
  const markup = pageMarkup(<TaskList user={{ role }} />, place, cache);
  cache.clear();
  return markup;
}

test('a buyer reads what to pay, how long there is for it, and where to go', () => {
  const until = '2026-11-22T12:00:00.000Z';
  const markup = markupOf('buyer', { bookings: [{ ...booking, kind: 'pay', until }] });
  expect(textOf(markup)).toContain('Pay for Alto saxophone 1 day left');
  expect(markup).toContain(`href="/dashboard/payment/${booking.bookingId}"`);
});

test('a seller sees who to call, and can call them from there', () => {
  const call = { ...booking, kind: 'call-buyer', phone: '+44 555 0199' } as const;
  const markup = markupOf('seller', { bookings: [call] });
  expect(textOf(markup)).toContain('Alto saxophone has been booked Call Bea Reed: +44 555 0199');
  expect(markup).toContain('href="tel:+445550199"');
});

test('tasks that people and money wait for come first, then bookings, then the rest, and how many more', () => {
  const words = textOf(
    markupOf('admin', {
      bookings: [{ ...booking, kind: 'hand-over', until: '2026-12-05T11:00:00.000Z' }],
      others: [
        { kind: 'decide-disputes', count: 1 },
        { kind: 'verify-sellers', count: 100 },
        { kind: 'choose-categories', count: 3 },
      ],
      more: 4,
    }),
  );
  expect(words).toMatch(
    /1 dispute to decide .* Hand over Alto saxophone .* 100 or more sellers to verify .* 3 listings have no category .* and 4 more/,
  );
  expect(words).toContain('Bea Reed can cancel from Dec 5, ');
});

test('tasks that are left out of the list are found on the side where most of them are', () => {
  const call = { ...booking, kind: 'call-buyer' } as const;
  const pay = {
    ...booking,
    kind: 'pay',
    bookingId: '01900000-0000-7000-8000-00000000000c',
  } as const;
  const answer = { ...call, kind: 'answer-return' } as const;
  const selling = markupOf('seller', { bookings: [call, pay, answer], more: 2 });
  expect(selling).toMatch(/href="\/dashboard\/bookings\?as=seller"[^>]*>and/);
  const buying = markupOf('seller', { bookings: [pay], more: 2 });
  expect(buying).toMatch(/href="\/dashboard\/bookings"[^>]*>and/);
});

test.each([
  ['buyer', 'Browse the shop'],
  ['seller', 'List another instrument'],
  ['admin', 'See all bookings'],
] as const)('a %s with nothing to do is offered a next step', (role, step) => {
  const words = textOf(markupOf(role, {}));
  expect(words).toContain('Nothing to do');
  expect(words).toContain(step);
});

test('the task list says why it did not load, and offers to try again', async () => {
  const { cache } = cacheAt({
    readTasks: () => {
      throw new CallFailure({ status: 503, detail: 'The shop is busy' });
    },
  });
  const role: Role = 'buyer';
  await cache.prefetchQuery(tasksQuery());
  const words = textOf(pageMarkup(<TaskList user={{ role }} />, place, cache));
  cache.clear();
  expect(words).toContain('The shop is busy');
  expect(words).toContain('Try again');
});

import type { Page } from '@playwright/test';
import { newId } from '../server/core/ids.ts';
import { expectToast, rowOf } from './support/dashboard-page.ts';
import { query, seed, uniqueName } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { createStuckRefund } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';
import { openTranslated, textId, textsOf } from './support/translated-page.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an admin sees every job with what it does, and runs a job that was not due', async ({
  page,
  signInAs,
}) => {
  await signInAs('admin@reprise.test');
  await openPage(page, '/dashboard/jobs');
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs and emails' })).toBeVisible();
  const row = rowOf(page, 'stray-pictures-removed');
  await expect(row).toContainText('Removes files of pictures without a record');
  await expect(row).toContainText('Waiting');
  const button = row.getByRole('button', { name: 'Run now : stray-pictures-removed' });
  await button.press('Enter');
  await expectToast(page, 'stray-pictures-removed runs now');
  // The table is read again by itself, and the focus stays.
  await expect(row.getByText(/\d+ items?, /)).toBeVisible();
  await expect(button).toBeFocused();
  await expectAccessible(page);

  await openPage(page, '/dashboard/audit');
  await expect(rowOf(page, 'stray-pictures-removed').first()).toContainText('Job run');
});

test('a toast on a phone covers neither a heading nor the button that was pressed', async ({
  page,
  signInAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInAs('admin@reprise.test');
  await openPage(page, '/dashboard/jobs');
  // Not the job of the story above, which may run at the same time.
  const button = page.getByRole('button', { name: 'Run now : imports-removed' });
  const toast = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  for (const edge of ['start', 'end'] as const) {
    await button.evaluate((element, block) => {
      element.style.scrollMargin = '70px 0 10px';
      element.scrollIntoView({ block, behavior: 'instant' });
    }, edge);
    await button.press('Enter');
    await expect(toast.first()).toBeVisible();
    expect(await coveredTexts(page), edge).toEqual([]);
    await expect(toast).toHaveCount(0);
  }
});

/** The headings and the focused button that lie below a toast. */
function coveredTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toasts = document.querySelector('[aria-label="Notifications"]')?.getBoundingClientRect();
    if (!toasts) throw new Error('There is no region for toasts');
    const asked = [...document.querySelectorAll('h1, h2, h3'), document.activeElement];
    return asked.flatMap((element) => {
      const box = element?.getBoundingClientRect();
      const isBelow =
        box &&
        box.left < toasts.right &&
        box.right > toasts.left &&
        box.top < toasts.bottom &&
        box.bottom > toasts.top;
      return isBelow ? [element?.textContent ?? ''] : [];
    });
  });
}

test('an admin sends a mail that was given up again, and discards another', async ({
  page,
  signInAs,
}) => {
  const seller = await seed((make) => make.user({ role: 'seller' }));
  const giveUp = (kind: string) =>
    query(
      (sql) => sql`
        insert into queued_mails (id, key, kind, reader_id, subject_id, created_at, attempts, tried_at,
          dropped_at, last_fault)
        values (${newId(new Date())}, gen_random_uuid()::text, ${kind}, ${seller.id}, ${seller.id}, now(),
          12, now(), now(), 'The mail server refused it (550)')`,
    );
  await giveUp('payout-account-changed');
  await giveUp('payout-account-changed');
  await signInAs('admin@reprise.test');
  await openPage(page, '/dashboard/jobs');
  await page.getByRole('link', { name: /^Emails/ }).press('Enter');
  await page.getByLabel('Show').selectOption('Given up');
  const list = page.getByRole('table', { name: 'Emails: Given up' });
  const rows = list.getByRole('row').filter({ hasText: seller.email });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText('The mail server refused it (550)');
  await expect(rows.first()).toContainText('Tried 12 times');
  await expect(
    page
      .getByRole('table', { name: 'Emails by kind' })
      .getByRole('button', { name: 'Send those given up again : The bank account was changed' }),
  ).toBeVisible();
  await expectAccessible(page);

  await rows
    .first()
    .getByRole('button', { name: /^Discard/ })
    .press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Discard “The bank account was changed”?' });
  await expect(dialog).toContainText('will never get it');
  await dialog.getByRole('button', { name: 'Discard' }).press('Enter');
  await expectToast(page, 'The email is discarded');
  await expect(rows).toHaveCount(1);

  await rows.getByRole('button', { name: /^Send again/ }).press('Enter');
  await expectToast(page, 'The email is being sent again');
  await expect(rows).toHaveCount(0);
  const unsent = () =>
    query(
      (sql) => sql<{ count: number }[]>`
        select count(*)::int as count from queued_mails
        where reader_id = ${seller.id} and sent_at is null and last_fault is not null`,
    );
  expect(await unsent()).toEqual([{ count: 0 }]);
});

test('an admin reads why an email was not sent in the language of the page', async ({
  page,
  signInAs,
}) => {
  const seller = await seed((make) => make.user({ role: 'seller' }));
  const message = 'The disk is full';
  const fault = JSON.stringify([{ message, messageId: textId(message) }]);
  await query(
    (sql) => sql`
      insert into queued_mails (id, key, kind, reader_id, subject_id, created_at, attempts, tried_at,
        dropped_at, last_fault)
      values (${newId(new Date())}, gen_random_uuid()::text, 'payout-account-changed', ${seller.id},
        ${seller.id}, now(), 12, now(), now(), ${fault})`,
  );
  await signInAs('admin@reprise.test');
  await openTranslated(page, 'ja', '/dashboard/jobs?part=mails');
  const row = page.getByRole('row').filter({ hasText: seller.email });
  await expect(row).toContainText(textsOf('ja')(message));
});

test('an admin tries a refund again, and is told when that was a moment ago', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409/);
  const { name, bookingId } = await createStuckRefund({ name: uniqueName('Bassoon') });
  await query(
    (sql) => sql`
      update payments set refund_error = 'The card provider does not know this payment.',
        provider = 'elsewhere'
      where booking_id = ${bookingId}`,
  );
  await signInAs('admin@reprise.test');
  await openPage(page, '/dashboard/jobs?part=retries');
  const row = rowOf(page, name);
  await expect(row).toContainText('Refund');
  await expect(row).toContainText('It belongs to elsewhere, and this shop now uses sandbox');
  const again = row.getByRole('button', { name: `Try again : Refund, ${name}` });
  // Whatever time has passed since it was stuck.
  await query(
    (sql) => sql`update payments set refund_tried_at = now() where booking_id = ${bookingId}`,
  );
  await again.press('Enter');
  await expect(row.getByText('It was tried less than a minute ago. Wait a minute')).toBeVisible();
  await expectAccessible(page);
  await query(
    (sql) => sql`
      update payments set refund_tried_at = now() - interval '2 minutes'
      where booking_id = ${bookingId}`,
  );
  await again.press('Enter');
  await expectToast(page, 'It is tried again now');
  await query(
    (sql) => sql`
    update payments set state = 'refunded', refunded_at = now() where booking_id = ${bookingId}`,
  );
});

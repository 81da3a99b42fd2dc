import { messages } from '#contract/messages.ts';
import { expectToast } from './support/dashboard.ts';
import { openPage } from './support/open-page.ts';
import { aBooking, aSale, bookByCall, bookNow } from './support/sale.ts';
import { expect, test } from './support/test.ts';

test('a booking is deleted after a question that names it, and the focus goes on', async ({
  page,
  signInAs,
}) => {
  const first = await aBooking();
  const other = await aSale();
  await bookByCall({ ...other, buyer: first.buyer });
  await signInAs(first.buyer.email);
  await openPage(page, '/dashboard/bookings');
  const del = (name: string) => page.getByRole('button', { name: `Delete the booking of ${name}` });
  const question = page.getByRole('alertdialog', { name: `Delete the booking of ${other.name}?` });
  await del(other.name).press('Enter');
  await expect(question).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(del(other.name)).toBeFocused();
  await del(other.name).press('Enter');
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, messages.toast.bookingDeleted);
  await expect(page.getByRole('row').filter({ hasText: other.name })).toHaveCount(0);
  await expect(del(first.name)).toBeFocused();

  await del(first.name).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing booked yet' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await openPage(page, other.path);
  await bookNow(page, other.name).click();
  await expect(page.getByRole('dialog', { name: `Book ${other.name}` })).toBeVisible();
});

test('a deletion that is refused says why in the dialog and changes nothing', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/);
  const { buyer, name } = await aBooking();
  const detail = 'This booking was paid a moment ago';
  await page.route('**/api/bookings/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({
          status: 409,
          json: { title: 'No', detail, deletedCount: 0 },
          contentType: 'application/problem+json',
        })
      : route.fallback(),
  );
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  await page.getByRole('button', { name: `Delete the booking of ${name}` }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toContainText(detail);
  await expectToast(page, detail);
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
});

test('with the keyboard alone one books and pays', async ({ page, signInAs }) => {
  const { buyer, name, path } = await aSale();
  await signInAs(buyer.email);
  await openPage(page, path);
  await tabTo(`${messages.product.bookNow}`);
  await page.keyboard.press('Enter');
  const modal = page.getByRole('dialog', { name: `Book ${name}` });
  await expect(modal).toBeVisible();
  await tabTo('Phone');
  await page.keyboard.type('555 0123');
  await page.keyboard.press('Tab');
  await page.keyboard.type('The quay');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/bookings');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await tabTo('Pay');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Payment For ${name}` })).toBeFocused();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await tabTo('Card number');
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1234');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  const paid = page.getByRole('heading', { name: messages.payment.completed });
  await expect(paid).toBeFocused();

  /** Presses Tab until something whose name or label begins so has the focus. */
  async function tabTo(words: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : element;
        return label?.textContent?.trim() ?? '';
      });
      if (focused.startsWith(words)) return;
    }
    throw new Error(`Tab does not reach ${words}`);
  }
});

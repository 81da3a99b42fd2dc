import type { Page } from '@playwright/test';
import { encodeQR } from 'qr';
import { expectToast, rowOf, saleButton } from './support/dashboard-page.ts';
import { query } from './support/database.ts';
import { openPage } from './support/open-page.ts';
import { onTwoPhones } from './support/phones.ts';
import { createPurchase, readBooking, type Sale } from './support/sales.ts';
import { expect, expectAccessible, test } from './support/test.ts';

// While a colour changes, its contrast cannot be measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the seller types the code that the buyer shows, and both see the handover', async ({
  browser,
}) => {
  const { buyer, seller, name } = await createPurchase();
  const people = [
    { email: buyer.email, path: '/dashboard/bookings' },
    { email: seller.email, path: '/dashboard/bookings?as=seller' },
  ] as const;
  const ofBuyer = async (page: Page) => {
    await expect(rowOf(page, name)).toContainText('Waiting for the handover');
    await saleButton(page, 'Show the code', name).click();
    const dialog = page.getByRole('dialog', { name: 'Your code' });
    await expect(dialog).toContainText('Send me the code and I’ll ship it');
    await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
    return codeIn(page);
  };
  await onTwoPhones(browser, people, async (one, other) => {
    const code = await ofBuyer(one);
    await saleButton(other, 'Enter the code', name).click();
    const form = other.getByRole('dialog', { name: `Hand over ${name}` });
    const field = form.getByLabel(`${buyer.name}’s code`);
    await expect(field).toHaveAttribute('inputmode', 'numeric');
    await expect(field).toHaveAttribute('autocomplete', 'off');
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expect(form.getByText('Enter the code', { exact: true })).toBeVisible();
    await field.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await form.getByRole('button', { name: 'Confirm' }).click();
    await expectToast(other, `${name} is handed over`);
    await expectToast(one, `${name} was handed over`);
    await expect(rowOf(other, name)).toContainText(`${buyer.name} can still return it`);
    await expect(one.getByRole('dialog')).toHaveCount(0);
    await expect(rowOf(one, name)).toContainText('Play it at home');
    await expect(saleButton(one, 'Return it', name)).toBeVisible();
  });
});

test('a wrong code stays in the field with the reason, and after five the form says how long to wait', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/422 \(Unprocessable/);
  expectConsole(/429 \(Too Many/);
  const sale = await createPurchase();
  await signInAs(sale.seller.email);
  await openPage(page, sale.paymentPath);
  await saleButton(page, 'Enter the code', sale.name).click();
  const form = page.getByRole('dialog');
  const field = form.getByLabel(`${sale.buyer.name}’s code`);
  await field.fill('12 34');
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.getByText('The code has six digits')).toBeVisible();
  const wrong = (await handoverCode(sale)) === '111111' ? '222222' : '111111';
  await field.fill(wrong);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const refused = page.waitForResponse('**/handover');
    await form.getByRole('button', { name: 'Confirm' }).click();
    expect((await refused).status()).toBe(422);
    await expect(field).toHaveValue(wrong);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
    await expect(form.getByRole('button', { name: 'Confirm' })).not.toHaveAttribute('aria-busy');
  }
  await field.fill(await handoverCode(sale));
  await form.getByRole('button', { name: 'Confirm' }).click();
  await expect(form.getByText(/You can enter it again from \w{3} \d/)).toBeVisible();
  await expect(field).toHaveValue(await handoverCode(sale));
  await expectAccessible(page);
});

test('the seller scans the code with the camera', async ({ page, signInAs }) => {
  const sale = await createPurchase();
  await page.addInitScript(showToCamera, encodeQR(await handoverCode(sale), 'raw', { border: 4 }));
  await signInAs(sale.seller.email);
  await openPage(page, '/dashboard/bookings?as=seller');
  await saleButton(page, 'Enter the code', sale.name).click();
  await page.getByRole('button', { name: 'Scan it with the camera' }).click();
  await expectToast(page, `${sale.name} is handed over`);
});

test('the form says that the camera was refused, and the code can still be typed', async ({
  page,
  signInAs,
}) => {
  const sale = await createPurchase();
  await page.addInitScript(refuseCamera);
  await signInAs(sale.seller.email);
  await openPage(page, '/dashboard/bookings?as=seller');
  await saleButton(page, 'Enter the code', sale.name).click();
  await page.getByRole('button', { name: 'Scan it with the camera' }).click();
  await expect(page.getByRole('alert')).toContainText('This page isn’t allowed to use the camera');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Type it instead' }).click();
  await page.getByLabel(`${sale.buyer.name}’s code`).fill(await handoverCode(sale));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, `${sale.name} is handed over`);
});

test('the page allows its own camera, and no other sensor', async ({ request }) => {
  const policy = (await request.get('/dashboard/bookings')).headers()['permissions-policy'];
  expect(policy).toContain('camera=(self), geolocation=(), microphone=(), usb=()');
});

test('a seller ships the instrument, and the buyer tracks the parcel and confirms the receipt', async ({
  page,
  signInAs,
  expectConsole,
}) => {
  expectConsole(/400 \(Bad Request\)/);
  const { buyer, seller, name, paymentPath } = await createPurchase();
  await signInAs(seller.email);
  await openPage(page, paymentPath);
  await saleButton(page, 'Mark as sent', name).click();
  const form = page.getByRole('dialog', { name: `Send ${name}` });
  await form.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(form.getByText('Enter the carrier')).toBeVisible();
  await form.getByLabel('Carrier').fill('UPS');
  await form.getByLabel('Tracking').fill('http://ups.example/1Z');
  await form.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(form.getByText('a link that begins with https://').last()).toBeVisible();
  await expect(form.getByLabel('Carrier')).toHaveValue('UPS');
  await form.getByLabel('Tracking').fill('https://ups.example/1Z');
  await form.getByRole('button', { name: 'Mark as sent' }).click();
  await expect(page.getByText('You sent it with UPS')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeFocused();

  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  const parcel = page.getByRole('link', { name: 'Follow the parcel: ups.example' });
  await expect(parcel).toHaveAttribute('href', 'https://ups.example/1Z');
  await expect(page.getByText(/^It counts as received on/)).toBeVisible();
  await expectAccessible(page);
  await saleButton(page, 'I have received it', name).click();
  const question = page.getByRole('alertdialog', { name: `Has ${name} arrived?` });
  await question.getByRole('button', { name: 'I have received it' }).click();
  await expect(page.getByText('Play it at home', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Return it by/)).toBeVisible();
});

test('a buyer who has paid asks the seller to cancel, and the seller does so with one press', async ({
  page,
  signInAs,
}) => {
  const { buyer, seller, name, paymentPath } = await createPurchase();
  await signInAs(buyer.email);
  await openPage(page, paymentPath);
  await saleButton(page, 'Ask to cancel', name).click();
  const request = page.getByRole('dialog', { name: `Ask ${seller.name} to cancel` });
  await request.getByLabel('Why would you like to cancel?').fill('I found another.');
  await expectAccessible(page);
  await request.getByRole('button', { name: 'Ask to cancel' }).click();
  await expect(page.getByText('You asked to cancel').first()).toBeVisible();
  await expect(saleButton(page, 'Ask to cancel', name)).toHaveCount(0);

  await signInAs(seller.email);
  await openPage(page, '/dashboard');
  await page.getByRole('link', { name: `Cancel the sale of ${name}, or decline` }).click();
  await saleButton(page, 'Answer', name).click();
  const answer = page.getByRole('alertdialog', { name: `${buyer.name} asks you to cancel` });
  await expect(answer).toContainText('I found another.');
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'Cancel and refund' }).click();
  await expect(page.getByText('Cancelled, the money is on its way')).toBeVisible();

  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  await expect(rowOf(page, name)).toContainText('Cancelled');
});

test('a buyer whose instrument was not handed over for 14 days cancels with one click', async ({
  page,
  signInAs,
}) => {
  const { buyer, name, bookingId, paymentPath } = await createPurchase();
  await query(
    (sql) => sql`
      with sale as (
        update fulfilments set paid_at = paid_at - interval '15 days' where booking_id = ${bookingId}
      )
      update bookings set paid_at = paid_at - interval '15 days' where id = ${bookingId}`,
  );
  await signInAs(buyer.email);
  await openPage(page, '/dashboard/bookings');
  await expect(rowOf(page, name)).toContainText('Not handed over in time');
  await saleButton(page, 'Cancel the sale', name).click();
  const dialog = page.getByRole('alertdialog', { name: `Cancel the sale of ${name}?` });
  await expect(dialog).toContainText('$75 goes back to your card');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel the sale' }).click();
  await expect(rowOf(page, name)).toContainText(/Cancelled/);
  await openPage(page, paymentPath);
  await expect(page.getByText('It was not handed over in time')).toBeVisible();
});

test('the dialogs of a handover are accessible with a long name', async ({ page, signInAs }) => {
  const sale = await createPurchase({
    name: 'Donaudampfschifffahrtsgesellschaftskapitaenskajuetenorchestertuba in B flat',
    price: 999_999.5,
  });
  await signInAs(sale.buyer.email);
  await openPage(page, sale.paymentPath);
  await saleButton(page, 'Show the code', sale.name).click();
  await expect(page.getByRole('dialog').getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(saleButton(page, 'Show the code', sale.name)).toBeFocused();

  await signInAs(sale.seller.email);
  await openPage(page, sale.paymentPath);
  await saleButton(page, 'Enter the code', sale.name).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await saleButton(page, 'Mark as sent', sale.name).click();
  await expectAccessible(page);
});

/** The six digits that the open dialog shows. */
async function codeIn(page: Page): Promise<string> {
  const digits = page.getByRole('dialog').getByText(/^\d( \d){5}$/);
  return (await digits.textContent())?.replaceAll(' ', '') ?? '';
}

/** The code as the buyer's booking has it. */
async function handoverCode({ buyer, bookingId }: Sale & { bookingId: string }): Promise<string> {
  const { fulfilment } = await readBooking(buyer.email, bookingId);
  if (!fulfilment?.code) throw new Error('This booking has no code');
  return fulfilment.code;
}

/** Runs in the page: its camera sees this QR code. */
function showToCamera(rows: boolean[][]): void {
  navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const scale = 12;
    canvas.width = rows.length * scale;
    canvas.height = rows.length * scale;
    const draw = () => {
      if (!context) return;
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, canvas.width, canvas.height);
      context.fillStyle = '#000000';
      for (const [y, row] of rows.entries()) {
        for (const [x, isDark] of row.entries()) {
          if (isDark) context.fillRect(x * scale, y * scale, scale, scale);
        }
      }
    };
    // A stream sends a picture only when something was drawn.
    setInterval(draw, 50);
    draw();
    return canvas.captureStream();
  };
}

/** Runs in the page: the person does not let it use the camera. */
function refuseCamera(): void {
  navigator.mediaDevices.getUserMedia = async () => {
    throw new DOMException('Permission denied', 'NotAllowedError');
  };
}

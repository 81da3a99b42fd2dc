import type { Request } from '@playwright/test';
import sharp from 'sharp';
import { demoImagePath, smallImage, svgPath } from './support/images.ts';
import {
  chooseImages,
  createSeller,
  expectUploaded,
  imageAddresses,
  imageItems,
} from './support/listing-form.ts';
import { openPage } from './support/open-page.ts';
import { holdRequests } from './support/requests.ts';
import { expect, test } from './support/test.ts';

const uploads = '**/api/images';

test.beforeEach(async ({ page, signInAs }) => {
  await signInAs((await createSeller()).email);
  await openPage(page, '/dashboard/addproduct');
});

test('an upload shows its progress, is cancelled, and succeeds when it is tried again', async ({
  page,
}) => {
  await page.route(uploads, () => new Promise(() => {}));
  await chooseImages(page, 'banjo');
  await expect(page.getByRole('progressbar', { name: 'Upload of picture 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the upload of picture 1' }).click();
  await expect(imageItems(page)).toContainText('You stopped this upload.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const retry = page.getByRole('button', { name: 'Try again to upload picture 1' });
  await expect(retry).toBeFocused();
  await retry.press('Enter');
  await expectUploaded(page, 1);
  await expect(page.getByRole('button', { name: 'Move picture 1 earlier' })).toBeFocused();
});

test('the camera is offered on touch screens only', async ({ page }) => {
  await expect(page.getByText('Choose pictures')).toBeVisible();
  await expect(page.getByText('Take a picture')).toBeHidden();
});

test('an upload that lost its connection shows an error, and restarts when the browser is online', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route(uploads, (route) => route.abort());
  await chooseImages(page, 'banjo');
  await expect(imageItems(page)).toContainText('could not be reached');
  await page.unrouteAll();
  // As if it had been offline: while it is, any other request of the page would fail.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expectUploaded(page, 1);
});

test('no more than two images are uploaded at the same time', async ({ page }) => {
  let running = 0;
  let most = 0;
  const isUpload = (request: Request) => /\/api\/images$/.test(request.url());
  const requests = holdRequests();
  await page.route(uploads, requests.hold);
  page.on('request', (request) => {
    if (isUpload(request)) running += 1;
    most = Math.max(most, running);
  });
  // Not when the request has finished, which may be reported after the next one has begun.
  page.on('response', (response) => {
    if (isUpload(response.request())) running -= 1;
  });
  await chooseImages(page, 'banjo', 'flute', 'violin', 'djembe', 'maracas');
  await expect.poll(() => running).toBe(2);
  requests.release();
  await expectUploaded(page, 5);
  expect(most).toBe(2);
});

test('a photo of a phone is uploaded upright and no larger than it is ever shown', async ({
  page,
}) => {
  // The metadata says that the camera was turned: 4,000 pixels wide in the file, 4,000 high when shown.
  const photo = await sharp(demoImagePath('violin'))
    .resize(4_000, 3_000, { fit: 'cover' })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  // Tests cannot read an uploaded file from the request, so the page keeps it. The server need not encode it.
  await page.route(uploads, () => new Promise(() => {}));
  await page.evaluate(() => {
    const { set } = FormData.prototype;
    FormData.prototype.set = function (this: FormData, name: string, file: Blob | string) {
      Reflect.set(window, 'uploadedFile', file);
      set.call(this, name, file as Blob);
    };
  });
  await page
    .getByLabel('Choose pictures')
    .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo });
  await page.waitForFunction(() => 'uploadedFile' in window);
  const uploaded = await page.evaluate(async () => {
    const file: Blob = Reflect.get(window, 'uploadedFile');
    const { width, height } = await createImageBitmap(file, { imageOrientation: 'none' });
    return { width, height, type: file.type };
  });
  expect(uploaded).toEqual({ width: 1_920, height: 2_560, type: 'image/webp' });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a file of another type is refused, and another can be chosen in its place', async ({
  page,
}) => {
  await page.getByLabel('Choose pictures').setInputFiles(svgPath);
  await expect(imageItems(page)).toContainText('Choose a JPEG, PNG, WebP or AVIF picture.');
  const replacement = await smallImage('flute');
  await page.getByLabel('Choose another picture for picture 1').setInputFiles(replacement);
  await expectUploaded(page, 1);
});

test('the form takes eight images, and says how many were left out', async ({ page }) => {
  await page.route(uploads, () => new Promise(() => {}));
  const names = ['banjo', 'flute', 'violin', 'djembe', 'maracas', 'trumpet', 'post-horn'];
  await chooseImages(page, ...names, 'teal-drum', 'hand-bell', 'snare-drum');
  await expect(page.getByText('2 pictures were left out')).toBeVisible();
  await expect(imageItems(page)).toHaveCount(8);
  await expect(page.getByLabel('Add pictures')).toBeDisabled();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('images are dropped on the field and pasted into the page', async ({ page }) => {
  const { buffer, name, mimeType } = await smallImage('flute');
  const dataTransfer = await page.evaluateHandle(
    async (file) => {
      const bytes = Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], file.name, { type: file.type }));
      return transfer;
    },
    { base64: buffer.toString('base64'), name, type: mimeType },
  );
  const field = page.getByRole('group', { name: 'Pictures' });
  await field.dispatchEvent('dragover', { dataTransfer });
  await field.dispatchEvent('drop', { dataTransfer });
  await expectUploaded(page, 1);
  await page.evaluate((clipboardData) => {
    dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, dataTransfer);
  await expectUploaded(page, 2);
});

test('an image is dragged to another position by mouse', async ({ page }) => {
  await chooseImages(page, 'banjo', 'flute', 'violin');
  await expectUploaded(page, 3);
  const [first, second, third] = await imageAddresses(page);
  await imageItems(page).nth(2).locator('img').hover();
  await page.mouse.down();
  await imageItems(page).nth(0).hover();
  await page.mouse.up();
  await expect.poll(() => imageAddresses(page)).toEqual([third, first, second]);
  await expect(imageItems(page).first()).toContainText('Main picture');
});

test('leaving the page during an upload needs a confirmation', async ({ page }) => {
  await page.route(uploads, () => new Promise(() => {}));
  await chooseImages(page, 'banjo');
  await expect(page.getByRole('progressbar')).toBeVisible();
  const leave = () => page.getByRole('link', { name: 'Blog' }).first().click();
  await leave();
  const dialog = page.getByRole('alertdialog', { name: /^Leave while pictures/ });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/dashboard/addproduct');
  await leave();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/blog');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a small picture is accepted, with a remark', async ({ page }) => {
  const { buffer, ...file } = await smallImage('banjo');
  const tiny = await sharp(buffer).resize(320, 240).toBuffer();
  const input = page.getByLabel(/^(Choose|Add) pictures$/);
  await input.setInputFiles([{ ...file, buffer: tiny }]);
  await expectUploaded(page, 1);
  await expect(imageItems(page)).toContainText('Only 320 × 240 pixels');
  await input.setInputFiles([{ ...file, buffer }]);
  await expectUploaded(page, 2);
  await expect(page.getByText(/^Only .* pixels/)).toHaveCount(1);
});

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from '@playwright/test';
import sharp from 'sharp';
import { choosePictures, demoPicture, picturesOf } from './support/listing.ts';
import { openPage } from './support/open-page.ts';
import { inTheShop, newName } from './support/people.ts';
import { expect, test } from './support/test.ts';

const uploads = '**/api/images';
/** Browsers show it and the shop does not take it: scripts may hide in a drawing. */
const drawing = fileURLToPath(new URL('../web/public/favicon.svg', import.meta.url));

test.beforeEach(async ({ page, signInAs }) => {
  const { email } = await inTheShop((shop) => shop.user({ name: newName('Pip'), role: 'seller' }));
  await signInAs(email);
  await openPage(page, '/dashboard/addproduct');
});

test('an upload shows how far it has come, is called off, and goes through when tried again', async ({
  page,
}) => {
  await page.route(uploads, () => new Promise(() => {}));
  await choosePictures(page, 'banjo');
  await expect(page.getByRole('progressbar', { name: 'Upload of picture 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the upload of picture 1' }).click();
  await expect(picturesOf(page)).toContainText('You stopped this upload.');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const again = page.getByRole('button', { name: 'Try again to upload picture 1' });
  await expect(again).toBeFocused();
  await again.press('Enter');
  await expectAllArrived(page, 1);
  await expect(page.getByRole('button', { name: 'Move picture 1 earlier' })).toBeFocused();
});

test('the camera is offered to a finger and not to a mouse', async ({ page }) => {
  await expect(page.getByText('Choose pictures')).toBeVisible();
  await expect(page.getByText('Take a picture')).toBeHidden();
});

test('an upload that the connection broke off says so, and starts again by itself', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/);
  await page.route(uploads, (route) => route.abort());
  await choosePictures(page, 'banjo');
  await expect(picturesOf(page)).toContainText('could not be reached');
  await page.unrouteAll();
  await context.setOffline(true);
  await context.setOffline(false);
  await expectAllArrived(page, 1);
});

test('no more than two pictures are on their way at once', async ({ page }) => {
  let present = 0;
  let most = 0;
  const isUpload = (request: Request) => /\/api\/images$/.test(request.url());
  page.on('request', (request) => {
    if (isUpload(request)) present += 1;
    most = Math.max(most, present);
  });
  page.on('requestfinished', (request) => {
    if (isUpload(request)) present -= 1;
  });
  await choosePictures(page, 'banjo', 'flute', 'violin', 'djembe', 'maracas');
  await expectAllArrived(page, 5);
  expect(most).toBe(2);
});

test('a photograph of a phone is sent upright and no longer than it is ever shown', async ({
  page,
}) => {
  // The camera lay on its side: what is 4,000 wide in the file is 4,000 high in truth.
  const photo = await sharp(demoPicture('violin'))
    .resize(4_000, 3_000, { fit: 'cover' })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  // What goes out as a file the browser does not show to tests, so the page is asked.
  await page.evaluate(() => {
    const { set } = FormData.prototype;
    FormData.prototype.set = function (this: FormData, name: string, file: Blob | string) {
      Reflect.set(window, 'sentFile', file);
      set.call(this, name, file as Blob);
    };
  });
  await page
    .getByLabel('Choose pictures')
    .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expectAllArrived(page, 1);
  const sent = await page.evaluate(async () => {
    const file: Blob = Reflect.get(window, 'sentFile');
    const { width, height } = await createImageBitmap(file, { imageOrientation: 'none' });
    return { width, height, type: file.type };
  });
  expect(sent).toEqual({ width: 1_920, height: 2_560, type: 'image/webp' });
});

test('what the shop does not take is refused in words, and another can be chosen in its place', async ({
  page,
}) => {
  await page.getByLabel('Choose pictures').setInputFiles(drawing);
  await expect(picturesOf(page)).toContainText('Choose a JPEG, PNG, WebP or AVIF picture.');
  await page.getByLabel('Choose another picture for picture 1').setInputFiles(demoPicture('flute'));
  await expectAllArrived(page, 1);
});

test('there is room for eight pictures, and the form says how many were left out', async ({
  page,
}) => {
  await page.route(uploads, () => new Promise(() => {}));
  const names = ['banjo', 'flute', 'violin', 'djembe', 'maracas', 'trumpet', 'post-horn'];
  await choosePictures(page, ...names, 'teal-drum', 'hand-bell', 'snare-drum');
  await expect(page.getByText('2 pictures were left out')).toBeVisible();
  await expect(picturesOf(page)).toHaveCount(8);
  await expect(page.getByLabel('Add pictures')).toBeDisabled();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('pictures are dropped on the field and pasted into the page', async ({ page }) => {
  const carried = await page.evaluateHandle(
    async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const carrier = new DataTransfer();
      carrier.items.add(new File([bytes], 'flute.webp', { type: 'image/webp' }));
      return carrier;
    },
    await readFile(demoPicture('flute'), 'base64'),
  );
  const field = page.getByRole('group', { name: 'Pictures' });
  await field.dispatchEvent('dragover', { dataTransfer: carried });
  await field.dispatchEvent('drop', { dataTransfer: carried });
  await expectAllArrived(page, 1);
  await page.evaluate((clipboardData) => {
    dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
  }, carried);
  await expectAllArrived(page, 2);
});

test('a picture is dragged to another place by the mouse', async ({ page }) => {
  await choosePictures(page, 'banjo', 'flute', 'violin');
  await expectAllArrived(page, 3);
  const [first, second, third] = await addressesOf(page);
  await picturesOf(page).nth(2).locator('img').hover();
  await page.mouse.down();
  await picturesOf(page).nth(0).hover();
  await page.mouse.up();
  await expect.poll(() => addressesOf(page)).toEqual([third, first, second]);
  await expect(picturesOf(page).first()).toContainText('Main picture');
});

test('leaving while pictures are on their way asks first', async ({ page }) => {
  await page.route(uploads, () => new Promise(() => {}));
  await choosePictures(page, 'banjo');
  await expect(page.getByRole('progressbar')).toBeVisible();
  const leave = () => page.getByRole('link', { name: 'Blog' }).first().click();
  await leave();
  const question = page.getByRole('alertdialog', { name: /^Leave while pictures/ });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/dashboard/addproduct');
  await leave();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/blog');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

/** Waits until so many pictures are there, all of them uploaded. */
async function expectAllArrived(page: Page, count: number): Promise<void> {
  await expect(picturesOf(page)).toHaveCount(count);
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 20_000 });
  await expect(page.getByRole('button', { name: /^Try again/ })).toHaveCount(0);
}

function addressesOf(page: Page): Promise<string[]> {
  return picturesOf(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
}

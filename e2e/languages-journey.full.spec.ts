import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { query, seed, uniqueName } from './support/database.ts';
import { smallImage } from './support/images.ts';
import { requestJob } from './support/jobs.ts';
import { goodCard } from './support/payment-page.ts';
import { newPassword, uniqueEmail } from './support/registration-form.ts';
import { callApi, readBooking, receiveSale } from './support/sales.ts';
import { expect, test } from './support/test.ts';
import { englishLeft, openTranslated, textsOf } from './support/translated-page.ts';

for (const language of ['de', 'ar']) {
  test(`a sale from registration to return shows no English in ${language}`, async ({
    page,
    signInAs,
  }) => {
    const say = textsOf(language);
    const main = page.getByRole('main');
    const dialog = page.getByRole('dialog');
    const open = (path: string) => openTranslated(page, language, path);
    const expectNoEnglish = async () =>
      expect(await englishLeft(page, language), page.url()).toEqual([]);
    const button = (english: string) => ({ name: say(english), exact: true });

    const sellerEmail = uniqueEmail();
    await open('/register');
    await main.getByLabel(say('Name'), { exact: true }).fill('Ann New');
    await main.getByLabel(say('Email'), { exact: true }).fill(sellerEmail);
    await main.getByLabel(say('Password'), { exact: true }).fill(newPassword);
    await main.getByLabel(say('Profile picture')).setInputFiles(await smallImage('banjo'));
    await main.getByLabel(say('Seller'), { exact: true }).check();
    await main.getByRole('button', button('Register')).click();
    await expect(page).toHaveURL(`/${language}`);
    await expect(page.getByRole('button', button('Logout'))).toBeAttached();
    const [seller] = await query(
      (sql) => sql<{ language: string }[]>`select language from users where email = ${sellerEmail}`,
    );
    expect(seller).toEqual({ language });

    const name = uniqueName('Ocarina');
    await open('/dashboard/addproduct');
    await main.getByLabel(say('Name'), { exact: true }).fill(name);
    await main.getByLabel(say('Category')).first().selectOption('Brass');
    await main.getByLabel(say('Good'), { exact: true }).check();
    await main.getByLabel(say('Purchase year')).fill('2015');
    await main.getByLabel(say('Description')).first().fill('Two small dents in the bell.');
    await main.getByLabel(say('Resale price')).fill('75');
    await main.getByLabel(say('Mobile number')).fill('+44 7700 900123');
    await main.getByLabel(say('Location')).first().fill('Leith');
    await main.getByLabel(say('Choose pictures')).setInputFiles(await smallImage('banjo'));
    await expectNoEnglish();
    await main.getByRole('button', button('Add Product')).click();
    await expect(page).toHaveURL(`/${language}/dashboard/myproduct`);
    const [product] = await query(
      (sql) => sql<{ id: string }[]>`select id from products where name = ${name}`,
    );

    const buyer = await seed((make) => make.user({ name: uniqueName('Bea') }));
    await signInAs(buyer.email);
    await open(`/products/${product?.id}`);
    await main
      .getByRole('button', { name: say('product.bookNow') })
      .first()
      .click();
    await dialog.getByLabel(say('Phone'), { exact: true }).fill('555 0199');
    await dialog.getByLabel(say('Meeting location')).fill('The old pier');
    await expectNoEnglish();
    await dialog.getByRole('button', button('Submit')).click();
    await expect(page).toHaveURL(`/${language}/dashboard/bookings`);
    await main.locator(`a[href^="/${language}/dashboard/payment/"]`).first().click();

    await main.getByLabel(say('Card number')).fill(goodCard);
    await main.getByLabel(say('Expiry')).fill('12 / 34');
    await main.getByLabel(say('Security code')).fill('123');
    const pay = main.locator('button[type=submit]');
    await expect(pay).not.toHaveAttribute('aria-disabled', 'true');
    await expectNoEnglish();
    await pay.click();
    await expect(page.getByRole('heading', { name: say('payment.completed') })).toBeVisible();
    await expectNoEnglish();
    const bookingId = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await receiveSale(bookingId);
    await open(`/dashboard/payment/${bookingId}`);
    await main.getByRole('button', { name: say(generateMessageId('Return it', 'button')) }).click();
    await dialog.getByLabel(say('Why do you want to return it?')).fill('The third valve sticks.');
    await dialog.getByRole('button', button('Ask to return it')).click();
    await expect(dialog).toBeHidden();
    await expectNoEnglish();

    await signInAs(sellerEmail);
    await open(`/dashboard/payment/${bookingId}`);
    await main.getByRole('button', { name: say('Answer') }).click();
    await dialog.getByLabel(say('Where to bring or send it')).fill('Pier 3, after six');
    await dialog.getByRole('button', button('Accept the return')).click();
    await expect(dialog).toBeHidden();
    const { return: asked } = await readBooking(sellerEmail, bookingId);
    await callApi(
      buyer.email,
      `/bookings/${bookingId}/return`,
      { state: 'given-back', code: asked?.code ?? '' },
      'PUT',
    );
    await requestJob('payments-refunded');

    await signInAs(buyer.email);
    await expect(async () => {
      await open(`/dashboard/payment/${bookingId}`);
      await expect(main.getByText(say('Refunded')).first()).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expectNoEnglish();
  });
}

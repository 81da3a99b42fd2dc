import { expectSignedIn, logIn } from './support/login-page.ts';
import { openPage } from './support/open-page.ts';
import { expect, test } from './support/test.ts';

// With the demo accounts, because signing in needs a password.
test('a guest who signs in to see all results comes back to the same search', async ({ page }) => {
  const address = '/search?q=trumpet&category=Brass&sort=price';
  await openPage(page, address);
  const main = page.getByRole('main');
  await expect(main.getByText(/instruments match/)).toBeVisible();
  const advertised = await main.getByRole('article').count();
  await main.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, 'buyer@reprise.test');
  await expectSignedIn(page);
  await expect(page).toHaveURL(address);
  await expect(main.getByText(/instruments match/)).toHaveCount(0);
  await expect(main.getByRole('article').nth(advertised)).toBeVisible();
});

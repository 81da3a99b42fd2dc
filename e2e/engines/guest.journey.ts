import { messages } from '#contract/messages.ts';
import { demoProduct } from '../support/demo-products.ts';
import { journey } from './run-journey.ts';

const main = { role: 'main', name: /./ } as const;

journey(
  'a guest walks from the home page to an instrument, and to the login page to book it',
  async (page) => {
    await page.open('/');
    await page.see('heading', /./, main);
    const carousel = { role: 'region', name: 'Advertised instruments' } as const;
    await page.click('link', /^see details/i, carousel);
    await page.seePath(/^\/products\/[\w-]+$/);
    await page.see('heading', /./, main);
    await page.click('link', new RegExp(`^${messages.product.bookNow}`), main);
    await page.seePath('/login');
    await page.see('heading', 'Login');

    await page.click('link', 'Home');
    await page.seePath('/');
    await page.click('link', /^Woodwind/, main);
    await page.seePath('/login');
    await page.back();
    await page.seePath('/');
    await page.see('region', 'Advertised instruments');
  },
);

journey('a guest who logs in finds the page that asked for it', async (page) => {
  const { category } = await demoProduct('available');
  await page.open(`/category/${category}`);
  await page.seePath('/login');
  await page.logIn('buyer@reprise.test');
  await page.seePath(`/category/${category}`);
  await page.see('article', /./, main);
});

import type { Page } from '@playwright/test';
import { paths } from '#contract/page-paths.ts';
import type { KnownUser } from '../server/features/users/find-user.ts';
import { expectToast } from './support/dashboard-page.ts';
import { openPage } from './support/open-page.ts';
import { expectToFitEverywhere } from './support/overflow.ts';
import { type SeparateServer, startSeparateServer } from './support/separate-server.ts';
import { signIn } from './support/sign-in.ts';
import { expect, expectAccessibleInAllAppearances, test } from './support/test.ts';

// A shop of its own: its queue has what these stories report.
let server: SeparateServer;

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  server = await startSeparateServer();
});
test.afterAll(() => server.close());

test('a guest reports a listing in two steps on a phone, and gets a receipt by mail', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await listed('Baritone horn');
  await openPage(page, server.url + paths.product(id));
  await page.getByRole('link', { name: 'Report this listing' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report this listing');
  const next = page.getByRole('button', { name: 'Next' });
  await next.press('Enter');
  await expect(page.getByText('Choose a reason')).toBeVisible();
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
  await page.getByRole('radio', { name: 'Against the law' }).press('Space');
  await next.press('Enter');
  const send = page.getByRole('button', { name: 'Send the report' });
  await send.press('Enter');
  await expect(page.getByText('Name the law that is broken')).toBeVisible();
  await expect(page.getByText('Name is Required')).toBeVisible();
  await page.getByLabel('Explanation').fill('It is made of ivory.');
  await page.getByLabel('Law').fill('Regulation (EC) 338/97');
  await page.getByLabel('Your name').fill('Gil Guest');
  await page.getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Back' }).press('Enter');
  await next.press('Enter');
  await expect(page.getByLabel('Explanation')).toHaveValue('It is made of ivory.');
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
  await page.getByLabel('Your email').fill('gil@guests.test');
  await send.press('Enter');
  await expect(page.getByRole('heading', { name: 'We have your report' })).toBeFocused();
  const reference = await page.getByText(/^R-/).innerText();
  await expectAccessibleInAllAppearances(page);
  const mail = await mailTo('gil@guests.test', /We have your report/);
  expect(mail).toContain(reference);
  expect(mail).not.toMatch(/ivory|Gil Guest/);
});

test('an admin finds a case by the reference of its report, and an unknown reference is reported as such', async ({
  page,
}) => {
  const { seller } = await listed('Bass horn');
  await report(
    page,
    await server.make.user({ name: 'Rita Reed' }),
    paths.report('user', seller.id),
  );
  const reference = await page.getByText(/^R-/).innerText();
  await decideNext(page, seller.name, 'Dismiss');
  await openPage(page, server.url + paths.moderation());
  const field = page.getByRole('searchbox', { name: 'Reference of a report' });
  await field.fill(` ${reference.toLowerCase()}`);
  await field.press('Enter');
  await expect(page.getByRole('link', { name: seller.name })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.reload();
  await expect(field).toHaveValue(reference.toLowerCase());
  await expect(page.getByRole('link', { name: seller.name })).toBeVisible();
  await field.fill('R-NONE-AT');
  await page.getByRole('main').getByRole('button', { name: 'Search' }).press('Enter');
  await expect(
    page.getByRole('heading', { name: 'No report has the reference R-NONE-AT' }),
  ).toBeVisible();
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
  await page.getByRole('button', { name: 'Clear the search' }).press('Enter');
  await expect(page).toHaveURL(server.url + paths.moderation());
  await expect(field).toHaveValue('');
});

test('a listing is hidden by keyboard, its seller appeals, and another admin brings it back', async ({
  page,
  context,
}) => {
  const { id, seller } = await listed('Alto horn');
  const reporter = await server.make.user({ name: 'Rita Reed' });
  await report(page, reporter, paths.report('product', id));
  await openPage(page, server.url + paths.reports());
  await expect(page.getByText('Under review')).toBeVisible();

  await signIn(context, (await newAdmin('Ada Admin')).email, server);
  await openPage(page, server.url + paths.dashboard());
  await page.getByRole('link', { name: /reports? to decide/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Moderation');
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
  await page.getByRole('link', { name: 'Alto horn' }).press('Enter');
  const form = page.getByRole('form', { name: 'Decide' });
  await form.getByRole('radio', { name: 'Dismiss' }).press('3');
  await expect(form.getByRole('radio', { name: 'Hide' })).toBeChecked();
  await expect(form.getByText('1 listing is hidden from everybody')).toBeVisible();
  const decide = form.getByRole('button', { name: 'Decide' });
  await decide.press('Enter');
  await expect(form.getByText('Describe what you found')).toBeVisible();
  // The navigation bar, which stays at the top, then covers none of the choices.
  await page.getByRole('heading', { level: 1 }).focus();
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
  await form.getByRole('radio', { name: 'A rule of the shop' }).press('Space');
  await form.getByLabel('Which one').fill('Rule 3: own pictures');
  await form.getByLabel('Facts').fill('The pictures are of another shop.');
  await decide.press('Enter');
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible();
  expect((await page.request.get(`${server.url}/api/products/${id}`)).status()).toBe(404);

  const statement = await mailTo(seller.email, /a decision that concerns you/);
  expect(statement).toContain('Rule 3: own pictures');
  expect(statement).not.toContain('Rita');
  expect(await mailTo(reporter.email, /acted on what you reported/)).not.toContain('Rule 3');

  await signIn(context, seller.email, server);
  await openPage(page, server.url + paths.reports());
  await expect(page.getByRole('main')).toContainText('The pictures are of another shop.');
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
  await page.getByRole('button', { name: 'Appeal' }).press('Enter');
  await page.getByLabel('Why the decision is wrong').fill('I took them in my own kitchen.');
  await page.getByRole('button', { name: 'Send the appeal' }).press('Enter');
  await expectToast(page, 'We have your appeal');

  await decideAppeal(page, 'Alto horn', 'Reverse the decision', ofPerson);
  expect((await page.request.get(`${server.url}/api/products/${id}`)).status()).toBe(200);
  expect(await mailTo(seller.email, /Your appeal was successful/)).toMatch(/kitchen\s+table/);
  expect(await mailTo(reporter.email, /was changed/)).toBeDefined();
});

test('an appeal of the reporter reopens a dismissed report, and the person is suspended', async ({
  page,
  context,
}) => {
  const { id, seller } = await listed('Tenor tuba');
  const reporter = await server.make.user({ name: 'Rita Reed' });
  await report(page, reporter, paths.report('user', seller.id));
  await decideNext(page, seller.name, 'Dismiss');
  expect(await mailTo(reporter.email, /reviewed your report/)).toContain('found nothing');
  await signIn(context, reporter.email, server);
  await openPage(page, server.url + paths.reports());
  await page.getByRole('button', { name: 'Appeal' }).press('Enter');
  await page.getByLabel('Why the decision is wrong').fill('Look at the pictures.');
  await page.getByRole('button', { name: 'Send the appeal' }).press('Enter');
  await expectToast(page, 'We have your appeal');
  await decideAppeal(page, seller.name, 'Reverse the decision', ofReporter);
  await decideNext(page, seller.name, 'Suspend');
  expect((await page.request.get(`${server.url}/api/products/${id}`)).status()).toBe(404);
  expect(await mailTo(seller.email, /a decision that concerns you/)).toContain('suspended until');
  await signIn(context, seller.email, server);
  await openPage(page, server.url + paths.dashboard());
  await expect(page.getByText('Your account is suspended')).toBeVisible();
  await expectAccessibleInAllAppearances(page);
  await openPage(page, server.url + paths.addProduct());
  await page.getByRole('link', { name: 'Why, and how to appeal' }).press('Enter');
  await expect(page.getByRole('main')).toContainText('Because of how you use this shop');
});

test('both sides appeal against a warning, each is decided for itself, and neither reads of the other', async ({
  page,
}) => {
  const { seller } = await listed('Valve trombone');
  const reporter = await server.make.user({ name: 'Rita Reed' });
  await report(page, reporter, paths.report('user', seller.id));
  await decideNext(page, seller.name, 'Warn');
  await appeal(page, reporter, 'A warning is too little.');
  await appeal(page, seller, 'I have done nothing wrong.');
  await expect(page.getByRole('main')).not.toContainText('too little');
  await expect(page.getByText('I have done nothing wrong.')).toBeVisible();

  await signIn(page.context(), (await newAdmin('Ada Admin')).email, server);
  await openPage(page, `${server.url}${paths.moderation()}?state=appealed`);
  await page.getByRole('link', { name: seller.name, exact: true }).press('Enter');
  await expect(page.getByText('A warning is too little.')).toBeVisible();
  await expect(page.getByText('I have done nothing wrong.')).toBeVisible();
  await expect(page.getByRole('form')).toHaveCount(2);
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
  await decideAppeal(page, seller.name, 'Reverse the decision', ofReporter);
  await expect(page.getByRole('form', { name: ofPerson })).toBeVisible();

  await signIn(page.context(), seller.email, server);
  await openPage(page, server.url + paths.reports());
  await expect(page.getByText('I have done nothing wrong.')).toBeVisible();
  await expect(page.getByText('Answer from the shop')).toHaveCount(0);
  await decideAppeal(page, seller.name, 'The decision stays', ofPerson);
  expect(await mailTo(seller.email, /Your appeal was not successful/)).toMatch(/kitchen\s+table/);
  expect(await server.findMail(reporter.email, /was changed/)).toBeUndefined();

  await decideNext(page, seller.name, 'Limit');
  await signIn(page.context(), reporter.email, server);
  await openPage(page, server.url + paths.reports());
  const main = page.getByRole('main');
  await expect(main).toContainText('The shop has limited what the author can do here.');
  await expect(main).toContainText('A warning is too little.');
  await expect(main).not.toContainText('nothing wrong');
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
});

test('an admin warns, removes, and limits an account, and each person reads why', async ({
  page,
  context,
}) => {
  const reporter = await server.make.user({ name: 'Rita Reed' });
  const told = {
    Warn: 'We warn you about',
    Remove: 'We have removed',
    Limit: 'your account is limited',
  };
  for (const [outcome, text] of Object.entries(told)) {
    const { id, seller } = await listed(`Cornet to ${outcome}`);
    await report(page, reporter, paths.report('product', id));
    await decideNext(page, `Cornet to ${outcome}`, outcome);
    const statement = await mailTo(seller.email, /a decision that concerns you/);
    expect(statement?.replace(/\s+/g, ' ')).toContain(text);
    await signIn(context, seller.email, server);
    await openPage(page, server.url + paths.reports());
    await expect(page.getByRole('main')).toContainText(text);
  }
});

test('an admin who decides about a near picture tells the seller of the older one, if they choose so', async ({
  page,
  context,
}) => {
  const older = await listed('Older ophicleide');
  const newer = await listed('Newer ophicleide');
  const reporter = await server.make.user({ name: 'Rita Reed' });
  await report(page, reporter, paths.report('product', newer.id));
  await server.database.sql`
    insert into case_hints (id, case_id, kind, product_id, other_product_id, image_id, other_image_id, distance, created_at)
    select gen_random_uuid(), id, 'same-picture', ${newer.id}, ${older.id}, ${server.imageId},
      ${server.imageId}, 0, now() from cases where subject_id = ${newer.id}
    on conflict do nothing`;
  await signIn(context, (await newAdmin('Ada Admin')).email, server);
  await openPage(page, server.url + paths.moderation());
  await page.getByRole('link', { name: 'Newer ophicleide', exact: true }).press('Enter');
  const form = page.getByRole('form', { name: 'Decide' });
  const tell = form
    .getByRole('group', { name: 'Tell the seller of the older picture' })
    .getByRole('checkbox', { name: 'Older ophicleide' });
  await expect(tell).not.toBeChecked();
  await tell.press('Space');
  await form.getByRole('button', { name: 'Decide' }).press('Enter');
  await expect(form.getByText('Choose an outcome')).toBeVisible();
  await expect(tell).toBeChecked();
  await page.getByRole('heading', { level: 1 }).focus();
  await expectAccessibleInAllAppearances(page);
  await expectToFitEverywhere(page);
  await form.getByRole('radio', { name: 'Dismiss' }).press('Space');
  await form.getByLabel('Facts').fill('Two sellers, one picture.');
  await form.getByRole('button', { name: 'Decide' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible();
  await expect(page.getByText('Its seller was told of the picture')).toBeVisible();
  const mail = await mailTo(older.seller.email, /shows a picture like yours/);
  expect(mail).toContain(paths.product(newer.id));
  expect(mail).not.toContain(newer.seller.name);
});

const ofPerson = 'Appeal by the person concerned';
const ofReporter = /^Appeal by the sender of report R-/;

async function appeal(page: Page, who: KnownUser, why: string): Promise<void> {
  await signIn(page.context(), who.email, server);
  await openPage(page, server.url + paths.reports());
  await page.getByRole('button', { name: 'Appeal' }).press('Enter');
  await page.getByLabel('Why the decision is wrong').fill(why);
  await page.getByRole('button', { name: 'Send the appeal' }).press('Enter');
  await expectToast(page, 'We have your appeal');
}

async function listed(name: string) {
  const seller = await server.make.user({ name: `Sol of ${name}`, role: 'seller' });
  const { imageId } = server;
  return { seller, id: await server.make.product(seller.id, { name, imageId }) };
}

const newAdmin = (name: string) => server.make.user({ name, role: 'admin' });

async function report(page: Page, reporter: KnownUser, path: string): Promise<void> {
  await signIn(page.context(), reporter.email, server);
  await openPage(page, server.url + path);
  await page.getByRole('radio', { name: 'Forgery' }).press('Space');
  await page.getByRole('button', { name: 'Next' }).press('Enter');
  await page.getByLabel('Explanation').fill('The pictures are from elsewhere.');
  await page.getByRole('checkbox').press('Space');
  await page.getByRole('button', { name: 'Send the report' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'We have your report' })).toBeVisible();
}

/** Another admin opens the case of this name from the queue and decides it. */
async function decideNext(page: Page, name: string, outcome: string): Promise<void> {
  await signIn(page.context(), (await newAdmin('Ann Other')).email, server);
  await openPage(page, server.url + paths.moderation());
  await page.getByRole('link', { name, exact: true }).press('Enter');
  const form = page.getByRole('form', { name: 'Decide' });
  await form.getByRole('radio', { name: outcome }).press('Space');
  if (outcome !== 'Dismiss') {
    await form.getByRole('radio', { name: 'A law' }).press('Space');
    await form.getByLabel('Which one').fill('Trade Marks Act, section 10');
  }
  await form.getByLabel('Facts').fill('The pictures are of another shop.');
  await form.getByRole('button', { name: 'Decide' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Decision' })).toBeVisible();
}

async function decideAppeal(
  page: Page,
  name: string,
  outcome: string,
  of: string | RegExp,
): Promise<void> {
  await signIn(page.context(), (await newAdmin('Ann Other')).email, server);
  await openPage(page, `${server.url}${paths.moderation()}?state=appealed`);
  await page.getByRole('link', { name, exact: true }).press('Enter');
  const form = page.getByRole('form', { name: of });
  await form.getByRole('radio', { name: outcome }).press('Space');
  await form.getByLabel('Why').fill('The kitchen table is in each picture.');
  await expectAccessibleInAllAppearances(page);
  await form.getByRole('button', { name: 'Decide' }).press('Enter');
  await expect(form).toHaveCount(0);
}

async function mailTo(email: string, subject: RegExp): Promise<string> {
  await expect.poll(() => server.findMail(email, subject)).toBeDefined();
  return (await server.findMail(email, subject)) ?? '';
}

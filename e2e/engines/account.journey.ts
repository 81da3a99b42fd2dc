import { demoPassword } from '#contract/identity/demo-accounts.ts';
import { identityProblems } from '#contract/identity/identity.ts';
import { newPassword, uniqueEmail } from '../support/registration-form.ts';
import { pictureFiles } from './picture-files.ts';
import { journey } from './run-journey.ts';

const buyer = 'buyer@reprise.test';

journey(
  'a user is told of a wrong password, logs in, stays so after a reload, and logs out',
  async (page) => {
    await page.open('/login');
    await page.logIn(buyer, 'not that one');
    await page.seeText(identityProblems['wrong-password'].detail);
    await page.logIn(buyer, demoPassword);
    await page.seeSignedIn();
    await page.reload();
    await page.seeSignedIn();
    await page.click('button', 'Logout');
    await page.see('link', 'Login', { role: 'navigation', name: 'Main' });
  },
);

journey('somebody chooses an account in the window of Google and is signed in', async (page) => {
  await page.open('/register');
  await page.click('button', 'Continue with Google');
  const google = await page.turnToPopup();
  await page.seeText('This is not Google');
  await page.click('link', /Gale Winters/);
  await google.back();
  await page.seeSignedIn();
  await page.seeOnlyWindow();
  await page.seePath('/');
});

journey(
  'somebody who closes or cancels the window of Google is told so, and can open it again',
  async (page) => {
    await page.open('/login');
    await page.click('button', 'Continue with Google');
    const closed = await page.turnToPopup();
    await page.seeText('This is not Google');
    await page.driver.close();
    await closed.back();
    await page.seeText(identityProblems['popup-closed-by-user'].detail);

    await page.click('button', 'Continue with Google');
    const cancelled = await page.turnToPopup();
    await page.click('link', 'Cancel');
    await cancelled.back();
    await page.seeText(identityProblems['google-refused'].detail);

    await page.click('button', 'Continue with Google');
    const chosen = await page.turnToPopup();
    await page.click('link', /Samba Diallo/);
    await chosen.back();
    await page.seeSignedIn();
  },
);

journey('a seller registers with a picture', async (page) => {
  const [picture = ''] = await pictureFiles('banjo');
  await page.open('/register');
  await page.fill(/^Name/, 'Ann New');
  await page.fill(/^Email/, uniqueEmail());
  await page.fill(/^Password/, newPassword);
  await page.attach(/^Profile picture/, picture);
  await page.see('picture', /^Preview/);
  await page.check(/^Seller/);
  await page.click('button', 'Register');
  await page.seeText('Welcome to Reprise, Ann New');
  await page.seeSignedIn();
  await page.seePath('/');
});

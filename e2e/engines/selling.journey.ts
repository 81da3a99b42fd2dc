import { messages } from '#contract/messages.ts';
import { uniqueName } from '../support/database.ts';
import { createSeller } from '../support/listing-form.ts';
import { pictureFiles } from './picture-files.ts';
import { journey } from './run-journey.ts';

journey(
  'a seller lists an instrument with pictures, and finds it in its category',
  async (page) => {
    const pictures = await pictureFiles('trumpet', 'post-horn');
    const name = uniqueName('Trumpet in two pictures');
    await page.signInAs((await createSeller()).email);
    await page.open('/dashboard/addproduct');
    await page.attach(/^(Choose|Add) pictures/, ...pictures);
    await page.fill(/^Name/, name);
    await page.choose(/^Category/, 'Percussion');
    await page.check(/^Good/);
    await page.fill(/^Purchase year/, '2015');
    await page.fill(/^Description/, 'Plays well, two small dents in the bell.');
    await page.fill(/^Resale price/, '1,250.50');
    await page.fill(/^Original price/, '2100');
    await page.fill(/^Mobile number/, '+44 7700 900123');
    await page.fill(/^Location/, 'Leith');
    await page.seeText('You receive $1,250.50.');
    await page.click('button', 'Move picture 2 earlier');
    await page.seeUploaded();
    await page.click('button', 'Add Product');
    await page.seeText(messages.toast.productAdded);
    await page.seePath('/dashboard/myproduct');
    await page.seeText(name);

    await page.open('/category/Percussion');
    await page.click('link', new RegExp(`^see details.*${name}`, 'i'));
    await page.see('heading', name);
    await page.seePicture(name);
  },
);

import { everyPage } from './support/every-page.ts';
import { expectAccessible, test } from './support/test.ts';
import { expectTranslated } from './support/translated-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const language of ['de', 'fr', 'es', 'ja', 'ar']) {
  test.describe(`in ${language} no English is left, and nothing is cut`, () => {
    for (const { name, path, user, consoleError } of everyPage) {
      test(name, async ({ page, signInAs, expectConsole }) => {
        if (user) await signInAs(user);
        if (consoleError) expectConsole(consoleError);
        await expectTranslated(page, language, await path());
        await expectAccessible(page);
      });
    }
  });
}

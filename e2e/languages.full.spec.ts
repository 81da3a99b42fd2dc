import languages from '../texts/languages.json' with { type: 'json' };
import { everyPage } from './support/every-page.ts';
import { expectAccessible, test } from './support/test.ts';
import { expectTranslated } from './support/translated-page.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const language of languages.filter((tag) => tag !== 'en')) {
  test.describe(() => {
    for (const { name, path, user, consoleError } of everyPage) {
      test(`the page '${name}' has no English left in ${language}, and nothing is cut`, async ({
        page,
        signInAs,
        expectConsole,
      }) => {
        if (user) await signInAs(user);
        if (consoleError) expectConsole(consoleError);
        await expectTranslated(page, language, await path());
        await expectAccessible(page);
      });
    }
  });
}

import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
/** The refusal of an admin whose session lacks the second factor that the shop requires (`ADMIN_SECOND_FACTOR`). Apart from the schemas, for pages. */
export const adminFactorRequired = textsOf({
  code: 'second-factor-required',
  detail: msg`Admins of this shop need a second factor. Add one on your profile page, under Second factor; if you have one, log out and log in with it.`,
});

/** The link beside that refusal. */
export const adminFactorTexts = textsOf({
  addLink: msg`Add a second factor on your profile`,
});

import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

/** What an owner does between a clone and the first sale, in this order. */
export const launchStepNames = textsOf({
  name: msg`A name of your own`,
  languages: msg`Languages`,
  country: msg`The country of the shop`,
  categories: msg`Categories`,
  pages: msg`Pages without gaps`,
  mail: msg`A mail server`,
  cards: msg`Real cards`,
  domain: msg`An address with https`,
  admin: msg`An admin`,
  backup: msg`A backup every night`,
  listings: msg`The first ten listings`,
});

export type LaunchStepId = keyof typeof launchStepNames;

export const launchStepIds = Object.keys(launchStepNames) as LaunchStepId[];

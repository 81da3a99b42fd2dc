import type { ReactNode } from 'react';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';
import { currentShop } from '../../ui/current-shop.ts';
import { Owned } from '../../ui/Owned.tsx';

const usualSteps = textsOf([
  { title: msg`Photograph it`, text: msg`One good picture by a window says more than a page.` },
  {
    title: msg`Name your price`,
    text: msg`Say what it cost, how long you played it, and what it has been through.`,
  },
  {
    title: msg`Pass it on`,
    text: msg`A player books it, pays safely by card, and you hand it over.`,
  },
]);

/** The three steps of selling, in the owner's words where there are any. */
export function sellingSteps(): readonly { place: string; title: ReactNode; text: ReactNode }[] {
  const own = currentShop().home?.sellers?.steps;
  return usualSteps.map(({ title, text }, index) => {
    const words = own?.[index];
    return {
      place: `${index + 1}`,
      title: words ? <Owned text={words.title} /> : title,
      text: words ? <Owned text={words.text} /> : text,
    };
  });
}
